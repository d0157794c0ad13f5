"""The question that a run asks about every puzzle, and the size of the chunks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from nonet.questions import BulkMode
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, find_backend

#: By default, ``mode="count"`` counts at most this many solutions.
MOST_COUNTED = 1000

#: The size of a chunk in bytes if each puzzle may take seconds: about 25 puzzles of 81 cells.
_FEW = 1 << 11

#: The size of a chunk in bytes if the solver starts anew for each chunk. Small chunks would waste
#: time on these starts.
_ALIKE = 1 << 14


class Content(Enum):
    """The most common kind of puzzle in a file. It decides how many puzzles a chunk has.

    ROWS are puzzles of 81 cells. CELLS are puzzles of other sizes or in another notation. OTHERS
    are links, JSON and other formats with rules.
    """

    ROWS = auto()
    CELLS = auto()
    OTHERS = auto()


@dataclass(frozen=True)
class Query:
    """The question about every puzzle of a run, with the backend and the limits.

    In mode count, at most `limit` solutions are counted. `compare` names the column of expected
    results, and `keep` names the columns to copy. With `ignore_drawings`, unknown drawings in links
    are ignored.
    """

    mode: BulkMode
    backend: str
    limits: Limits = Limits()
    limit: int = MOST_COUNTED
    compare: str | None = None
    keep: tuple[str, ...] = ()
    ignore_drawings: bool = False

    @property
    def most(self) -> int:
        """How many solutions to look for."""
        return {BulkMode.SOLVE: 1, BulkMode.COUNT: self.limit}.get(self.mode, 2)

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
        """Whether to answer classic puzzles in arrays. Arrays have no limit on nodes."""
        return self.has_arrays and self.limits.nodes is None

    def in_threads(self, content: Content) -> bool:
        """Tell whether to use threads. The solver must release Python's global lock."""
        return content is not Content.OTHERS and self.has_arrays

    def verdict(self, found: int, is_known: bool = True) -> str:
        """Return the verdict on a puzzle with `found` solutions."""
        if not is_known:
            return Kind.UNKNOWN.value
        if self.mode is BulkMode.CANON:
            return "canonical"
        if self.mode is BulkMode.SOLVE:
            return "satisfied" if found else "unsatisfiable"
        return Kind.of(found).value

    def chunk(self, content: Content) -> int:
        """Return how many bytes of text a worker gets at once.

        Chunks are small if each puzzle may take long. This keeps all workers busy, and an
        interrupted run loses little work. The size must not depend on the number of workers: which
        of several solutions a solver finds may depend on the earlier puzzles of the chunk.
        """
        backend = find_backend(self.backend)
        if content is Content.ROWS and self.in_arrays:
            return backend.portion
        finds_solutions = self.mode not in (BulkMode.RATE, BulkMode.CANON)
        if finds_solutions and backend.stream is not None and backend.rows is None:
            alike = {Content.ROWS: backend.portion, Content.CELLS: min(backend.portion, _ALIKE)}
            return alike.get(content, _FEW)
        return _FEW
