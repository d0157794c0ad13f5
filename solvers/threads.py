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
        with endings_wait():  # Ctrl-C must not come between submit and the assignment
            running = pool.submit(ask)
        # Do not wait by Thread.join. If Ctrl-C interrupts it, Python takes the running thread for a
        # finished one. When the time is up, the stopped search still returns its counters.
        with suppress(TimeUp):
            wait_for_any([running], seconds)
    finally:
        # A call of `stop` has no effect before the search has begun. So call it repeatedly.
        while running is not None and not running.done():
            stop()
            wait([running], timeout=0.02)
    return running.result()
