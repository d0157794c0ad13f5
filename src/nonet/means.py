"""The means of a question: the time and the memory that it may still take.

A limit covers all that is done for an answer: rules are lowered, givens propagated, clauses written
and loaded. Whatever takes long asks for its means now and then, at each constraint or so. What they
are is known to the present thread, not passed on: most of what is done has no other use for them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from nonet import memory
from nonet.errors import TooLarge

#: Seconds between two looks at the memory, each of which takes tens of microseconds.
_PAUSE = 0.01


class TimeUp(Exception):
    """The time of the present question is up."""


class _Means:
    """A deadline, the memory that may be taken, and the means of the block around."""

    def __init__(self, seconds: float | None, most: int | None, around: _Means | None) -> None:
        now = time.perf_counter()
        self._deadline = float("inf") if seconds is None else now + seconds
        self._most = most
        self._around = around
        self._held = (memory.resident(os.getpid()) or 0) if most is not None else 0
        self._looks = now

    def require(self) -> None:
        now = time.perf_counter()
        if now >= self._deadline:
            raise TimeUp
        if self._most is not None and now >= self._looks:
            self._looks = now + _PAUSE
            taken = (memory.resident(os.getpid()) or 0) - self._held
            if taken > self._most:
                raise TooLarge(
                    f"took {taken >> 20} MB of memory and needs more; the limit is "
                    f"{self._most >> 20} MB"
                )
        if self._around is not None:
            self._around.require()


_present: ContextVar[_Means | None] = ContextVar("means", default=None)


@contextmanager
def limited_to(seconds: float | None, most: int | None = None) -> Iterator[None]:
    """Limit the block to some seconds, and to some bytes beyond what this process holds now.

    A block inside has no more than the one around it.

    >>> with limited_to(seconds=0):
    ...     require_means()
    Traceback (most recent call last):
    nonet.means.TimeUp
    """
    token = _present.set(_Means(seconds, most, _present.get()))
    try:
        yield
    finally:
        _present.reset(token)


def require_means() -> None:
    """Raise `TimeUp` or `TooLarge` where the present question may not go on.

    Where nothing is limited this takes less than a tenth of a microsecond.

    >>> require_means()
    """
    means = _present.get()
    if means is not None:
        means.require()
