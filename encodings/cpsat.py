"""The puzzle as a CP-SAT model, in two forms: an integer a cell, or a Boolean a pencil mark.

The *integer* model is small and quick to build; it leaves it to CP-SAT which literals it needs.
The *Boolean* model has one for each pencil mark that is alive in the puzzle's domains; it is
slower to build and quicker to solve.

Variables carry the names of the page, ``r1c1`` and ``r1c1=5``, so an exported model can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, singledispatch
from typing import TypeAlias

from ortools.sat.python.cp_model import CpModel, CpSolver, Domain, IntVar, LinearExpr

from nonet.constraints import AllDifferent, Constraint, Linear, Relation
from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.puzzle import Puzzle

#: The most places in constraints that literals may take. An empty 36×36 takes 190 thousand, an
#: empty 81×81 2.1 million: then either model takes about 800 MB in the solver.
MOST_PLACES = 3_500_000

#: The largest value or sum; CP-SAT reckons in 64 bits and wants room above it.
MOST_SUM = 1 << 60


@dataclass(frozen=True)
class IntegerModel:
    """A variable a cell: cell *i* is ``cells[i]``, and variable *i* of the model.

    >>> from nonet.rules import Columns, Rows
    >>> latin = Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({0: 2})
    >>> integer, solver = encode_integer(latin), CpSolver()
    >>> solver.solve(integer.model).name, integer.decode(solver)
    ('OPTIMAL', (2, 1, 1, 2))
    >>> integer.block((2, 1, 1, 2))
    >>> solver.solve(integer.model).name
    'INFEASIBLE'
    """

    puzzle: Puzzle
    model: CpModel
    cells: tuple[IntVar, ...]

    def block(self, solution: Sequence[int]) -> None:
        """Forbid one grid."""
        if _in_domains(self.puzzle, solution):
            self.model.add_forbidden_assignments(self.cells, [solution])

    def decode(self, solver: CpSolver) -> tuple[int, ...]:
        """Return the grid that the solver found."""
        return tuple(solver.response_proto.solution)


@dataclass(frozen=True)
class BooleanModel:
    """A literal a live pencil mark, under the number that the mark has in every encoding.

    A mark that the domains rule out has no literal. CP-SAT numbers variables without gaps, so
    variable *i* of the model is the *i*-th item of `literals`, in the order of the marks.

    >>> from nonet.rules import Columns, Rows
    >>> latin = Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({0: 2})
    >>> boolean, solver = encode_boolean(latin), CpSolver()
    >>> list(boolean.literals), boolean.literals[latin.grid.mark(cell=3, value=2)].name
    ([2, 3, 4, 5, 6, 7, 8], 'r2c2=2')
    >>> solver.solve(boolean.model).name, boolean.decode(solver)
    ('OPTIMAL', (2, 1, 1, 2))
    """

    puzzle: Puzzle
    model: CpModel
    literals: dict[int, IntVar]

    def block(self, solution: Sequence[int]) -> None:
        """Forbid one grid."""
        if _in_domains(self.puzzle, solution):
            marks = map(self.puzzle.grid.mark, self.puzzle.grid.cells, solution)
            self.model.add_bool_or([~self.literals[mark] for mark in marks])

    def decode(self, solver: CpSolver) -> tuple[int, ...]:
        """Return the grid that the solver found."""
        found = zip(self.literals, solver.response_proto.solution, strict=True)
        return tuple(self.puzzle.grid.unmark(mark)[1] for mark, true in found if true)


CpSatModel: TypeAlias = IntegerModel | BooleanModel


def encode_integer(puzzle: Puzzle) -> IntegerModel:
    """Return the model with a variable a cell."""
    _require_room(puzzle)
    grid, model = puzzle.grid, CpModel()
    _require_reckonable(grid.values[-1])
    domains = {mask: Domain.from_values(list(grid.values_of(mask))) for mask in set(puzzle.domains)}
    if 0 in domains:
        # CP-SAT refuses a variable without values: it gets one, and the model is contradictory.
        domains[0] = Domain(grid.values[0], grid.values[0])
        _contradict(model)
    cells = tuple(
        model.new_int_var_from_domain(domains[mask], grid.name(cell))
        for cell, mask in enumerate(puzzle.domains)
    )
    encoded = IntegerModel(puzzle, model, cells)
    for constraint in puzzle.constraints:
        _add_to_integer(constraint, encoded)
    return encoded


def encode_boolean(puzzle: Puzzle) -> BooleanModel:
    """Return the model with a literal a live pencil mark."""
    _require_room(puzzle)
    grid, model = puzzle.grid, CpModel()
    literals: dict[int, IntVar] = {}
    for cell, mask in enumerate(puzzle.domains):
        name = grid.name(cell)
        of_cell = {
            grid.mark(cell, value): model.new_bool_var(f"{name}={value}")
            for value in grid.values_of(mask)
        }
        model.add_exactly_one(of_cell.values())
        literals.update(of_cell)
    encoded = BooleanModel(puzzle, model, literals)
    for constraint in puzzle.constraints:
        _add_to_boolean(constraint, encoded)
    return encoded


@singledispatch
def _add_to_integer(constraint: Constraint, to: IntegerModel) -> None:
    """Add a constraint over the cells."""
    raise NotImplementedError(f"no integer form of {type(constraint).__name__}")


@_add_to_integer.register
def _(constraint: AllDifferent, to: IntegerModel) -> None:
    to.model.add_all_different([to.cells[cell] for cell in constraint.cells])


@_add_to_integer.register
def _(constraint: Relation, to: IntegerModel) -> None:
    pair = [to.cells[cell] for cell in constraint.cells]
    to.model.add_allowed_assignments(pair, _table(constraint.allowed))


@_add_to_integer.register
def _(constraint: Linear, to: IntegerModel) -> None:
    cells = [to.cells[cell] for _, cell in constraint.terms]
    sum_ = LinearExpr.weighted_sum(cells, [coefficient for coefficient, _ in constraint.terms])
    to.model.add_linear_expression_in_domain(sum_, _sums(constraint, to.puzzle.grid))


@singledispatch
def _add_to_boolean(constraint: Constraint, to: BooleanModel) -> None:
    """Add a constraint over the literals."""
    raise NotImplementedError(f"no Boolean form of {type(constraint).__name__}")


@_add_to_boolean.register
def _(constraint: AllDifferent, to: BooleanModel) -> None:
    """Each value at most once; exactly once where the cells need every value that they have."""
    grid, literals = to.puzzle.grid, to.literals
    values = 0
    for cell in constraint.cells:
        values |= to.puzzle.domains[cell]
    if values.bit_count() < len(constraint.cells):
        # Said here, because clauses alone take exponential time to count pigeons.
        _contradict(to.model)
        return
    all_needed = values.bit_count() == len(constraint.cells)
    for value in grid.values_of(values):
        marks = [grid.mark(cell, value) for cell in constraint.cells]
        places = [literals[mark] for mark in marks if mark in literals]
        if all_needed:
            to.model.add_exactly_one(places)
        elif len(places) > 1:
            to.model.add_at_most_one(places)


@_add_to_boolean.register
def _(constraint: Relation, to: BooleanModel) -> None:
    """Each mark implies one of its supports in the other cell, in both directions.

    Unit propagation on these clauses keeps the two cells arc consistent; the clauses that forbid
    single pairs do not, and took up to seven times as many conflicts.
    """
    backward = frozenset((w, v) for v, w in constraint.allowed)
    _add_supports(to, constraint.a, constraint.b, constraint.allowed)
    _add_supports(to, constraint.b, constraint.a, backward)


def _add_supports(to: BooleanModel, a: int, b: int, allowed: frozenset[tuple[int, int]]) -> None:
    grid = to.puzzle.grid
    supporters = {w: to.literals[grid.mark(b, w)] for w in grid.values_of(to.puzzle.domains[b])}
    for v in grid.values_of(to.puzzle.domains[a]):
        supports = [literal for w, literal in supporters.items() if (v, w) in allowed]
        to.model.add_bool_or(supports).only_enforce_if(to.literals[grid.mark(a, v)])


@_add_to_boolean.register
def _(constraint: Linear, to: BooleanModel) -> None:
    grid = to.puzzle.grid
    shares = [
        (coefficient * value, to.literals[grid.mark(cell, value)])
        for coefficient, cell in constraint.terms
        for value in grid.values_of(to.puzzle.domains[cell])
    ]
    sums = _sums(constraint, grid)
    sum_ = LinearExpr.weighted_sum([mark for _, mark in shares], [share for share, _ in shares])
    to.model.add_linear_expression_in_domain(sum_, sums)


@lru_cache(maxsize=64)
def _table(allowed: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the allowed pairs in order (cached: relations share their tables)."""
    return sorted(allowed)


