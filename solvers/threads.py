"""Run a search in a second thread. The first thread checks the limits and receives Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import suppress
from typing import Any, TypeVar

from nonet.system.limits import TimeUp, can_be_stopped, require_unstopped
from nonet.system.processes import endings_wait

T = TypeVar("T")

#: Seconds between two checks for too much memory and for cancellation.
_PAUSE = 0.05


def _wait(running: Future[Any], seconds: float | None) -> None:
    """Wait until a search ends or the time is up. Raise `TooLarge` if it takes too much memory."""
    # If Ctrl-C interrupts Thread.join, Python assumes that the thread has ended, although the
    # thread still runs.
    left = threading.TIMEOUT_MAX if seconds is None else min(seconds, threading.TIMEOUT_MAX)
    pause = _PAUSE if can_be_stopped() else left
    while left > 0 and not running.done():
        with suppress(TimeoutError, CancelledError):
            running.exception(min(left, pause))  # quicker than `wait` for a single future
        left -= pause
        try:
            require_unstopped()
        except TimeUp:
            return  # a search that is stopped still reports its counters


def ask_in_thread(
    pool: Executor, ask: Callable[[], T], stop: Callable[[], object], seconds: float | None = None
) -> T:
    """Search in a thread. Stop the search after some seconds, at Ctrl-C, or at the memory limit.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> stopped = threading.Event()
    >>> with ThreadPoolExecutor() as pool:
    ...     ask_in_thread(pool, stopped.wait, stopped.set, seconds=0.01)
    True
    """
    running = None
    try:
        with endings_wait():  # so that Ctrl-C cannot lose the reference to the thread
            running = pool.submit(ask)
        _wait(running, seconds)
    finally:
        # `stop` has no effect before the search has begun, so it is called again and again.
        while running is not None and not running.done():
            stop()
            wait([running], timeout=0.02)
    return running.result()
