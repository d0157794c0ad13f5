"""The limits of an analysis that makes many solves."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from dataclasses import replace

from nonet.solvers import Limits, LimitsLike
from nonet.system.limits import TimeUp, limited_to


class Budget:
    """The remaining limits: the seconds for all solves together, and the nodes for each solve.

    >>> Budget(Limits(nodes=7)).left()
    Limits(seconds=None, nodes=7, memory=None)
    >>> Budget(Limits(seconds=0)).left()
    Traceback (most recent call last):
    nonet.system.limits.TimeUp
    """

    def __init__(self, limits: LimitsLike) -> None:
        self._limits = Limits.of(limits)
        seconds = self._limits.seconds
        self._deadline = None if seconds is None else time.perf_counter() + seconds

    @property
    def timed(self) -> bool:
        """Whether there is a limit of seconds."""
        return self._deadline is not None

    def left(self) -> Limits:
        """Return the limits of the next solve, or raise `TimeUp` if no time remains."""
        if self._deadline is None:
            return self._limits
        seconds = self._deadline - time.perf_counter()
        if seconds <= 0:
            raise TimeUp
        return replace(self._limits, seconds=seconds)

    def spent(self) -> AbstractContextManager[None]:
        """Limit a block other than a solve, such as writing clauses, to the remaining time."""
        return limited_to(self.left())
