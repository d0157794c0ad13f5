"""The work on one chunk: to answer its lines, block by block, and to write their records."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from nonet.streaming import compression
from nonet.streaming.answers import Answers, answers_of
from nonet.streaming.comparison import OUTCOMES, ComparisonOutcome
from nonet.streaming.lines import Bytes
from nonet.streaming.query import Query
from nonet.streaming.records import TextStyle
from nonet.streaming.summary import MOST_LISTED, BulkTally
from nonet.system.errors import PuzzleError
from nonet.system.limits import require_unstopped

if TYPE_CHECKING:
    from nonet.streaming.parquet import ColumnsChunk, ParquetStyle
    from nonet.streaming.sources import TextChunk

#: The type of a chunk, which is the unit of work for a worker, and of a format of records.
Chunk: TypeAlias = "TextChunk | ColumnsChunk"
Style: TypeAlias = "TextStyle | ParquetStyle"

#: The board size of the puzzles that are answered in arrays.
_IN_ARRAYS = "9×9"

_IS_JSON = {".csv": False, ".txt": False, ".jsonl": True, ".ndjson": True}


def style_of(target: str) -> Style:
    """Return the format of records for a file name."""
    name = target.lower()
    packing = compression.kind(name)
    ending = Path(name.removesuffix(packing)).suffix
    if ending == ".parquet" and not packing:
        from nonet.streaming.parquet import ParquetStyle

        return ParquetStyle()
    if packing == ".zst":
        compression.zstd()  # raises at once if it is missing
    if ending not in _IS_JSON:
        endings = ", ".join((*_IS_JSON, ".parquet"))
        raise PuzzleError(
            f"unknown format: the name must end in {endings}; text may also end in .gz or .zst",
            file=target,
        )
    return TextStyle(_IS_JSON[ending], packing)


@dataclass
class ChunkResult:
    """The result of a chunk: the records of each block, and the puzzles that reached a limit.

    A worker does not know how many lines come before its chunk, so it leaves a gap for the line
    number in each message about a line. A gap is a position in the bytes, and the number of the
    line within the chunk. Records with gaps are compressed after the gaps are filled.
    """

    stop: int
    done: float
    blocks: list[tuple[bytes | Bytes, list[tuple[int, int]]]] = field(default_factory=list)
    unknown: bytes = b""
    tally: BulkTally = field(default_factory=BulkTally)
    error: tuple[int, str] | None = None  # the first bad line, from 0, and its message

    def records(self, packing: str, unit: str, before: int) -> list[bytes | Bytes]:
        """Return the finished records; `before` is the number of lines before the chunk."""
        return [
            _packed(_filled(data, gaps, unit, before), packing) if gaps else data
            for data, gaps in self.blocks
        ]

    @property
    def names_lines(self) -> bool:
        """Whether any message still needs the number of its line."""
        return any(gaps for _, gaps in self.blocks)


def _filled(data: bytes | Bytes, gaps: list[tuple[int, int]], unit: str, before: int) -> bytes:
    text, pieces, at = bytes(data), [], 0
    for gap, line in gaps:
        pieces += [text[at:gap], f"{unit} {before + line + 1}: ".encode()]
        at = gap
    return b"".join([*pieces, text[at:]])


def _packed(data: bytes | Bytes, packing: str) -> bytes | Bytes:
    return compression.compress(bytes(data), packing) if packing else data


@dataclass(frozen=True)
class ChunkTask:
    """A function that answers a chunk; it can be sent to a process or to another machine."""

    query: Query
    style: Style

    @property
    def packing(self) -> str:
        """The compression of the records: ``.gz``, ``.zst``, or an empty string for none."""
        return self.style.packing if isinstance(self.style, TextStyle) else ""

    def __call__(self, chunk: Chunk) -> ChunkResult:
        """Answer the blocks of a chunk."""
        result = ChunkResult(chunk.stop, chunk.done)
        for lines in chunk.lines():
            require_unstopped()
            answers = answers_of(lines, self.query)
            answers = replace(answers, others=list(map(self.style.fitting, answers.others)))
            data, gaps = self.style.encode(answers, self.query)
            before = result.tally.lines
            if not gaps:
                data = _packed(data, self.packing)
            result.blocks.append((data, [(place, before + line) for place, line in gaps]))
            self._note(result, answers)
        return result

    def _note(self, result: ChunkResult, answers: Answers) -> None:
        """Add the results of a block to the tally."""
        before, counts = result.tally.lines, answers.counts
        none, one = len(counts) - np.count_nonzero(counts), np.count_nonzero(counts == 1)
        verdicts: Counter[str] = Counter()
        for found, size in ((0, none), (1, one), (2, len(counts) - none - one)):
            if size:
                verdicts[self.query.verdict(found)] += int(size)
        errors = [record for record in answers.others if record.error]
        verdicts.update(record.verdict for record in answers.others if record.verdict)
        tally = BulkTally(answers.lines, verdicts, len(errors))
        for record in errors:
            tally.note(record.error or "", record.puzzle)
        if len(answers.rows):
            tally.measure(_IN_ARRAYS, len(answers.rows), int(answers.places[0]) + 1)
        for record in answers.others:
            if record.size:
                tally.measure(record.size, 1, record.line + 1)
        if self.query.compare:
            _compare(tally, answers)
        result.tally.add(tally)
        unknown = [record.puzzle for record in answers.others if record.verdict == "unknown"]
        result.unknown += "".join(f"{puzzle}\n" for puzzle in unknown).encode()
        if errors and result.error is None:
            result.error = before + errors[0].line, errors[0].error or ""


def _compare(tally: BulkTally, answers: Answers) -> None:
    """Count the outcomes of the comparisons of a block, and note the lines that differ."""
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
