"""The environment of a race: the machine, the versions of the software, the commit, the time."""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import nonet
from nonet.solvers import find_backend
from nonet.system import memory

_PACKAGES = ("numpy", "ortools", "python-sat")


@dataclass(frozen=True)
class Machine:
    """A machine and its software, without the machine's name.

    Two machines of the same kind have the same text.

    >>> print(Machine("Z80", 1, 64 << 30, "CP/M", "CP/M 2.2", "3.13.0", "0.1.0", None, ()))
    Z80, 1 core, 64 GB, CP/M, Python 3.13.0, nonet 0.1.0, no native engine
    """

    cpu: str
    cores: int | None
    memory: int | None
    system: str
    platform: str
    python: str
    nonet: str
    isa: str | None
    versions: tuple[tuple[str, str], ...]

    @classmethod
    def here(cls) -> Machine:
        """Return the machine that runs this process."""
        return cls(
            cpu=_cpu(),
            cores=os.cpu_count(),
            memory=memory.total(),
            system=f"{platform.system()} {platform.machine()}",
            platform=platform.platform(),
            python=platform.python_version(),
            nonet=nonet.__version__,
            isa=find_backend().isa,
            versions=tuple(_versions()),
        )

    def facts(self) -> dict[str, object]:
        """Return the facts about the machine, in a form that JSON can hold."""
        found = asdict(self) | {"versions": dict(self.versions)}
        del found["system"]  # `platform` says more
        return found

    def __str__(self) -> str:
        # A machine with another kernel, or with slightly less memory, is of the same kind.
        cores = f"{self.cores} core" + ("" if self.cores == 1 else "s")
        size = "unknown memory" if self.memory is None else f"{self.memory / 2**30:.0f} GB"
        engine = self.isa or "no native engine"
        packages = [f"{name} {version}" for name, version in self.versions]
        versions = [f"Python {self.python}", f"nonet {self.nonet}", engine, *packages]
        return ", ".join([self.cpu, cores, size, self.system, *versions])


def environment() -> dict[str, object]:
    """Return all facts about the machine, the software and the time of day, for JSON.

    >>> sorted(environment())  # doctest: +ELLIPSIS
    ['commit', 'cores', 'cpu', 'isa', 'memory', 'nonet', 'platform', 'python', ...]
    """
    return Machine.here().facts() | occasion()


def occasion() -> dict[str, object]:
    """Return the commit of the code and the time of day."""
    return {"commit": commit(), "started": datetime.now(UTC).isoformat(timespec="seconds")}


def commit() -> str | None:
    """Return the commit of this code, with a plus if files have changed, or None without a commit.

    The checkout must contain these files, because an installed package may lie inside the checkout
    of another project.
    """
    home = Path(nonet.__file__).parent
    if _git(home, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None
    head = _git(home, "rev-parse", "HEAD")
    changed = _git(home, "status", "--porcelain", "--untracked-files=no")
    return f"{head}+" if head and changed else head


def _git(folder: Path, *arguments: str) -> str | None:
    # Without locks, git does not write to the disk: a full disk would truncate git's index.
    command = ["git", "--no-optional-locks", "-C", str(folder), *arguments]
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


def _versions() -> list[tuple[str, str]]:
    found = []
    for package in _PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            found.append((package, metadata.version(package)))
    return found
