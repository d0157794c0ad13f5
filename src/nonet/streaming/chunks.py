"""Answer the puzzles of a chunk and write their records: the work of a worker."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from nonet.streaming import compression
from nonet.streaming.answers import Answers, answers_of
from nonet.streaming.comparison import OUTCOMES
from nonet.streaming.lines import Bytes, Chunk
from nonet.streaming.query import Query
from nonet.streaming.records import TextStyle
from nonet.streaming.summary import MOST_LISTED, BulkTally
from nonet.system.errors import PuzzleError
from nonet.system.limits import require_unstopped

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
        compression.zstd()  # raises an error if the module is missing
    if ending not in _IS_JSON:
        endings = ", ".join((*_IS_JSON, ".parquet"))
        raise PuzzleError(
            f"unknown format. Use a name that ends in {endings}, perhaps with .gz or .zst",
            file=target,
        )
    return TextStyle(_IS_JSON[ending], packing)


@dataclass(frozen=True)
class ChunkResult:
    """The records of a chunk, its tally, and the puzzles that reached a limit (`unknown`).

    Messages of errors need line numbers, but a worker does not know the lines before its chunk. So
    if there are errors, `records` contains answers, which `ChunkTask.numbered` turns into records.
    """

    stop: int
    done: float
    records: bytes | Bytes | Answers
    tally: BulkTally
    unknown: bytes


@dataclass(frozen=True)
class ChunkTask:
    """A function that answers a chunk. It can be sent to another process or machine."""

    query: Query
    style: TextStyle

    def __call__(self, chunk: Chunk) -> ChunkResult:
        """Answer the puzzles of a chunk."""
        require_unstopped()
        answers = answers_of(chunk.read(), self.query)
        answers = replace(answers, others=list(map(self.style.fitting, answers.others)))
        unknown = [record.puzzle for record in answers.others if record.verdict == "unknown"]
        tally = tally_of(answers, self.query)
        return ChunkResult(
            chunk.stop,
            chunk.done,
            answers if tally.errors else self.style.encode(answers, self.query),
            tally,
            "".join(f"{puzzle}\n" for puzzle in unknown).encode(),
        )

    def numbered(self, answers: Answers, unit: str, before: int) -> bytes | Bytes:
        """Return the records of a chunk with errors, after `before` other lines."""
        others = [
            replace(record, error=f"{unit} {before + record.line + 1}: {record.error}")
            if record.error
            else record
            for record in answers.others
        ]
        return self.style.encode(replace(answers, others=others), self.query)


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
    if query.compare:
        _compare(tally, answers)
    return tally


def _compare(tally: BulkTally, answers: Answers) -> None:
    for number, size in enumerate(np.bincount(answers.outcomes, minlength=len(OUTCOMES)).tolist()):
        if size and (word := OUTCOMES[number]):
            tally.compared[word] += size
    tally.compared.update(record.compared for record in answers.others if record.compared)
    lines = answers.places[answers.outcomes == OUTCOMES.index("differs")].tolist()
    lines += [record.line for record in answers.others if record.compared == "differs"]
    tally.differing = [line + 1 for line in sorted(lines)[:MOST_LISTED]]
