"""Alarms: somebody else's code, which asks for no means, is interrupted when it has none left.

An alarm is a signal: the main thread hears it, between two steps of Python. What C code does in
one call is not interrupted.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, most_memory, require_memory, seconds_left
from nonet.system.processes import LONGEST_WAIT

_Found = TypeVar("_Found")

#: Seconds between two looks at the memory.
_PAUSE = 0.05

#: Seconds from one interruption to the next, as a bare `except:` swallows one: time to clear up.
_BETWEEN = 1.0


class _Interruption(BaseException):
    """What is raised in the call: no `Exception`, which could be taken for one of its own."""

    def __init__(self, reason: Exception) -> None:
        self.reason = reason


def can_ring() -> bool:
    """Whether this thread can be interrupted.

    >>> can_ring()
    True
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def interruptible(call: Callable[[], _Found]) -> _Found:
    """Return what a call returns, or raise `TimeUp` or `TooLarge` once it has no means left.

    In a thread that cannot be interrupted it goes on. An alarm that somebody else has set rings
    when the call has ended, if not before it began.

    >>> from nonet.system.limits import limited_to
    >>> def endless():
    ...     while True:
    ...         pass
    >>> with limited_to(seconds=0.01):
    ...     interruptible(endless)
    Traceback (most recent call last):
    nonet.system.limits.TimeUp
    """
    seconds, is_bounded = seconds_left(), most_memory() is not None
    if not can_ring() or (seconds is None and not is_bounded):
        return call()
    alarm = _Alarm(seconds, watches_memory=is_bounded)
    try:
        alarm.set()
        return call()
    except _Interruption as interruption:
        raise interruption.reason from None
    finally:
        # First of all, in a step that no signal divides: it may ring until here, and no longer.
        alarm.is_set = False
        alarm.clear()


class _Alarm:
    """Rings at the end of the time, and for each look at the memory; then it is set anew.

    A call inside has no more time and memory than the one around it, whose alarm may wait for it.
    """

    def __init__(self, seconds: float | None, *, watches_memory: bool) -> None:
        self.is_set = False
        self._others = _Others()
        self._end = time.monotonic() + (float("inf") if seconds is None else seconds)
        self._pause = _PAUSE if watches_memory else float("inf")

    def set(self) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        self.is_set = True
        self._wait()

    def clear(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._others.give_back()

    def _wait(self) -> None:
        left = min(self._end - time.monotonic(), self._pause, LONGEST_WAIT)
        signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6))  # no time at all would be no alarm

    def _ring(self, *_: object) -> None:
        if not self.is_set:  # an interruption now would end what ends the alarm
            return
        reason = self._reason()
        if reason is None:
            self._wait()
            return
        signal.setitimer(signal.ITIMER_REAL, _BETWEEN)
        raise _Interruption(reason)

    def _reason(self) -> Exception | None:
        if time.monotonic() >= self._end:
            return TimeUp()
        try:
            require_memory()
        except TooLarge as reason:
            return reason
        return None


@contextmanager
def others_alarm() -> Iterator[None]:
    """Keep the alarm of this process as it is, whatever C code does to it in a block.

    >>> with others_alarm():
    ...     _ = signal.setitimer(signal.ITIMER_REAL, 2500)
    >>> signal.getitimer(signal.ITIMER_REAL)
    (0.0, 0.0)
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    others = _Others()
    try:
        yield
    finally:
        others.give_back()


class _Others:
    """The alarm that somebody else has set, and who hears it."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._left, self._interval = signal.getitimer(signal.ITIMER_REAL)
        self._handler = signal.getsignal(signal.SIGALRM)

    def give_back(self) -> None:
        """Set it again; one that should have rung meanwhile rings now."""
        if can_ring() and self._handler is not None:
            signal.signal(signal.SIGALRM, self._handler)
        left = self._left and max(self._left - (time.monotonic() - self._began), 1e-6)
        signal.setitimer(signal.ITIMER_REAL, left, self._interval)
