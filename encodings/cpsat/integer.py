"""The integer CP-SAT model: a variable for each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ortools.sat.python.cp_model import Constraint as CpConstraint
from ortools.sat.python.cp_model import (
    CpModel,
    CpSolver,
    CpSolverSolutionCallback,
    Domain,
    IntVar,
    LinearExpr,
)

from nonet.encodings.cpsat.bounds import (
    add_any_of,
    add_sum,
    allowed_counts,
    allowed_sums,
    contradict,
    numbers,
    require_representable,
    require_room,
)
from nonet.encodings.places import in_domains
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
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits


@dataclass(frozen=True)
class IntegerModel:
    """A model with a variable for each cell. Cell *i* is variable *i* of the model."""

    puzzle: Puzzle
    model: CpModel
    cells: tuple[IntVar, ...]

    def block(self, solution: Sequence[int]) -> None:
        if in_domains(self.puzzle.grid, self.puzzle.domains, solution):
            self.model.add_forbidden_assignments(self.cells, [solution])

    def decode(self, solver: CpSolver | CpSolverSolutionCallback) -> tuple[int, ...]:
        return tuple(islice(solver.response_proto.solution, len(self.cells)))

    def narrowings(self, cell: int, mask: int) -> Iterator[tuple[int, list[int]]]:
        yield cell, _intervals(self.puzzle.grid, mask)


@lru_cache(maxsize=4096)
def _intervals(grid: Grid, mask: int) -> list[int]:
    intervals: list[int] = Domain.from_values(list(grid.values_of(mask))).flattened_intervals()
    return intervals


def encode_integer(puzzle: Puzzle) -> IntegerModel:
    """Return the model with a variable for each cell."""
    require_room(puzzle)
    model = CpModel()
    encoded = IntegerModel(puzzle, model, new_cells(puzzle, model))
    for constraint in puzzle.constraints:
        check_limits()
        add_to_cells(constraint, encoded)
    return encoded


def new_cells(puzzle: Puzzle, model: CpModel) -> tuple[IntVar, ...]:
    """Add a variable for each cell to a model."""
    grid = puzzle.grid
    require_representable(grid.values[-1])
    domains = {mask: Domain.from_values(list(grid.values_of(mask))) for mask in set(puzzle.domains)}
    if 0 in domains:
        # CP-SAT refuses empty domains. Use a domain of one value, and add a contradiction.
        domains[0] = Domain(grid.values[0], grid.values[0])
        contradict(model)
    return tuple(
        model.new_int_var_from_domain(domains[mask], grid.name(cell))
        for cell, mask in enumerate(puzzle.domains)
    )


def add_to_cells(part: Constraint | Candidates, to: IntegerModel) -> None:
    """Add a constraint over the cells."""
    grid, model = to.puzzle.grid, to.model
    if isinstance(part, AnyOf):
        add_any_of(part, model, lambda each: add_to_cells(each, to))
        return
    variables = [to.cells[cell] for cell in part.cells]
    match part:
        case AllDifferent(cells) if len(cells) > len(grid.values):
            contradict(model)  # CP-SAT would use memory for each pair of cells
        case AllDifferent():
            model.add_all_different(variables)
        case Relation():
            model.add_allowed_assignments(variables, _table(part.allowed))
        case Linear(terms):
            allowed = allowed_sums(part, grid)  # may raise TooLarge
            sum_ = LinearExpr.weighted_sum(variables, [coefficient for coefficient, _ in terms])
            add_sum(model, sum_, allowed)
        case Count():
            _add_count(part, to)
        case Regular(cells, automaton):
            moves, states = automaton.transitions, automaton.states
            steps = [(state, value, after) for state in states for value, after in moves[state]]
            if cells and steps:
                model.add_automaton(variables, 0, sorted(automaton.accepting), steps)
            elif cells or not automaton.accepts(()):
                contradict(model)
        case Candidates(cell, values):
            _restrict(cell, grid.overlap(values), to)
        case _:
            raise NotImplementedError(f"cpsat:integer does not support {type(part).__name__}")


def _add_count(part: Count, to: IntegerModel) -> None:
    counted = to.puzzle.grid.overlap(part.values)
    hits: list[IntVar | bool] = []
    for cell in part.cells:
        mask = to.puzzle.domains[cell]
        if mask & counted and mask & ~counted:
            hits.append(to.model.new_bool_var(""))
            _restrict(cell, mask & counted, to).only_enforce_if(hits[-1])
            _restrict(cell, mask & ~counted, to).only_enforce_if(~hits[-1])
        else:
            hits.append(mask & counted != 0)
    add_sum(to.model, LinearExpr.sum(hits), allowed_counts(part))


def _restrict(cell: int, mask: int, to: IntegerModel) -> CpConstraint:
    allowed = numbers(to.puzzle.grid.values_of(mask))
    return add_sum(to.model, to.cells[cell], allowed)


@lru_cache(maxsize=64)
def _table(allowed: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the allowed pairs in order. Many relations are equal, so the cache helps."""
    return sorted(allowed)
