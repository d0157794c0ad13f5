"""Measure the memory of processes in bytes. Most functions work only on Linux."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path


def total() -> int | None:
    """Return the memory of this machine or, in a container, the container's limit."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
    with suppress(OSError, ValueError):  # there is no limit
        return min(machine, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return machine


def resident(process: int) -> int | None:
    """Return the bytes that a process holds. Return None if the process has ended."""
    return _status(process, "VmRSS")


def resident_below(process: int) -> int:
    """Return the bytes that all descendants of a process hold, or 0 if the system cannot tell.

    Memory that two processes share counts twice.
    """
    held = 0
    for listed in glob(f"/proc/{process}/task/*/children"):
        with suppress(OSError):  # the thread has ended
            for child in map(int, Path(listed).read_text().split()):
                held += (resident(child) or 0) + resident_below(child)
    return held


def give_back() -> None:
    """Return freed memory to the system. Only glibc can do this."""
    import ctypes

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause Python's garbage collector for a block that makes many objects but no garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Growth:
    """Measures by how much the memory of this process grows, at its peak.

    Python first returns freed memory to the system. If new objects could reuse this memory, the
    growth would seem too small. Python still keeps some freed memory for small objects.
    """

    def __init__(self) -> None:
        give_back()
        self._before: int | None = None
        with suppress(OSError):  # only Linux can reset the peak
            Path("/proc/self/clear_refs").write_text("5")
            self._before = resident(os.getpid())

    def peak(self) -> int | None:
        """Return the largest growth so far, or None if the system cannot tell."""
        most = _status(os.getpid(), "VmHWM")
        return None if self._before is None or most is None else most - self._before


def _status(process: int, name: str) -> int | None:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return None
