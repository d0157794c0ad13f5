"""The query of a run, the same for every puzzle, and how much of a file is answered at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from nonet.questions import BulkMode
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, find_backend

#: Chunks of many blocks, for what is answered as arrays, a megabyte in milliseconds: for a thread,
#: and for another machine, where sending must pay.
_LOCAL_CHUNK, _CLUSTER_CHUNK = 4 << 20, 64 << 20

#: Some 25 puzzles of 81 cells, each of which may take seconds.
_FEW = 1 << 11

#: Blocks of that length are not worth sending to another machine one by one.
_CLUSTER_FEW = 1 << 14

#: As few as a solver that stays alive from puzzle to puzzle is worth starting for.
_ALIKE = 1 << 14


class Lot(Enum):
    """What most puzzles of a file are, which tells how many of them are answered at once."""

    ROWS = auto()  # 81 cells, which some backends answer in arrays
    CELLS = auto()  # of other sizes, or written in another way
    OTHERS = auto()  # links, JSON and the like, each of which may have its own rules


@dataclass(frozen=True)
class Query:
    """What to find out about every puzzle of a run, with which backend and limits.

    `most` is the number of solutions to look for. With `no_formulas`, lines that a spreadsheet
    would take for formulas are changed in CSV. `compare` is the column with what is expected,
    `keep` are columns that are carried along. With `ignore_drawings`, what links draw without a
    known meaning is left out.
    """

    mode: BulkMode
    backend: str
    limits: Limits
    most: int
    no_formulas: bool = False
    compare: str | None = None
    keep: tuple[str, ...] = ()
    ignore_drawings: bool = False

    @property
    def has_arrays(self) -> bool:
        """Whether the backend can answer classic puzzles in arrays."""
        if self.mode is BulkMode.RATE:
            return False
        backend = find_backend(self.backend)
        able = backend.forms if self.mode is BulkMode.CANON else backend.rows
        return able is not None

    def in_arrays(self, lot: Lot) -> bool:
        """Tell whether puzzles are answered in arrays, where nodes are not counted."""
        return lot is Lot.ROWS and self.has_arrays and self.limits.nodes is None

    def in_threads(self, lot: Lot) -> bool:
        """Tell whether threads suit them: the solver has to release the lock of Python."""
        return lot is not Lot.OTHERS and self.has_arrays

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

    def block(self, lot: Lot) -> int:
        """Return how many bytes of text are answered at once.

        Which solutions a puzzle with several gets may depend on the puzzles answered with it. So
        blocks, unlike chunks, are the same however the work is divided.
        """
        backend = find_backend(self.backend)
        if self.in_arrays(lot):
            return backend.portion
        finds_solutions = self.mode not in (BulkMode.RATE, BulkMode.CANON)
        if finds_solutions and backend.stream is not None and backend.rows is None:
            alike = {Lot.ROWS: backend.portion, Lot.CELLS: min(backend.portion, _ALIKE)}
            return alike.get(lot, _FEW)
        return _FEW

    def chunk(self, lot: Lot, on_cluster: bool) -> int:
        """Return how many bytes of text a worker gets at once, in whole blocks.

        Where each puzzle may take long, they are few: all workers are busy, and a run that is
        resumed has lost little.
        """
        if self.in_arrays(lot):
            return _CLUSTER_CHUNK if on_cluster else _LOCAL_CHUNK
        block = self.block(lot)
        return max(block, _CLUSTER_FEW) if on_cluster else block
