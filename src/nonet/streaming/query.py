"""What is asked of every puzzle, and how much of a file is answered at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nonet.solvers import Limits
from nonet.solvers.auto import NAME as AUTO
from nonet.solvers.native import missing
from nonet.uniqueness import Kind


class Mode(StrEnum):
    """What to find out: a solution, whether it is the only one, or how many there are."""

    SOLVE = "solve"
    CHECK = "check"
    COUNT = "count"


#: How much text is answered at once, by family: some tenths of a second of work, except that an
#: engine that answers a megabyte in some milliseconds gets many for a chunk.
_BLOCK = {"native": 1 << 20, "pysat": 1 << 17, "cpsat": 1 << 15}
_OTHER_BLOCK = 1 << 14

#: Chunks of the native engine: what a thread takes at once, and what is worth sending away.
_LOCAL_CHUNK, _CLUSTER_CHUNK = 4 << 20, 64 << 20


@dataclass(frozen=True)
class Query:
    """One query, the same for every puzzle of a run.

    `most` is how many solutions are looked for; `retry` names who is asked about a puzzle whose
    limit was reached.
    """

    mode: Mode
    backend: str
    limits: Limits
    most: int
    retry: str | None = None
    timing: bool = False

    @property
    def is_native(self) -> bool:
        """Whether classic puzzles go to the lockstep engine, as arrays."""
        return self.backend in (AUTO, "native") and missing() is None

    def verdict(self, found: int, is_known: bool = True) -> str:
        """Return the word for so many solutions found.

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

        What an answer is may depend on the puzzles that are answered with it, where there are
        several: so blocks, unlike chunks, are the same however a run is shared out.
        """
        return _BLOCK.get(self._family(), _OTHER_BLOCK)

    def chunk(self, on_cluster: bool) -> int:
        """Return how many bytes of text are given to a worker at once, whole blocks."""
        native = _CLUSTER_CHUNK if on_cluster else _LOCAL_CHUNK
        return native if self._family() == "native" else self.block()

    def _family(self) -> str:
        if self.backend == AUTO:
            return "native" if self.is_native else "pysat"
        return self.backend.split(":", 1)[0]
