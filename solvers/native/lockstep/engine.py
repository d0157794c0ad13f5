"""Sessions on classic puzzles: the lanes search different branches of one puzzle.

Between two solves they wait where they are.
"""

from __future__ import annotations

import time
from collections import deque

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Limits, PhaseClock, Solution, Status
from nonet.solvers.native.core import core, isa

CELLS = 81


def clues(puzzle: Puzzle) -> bytes:
    """Return the givens of a classic puzzle as the engine reads them, 0 for an empty cell."""
    return bytes([value or 0 for value in puzzle.givens])


class Lockstep:
    """An engine on one classic puzzle; solutions found and not yet blocked wait in a queue."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._phases = PhaseClock()
        start = time.perf_counter()
        self._search = core().LockstepSearch(clues(puzzle), isa())
        self._phases.add("load", time.perf_counter() - start)
        self._waiting: deque[Solution] = deque()
        self._blocked: set[Solution] = set()
        self._finished = False

    def solve(self, limits: Limits) -> Answer:
        """Return the first solution in the queue that is not blocked, or search on."""
        before = self._search.guesses
        start = time.perf_counter()
        status = self._advance(limits)
        self._phases.add("solve", time.perf_counter() - start)
        solution = self._waiting[0] if status is Status.SATISFIED else None
        counters = {"guesses": self._search.guesses - before}
        return Answer(status, solution, counters, self._phases.take())

    def _advance(self, limits: Limits) -> Status:
        start, before = time.perf_counter(), self._search.guesses
        left = limits
        while True:
            while self._waiting and self._waiting[0] in self._blocked:
                self._waiting.popleft()
            if self._waiting:
                return Status.SATISFIED
            if self._finished:
                return Status.UNSATISFIABLE
            reason, found = self._search.next(left.nodes, left.seconds)
            for first in range(0, len(found), CELLS):
                self._waiting.append(tuple(found[first : first + CELLS]))
            if reason in ("guesses", "seconds"):
                return Status.UNKNOWN
            self._finished = reason == "finished"
            left = limits.after(time.perf_counter() - start, self._search.guesses - before)

    def block(self, solution: Solution) -> None:
        """Skip this grid from now on."""
        self._blocked.add(solution)

    def close(self) -> None:
        """Nothing to do: the engine is freed with this object."""
