"""Sessions on the general engine: a search in C++ that stands still between solves.

Where search takes too long, learning from conflicts takes over, or takes turns with it.
"""

from __future__ import annotations

import time

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Solution, Status, Times
from nonet.solvers.native.core import limit_of
from nonet.solvers.native.general.model import compiled
from nonet.system.limits import Limits, require_means

#: The nodes that search may spend without finding anything: by then learning, which takes a
#: millisecond or so to start on a large board, would have answered most puzzles. With sums search
#: has 64 times as many before the two take turns.
PATIENCE = 500

_STATUS = {"solution": Status.SATISFIED, "finished": Status.UNSATISFIABLE}


class GeneralEngine:
    """A search in C++ that pauses between solves.

    It moves past a solution only once that is blocked. So when it ends, every solution is blocked.

    >>> from nonet.formats import classic
    >>> engine = GeneralEngine(classic("1234341221434321"))
    >>> engine.solve(Limits()).counters["nodes"]
    1
    """

    def __init__(self, puzzle: Puzzle, patience: int | None = PATIENCE, by: str = "") -> None:
        """Prepare a search that learns after `patience` nodes without a solution, or never.

        Its answers are `by` a spec, if one is named.
        """
        self._by = by
        self._blocked: set[Solution] = set()
        self._found: Solution | None = None
        start = time.perf_counter()
        engine = compiled(puzzle.geometry)
        require_means()
        encoded = time.perf_counter()
        self._search = engine.search(puzzle.domains, patience)
        #: Of what was done before the first answer.
        self._before = encoded - start, time.perf_counter() - encoded

    def solve(self, limits: Limits) -> Answer:
        """Return the solution at which the search has paused, or search on.

        After an interruption the next solve goes on from where the search was.
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
        return Answer(status, solution, counters, times, self._by)

    def block(self, solution: Solution) -> None:
        """Skip this grid from now on."""
        if solution is self._found:  # the search is there, and does not come again
            self._search.pass_over()
            self._found = None
        else:
            self._blocked.add(solution)

    def close(self) -> None:
        """Nothing to do: the search is freed with this object."""
