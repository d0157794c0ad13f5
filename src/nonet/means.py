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
    """A deadline, the most memory that this process may hold, and the means of the block around."""

    def __init__(self, seconds: float | None, most: int | None, around: _Means | None) -> None:
        now = time.perf_counter()
        self._deadline = float("inf") if seconds is None else now + seconds
        self._looks = now + _PAUSE
        self._around = around
        limits = [most, around.most if around else None]
        self.most: int | None = min((limit for limit in limits if limit is not None), default=None)

    def require(self) -> None:
        self.require_time()
        if self.most is not None:
            self.require_memory()

    def require_time(self) -> None:
        if time.perf_counter() >= self._deadline:
            raise TimeUp
        if self._around is not None:
            self._around.require_time()

    def require_memory(self) -> None:
        if self.most is None or (now := time.perf_counter()) < self._looks:
            return
        self._looks = now + _PAUSE
        if _held() > self.most:
            memory.give_back()  # what was freed may not count
            if (held := _held()) > self.most:
                raise TooLarge(
                    f"this process would hold more than {self.most >> 20} MB of memory, the limit: "
                    f"it holds {held >> 20} MB"
                )


def _held() -> int:
    return memory.resident(os.getpid()) or 0


_present: ContextVar[_Means | None] = ContextVar("means", default=None)


@contextmanager
def limited_to(seconds: float | None, most: int | None = None) -> Iterator[None]:
    """Limit the block to some seconds, and this process to some bytes in all.

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


def require_memory() -> None:
    """Raise `TooLarge` where this process holds more than it may; where the time is kept already.

    >>> with limited_to(seconds=0):
    ...     require_memory()
    """
    means = _present.get()
    if means is not None:
        means.require_memory()


def most_memory() -> int | None:
    """Return how many bytes this process may hold, None if that is not limited.

    >>> with limited_to(None, most=1 << 30):
    ...     most_memory()
    1073741824
    """
    means = _present.get()
    return None if means is None else means.most
