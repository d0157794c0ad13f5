"""Run a search in a second thread. The first thread checks the limits and receives Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, wait
from contextlib import suppress
from typing import TypeVar

from nonet.system.limits import TimeUp
from nonet.system.processes import endings_wait, wait_for_any

T = TypeVar("T")


def ask_in_thread(
    pool: Executor, ask: Callable[[], T], stop: Callable[[], object], seconds: float | None = None
) -> T:
    """Search in a thread. Stop the search after some seconds, at Ctrl-C, or at the memory limit.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from threading import Event
    >>> stopped = Event()
    >>> with ThreadPoolExecutor() as pool:
    ...     ask_in_thread(pool, stopped.wait, stopped.set, seconds=0.01)
    True
    """
    running = None
    try:
        with endings_wait():  # so that Ctrl-C cannot lose the reference to the thread
            running = pool.submit(ask)
        # If Ctrl-C interrupts Thread.join, Python assumes that the thread has ended, although the
        # thread still runs. So this waits for the future.
        with suppress(TimeUp):  # a search that is stopped still reports its counters
            wait_for_any([running], seconds)
    finally:
        # `stop` has no effect before the search has begun, so it is called again and again.
        while running is not None and not running.done():
            stop()
            wait([running], timeout=0.02)
    return running.result()
