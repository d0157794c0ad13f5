"""The general engine: any puzzle whose values fit a word of 64 bits, with a search in C++.

A geometry is compiled once, for all puzzles that share it; a session passes only the domains.
Where search does not get to an end, learning from conflicts takes over, unless there are sums.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.constraints import AllDifferent, Constraint, Linear, Relation
from nonet.grid import Grid
from nonet.puzzle import Geometry, Puzzle
from nonet.solvers.contract import Answer, Limits, Phases, Solution, Status
from nonet.solvers.native.core import core

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: What fits a mask of values, and the largest set of cells.
MOST_VALUES = 64
MOST_CELLS = 4096

#: So many nodes of search may find nothing: by then learning, which takes a millisecond or so to
#: start on a large board, would have answered most of them.
PATIENCE = 500

#: Sums are counted in words of 64 bits, with room to spare.
_MOST_WEIGHT = 1 << 40

_STATUS = {"solution": Status.SATISFIED, "finished": Status.UNSATISFIABLE}


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
    """Tell whether the engine learns where search finds nothing.

    There are no sums, and no groups of which every two cells obey one relation: on these search
    concludes more than clauses would.

    >>> from nonet.formats import classic
    >>> learns(classic(order=4))
    True
    """
    return _compiled(puzzle.geometry).learns


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


class GeneralEngine:
    """A search in C++ that stands still between solves.

    It may go on from a solution only if that is blocked, so every solution it has passed is
    blocked, and when it ends there is no other.

    >>> from nonet.formats import classic
    >>> engine = GeneralEngine(classic("1234341221434321"))
    >>> engine.solve(Limits()).counters["nodes"]
    1
    """

    def __init__(self, puzzle: Puzzle, patience: int | None = PATIENCE) -> None:
        """Prepare a search that learns after so many nodes without a solution, or never."""
        self._phases = Phases()
        self._blocked: set[Solution] = set()
        started = time.perf_counter()
        engine = _compiled(puzzle.geometry)
        compiled = time.perf_counter()
        self._search = engine.search(puzzle.domains, patience)
        self._phases.add("encode", compiled - started)
        self._phases.add("load", time.perf_counter() - compiled)

    def solve(self, limits: Limits) -> Answer:
        """Return the solution where the search stands, or go on to the next one.

        An interruption leaves the search where it was: the next solve goes on from there.
        """
        search = self._search
        nodes, conflicts, calls = search.nodes, search.conflicts, search.calls
        start = time.perf_counter()
        left = limits
        while True:
            started = time.perf_counter()
            progress = search.run(left.nodes, left.seconds)
            stopped = time.perf_counter()
            self._phases.add("solve", stopped - started)
            if progress != "solution":
                solution = None
                break
            solution = search.solution()
            self._phases.add("decode", time.perf_counter() - stopped)
            if solution not in self._blocked:
                break
            search.pass_over()
            spent = search.nodes + search.conflicts - nodes - conflicts
            left = _left(limits, spent, time.perf_counter() - start)
        counters = {"nodes": search.nodes - nodes, "propagators": search.calls - calls}
        if search.conflicts:
            counters["conflicts"] = search.conflicts - conflicts
        return Answer(
            _STATUS.get(progress, Status.UNKNOWN), solution, counters, self._phases.take()
        )

    def block(self, solution: Solution) -> None:
        """Leave this grid out from now on."""
        self._blocked.add(solution)

    def close(self) -> None:
        """The search is freed with the engine."""


def _left(limits: Limits, nodes: int, seconds: float) -> Limits:
    """Return the limits of a solve that has spent some of them."""
    return Limits(
        None if limits.seconds is None else max(0.0, limits.seconds - seconds),
        None if limits.nodes is None else max(0, limits.nodes - nodes),
    )


@lru_cache(maxsize=64)
def _compiled(geometry: Geometry) -> _core.GeneralEngine:
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
