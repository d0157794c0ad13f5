"""How much memory a process holds, in bytes; None where the system does not tell."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def total() -> int | None:
    """Return the memory of the machine."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def resident(process: int) -> int | None:
    """Return what a process holds now; None for one that has ended."""
    return _status(process, "VmRSS")


def forget_peak() -> None:
    """Let the peak of this process begin anew, where the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def peak() -> int | None:
    """Return the most that this process has held since its peak was forgotten, or ever.

    >>> peak() is None or peak() > 1_000_000
    True
    """
    return _status(os.getpid(), "VmHWM") or _ever()


def _ever() -> int | None:
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows
        return None
    # The BSDs and Linux count kilobytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return getrusage(RUSAGE_SELF).ru_maxrss * unit


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
