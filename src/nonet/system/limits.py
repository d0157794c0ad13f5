"""The means of a question: the time and the memory that it may still take.

A limit covers all that is done for an answer: rules are lowered, givens propagated, clauses written
and loaded. Whatever takes long asks for its means now and then, at each constraint or so. What they
are is known to the present thread, not passed on: most of what is done has no other use for them.
"""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager
from contextvars import ContextVar

from nonet.system import memory
from nonet.system.errors import TooLarge

#: Seconds between two looks at the memory, each of which takes tens of microseconds.
_PAUSE = 0.01


class TimeUp(Exception):
    """The time of the present question is up."""


class _Means:
    """A deadline, and the most memory that this process may hold; no more than those around it."""

    def __init__(self, seconds: float | None, most: int | None, around: _Means | None) -> None:
        now = time.perf_counter()
        self.deadline = float("inf") if seconds is None else now + seconds
        self.most = most
        if around is not None:
            self.deadline = min(self.deadline, around.deadline)
            if most is None or (around.most is not None and around.most < most):
                self.most = around.most
        self._looks = now + _PAUSE

    def __enter__(self) -> None:
        self._token = _present.set(self)

    def __exit__(self, *error: object) -> None:
        _present.reset(self._token)

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


def limited_to(seconds: float | None, most: int | None = None) -> AbstractContextManager[None]:
    """Limit a block to some seconds from now on, and this process to some bytes in all.

    A block inside has no more than the one around it.

    >>> with limited_to(seconds=0):
    ...     require_means()
    Traceback (most recent call last):
    nonet.system.limits.TimeUp
    """
    return _Means(seconds, most, _present.get())


def require_means() -> None:
    """Raise `TimeUp` or `TooLarge` where the present question may not go on.

    Where nothing is limited this takes less than a tenth of a microsecond.

    >>> require_means()
    """
    means = _present.get()
    if means is None:
        return
    if time.perf_counter() >= means.deadline:
        raise TimeUp
    if means.most is not None:
        means.require_memory()


def seconds_left() -> float | None:
    """Return how long the present question may still take, None if that is not limited.

    >>> with limited_to(seconds=0):
    ...     seconds_left()
    0.0
    """
    means = _present.get()
    if means is None or means.deadline == float("inf"):
        return None
    return max(0.0, means.deadline - time.perf_counter())


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
