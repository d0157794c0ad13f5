"""Sessions and listings by the general engine, a search in C++ that pauses between solves.

If tree search takes too long, learning from conflicts replaces it or alternates with it.
"""

from __future__ import annotations

import time

from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Taken
from nonet.solvers.answers import Answer, Solution, Status, Times
from nonet.solvers.engines import Freed
from nonet.solvers.native.core import limit_of
from nonet.solvers.native.general.model import compiled
from nonet.system.limits import Limits, check_limits

#: Learning may start after this many nodes of tree search without a solution. On a large board,
#: learning takes about a millisecond to start. Even so, it then answers most puzzles within the
#: time of this many nodes. If a puzzle has sums, tree search gets 64 times as many nodes, and then
#: alternates with learning.
PATIENCE = 500

#: Listings of many solutions use this number instead of `PATIENCE`. Learning needs a clause against
#: each solution that it has found. So if there are many solutions, learning takes several times as
#: long as tree search. If there are very few, as on some large boards, tree search alone may never
#: end.
PATIENCE_WITH_MANY = 32_000

#: The largest number of solutions in one call of the engine.
_UNLIMITED = (1 << 63) - 1

_STATUS = {"solution": Status.SATISFIED, "finished": Status.UNSATISFIABLE}


class GeneralEngine(Freed):
    """An engine for one puzzle. Its search in C++ pauses between solves.

    After a solution, the search continues only when the solution has been blocked. So when the
    search ends, every solution is blocked. After `patience` nodes without a solution, the search
    may learn. If `patience` is None, it never learns.

    >>> from nonet.formats import classic
    >>> engine = GeneralEngine(classic("1234341221434321"))
    >>> engine.solve(Limits()).counters["nodes"]
    1
    """

    def __init__(self, puzzle: Puzzle, patience: int | None = PATIENCE) -> None:
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
            progress = search.run(limit_of(left.nodes), left.seconds)
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
        status = _STATUS.get(progress, Status.UNKNOWN)
        return Answer(status, solution, counters, times)

    def block(self, solution: Solution) -> None:
        if solution is self._found:  # the search has paused there
            self._search.pass_over()
            self._found = None
        else:
            self._blocked.add(solution)


class TreeListing:
    """A listing. Its search pauses between two calls of `take`.

    >>> from nonet.formats import classic
    >>> listing = TreeListing(classic(order=2), by="native")
    >>> listing.take(most=100).found, listing.take(most=1000, kept=1).found
    (100, 188)
    """

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
        most, kept = min(most, _UNLIMITED), min(kept, _UNLIMITED)
        progress, found, indices = self._search.take(most, kept, seconds)
        first, size = self._grid.values.start, len(self._grid.cells)
        rows = (indices[start : start + size] for start in range(0, len(indices), size))
        grids = [tuple([first + index for index in row]) for row in rows]
        return Taken(found, grids, end=progress == "finished")
