"""Ctrl-C stops the work, and loses no result that is finished."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Generator, Iterator
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


class Interrupts:
    """Delays Ctrl-C except while the work goes on; a context manager.

    A signal mask would not do: each thread has its own, and another thread may take the signal.

    >>> with Interrupts() as interrupts:
    ...     list(interrupts.results(number for number in range(3)))
    [0, 1, 2]
    """

    def __init__(self) -> None:
        self._is_pressed = self._is_known = False
        self._waits_in: FrameType | None = None
        self._is_installed = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Interrupts:
        if self._is_installed:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_installed:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the work, but not the caller that handles a result."""
        self._is_pressed = True
        if self._waits_in is not None and frame is not self._waits_in:
            self._is_known = True
            raise KeyboardInterrupt

    def results(self, work: Generator[T, None, None]) -> Iterator[T]:
        """Yield the results of the work; after Ctrl-C yield those that are left, then raise."""
        while not self._is_pressed:
            try:
                self._waits_in = sys._getframe()
                result = next(work)
            except StopIteration:
                return
            except KeyboardInterrupt:
                break
            finally:
                self._waits_in = None
            yield result
        yield from self._last(work)
        raise KeyboardInterrupt

    def _last(self, work: Generator[T, None, None]) -> Iterator[T]:
        try:
            if not self._is_known:
                yield work.throw(KeyboardInterrupt())
            yield from work
        except (KeyboardInterrupt, StopIteration):
            return
