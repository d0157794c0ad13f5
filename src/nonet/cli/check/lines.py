"""Check the puzzles of a long text in arrays, as `nonet bulk` does. Each line has one puzzle."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, is_puzzle, may_be_table, read_bytes
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import DETECTED, current_reading
from nonet.formats import read
from nonet.formats.reader import detect
from nonet.formats.text import Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    import numpy as np

    from nonet.questions.uniqueness import Verdict
    from nonet.solvers import RowSolver
    from nonet.streaming.lines import Other

#: At least this many puzzles are checked in arrays. Fewer puzzles are checked one by one, so that
#: their records have the solver's counters.
LEAST = 1000

_BLOCK = 1 << 20
_HEAD = 1 << 16

#: Files with these endings are not plain texts: they are compressed, or have columns.
_OTHERS = (".parquet", ".gz", ".zst")


def text_of(sources: list[str] | None) -> bytes | None:
    """Return the contents of the only source, or None if it is neither stdin nor a plain text."""
    source, *others = sources or ["-"]
    is_plain = not is_puzzle(source) and not source.lower().endswith(_OTHERS)
    if others or current_reading() != DETECTED or not is_plain:
        return None
    try:
        return read_bytes(source)
    except PuzzleError:
        return None


def are_many(data: bytes, source: str) -> bool:
    """Tell whether a text has at least `LEAST` lines, with a puzzle on each."""
    if data.count(b"\n") < LEAST or b"\0" in data or may_be_table(data, source):
        return False
    try:
        data.decode()
        head = data[: data.rfind(b"\n", 0, _HEAD) + 1]
        text = Source.of(head.decode())
        return text.first != "" and detect(text) == "line"
    except ValueError:
        return False


@dataclass
class LinesCheck:
    """Checks the lines of a text, and prints the verdicts in order.

    Unique puzzles are printed together. The function `answer` prints all others, one by one.
    """

    name: str
    solver: RowSolver
    transcript: Transcript
    answer: Callable[[Item, Puzzle, Verdict | None], Exit]
    index: int = 0

    def codes(self, data: bytes) -> Iterator[Exit]:
        """Check all lines in their order, and yield the exit codes."""
        from nonet.streaming.lines import lines_of

        start, before = data.startswith(b"\xef\xbb\xbf") * 3, 1
        while start < len(data):
            stop = data.find(b"\n", start + _BLOCK) + 1 or len(data)
            lines = lines_of(memoryview(data)[start:stop])
            yield from self._block(lines.rows, lines.places + before, lines.others, before)
            before += lines.total
            start = stop

    def _block(
        self, rows: np.ndarray[Any, Any], places: Any, others: list[Other], before: int
    ) -> Iterator[Exit]:
        import numpy as np

        from nonet.questions.uniqueness.checks import checked_rows

        start = time.perf_counter()
        results = self.solver.run(rows, limit=2, kept=1) if len(rows) else None
        seconds = (time.perf_counter() - start) / max(1, len(rows))
        counts = np.zeros(0) if results is None else results.counts
        odd = np.flatnonzero(counts != 1).tolist()
        verdicts = checked_rows([rows[row].tobytes().decode() for row in odd], self.solver)
        other_places = [before + other.line for other in others]
        events: list[tuple[int, Verdict | Other]] = [
            *zip(places[odd].tolist(), verdicts, strict=True),
            *zip(other_places, others, strict=True),
        ]
        indices = self.index + np.arange(len(rows)) + np.searchsorted(other_places, places)
        texts = self._texts(rows, results, indices.tolist(), places.tolist(), seconds)
        done = 0
        for line, event in sorted(events, key=lambda event: event[0]):
            stop = int(np.searchsorted(places, line))
            yield self._put_unique(texts[done:stop])
            done = stop + (not isinstance(event, tuple))
            yield self._one(line, event)
        yield self._put_unique(texts[done:])

    def _texts(
        self, rows: Any, results: Any, indices: list[int], places: list[int], seconds: float
    ) -> list[str]:
        """Return the text to print for each row whose puzzle is unique."""
        if results is None or not self.transcript.as_json:
            return ["unique"] * len(rows)
        size = rows.shape[1]
        puzzles = rows.tobytes().replace(b"0", b".").decode()
        solutions = (results.solutions[:, 0] + ord("0")).astype(rows.dtype).tobytes().decode()
        file, by = json.dumps(self.name), json.dumps(self.solver.by)
        end = f'"], "backend": {by}, "seconds": {seconds}, "counters": {{}}}}'
        return [
            f'{{"index": {index}, "file": {file}, "line": {line}, "puzzle": "'
            f'{puzzles[at : at + size]}", "verdict": "unique", "solutions": ["'
            f"{solutions[at : at + size]}{end}"
            for index, line, at in zip(indices, places, range(0, len(puzzles), size), strict=True)
        ]

    def _put_unique(self, texts: list[str]) -> Exit:
        if texts:
            self.transcript.many(self.name, texts, "unique")
            self.index += len(texts)
        return Exit.ANSWERED

    def _one(self, line: int, event: Verdict | Other) -> Exit:
        if isinstance(event, tuple):
            item, verdict = self._item(line, event), None
        else:
            item, verdict = Item(self.index, self.name, line, event.puzzle), event
        self.index += 1
        return self.transcript.one(item, lambda item, puzzle: self.answer(item, puzzle, verdict))

    def _item(self, line: int, other: Other) -> Item:
        puzzle, error = None, other.error and PuzzleError(other.error)
        if not error:
            # A text with a single line might be read as another format, so write the line twice.
            record = next(read(f"{other.text}\n{other.text}", format="line"))
            puzzle, error = record.puzzle, record.error
        if error:
            error = PuzzleError(error.message, file=self.name, line=line, cell=error.cell)
        return Item(self.index, self.name, line, puzzle, error or None)
