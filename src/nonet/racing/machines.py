"""What the times of a race depend on: the processor, the memory, the system, the versions."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import nonet
from nonet.solvers import find_backend
from nonet.system import memory

_PACKAGES = ("numpy", "ortools", "python-sat")


@dataclass(frozen=True)
class Machine:
    """A machine and what runs on it, without its name: two of a kind have the same words.

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
        """Return the machine on which this runs."""
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
        """Return what is known of it; it can be written as JSON."""
        return {
            "nonet": self.nonet,
            "python": self.python,
            "platform": self.platform,
            "cpu": self.cpu,
            "cores": self.cores,
            "isa": self.isa,
            "memory": self.memory,
            "versions": dict(self.versions),
        }

    def __str__(self) -> str:
        # Without the kernel and a few pages of memory, which make no other kind of machine.
        cores = f"{self.cores} core" + ("" if self.cores == 1 else "s")
        size = "unknown memory" if self.memory is None else f"{self.memory / 2**30:.0f} GB"
        engine = self.isa or "no native engine"
        packages = [f"{name} {version}" for name, version in self.versions]
        versions = [f"Python {self.python}", f"nonet {self.nonet}", engine, *packages]
        return ", ".join([self.cpu, cores, size, self.system, *versions])


def _cpu() -> str:
    """Return the name of the processor."""
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
