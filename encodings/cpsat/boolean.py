"""The Boolean CP-SAT model: a literal for each pencil mark, and for each digit set of a sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from ortools.sat.python.cp_model import (
    CpModel,
    CpSolver,
    CpSolverSolutionCallback,
    IntVar,
    LinearExpr,
)

from nonet.encodings.cpsat.bounds import (
    add_any_of,
    add_sum,
    allowed_counts,
    allowed_sums,
    contradict,
    require_room,
)
from nonet.encodings.places import in_domains, supports, union
from nonet.encodings.walks import word_walk
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.propagation.digit_sets import digit_sets
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits


@dataclass(frozen=True)
class BooleanModel:
    """A model with a literal for each live pencil mark.

    The items of `literals` are the first variables of the model. So CP-SAT's numbers of the
    variables differ from the numbers of the marks.
    """

    puzzle: Puzzle
    model: CpModel
    literals: dict[int, IntVar]

    def block(self, solution: Sequence[int]) -> None:
        grid = self.puzzle.grid
        if in_domains(grid, self.puzzle.domains, solution):
            marks = map(grid.mark, grid.cells, solution)
            self.model.add_bool_or([~self.literals[mark] for mark in marks])

    def decode(self, solver: CpSolver | CpSolverSolutionCallback) -> tuple[int, ...]:
        return tuple(compress(self._values, solver.response_proto.solution))

    @cached_property
    def _values(self) -> tuple[int, ...]:
        return tuple(self.puzzle.grid.unmark(mark)[1] for mark in self.literals)

    def narrowings(self, cell: int, mask: int) -> Iterator[tuple[int, list[int]]]:
        """Yield variables and their new domains. They restrict a cell to the values in a mask."""
        grid = self.puzzle.grid
        before = self.puzzle.domains[cell]
        if mask & before and mask.bit_count() == 1:
            # If one literal of the cell is true, CP-SAT itself makes the others false.
            [value] = grid.values_of(mask)
            yield self.literals[grid.mark(cell, value)].index, [1, 1]
        else:
            for value in grid.values_of(before & ~mask):
                yield self.literals[grid.mark(cell, value)].index, [0, 0]


def encode_boolean(puzzle: Puzzle) -> BooleanModel:
    """Return the model with a literal for each live pencil mark."""
    require_room(puzzle)
    model = CpModel()
    encoded = BooleanModel(puzzle, model, new_literals(puzzle, model))
    for constraint in puzzle.constraints:
        check_limits()
        add_to_literals(constraint, encoded)
    return encoded


def new_literals(puzzle: Puzzle, model: CpModel) -> dict[int, IntVar]:
    """Add a literal for each live pencil mark. Exactly one literal of each cell is true."""
    grid = puzzle.grid
    literals: dict[int, IntVar] = {}
    for cell, mask in enumerate(puzzle.domains):
        check_limits()
        name = grid.name(cell)
        of_cell = {
            grid.mark(cell, value): model.new_bool_var(f"{name}={value}")
            for value in grid.values_of(mask)
        }
        model.add_exactly_one(of_cell.values())
        literals.update(of_cell)
    return literals


def add_to_literals(part: Constraint | Candidates, to: BooleanModel) -> None:
    """Add a constraint over the literals."""
    grid, domains, model = to.puzzle.grid, to.puzzle.domains, to.model
    match part:
        case AllDifferent(cells):
            _add_all_different(cells, to)
        case Relation():
            # Unit propagation of these clauses makes the two cells arc consistent. With a clause
            # for each forbidden pair, CP-SAT needed up to seven times as many conflicts.
            for mark, partners in supports(part, grid, domains):
                check_limits()
                clause = model.add_bool_or([to.literals[partner] for partner in partners])
                clause.only_enforce_if(to.literals[mark])
        case Linear():
            sets = digit_sets(to.puzzle.geometry, part)
            if sets is None:
                _add_weighted(part, to)
            else:
                _add_digit_sets(part.cells, sets, to)
        case Count(cells, values):
            counted = values & set(grid.values)
            hits = [mark for value in counted for mark in _places(cells, value, to)]
            add_sum(model, LinearExpr.sum(hits), allowed_counts(part))
        case Regular():
            _add_word(part, to)
        case Candidates(cell, values):
            for value in grid.values_of(domains[cell]):
                if value not in values:
                    model.add_bool_and([~to.literals[grid.mark(cell, value)]])
        case AnyOf():
            add_any_of(part, model, lambda each: add_to_literals(each, to))
        case _:
            raise NotImplementedError(f"cpsat:boolean does not support {type(part).__name__}")


def _add_all_different(cells: tuple[int, ...], to: BooleanModel) -> None:
    values = union(to.puzzle.domains, cells)
    if values.bit_count() < len(cells):
        # More cells than values. A search would need exponential time to find this out.
        contradict(to.model)
        return
    for value in to.puzzle.grid.values_of(values):
        places = _places(cells, value, to)
        if values.bit_count() == len(cells):
            to.model.add_exactly_one(places)
        elif len(places) > 1:
            to.model.add_at_most_one(places)


def _add_word(word: Regular, to: BooleanModel) -> None:
    literals = dict(to.literals)

    def new(place: int, states: tuple[int, ...]) -> int:
        number = to.puzzle.grid.marks + len(literals) + 1
        literals[number] = to.model.new_bool_var("")
        return number

    for clause in word_walk(word, to.puzzle.grid, to.puzzle.domains).clauses(new):
        check_limits()
        to.model.add_bool_or([literals[n] if n > 0 else ~literals[-n] for n in clause])


def _add_weighted(constraint: Linear, to: BooleanModel) -> None:
    grid = to.puzzle.grid
    allowed = allowed_sums(constraint, grid)  # may raise TooLarge
    shares = [
        (coefficient * value, to.literals[grid.mark(cell, value)])
        for coefficient, cell in constraint.terms
        for value in grid.values_of(to.puzzle.domains[cell])
    ]
    sum_ = LinearExpr.weighted_sum([mark for _, mark in shares], [share for share, _ in shares])
    add_sum(to.model, sum_, allowed)


def _add_digit_sets(cells: tuple[int, ...], sets: tuple[int, ...], to: BooleanModel) -> None:
    grid, values = to.puzzle.grid, union(to.puzzle.domains, cells)
    names = "+".join(map(grid.name, cells))
    chosen = {}
    for digits in sets:
        if not digits & ~values:
            held = ",".join(map(str, grid.values_of(digits)))
            chosen[digits] = to.model.new_bool_var(f"{names}={{{held}}}")
    to.model.add_exactly_one(chosen.values())
    for value in grid.values_of(values):
        bit = grid.bit(value)
        without = [literal for digits, literal in chosen.items() if not digits & bit]
        to.model.add_exactly_one([*_places(cells, value, to), *without])


def _places(cells: tuple[int, ...], value: int, to: BooleanModel) -> list[IntVar]:
    marks = [to.puzzle.grid.mark(cell, value) for cell in cells]
    return [to.literals[mark] for mark in marks if mark in to.literals]
