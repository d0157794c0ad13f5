"""Sessions on classic puzzles: the lanes search different branches of one puzzle.

Between two solves they wait where they are.
"""

from __future__ import annotations

import time
from collections import deque

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Limits, Solution, Status, Times
from nonet.solvers.native.core import core, isa, limit_of


class Lockstep:
    """An engine on one classic puzzle; solutions found and not yet blocked wait in a queue."""

    def __init__(self, puzzle: Puzzle) -> None:
        start = time.perf_counter()
        self._search = core().LockstepSearch(puzzle.givens, isa())
        self._waiting: deque[Solution] = deque()
        self._blocked: set[Solution] = set()
        self._finished = False
        self._loading = time.perf_counter() - start

    def solve(self, limits: Limits) -> Answer:
        """Return the first solution in the queue that is not blocked, or search on."""
        before = self._search.guesses
        start = time.perf_counter()
        while (solution := self._next_waiting()) is None and not self._finished:
            spent, guesses = time.perf_counter() - start, self._search.guesses - before
            left = limits.after(spent, guesses)
            reason, found = self._search.next(limit_of(left.nodes), left.seconds)
            self._waiting += found
            if reason in ("guesses", "seconds"):
                break
            self._finished = reason == "finished"
        if solution is not None:
            status = Status.SATISFIED
        else:
            status = Status.UNSATISFIABLE if self._finished else Status.UNKNOWN
        times = Times(load=self._loading, solve=time.perf_counter() - start)
        self._loading = 0.0
        return Answer(status, solution, {"guesses": self._search.guesses - before}, times)

    def _next_waiting(self) -> Solution | None:
        """Return the first solution that waits, without those that are blocked."""
        while self._waiting:
            if not self._blocked or self._waiting[0] not in self._blocked:
                return self._waiting[0]
            self._waiting.popleft()
        return None

    def block(self, solution: Solution) -> None:
        """Skip this grid from now on; what the lanes have found once they do not find again."""
        if self._waiting and self._waiting[0] == solution:
            self._waiting.popleft()
        else:
            self._blocked.add(solution)

    def close(self) -> None:
        """Nothing to do: the engine is freed with this object."""