def _sums(constraint: Linear, grid: Grid) -> Domain:
    """Return the sums that satisfy the comparison.

    Beyond the extremes that the terms can reach, one total means the same as the next: it is
    brought back to the first of them, and always fits into the solver's numbers.
    """
    low = high = 0
    for coefficient, _ in constraint.terms:
        shares = coefficient * grid.values[0], coefficient * grid.values[-1]
        low, high = low + min(shares), high + max(shares)
    below, above = low - 1, high + 1
    _require_reckonable(max(-below, above))
    total = min(max(constraint.total, below), above)
    if constraint.op == "==":
        return Domain(total, total)
    return Domain(below, total) if constraint.op == "<=" else Domain(total, above)


def _contradict(model: CpModel) -> None:
    model.add_bool_or([])


def _in_domains(puzzle: Puzzle, solution: Sequence[int]) -> bool:
    """Tell whether the domains leave room for a grid, so that it needs a clause to be blocked."""
    grid = puzzle.grid
    return all(
        value in grid.values and mask & grid.bit(value)
        for value, mask in zip(solution, puzzle.domains, strict=True)
    )


def _require_room(puzzle: Puzzle) -> None:
    """Refuse a puzzle whose literals take too many places.

    CP-SAT itself turns integers into literals before it searches: the limit is that of both.
    """
    alive = [mask.bit_count() for mask in puzzle.domains]
    places = sum(alive)
    for constraint in puzzle.constraints:
        if isinstance(constraint, Relation):
            places += alive[constraint.a] * alive[constraint.b]
        else:
            places += sum(alive[cell] for cell in constraint.cells)
    if places > MOST_PLACES:
        raise TooLarge(
            f"the literals would take {places} places in CP-SAT's constraints; "
            f"the limit is {MOST_PLACES}"
        )


def _require_reckonable(number: int) -> None:
    if number > MOST_SUM:
        raise TooLarge(f"CP-SAT would have to reckon with {number}; the limit is {MOST_SUM}")
