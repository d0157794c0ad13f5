"""Alarms: somebody else's Python, which asks for no means, is interrupted when it has none left.

An alarm is a signal: the main thread hears it, between two steps of Python. What C code does in
one call is not interrupted.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from nonet.means import TimeUp, most_memory, require_memory, seconds_left
from nonet.processes import LONGEST_WAIT

#: Seconds between two looks at the memory.
_PAUSE = 0.05

#: Seconds from one interruption to the next, as a bare `except:` swallows one: time to clear up.
_BETWEEN = 1.0


class _Interruption(BaseException):
    """What is raised in the block: no `Exception`, which could be taken for one of its own."""

    def __init__(self, alarm: _Alarm, reason: Exception) -> None:
        self.alarm = alarm
        self.reason = reason


def can_ring() -> bool:
    """Whether this thread can be interrupted.

    >>> can_ring()
    True
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


@contextmanager
def interrupted_without_means() -> Iterator[None]:
    """Raise `TimeUp` or `TooLarge` in the midst of a block, once it has no means left.

    Alarms that others have set ring all the same. A thread that cannot be interrupted is not.

    >>> from nonet.means import limited_to
    >>> with limited_to(seconds=0.01), interrupted_without_means():
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    nonet.means.TimeUp
    """
    seconds, is_bounded = seconds_left(), most_memory() is not None
    if not can_ring() or (seconds is None and not is_bounded):
        yield
        return
    alarm = _Alarm(seconds, watches_memory=is_bounded)
    try:
        with alarm.set():
            yield
    except _Interruption as interruption:
        if interruption.alarm is not alarm:
            raise  # it is about a block around this one
        raise interruption.reason from None


class _Alarm:
    """Rings at the end of the time, and for each look at the memory; then it is set anew."""

    def __init__(self, seconds: float | None, *, watches_memory: bool) -> None:
        now = time.monotonic()
        self._end = now + (float("inf") if seconds is None else seconds)
        self._look = now + _PAUSE if watches_memory else float("inf")
        self._is_over = False
        self._others_due = float("inf")

    @contextmanager
    def set(self) -> Iterator[None]:
        self._note_others(*signal.setitimer(signal.ITIMER_REAL, 0))
        self._others = signal.signal(signal.SIGALRM, self._ring)
        try:
            self._set_timer()
            try:
                yield
            finally:
                self._is_over = True
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._others)
            if self._others_due < float("inf"):
                left = max(self._others_due - time.monotonic(), 1e-6)
                signal.setitimer(signal.ITIMER_REAL, left, self._interval)

    def _note_others(self, left: float, interval: float) -> None:
        """Keep when the alarm rings that was set before this one."""
        self._interval = interval
        self._others_due = time.monotonic() + left if left else float("inf")

    def _set_timer(self) -> None:
        due = min(self._end, self._look)
        if callable(self._others):
            due = min(due, self._others_due)
        # No time at all would be no alarm.
        left = min(max(due - time.monotonic(), 1e-6), LONGEST_WAIT)
        signal.setitimer(signal.ITIMER_REAL, left)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._is_over:  # an interruption now would end what ends the alarm
            return
        try:
            self._ring_for_others(number, frame)
            self._require_means()
        finally:
            self._set_timer()

    def _ring_for_others(self, number: int, frame: FrameType | None) -> None:
        if time.monotonic() < self._others_due or not callable(self._others):
            return
        signal.setitimer(signal.ITIMER_REAL, self._interval, self._interval)
        try:
            self._others(number, frame)
        finally:  # it may have set its timer anew
            self._note_others(*signal.getitimer(signal.ITIMER_REAL))

    def _require_means(self) -> None:
        now = time.monotonic()
        if now >= self._end:
            self._end = now + _BETWEEN
            raise _Interruption(self, TimeUp())
        if now < self._look:
            return
        self._look = now + _PAUSE
        try:
            require_memory()
        except Exception as reason:
            self._look = now + _BETWEEN
            raise _Interruption(self, reason) from None
