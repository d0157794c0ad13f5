"""The output of a run: the format that the target's name chooses, and the parts of the file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from nonet.questions.modes import BulkMode
from nonet.streaming import compression
from nonet.streaming.answers import Answers, answers_of, on_a_line_each
from nonet.streaming.chunks import Chunk
from nonet.streaming.comparison import OUTCOMES, ComparisonOutcome
from nonet.streaming.forms import forms_of
from nonet.streaming.lines import Bytes, Lines
from nonet.streaming.query import Query
from nonet.streaming.ratings import ratings_of
from nonet.streaming.summary import MOST_LISTED, BulkTally
from nonet.streaming.texts import Encoded, Style, TextStyle, filled
from nonet.system.errors import PuzzleError

#: What finds the answers in the modes that do not ask for solutions.
_FINDERS = {BulkMode.CANON: forms_of, BulkMode.RATE: ratings_of}

_IS_JSON = {".csv": False, ".txt": False, ".jsonl": True, ".ndjson": True}


@dataclass(frozen=True)
class Output:
    """A style of records and a compression."""

    style: Style
    compression: str

    def header(self, query: Query) -> bytes:
        """Return what stands before the first record."""
        return bytes(self.packed(self.style.header(query)))

    def packed(self, data: bytes | Bytes) -> bytes | Bytes:
        """Return data as the file has it."""
        return compression.compress(bytes(data), self.compression) if self.compression else data


def output_of(target: str) -> Output:
    """Return the output for a file name."""
    name = target.lower()
    packing = compression.kind(name)
    ending = Path(name.removesuffix(packing)).suffix
    if ending == ".parquet" and not packing:
        from nonet.streaming.parquet.style import ParquetStyle

        return Output(ParquetStyle(), "")
    if packing == ".zst":
        compression.zstd()  # raises at once if it is missing
    if ending not in _IS_JSON:
        endings = ", ".join((*_IS_JSON, ".parquet"))
        raise PuzzleError(
            f"the name of the target chooses the format: {endings}; text also with .gz or .zst",
            file=target,
        )
    return Output(TextStyle(_IS_JSON[ending]), packing)


@dataclass
class Part:
    """The result of a chunk: its records, and the puzzles that stayed unknown.

    Records with gaps are compressed once the gaps are filled; all others are already compressed.
    """

    stop: int
    done: float
    pieces: list[Encoded] = field(default_factory=list)
    unknown: bytes = b""
    tally: BulkTally = field(default_factory=BulkTally)
    error: tuple[int, str] | None = None  # the first bad line, from 0, and what is wrong with it

    def records(self, output: Output, unit: str, before: int) -> list[bytes | Bytes]:
        """Return all records as the file has them; `before` lines of other chunks come first."""
        return [
            output.packed(filled(piece, unit, before)) if piece.gaps else piece.data
            for piece in self.pieces
        ]


#: The size of the puzzles that are answered in arrays.
_IN_ARRAYS = "9×9"


@dataclass(frozen=True)
class ChunkTask:
    """The work on a chunk; it can be sent to a process or another machine."""

    query: Query
    output: Output

    def __call__(self, chunk: Chunk) -> Part:
        """Answer the blocks of a chunk."""
        part = Part(chunk.stop, chunk.done)
        for lines in chunk.lines():
            answers = self._answers(lines)
            data, gaps = self.output.style.encode(answers, self.query)
            before = part.tally.lines
            if gaps:
                gaps = [(place, before + line) for place, line in gaps]
            else:
                data = self.output.packed(data)
            part.pieces.append(Encoded(data, gaps))
            self._note(part, answers, before)
        return part

    def _answers(self, lines: Lines) -> Answers:
        """Return the answers of a block as the target can hold them."""
        find = _FINDERS.get(self.query.mode, answers_of)
        answers = find(on_a_line_each(lines, self.query), self.query)
        return replace(answers, others=list(map(self.output.style.held, answers.others)))

    def _note(self, part: Part, answers: Answers, before: int) -> None:
        counts = answers.counts
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
        part.tally.add(tally)
        unknown = [record.puzzle for record in answers.others if record.verdict == "unknown"]
        part.unknown += "".join(f"{puzzle}\n" for puzzle in unknown).encode()
        if errors and part.error is None:
            part.error = before + errors[0].line, errors[0].error or ""


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
