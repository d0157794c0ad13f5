"""A search in a thread of its own, and the thread that asked for it, which keeps the limits."""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from typing import Any

from nonet.means import most_memory, require_memory

#: Seconds between two looks at the memory that the search takes.
_PAUSE = 0.05


def wait_for(running: Future[Any], seconds: float | None = None) -> None:
    """Wait for the end of a search, but not longer than that; raise `TooLarge` as it grows.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as pool:
    ...     running = pool.submit(int, "7")
    ...     wait_for(running)
    >>> running.result()
    7
    """
    # Not Thread.join: after Ctrl-C there, a running thread counts as ended.
    left = threading.TIMEOUT_MAX if seconds is None else min(seconds, threading.TIMEOUT_MAX)
    pause = left if most_memory() is None else _PAUSE
    while left > 0 and not running.done():
        wait([running], min(left, pause))
        left -= pause
        require_memory()
