"""Check a long text with a puzzle on each line as `nonet bulk` does: many puzzles in one array."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import STDIN, Item, is_puzzle, read_bytes
from nonet.cli.common.tables import may_be_table
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import DETECTED, Reading
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    import numpy as np

    from nonet.puzzle import Puzzle
    from nonet.questions.uniqueness import Verdict
    from nonet.solvers import RowSolver
    from nonet.streaming.lines import Other

#: The fewest puzzles that are checked together. Fewer puzzles are checked one by one, because then
#: each record has the counters of the solver.
LEAST = 1000

_BLOCK = 1 << 20
_HEAD = 1 << 16

#: The endings of files that must first be unpacked or divided into columns.
_OTHERS = (".parquet", ".gz", ".zst")


def text_of(sources: list[str] | None, reading: Reading) -> bytes | None:
    """Return the contents of the only source, if it is stdin or a plain file."""
    if sources is not None and len(sources) != 1:
        return None
    source = sources[0] if sources else "-"
    if reading != DETECTED or is_puzzle(source) or source.lower().endswith(_OTHERS):
        return None
    try:
        return read_bytes(source)
    except PuzzleError:
        return None


def are_many(data: bytes, source: str) -> bool:
    """Tell whether a text has at least `LEAST` lines, with a puzzle on each."""
    if data.count(b"\n") < LEAST or b"\0" in data or may_be_table(data, source):
        return False
    from nonet.formats.detection import detect
    from nonet.formats.text import Source

    try:
        data.decode()
        head = data[: data.rfind(b"\n", 0, _HEAD) + 1]
        return detect(Source.of(head.decode())) == "line"
    except ValueError:
        return False


class LinesCheck:
    """Checks the lines of a text, and prints consecutive unique puzzles in one piece.

    For any other puzzle, it calls `answer` to print the verdict.
    """

    def __init__(
        self,
        name: str,
        solver: RowSolver,
        transcript: Transcript,
        answer: Callable[[Item, Puzzle, Verdict | None], Exit],
    ) -> None:
        self._name = STDIN if name == "-" else name
        self._solver = solver
        self._transcript = transcript
        self._answer = answer
        self._index = 0

    def codes(self, data: bytes) -> Iterator[Exit]:
        """Check all lines, in their order; yield the exit codes."""
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
        results = self._solver.run(rows, limit=2, kept=1) if len(rows) else None
        seconds = (time.perf_counter() - start) / max(1, len(rows))
        counts = np.zeros(0) if results is None else results.counts
        odd = np.flatnonzero(counts != 1).tolist()
        verdicts = checked_rows([rows[row].tobytes().decode() for row in odd], self._solver)
        events: list[tuple[int, Verdict | Other]] = [
            *zip(places[odd].tolist(), verdicts, strict=True),
            *((before + other.line, other) for other in others),
        ]
        texts = self._texts(rows, results, places, seconds)
        done = 0
        for line, event in sorted(events, key=lambda event: event[0]):
            stop = int(np.searchsorted(places, line))
            yield self._put_unique(texts(done, stop), stop - done)
            done = stop + (not isinstance(event, tuple))
            yield self._one(line, event)
        yield self._put_unique(texts(done, len(rows)), len(rows) - done)

    def _texts(
        self, rows: Any, results: Any, places: Any, seconds: float
    ) -> Callable[[int, int], str]:
        """Return the function that makes the text for consecutive unique puzzles."""
        if not self._transcript.as_json:
            return lambda start, stop: "\n".join(["unique"] * (stop - start))
        if results is None:
            return lambda start, stop: ""
        size = rows.shape[1]
        puzzles = rows.tobytes().replace(b"0", b".").decode()
        solutions = (results.solutions[:, 0] + ord("0")).astype(rows.dtype).tobytes().decode()
        numbers, file = places.tolist(), json.dumps(self._name)
        by = json.dumps(self._solver.by)
        end = f'"], "backend": {by}, "seconds": {seconds}, "counters": {{}}}}'

        def texts(start: int, stop: int) -> str:
            first = self._index - start
            return "\n".join(
                f'{{"index": {first + row}, "file": {file}, "line": {numbers[row]}, "puzzle": "'
                f'{puzzles[row * size : (row + 1) * size]}", "verdict": "unique", "solutions": ["'
                f"{solutions[row * size : (row + 1) * size]}{end}"
                for row in range(start, stop)
            )

        return texts

    def _put_unique(self, text: str, count: int) -> Exit:
        if count:
            self._transcript.many(self._name, text, "unique", count)
            self._index += count
        return Exit.ANSWERED

    def _one(self, line: int, event: Verdict | Other) -> Exit:
        """Print the answer for a line that is not a unique puzzle of 81 plain cells."""
        if isinstance(event, tuple):
            item, verdict = self._other(line, event), None
        else:
            item, verdict = Item(self._index, self._name, line, event.puzzle), event
        self._index += 1
        return self._transcript.one(item, lambda item, puzzle: self._answer(item, puzzle, verdict))

    def _other(self, line: int, other: Other) -> Item:
        from nonet.formats import read

        if other.error:
            error = PuzzleError(other.error, file=self._name, line=line)
            return Item(self._index, self._name, line, None, error)
        # Repeat the line, because a text of a single line might be read as another format.
        record = next(read(f"{other.text}\n{other.text}", format="line"))
        if record.error is None:
            return Item(self._index, self._name, line, record.puzzle)
        said = record.error
        error = PuzzleError(said.message, file=self._name, line=line, cell=said.cell)
        return Item(self._index, self._name, line, None, error)


def is_for_arrays(as_json: bool) -> bool:
    """Tell whether many answers may be printed in one piece; a terminal shows each by itself."""
    return as_json or not sys.stdout.isatty()
