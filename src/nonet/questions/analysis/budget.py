"""The limits of an analysis, which makes many solves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from nonet.solvers import Limits, LimitsLike
from nonet.system.limits import TimeUp, limited_to


class OutOfBudget(Exception):
    """A limit ended the analysis; what was found before is kept."""


class Budget:
    """What is left of the limits: the seconds are for all solves together, the nodes for each.

    >>> Budget(Limits(nodes=7)).left()
    Limits(seconds=None, nodes=7, memory=None)
    >>> Budget(Limits(seconds=0)).left()
    Traceback (most recent call last):
    nonet.questions.analysis.budget.OutOfBudget
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
        """Return the limits of the next solve; raise `OutOfBudget` when the time is up."""
        if self._deadline is None:
            return self._limits
        seconds = self._deadline - time.perf_counter()
        if seconds <= 0:
            raise OutOfBudget
        return replace(self._limits, seconds=seconds)

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Limit a block that is no solve, such as writing clauses, to what is left."""
        left = self.left()
        try:
            with limited_to(left.seconds, left.memory):
                yield
        except TimeUp:
            raise OutOfBudget from None
