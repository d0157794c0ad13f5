"""Geometries compiled for the general engine, each once for all puzzles that share it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.constraints import AllDifferent, Constraint, Linear, Relation
from nonet.grid import Grid
from nonet.puzzle import Geometry, Puzzle
from nonet.solvers.native.core import core

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: The bits in a mask of values, and the largest set of cells.
MOST_VALUES = 64
MOST_CELLS = 4096

#: Sums are computed in 64 bits, with room to spare.
_MOST_WEIGHT = 1 << 40


def supports(puzzle: Puzzle) -> str | None:
    """Return why the engine cannot take a puzzle, or None if it can.

    >>> from nonet.grid import Grid
    >>> supports(Puzzle(Grid(9, 9)))
    >>> supports(Puzzle(Grid(81, 81)))
    '6561 cells: the native engine holds up to 4096'
    """
    cells, values = len(puzzle.grid.cells), len(puzzle.grid.values)
    if cells > MOST_CELLS:
        return f"{cells} cells: the native engine holds up to {MOST_CELLS}"
    if values > MOST_VALUES:
        return f"{values} values: the native engine holds up to {MOST_VALUES}"
    return _lacking(puzzle.geometry)


def learns(puzzle: Puzzle) -> bool:
    """Tell whether the engine can learn where search finds nothing.

    It cannot with sums, nor with groups in which every two cells obey one relation: there search
    concludes more than clauses would.

    >>> from nonet.formats import classic
    >>> learns(classic(order=4))
    True
    """
    return compiled(puzzle.geometry).learns


@lru_cache(maxsize=64)
def _lacking(geometry: Geometry) -> str | None:
    for constraint in geometry.constraints:
        if not isinstance(constraint, AllDifferent | Relation | Linear):
            return f"{type(constraint).__name__}: the native engine has no propagator for it"
        if isinstance(constraint, Linear) and constraint.op == "in":
            return "a sum with a set of totals: the native engine has no propagator for it"
        if isinstance(constraint, Linear) and _weight(constraint) > _MOST_WEIGHT:
            return f"a sum of weight {_weight(constraint)}: the native engine counts to 2⁴⁰"
    return None


def _weight(sum_: Linear) -> int:
    totals = sum_.total if isinstance(sum_.total, frozenset) else (sum_.total,)
    return max(map(abs, totals), default=0) + sum(abs(weight) for weight, _ in sum_.terms)


@lru_cache(maxsize=64)
def compiled(geometry: Geometry) -> _core.GeneralEngine:
    """Return the engine for all puzzles of a geometry; a session passes only the domains."""
    grid = geometry.grid
    model: _core.GeneralModel = core().GeneralModel(
        len(grid.cells), len(grid.values), grid.values.start
    )
    tables: dict[frozenset[tuple[int, int]], int] = {}
    for constraint in geometry.constraints:
        _lower(constraint, grid, model, tables)
    engine: _core.GeneralEngine = core().GeneralEngine(model)
    return engine


def _lower(
    constraint: Constraint,
    grid: Grid,
    model: _core.GeneralModel,
    tables: dict[frozenset[tuple[int, int]], int],
) -> None:
    """Add a constraint to the model; relations share their tables."""
    match constraint:
        case AllDifferent(cells):
            model.all_different(cells)
        case Relation(a, b, allowed):
            if allowed not in tables:
                tables[allowed] = model.table(_partners(grid, allowed))
            model.relation(a, b, tables[allowed])
        case Linear(terms, op, int(total)):
            model.linear([coefficient for coefficient, _ in terms], constraint.cells, op, total)


def _partners(grid: Grid, allowed: frozenset[tuple[int, int]]) -> list[int]:
    """Return for each value of the first cell the mask of those that the second may hold."""
    partners = [0] * len(grid.values)
    for first, second in allowed:
        if first in grid.values and second in grid.values:
            partners[first - grid.values.start] |= grid.bit(second)
    return partners
