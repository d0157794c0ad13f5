"""The question that a run asks about every puzzle, and the size of chunks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from nonet.questions import BulkMode
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, find_backend

#: The size of a chunk in bytes if one puzzle may take seconds: about 25 puzzles of 81 cells.
_FEW = 1 << 11

#: The smallest size in bytes of a chunk for which it is worth starting a solver that stays alive
#: from puzzle to puzzle.
_ALIKE = 1 << 14


class Content(Enum):
    """The kind of most puzzles in a file, which decides how many are answered at once."""

    ROWS = auto()  # 81 cells, which some backends answer in arrays
    CELLS = auto()  # cells of boards of other sizes, or in another notation
    OTHERS = auto()  # links, JSON and other formats, where every puzzle may have different rules


@dataclass(frozen=True)
class Query:
    """The question about every puzzle of a run, with the backend and the limits.

    `most` is the number of solutions to look for. With `no_formulas`, CSV records put an apostrophe
    before lines that a spreadsheet would take for formulas. `compare` is the name of the column of
    expected results, and `keep` has the names of the columns to copy. With `ignore_drawings`,
    drawings in links without a known meaning are ignored.
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

    @property
    def in_arrays(self) -> bool:
        """Whether classic puzzles are answered in arrays, which cannot limit nodes."""
        return self.has_arrays and self.limits.nodes is None

    def in_threads(self, content: Content) -> bool:
        """Tell whether to use threads: only if the solver releases Python's global lock."""
        return content is not Content.OTHERS and self.has_arrays

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

    def chunk(self, content: Content) -> int:
        """Return how many bytes of text a worker gets at once.

        If a puzzle has several solutions, the other puzzles of the chunk may influence which of
        them the solver finds. So the chunks must not depend on how the work is divided. A chunk is
        small if each puzzle may take long, so that all workers are busy and an interrupted run
        loses little work.
        """
        backend = find_backend(self.backend)
        if content is Content.ROWS and self.in_arrays:
            return backend.portion
        finds_solutions = self.mode not in (BulkMode.RATE, BulkMode.CANON)
        if finds_solutions and backend.stream is not None and backend.rows is None:
            alike = {Content.ROWS: backend.portion, Content.CELLS: min(backend.portion, _ALIKE)}
            return alike.get(content, _FEW)
        return _FEW
