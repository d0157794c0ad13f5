"""Answer the puzzles of a chunk and write their records: the work of a worker."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np

from nonet.streaming import compression
from nonet.streaming.answers import Answers, LineResult, answers_of
from nonet.streaming.comparison import OUTCOMES, ComparisonOutcome
from nonet.streaming.lines import Bytes, Chunk
from nonet.streaming.query import Query
from nonet.streaming.records import TextStyle
from nonet.streaming.summary import MOST_LISTED, BulkTally
from nonet.system.errors import PuzzleError
from nonet.system.limits import require_unstopped

#: Only puzzles of this size are answered in arrays.
_IN_ARRAYS = "9×9"

_IS_JSON = {".csv": False, ".txt": False, ".jsonl": True, ".ndjson": True}


def style_of(target: str) -> TextStyle:
    """Return the format of records for a file name."""
    name = target.lower()
    packing = compression.kind(name)
    ending = Path(name.removesuffix(packing)).suffix
    if ending == ".parquet" and not packing:
        from nonet.streaming.parquet import ParquetStyle

        return ParquetStyle()
    if packing == ".zst":
        compression.zstd()  # raises an error now if the module is missing
    if ending not in _IS_JSON:
        endings = ", ".join((*_IS_JSON, ".parquet"))
        raise PuzzleError(
            f"unknown format: the name must end in {endings}; text may also end in .gz or .zst",
            file=target,
        )
    return TextStyle(_IS_JSON[ending], packing)


@dataclass(frozen=True)
class ChunkResult:
    """The records of a chunk, and what a run needs to know about it.

    `unknown` lists the puzzles that reached a limit. `error` contains the number of the first bad
    line and the error message. The first line of the chunk has number 0. `stop` and `done` are
    copied from the chunk.
    """

    stop: int
    done: float
    records: bytes | Bytes
    tally: BulkTally
    unknown: bytes
    error: tuple[int, str] | None


@dataclass(frozen=True)
class ChunkTask:
    """A function that answers a chunk. It can be sent to another process or machine.

    A worker does not know how many lines come before its chunk. So it begins each error message
    with a mark and the line's number within the chunk. Later, `numbered` replaces the mark and this
    number with the line's number in the source.
    """

    query: Query
    style: TextStyle
    mark: str = field(default_factory=lambda: secrets.token_hex(8))

    def __call__(self, chunk: Chunk) -> ChunkResult:
        """Answer the puzzles of a chunk."""
        require_unstopped()
        answers = answers_of(chunk.read(), self.query)
        answers = replace(answers, others=list(map(self.style.fitting, answers.others)))
        errors = [(record.line, record.error) for record in answers.others if record.error]
        unknown = [record.puzzle for record in answers.others if record.verdict == "unknown"]
        marked = replace(answers, others=list(map(self._marked, answers.others)))
        return ChunkResult(
            chunk.stop,
            chunk.done,
            self.style.encode(marked, self.query),
            tally_of(answers, self.query),
            "".join(f"{puzzle}\n" for puzzle in unknown).encode(),
            errors[0] if errors else None,
        )

    def numbered(self, result: ChunkResult, unit: str, before: int) -> bytes | Bytes:
        """Return the records with line numbers. `before` counts the lines before the chunk."""
        if result.error is None:
            return result.records

        def number(found: re.Match[bytes]) -> bytes:
            return f"{unit} {before + int(found[1]) + 1}: ".encode()

        mark = re.compile(b"%s(\\d+):" % self.mark.encode())
        return self.style.changed(result.records, partial(mark.sub, number))

    def _marked(self, record: LineResult) -> LineResult:
        if not record.error:
            return record
        return replace(record, error=f"{self.mark}{record.line}:{record.error}")


def tally_of(answers: Answers, query: Query) -> BulkTally:
    """Return the tally of a chunk."""
    verdicts: Counter[str] = Counter()
    for found, size in enumerate(np.bincount(np.minimum(answers.counts, 2).astype(np.int64))):
        if size:
            verdicts[query.verdict(found)] += int(size)
    verdicts.update(record.verdict for record in answers.others if record.verdict)
    errors = [record for record in answers.others if record.error]
    tally = BulkTally(answers.lines, verdicts, len(errors))
    for record in errors:
        tally.note(record.error or "", record.puzzle)
    if len(answers.rows):
        tally.measure(_IN_ARRAYS, len(answers.rows), int(answers.places[0]) + 1)
    for record in answers.others:
        if record.size:
            tally.measure(record.size, 1, record.line + 1)
    if query.compare:
        _compare(tally, answers)
    return tally


def _compare(tally: BulkTally, answers: Answers) -> None:
    for number, size in enumerate(np.bincount(answers.outcomes, minlength=len(OUTCOMES)).tolist()):
        if size and (word := OUTCOMES[number]):
            tally.compared[word] += size
    tally.compared.update(record.outcome for record in answers.others if record.outcome)
    differs = answers.outcomes == OUTCOMES.index(ComparisonOutcome.DIFFERS)
    lines = answers.places[differs].tolist()
    lines += [
        record.line for record in answers.others if record.outcome == ComparisonOutcome.DIFFERS
    ]
    tally.differing = [line + 1 for line in sorted(lines)[:MOST_LISTED]]
