"""Where a race was run: the machine, the versions, the commit."""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import nonet
from nonet import memory
from nonet.solvers import BackendUnavailable, find_backend

_PACKAGES = ("numpy", "ortools", "python-sat")


def environment() -> dict[str, object]:
    """Return what results depend on besides the race itself; it can be written as JSON.

    >>> sorted(environment())  # doctest: +ELLIPSIS
    ['commit', 'cores', 'cpu', 'isa', 'memory', 'nonet', 'platform', 'python', ...]
    """
    return {
        "nonet": nonet.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "isa": _isa(),
        "memory": memory.total(),
        "versions": _versions(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def cpu() -> str:
    """Return the name of the processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def commit() -> str | None:
    """Return the commit of this code, with a plus if files have changed; None outside a checkout.

    The files must belong to the checkout: an installed package may lie inside another one.
    """
    home = Path(nonet.__file__).parent
    if _git(home, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None
    head = _git(home, "rev-parse", "HEAD")
    changed = _git(home, "status", "--porcelain", "--untracked-files=no")
    return f"{head}+" if head and changed else head


def _git(folder: Path, *arguments: str) -> str | None:
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _isa() -> str | None:
    with suppress(BackendUnavailable):
        return find_backend("native").isa
    return None


def _versions() -> dict[str, str]:
    found = {}
    for package in _PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
