"""Limits of time and memory for a question.

A limit covers all work for an answer, not only the search. So slow code calls `check_limits` often,
for example once per constraint. The limits are in a context variable, so they are not passed as
arguments.
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

#: Seconds between two measurements of the memory. One measurement takes tens of microseconds.
_PAUSE = 0.01

#: The largest limit in seconds. Python cannot convert a larger integer to a float.
_LARGEST_FLOAT = sys.float_info.max


class TimeUp(Exception):
    """The current question has reached its time limit, or was cancelled."""


@dataclass(frozen=True)
class Limits:
    """The limits of one solve. None means no limit.

    `seconds` limits the whole solve: the time to lower the rules, to write clauses and to search.

    `nodes` limits the search, with the same result on every machine. Our own solvers count search
    nodes. SAT solvers and CP-SAT count conflicts.

    `memory` limits the bytes of this process, and of each process that a solve starts. A solve that
    needs more memory raises `TooLarge`.

    When a thread sets the event `cancel`, the solve ends as if its time were up.

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
        """Return `Limits`. A plain number means seconds, and None means no limit.

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
            object.__setattr__(self, "memory", _count(self.memory, "bytes of memory"))

    def after(self, seconds: float = 0.0, nodes: int = 0) -> Limits:
        """Return the limits that are left after some seconds and nodes.

        >>> Limits(seconds=5, nodes=100).after(seconds=7, nodes=60)
        Limits(seconds=0.0, nodes=40, memory=None)
        """
        if self.seconds is None and self.nodes is None:
            return self
        left = object.__new__(Limits)  # without checking the numbers again
        left.__dict__.update(self.__dict__)
        if self.seconds is not None:
            left.__dict__["seconds"] = max(0.0, self.seconds - seconds)
        if self.nodes is not None:
            left.__dict__["nodes"] = max(0, self.nodes - nodes)
        return left

    def __reduce__(self) -> tuple[type[Limits], tuple[float | None, int | None, int | None]]:
        return Limits, (self.seconds, self.nodes, self.memory)


def _seconds(seconds: float) -> float:
    if type(seconds) is not float and type(seconds) is not int:
        if not isinstance(seconds, Real) or isinstance(seconds, bool):
            raise TypeError(f"a limit in seconds is a number, not {seconds!r}")
        seconds = float(seconds)
    if seconds != seconds:  # noqa: PLR0124 - quicker than isnan, which refuses large integers
        raise ValueError("a limit in seconds is a number, not nan")
    if seconds < 0:
        raise ValueError(f"a limit of {seconds} seconds is negative")
    if type(seconds) is int and seconds > _LARGEST_FLOAT:
        raise ValueError(f"a limit in seconds is at most {_LARGEST_FLOAT:g}")
    return seconds


def _count(number: int, things: str) -> int:
    number = whole(number, f"a limit of {things}")
    if number < 0:
        raise ValueError(f"a limit of {number} {things} is negative")
    # Solvers and system calls do not take larger numbers. No search and no memory is so large.
    return min(number, sys.maxsize)


def whole(number: SupportsIndex, what: str, least: int | None = None) -> int:
    """Return a whole number as an int. Refuse numbers such as 2.5, True, and too small numbers."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is a whole number, not {number!r:.40}")
    if least is not None and index(number) < least:
        raise ValueError(f"{what} must be at least {least}, not {index(number)}")
    return index(number)


#: The type of parameters for limits. A plain number means seconds.
LimitsLike: TypeAlias = Limits | float | None


class _Present:
    """The limits of the current question, at most those of the surrounding block."""

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

    def __enter__(self) -> None:
        self._token = _present.set(self)

    def __exit__(self, *error: object) -> None:
        _present.reset(self._token)

    def require_unstopped(self) -> None:
        global _next_look, _last_held  # noqa: PLW0603 - the memory of the process, not of a block
        for cancel in self.cancels:
            if cancel.is_set():
                raise TimeUp
        if self.most is None:
            return
        if (now := time.perf_counter()) >= _next_look:
            _next_look, _last_held = now + _PAUSE, _held()
        if _last_held > self.most:
            memory.give_back()  # the measurement may include freed memory
            _last_held = _held()
            if _last_held > self.most:
                raise too_much_memory("this process", _last_held, self.most)


def _held() -> int:
    return memory.resident(os.getpid()) or 0


def too_much_memory(who: str, held: int, most: int) -> TooLarge:
    """Return the error for a process that holds more memory than the limit."""
    return TooLarge(
        f"{who} holds {held >> 20} MB of memory, more than the limit of {most >> 20} MB"
    )


_present: ContextVar[_Present | None] = ContextVar("limits", default=None)
#: When to measure the memory next, and the bytes of the last measurement. All blocks share these
#: numbers, because a block may be shorter than `_PAUSE`.
_next_look, _last_held = 0.0, 0


def limited_to(limits: LimitsLike) -> AbstractContextManager[None]:
    """Apply limits to a block. An inner block cannot exceed the limits of an outer block."""
    return _Present(Limits.of(limits), _present.get())


def check_limits() -> None:
    """Raise `TimeUp` or `TooLarge` if the current question has reached a limit."""
    present = _present.get()
    if present is None:
        return
    if time.perf_counter() >= present.deadline:
        raise TimeUp
    if present.cancels or present.most is not None:
        present.require_unstopped()


def require_unstopped() -> None:
    """Check cancellation and memory, but not time. For code that watches the clock itself."""
    present = _present.get()
    if present is not None:
        present.require_unstopped()


def seconds_left() -> float | None:
    """Return the seconds left for the current question. Return None if there is no limit."""
    present = _present.get()
    if present is None or present.deadline == float("inf"):
        return None
    return max(0.0, present.deadline - time.perf_counter())


def most_memory() -> int | None:
    """Return how many bytes this process may hold. Return None if there is no limit."""
    present = _present.get()
    return None if present is None else present.most
