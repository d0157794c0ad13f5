"""Sessions on classic puzzles: the lanes search different branches of one puzzle.

Between two solves they wait where they are, with the solutions found and not yet asked for.
"""

from __future__ import annotations

import time

from nonet.puzzle import Puzzle
from nonet.solvers.answers import SATISFIED, UNKNOWN, UNSATISFIABLE, Answer, Times
from nonet.solvers.native.core import core, isa, limit_of
from nonet.system.limits import Limits


class Lockstep:
    """An engine on one classic puzzle; its answers are `by` a spec, if one is named."""

    def __init__(self, puzzle: Puzzle, by: str = "") -> None:
        start = time.perf_counter()
        self._search = core().LockstepSearch(puzzle.givens, isa())
        self.block = self._search.block
        self._by = by
        self._loading = time.perf_counter() - start

    def solve(self, limits: Limits) -> Answer:
        """Return a solution that is not blocked, or search on for one."""
        start = time.perf_counter()
        found, is_finished, guesses = self._search.solve(limit_of(limits.nodes), limits.seconds)
        times = Times(0.0, self._loading, time.perf_counter() - start)
        self._loading = 0.0
        without = UNSATISFIABLE if is_finished else UNKNOWN
        status = without if found is None else SATISFIED
        return Answer(status, found, {"guesses": guesses}, times, self._by)

    def close(self) -> None:
        """Nothing to do: the engine is freed with this object."""
