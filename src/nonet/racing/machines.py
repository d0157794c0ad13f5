"""What the times of a race depend on: the processor, the memory, the system, the versions."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import nonet
from nonet.solvers import find_backend
from nonet.system import memory
from nonet.system.errors import PuzzleError

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

    def words(self) -> list[str]:
        """Return the facts in words, less what makes no other kind: the kernel, a few pages."""
        cores = f"{self.cores} core" + ("" if self.cores == 1 else "s")
        size = "unknown memory" if self.memory is None else f"{self.memory / 2**30:.0f} GB"
        engine = self.isa or "no native engine"
        packages = [f"{name} {version}" for name, version in self.versions]
        versions = [f"Python {self.python}", f"nonet {self.nonet}", engine, *packages]
        return [self.cpu, cores, size, self.system, *versions]

    def __str__(self) -> str:
        return ", ".join(self.words())


def common_facts(machines: Sequence[Machine]) -> dict[str, object]:
    """Return the facts that are the same for all machines."""
    first, *others = (machine.facts() for machine in machines)
    return {
        name: fact for name, fact in first.items() if all(other[name] == fact for other in others)
    }


def require_alike(machines: Sequence[Machine]) -> None:
    """Raise an error that says what differs if the machines are of several kinds.

    >>> require_alike([Machine.here(), Machine.here()])
    """
    kinds = {str(machine): machine.words() for machine in machines}
    if len(kinds) <= 1:
        return
    same = set.intersection(*map(set, kinds.values()))
    counts = [sum(str(machine) == kind for machine in machines) for kind in kinds]
    differing = [", ".join(word for word in words if word not in same) for words in kinds.values()]
    described = "; ".join(f"{n} with {what}" for n, what in zip(counts, differing, strict=True))
    raise PuzzleError(
        f"the workers are of {len(kinds)} kinds, whose times make no fair ranking ({described}): "
        "start workers on machines of one kind only, or add --mixed (mixed=True)"
    )


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
