"""The query of a run, the same for every puzzle, and how much of a file is answered at once."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.modes import Mode
from nonet.solvers import Limits
from nonet.solvers.auto import NAME as AUTO
from nonet.solvers.native import missing
from nonet.uniqueness import Kind

#: The bytes of text that are answered at once, by backend: a few tenths of a second of work. The
#: native engine answers its block in milliseconds, so its chunks have many of them.
_BLOCK = {"native": 1 << 20, "pysat": 1 << 17, "cpsat": 1 << 15}
_OTHER_BLOCK = 1 << 14

#: Chunks of the native engine: for a thread, and for another machine, where sending must pay.
_LOCAL_CHUNK, _CLUSTER_CHUNK = 4 << 20, 64 << 20


@dataclass(frozen=True)
class Query:
    """What to find out about every puzzle of a run, with which backend and limits.

    `most` is the number of solutions to look for; `retry` is the backend for puzzles that reached a
    limit.
    """

    mode: Mode
    backend: str
    limits: Limits
    most: int
    retry: str | None = None
    timing: bool = False

    @property
    def is_native(self) -> bool:
        """Whether classic puzzles go to the lockstep engine as arrays."""
        return self.backend in (AUTO, "native") and missing() is None

    def verdict(self, found: int, is_known: bool = True) -> str:
        """Return the verdict on a puzzle with this number of solutions found.

        >>> Query(Mode.CHECK, "native", Limits(), most=2).verdict(found=1)
        'unique'
        """
        if not is_known:
            return Kind.UNKNOWN.value
        if self.mode is Mode.SOLVE:
            return "satisfied" if found else "unsatisfiable"
        return Kind.of(found).value

    def block(self) -> int:
        """Return how many bytes of text are answered at once.

        Which solutions a puzzle with several gets may depend on the puzzles answered with it. So
        blocks, unlike chunks, are the same however the work is divided.
        """
        return _BLOCK.get(self._family(), _OTHER_BLOCK)

    def chunk(self, on_cluster: bool) -> int:
        """Return how many bytes of text a worker gets at once, in whole blocks."""
        native = _CLUSTER_CHUNK if on_cluster else _LOCAL_CHUNK
        return native if self._family() == "native" else self.block()

    def _family(self) -> str:
        if self.backend == AUTO:
            return "native" if self.is_native else "pysat"
        return self.backend.split(":", 1)[0]
