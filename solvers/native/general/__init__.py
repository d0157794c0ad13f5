"""The general engine, for all puzzles with up to 64 values: a search that pauses between solves.

If tree search takes too long, learning from conflicts replaces it or alternates with it.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Partition,
    Regular,
    Relation,
    Runs,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry, once_for_geometry
from nonet.solvers.abilities import MOST_WEIGHT, Sampled, Taken
from nonet.solvers.answers import Answer, Solution, Status, Times
from nonet.solvers.engines import Freed
from nonet.solvers.native.core import UNLIMITED, core
from nonet.system.limits import Limits, check_limits

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: Learning may start after this many nodes of tree search without a solution. On a large board,
#: learning takes about a millisecond to start, and then answers most puzzles within the time of
#: this many nodes. If a puzzle has sums, tree search gets 64 times as many nodes, and then
#: alternates with learning.
PATIENCE = 500

#: Listings of many solutions use this number instead of `PATIENCE`. Learning needs a clause against
#: each solution, so it is several times as slow as tree search if there are many. If there are very
#: few, tree search alone may never end.
PATIENCE_WITH_MANY = 32_000

#: The largest numbers of values and of cells. Each value is a bit of a 64-bit mask.
MOST_VALUES = 64
MOST_CELLS = 4096

#: The largest value that a cell may hold. Sums of larger values could overflow.
MOST_VALUE = 1 << 30

#: The maximum number of levels of nested alternatives. Each level takes up to 100 KB of the stack.
MOST_DEPTH = 16

#: The seconds between two checks whether a sample must stop.
_SLICE = 0.05

_STATUS = {"solution": Status.SATISFIED, "finished": Status.UNSATISFIABLE}

#: The primitives that the engine reads, in the order of its codes.
_KINDS = (AllDifferent, Relation, Linear, Count, Regular, Candidates, AnyOf, Partition, Runs)


def supports(puzzle: Puzzle) -> str | None:
    """Return why the engine does not support a puzzle, or None if it does.

    >>> from nonet.model.grid import Grid
    >>> supports(Puzzle(Grid(9, 9)))
    >>> supports(Puzzle(Grid(81, 81)))
    'the puzzle has 6561 cells, and the native engine supports at most 4096'
    """
    cells, values = puzzle.grid.cells, puzzle.grid.values
    for has, number, most in (
        ("{} cells", len(cells), MOST_CELLS),
        ("{} values", len(values), MOST_VALUES),
        ("a value of {}", values[-1], MOST_VALUE),
    ):
        if number > most:
            text = has.format(number)
            return f"the puzzle has {text}, and the native engine supports at most {most}"
    return _read(puzzle.geometry).refusal


def learns(puzzle: Puzzle) -> bool:
    """Tell whether the engine can switch from tree search to learning.

    The engine never learns if all rules are cages, or relations between every two cells of a group.
    In such puzzles, the propagators of tree search remove more values than clauses would.
    """
    return compiled(puzzle.geometry).learns


class GeneralEngine(Freed):
    """An engine for one puzzle.

    After a solution, the search continues only when the solution has been blocked. So when the
    search ends, every solution is blocked. After `patience` nodes without a solution, the search
    may learn. If `patience` is None, it never learns.
    """

    def __init__(self, puzzle: Puzzle, patience: int | None = PATIENCE, by: str = "") -> None:
        self._by = by
        self._blocked: set[Solution] = set()
        self._found: Solution | None = None
        start = time.perf_counter()
        engine = compiled(puzzle.geometry)
        check_limits()
        encoded = time.perf_counter()
        self._search = engine.search(puzzle.domains, patience)
        #: The seconds of encoding and loading, which the first answer reports.
        self._before = encoded - start, time.perf_counter() - encoded

    def solve(self, limits: Limits) -> Answer:
        """Return the solution at which the search has paused, or continue the search.

        After an interruption, the next solve continues from the same node.
        """
        search = self._search
        nodes, conflicts, calls = search.nodes, search.conflicts, search.calls
        start = time.perf_counter()
        solving, now, left = 0.0, start, limits
        while True:
            progress = search.run(left.nodes, left.seconds)
            stopped = time.perf_counter()
            solving += stopped - now
            self._found = solution = search.solution() if progress == "solution" else None
            now = time.perf_counter()
            if not self._blocked or solution not in self._blocked:
                break
            search.pass_over()
            spent = search.nodes + search.conflicts - nodes - conflicts
            left = limits.after(now - start, spent)
        counters = {"nodes": search.nodes - nodes, "propagators": search.calls - calls}
        if search.conflicts:
            counters["conflicts"] = search.conflicts - conflicts
        times = Times(*self._before, solving, now - start - solving)
        self._before = 0.0, 0.0
        return Answer(_STATUS.get(progress, Status.UNKNOWN), solution, counters, times, self._by)

    def block(self, solution: Solution) -> None:
        if solution is self._found:  # the search has paused there
            self._search.pass_over()
            self._found = None
        else:
            self._blocked.add(solution)


class TreeListing:
    """A listing. Its search pauses between two calls of `take`."""

    #: Parts of a puzzle can be listed on several cores.
    side_by_side = True

    def __init__(
        self, puzzle: Puzzle, by: str, *, few: bool = False, may_learn: bool = True
    ) -> None:
        self.by = by
        self._grid = puzzle.grid
        patience = PATIENCE if few else PATIENCE_WITH_MANY
        compilation = compiled(puzzle.geometry)
        check_limits()
        self._search = compilation.search(puzzle.domains, patience if may_learn else None)

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        return _take(self._search, self._grid, most, kept, seconds)


def sample(puzzle: Puzzle, goals: list[float], due: list[float], most: int) -> Sampled:
    """Visit a sample of the search tree (see `nonet.solvers.Sampler`)."""
    search = compiled(puzzle.geometry).sample(puzzle.domains, goals, due, most)
    kept, is_over = list[Solution](), False
    while not is_over:
        check_limits()
        taken = _take(search, puzzle.grid, UNLIMITED, 1, _SLICE)
        kept += taken.kept
        solutions, nodes, goals = search.sampled()
        is_over = taken.end or max(goals) > MOST_WEIGHT
    return Sampled(solutions, nodes, goals, kept)


def _take(
    search: _core.GeneralSearch, grid: Grid, most: int, kept: int, seconds: float | None
) -> Taken:
    most, kept = min(most, UNLIMITED), min(kept, UNLIMITED)
    progress, found, indices = search.take(most, kept, seconds)
    first, size = grid.values.start, len(grid.cells)
    rows = (indices[start : start + size] for start in range(0, len(indices), size))
    grids = [tuple([first + index for index in row]) for row in rows]
    return Taken(found, grids, end=progress == "finished")


@once_for_geometry
def compiled(geometry: Geometry) -> _core.GeneralEngine:
    """Return the engine for all puzzles of a geometry. A session passes only the domains."""
    engine: _core.GeneralEngine = core().GeneralEngine(_read(geometry))
    return engine


@once_for_geometry
def _read(geometry: Geometry) -> _core.GeneralModel:
    grid = geometry.grid
    model: _core.GeneralModel = core().GeneralModel(
        len(grid.cells),
        grid.values,
        geometry.constraints,
        kinds=_KINDS,
        partners=_partners,
        automaton=_automaton,
        depth=MOST_DEPTH,
    )
    return model


@lru_cache(maxsize=1024)
def _partners(allowed: frozenset[tuple[int, int]], values: range) -> list[int]:
    """For each value of the first cell, return a mask of the second cell's allowed values."""
    partners = [0] * len(values)
    for first, second in allowed:
        if first in values and second in values:
            partners[first - values.start] |= 1 << second - values.start
    return partners


@lru_cache(maxsize=256)
def _automaton(automaton: Automaton, values: range) -> _core.GeneralAutomaton:
    steps = [moves.get(value, -1) for moves in automaton.moves for value in values]
    found: _core.GeneralAutomaton = core().GeneralAutomaton(
        len(values), steps, sorted(automaton.accepting)
    )
    return found
