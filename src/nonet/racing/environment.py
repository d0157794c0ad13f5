"""Facts about the environment of a race: the machine, the versions, the commit and the time."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import nonet
from nonet.formats.text import counted
from nonet.solvers import find_backend
from nonet.system import memory

#: The packages of solvers, and NumPy.
_PACKAGES = [
    "numpy",
    "ortools",
    "python-sat",
    "clingo",
    "z3-solver",
    "exact",
    "pychoco",
    "exact-cover",
]


def environment() -> dict[str, object]:
    """Return all facts about the machine, the software and the time of day, for JSON."""
    return machine() | occasion()


def machine() -> dict[str, Any]:
    """Return the facts about this machine and its software, without the machine's name."""
    backend = find_backend()
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory": memory.total(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "nonet": nonet.__version__,
        "isa": backend.isa,
        "compiler": backend.compiler,
        "versions": _versions(),
    }


def in_words(facts: Mapping[str, Any]) -> str:
    """Return the facts about this machine in words. Machines of the same kind have equal texts."""
    # The kernel is left out and the memory is rounded, because both may change on one machine.
    size = f"{facts['memory'] / 2**30:.0f} GB" if facts["memory"] else "unknown memory"
    parts = [
        facts["cpu"],
        counted(facts["cores"], "core"),
        size,
        f"{platform.system()} {platform.machine()}",
        f"Python {facts['python']}",
        f"nonet {facts['nonet']}",
        f"{facts['isa']} ({facts['compiler']})" if facts["isa"] else "no native engine",
        *(f"{name} {version}" for name, version in facts["versions"].items()),
    ]
    return ", ".join(parts)


def occasion() -> dict[str, object]:
    """Return the commit of the code and the time of day."""
    return {"commit": commit(), "started": datetime.now(UTC).isoformat(timespec="seconds")}


def commit() -> str | None:
    """Return the commit of this code. A plus sign means that files have changed since the commit.

    Return None if git does not track these files. For example, nonet may be installed inside the
    repository of another project.
    """
    tracked = _git("ls-files", "--error-unmatch", "__init__.py")
    return tracked and _git("describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+")


def _git(*arguments: str) -> str | None:
    # With locks, git rewrites its index. If the disk is full, git then truncates the index.
    command = ["git", "--no-optional-locks", "-C", str(Path(nonet.__file__).parent), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _cpu() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    found = {}
    for package in _PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
