"""The query of a run, the same for every puzzle, and how much of a file is answered at once."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.modes import BulkMode
from nonet.solvers import Limits, find_backend
from nonet.uniqueness import Kind

#: Chunks of many blocks, for what is answered as arrays, a megabyte in milliseconds: for a thread,
#: and for another machine, where sending must pay.
_LOCAL_CHUNK, _CLUSTER_CHUNK = 4 << 20, 64 << 20

#: Some 25 puzzles, each of which may take seconds.
_RATED = 1 << 11


@dataclass(frozen=True)
class Query:
    """What to find out about every puzzle of a run, with which backend and limits.

    `most` is the number of solutions to look for; `retry` is the backend for puzzles that reached a
    limit. With `no_formulas`, lines that a spreadsheet would take for some are changed in CSV.
    `compare` is the column with the expected solutions, `keep` are columns that are carried along.
    With `ignore_drawings`, what links draw without a known meaning is left out.
    """

    mode: BulkMode
    backend: str
    limits: Limits
    most: int
    retry: str | None = None
    timing: bool = False
    no_formulas: bool = False
    compare: str | None = None
    keep: tuple[str, ...] = ()
    ignore_drawings: bool = False

    @property
    def in_rows(self) -> bool:
        """Whether classic puzzles are answered as arrays."""
        if self.mode is BulkMode.RATE:
            return False
        backend = find_backend(self.backend)
        able = backend.forms if self.mode is BulkMode.CANON else backend.rows
        return able is not None

    @property
    def in_threads(self) -> bool:
        """Whether threads suit it: only the main one of a process can limit Python's seconds."""
        retries_in_rows = self.retry is None or find_backend(self.retry).rows is not None
        return self.in_rows and retries_in_rows

    def verdict(self, found: int, is_known: bool = True) -> str:
        """Return the verdict on a puzzle with this number of solutions found.

        >>> Query(BulkMode.CHECK, "native", Limits(), most=2).verdict(found=1)
        'unique'
        """
        if not is_known:
            return Kind.UNKNOWN.value
        if self.mode is BulkMode.CANON:
            return "canonical"
        if self.mode is BulkMode.SOLVE:
            return "satisfied" if found else "unsatisfiable"
        return Kind.of(found).value

    def block(self) -> int:
        """Return how many bytes of text are answered at once.

        Which solutions a puzzle with several gets may depend on the puzzles answered with it. So
        blocks, unlike chunks, are the same however the work is divided.
        """
        if self.mode is BulkMode.RATE:
            return _RATED
        return find_backend(self.backend).portion

    def chunk(self, on_cluster: bool) -> int:
        """Return how many bytes of text a worker gets at once, in whole blocks."""
        in_rows = _CLUSTER_CHUNK if on_cluster else _LOCAL_CHUNK
        return in_rows if self.in_rows else self.block()
