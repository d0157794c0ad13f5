"""Limits of a question, and the one place that says whether it may go on.

A limit covers everything that is done for an answer: lowering rules, propagating givens, writing
and loading clauses. Code that takes long calls `require_means` now and then, at each constraint or
so. The thread knows its limits; they are not passed on, as most code has no other use for them.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from numbers import Real
from operator import index
from typing import SupportsIndex, TypeAlias

from nonet.system import memory
from nonet.system.errors import TooLarge

#: Seconds between two looks at the memory, each of which takes tens of microseconds.
_PAUSE = 0.01

#: The largest integer of seconds that is a floating-point number, too.
_LARGEST_FLOAT = sys.float_info.max


class TimeUp(Exception):
    """The time of the present question is up, or it was cancelled."""


@dataclass(frozen=True)
class Limits:
    """When to give up on one solve; None is never.

    `seconds` are for all that a solve takes: lowering the rules, writing clauses, searching.
    `nodes` is the limit that is the same on every machine. Each solver counts in its own unit:
    search nodes for our own solvers, conflicts for SAT and CP-SAT. `memory` is the most
    bytes that this process may hold, and each that it starts; a solve that needs more is refused
    by `TooLarge`. Setting the event `cancel`, from any thread, ends a question as if its time were
    up; it is not sent to other processes.

    >>> Limits(seconds=-1)
    Traceback (most recent call last):
    ValueError: a limit of -1 seconds is negative
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    cancel: threading.Event | None = field(default=None, repr=False)

    @classmethod
    def of(cls, limits: LimitsLike) -> Limits:
        """Return limits as they are; a number is seconds, None is no limit.

        >>> Limits.of(5), Limits.of(None)
        (Limits(seconds=5, nodes=None, memory=None), Limits(seconds=None, nodes=None, memory=None))
        """
        if isinstance(limits, Limits):
            return limits
        if limits is None or (isinstance(limits, Real) and not isinstance(limits, bool)):
            return cls(seconds=limits)
        raise TypeError(f"limits must be Limits(…), a number of seconds or None, not {limits!r}")

    def __post_init__(self) -> None:
        if self.seconds is not None:
            object.__setattr__(self, "seconds", _seconds(self.seconds))
        if self.nodes is not None:
            object.__setattr__(self, "nodes", _count(self.nodes, "nodes"))
        if self.memory is not None:
            # No machine has more, and systems have no number for it.
            memory = min(_count(self.memory, "bytes of memory"), sys.maxsize)
            object.__setattr__(self, "memory", memory)

    def after(self, seconds: float = 0.0, nodes: int = 0) -> Limits:
        """Return what is left of the limits when some of them is spent.

        >>> Limits(seconds=5, nodes=100).after(seconds=7, nodes=60)
        Limits(seconds=0.0, nodes=40, memory=None)
        """
        if self.seconds is None and self.nodes is None:
            return self
        return Limits(
            None if self.seconds is None else max(0.0, self.seconds - seconds),
            None if self.nodes is None else max(0, self.nodes - nodes),
            self.memory,
            self.cancel,
        )

    def __reduce__(self) -> tuple[type[Limits], tuple[float | None, int | None, int | None]]:
        return Limits, (self.seconds, self.nodes, self.memory)


def _seconds(seconds: float) -> float:
    """Return seconds as a number of Python's own; refuse what is no time."""
    if type(seconds) is not float and type(seconds) is not int:
        if not isinstance(seconds, Real) or isinstance(seconds, bool):
            raise TypeError(f"a limit in seconds is a number, not {seconds!r}")
        seconds = float(seconds)
    if seconds != seconds:  # noqa: PLR0124 - quicker than isnan, which has no room for large integers
        raise ValueError("a limit in seconds is a number, not nan")
    if seconds < 0:
        raise ValueError(f"a limit of {seconds} seconds is negative")
    if type(seconds) is int and seconds > _LARGEST_FLOAT:
        raise ValueError(f"a limit in seconds is at most {_LARGEST_FLOAT:g}")
    return seconds


def _count(number: int, things: str) -> int:
    """Return a number of things as an integer of Python's own; refuse what counts nothing."""
    if type(number) is not int:
        number = whole(number, f"a limit of {things}")
    if number < 0:
        raise ValueError(f"a limit of {number} {things} is negative")
    return number


def whole(number: SupportsIndex, what: str) -> int:
    """Return an integer of Python's own; refuse what counts nothing, such as 2.5 or True.

    >>> whole(2.5, "the limit")
    Traceback (most recent call last):
    TypeError: the limit is a whole number, not 2.5
    """
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is a whole number, not {number!r:.40}")
    return index(number)


#: What may be passed for limits.
LimitsLike: TypeAlias = Limits | float | None


class _Present:
    """The limits of the present question, which has no more than those around it."""

    def __init__(self, limits: Limits, around: _Present | None) -> None:
        now = time.perf_counter()
        self.deadline = float("inf") if limits.seconds is None else now + limits.seconds
        self.most = limits.memory
        self.cancels = [] if limits.cancel is None else [limits.cancel]
        if around is not None:
            self.deadline = min(self.deadline, around.deadline)
            if self.most is None or (around.most is not None and around.most < self.most):
                self.most = around.most
            self.cancels += around.cancels
        self._looks = now + _PAUSE

    def __enter__(self) -> None:
        self._token = _present.set(self)

    def __exit__(self, *error: object) -> None:
        _present.reset(self._token)

    def require_unstopped(self) -> None:
        for cancel in self.cancels:
            if cancel.is_set():
                raise TimeUp
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


_present: ContextVar[_Present | None] = ContextVar("limits", default=None)


def limited_to(limits: LimitsLike) -> AbstractContextManager[None]:
    """Limit a block to some seconds from now on, this process to some bytes, or until cancelled.

    A block inside has no more than the one around it.

    >>> with limited_to(0):
    ...     require_means()
    Traceback (most recent call last):
    nonet.system.limits.TimeUp
    """
    return _Present(Limits.of(limits), _present.get())


def require_means() -> None:
    """Raise `TimeUp` or `TooLarge` where the present question may not go on.

    Where nothing is limited this takes less than a tenth of a microsecond.

    >>> require_means()
    """
    present = _present.get()
    if present is None:
        return
    if time.perf_counter() >= present.deadline:
        raise TimeUp
    present.require_unstopped()


def require_unstopped() -> None:
    """Do the same for code that keeps the time itself: raise if cancelled, or short of memory.

    >>> with limited_to(0):
    ...     require_unstopped()
    """
    present = _present.get()
    if present is not None:
        present.require_unstopped()


def can_be_stopped() -> bool:
    """Whether `require_unstopped` may ever raise here.

    >>> can_be_stopped()
    False
    """
    present = _present.get()
    return present is not None and (present.most is not None or bool(present.cancels))


def seconds_left() -> float | None:
    """Return how long the present question may still take, None if that is not limited.

    >>> with limited_to(0):
    ...     seconds_left()
    0.0
    """
    present = _present.get()
    if present is None or present.deadline == float("inf"):
        return None
    return max(0.0, present.deadline - time.perf_counter())


def most_memory() -> int | None:
    """Return how many bytes this process may hold, None if that is not limited.

    >>> with limited_to(Limits(memory=1 << 30)):
    ...     most_memory()
    1073741824
    """
    present = _present.get()
    return None if present is None else present.most
