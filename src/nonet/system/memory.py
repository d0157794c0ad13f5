"""How much memory a process holds, in bytes; None where the system does not tell."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from glob import glob
from pathlib import Path


def total() -> int | None:
    """Return the memory of the machine, or of the container in which this process runs."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
    with suppress(OSError, ValueError):  # without a limit there is no such file, or no number in it
        return min(machine, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return machine


def resident(process: int) -> int | None:
    """Return what a process holds now; None for one that has ended."""
    return _status(process, "VmRSS")


def resident_below(process: int) -> int:
    """Return what the processes hold now that a process has started, and those that they have.

    Pages that two of them share count twice; where the system does not tell, nothing counts.
    """
    held = 0
    for listed in glob(f"/proc/{process}/task/*/children"):
        with suppress(OSError):  # the thread has ended
            for child in map(int, Path(listed).read_text().split()):
                held += (resident(child) or 0) + resident_below(child)
    return held


def give_back() -> None:
    """Let the C library return freed memory to the system, if it can (glibc)."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class Growth:
    """The memory that this process takes from now on, at its peak, beyond what it holds now.

    Freed memory is given back first, because the growth could hide in it. The reserve that Python
    keeps for small objects cannot be given back.

    >>> growth = Growth()
    >>> held = bytearray(10_000_000)
    >>> growth.peak() is None or growth.peak() > 9_000_000
    True
    """

    def __init__(self) -> None:
        give_back()
        self._before = resident(os.getpid()) if _forget_peak() else None

    def peak(self) -> int | None:
        """Return the growth at its peak; None where the system does not tell."""
        most = _status(os.getpid(), "VmHWM")
        return None if self._before is None or most is None else most - self._before


def _forget_peak() -> bool:
    """Reset the peak of this process; only Linux can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def _status(process: int, name: str) -> int | None:
    """Return a size from Linux's record of a process."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return None
