"""The records of a run: their columns, their values, and their text as CSV or JSON Lines.

If the puzzles of a block were answered in arrays, NumPy writes all their records at once.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet.formats.json_text import json_line
from nonet.formats.text import no_formula
from nonet.questions import BulkMode
from nonet.streaming import compression
from nonet.streaming.answers import Answers, LineResult, Rated
from nonet.streaming.comparison import OUTCOMES
from nonet.streaming.lines import CELLS, Bytes
from nonet.streaming.query import Query

#: The name of the column for the outcome of a comparison.
COMPARED = "compared"

#: The placeholder for cells in a template. The sign is not a digit, and CSV never quotes it.
MARK = "@"

_ZERO = ord("0")

#: A CSV field with any of these characters needs quotes.
_SPECIAL = re.compile(rb'[,"\r\n]')


def columns(query: Query) -> tuple[str, ...]:
    """Return the names of the columns, except the columns that are copied from the source."""
    found = {
        BulkMode.COUNT: ("verdict", "count"),
        BulkMode.CANON: ("automorphisms", "canonical"),
        BulkMode.RATE: ("verdict", *Rated._fields),
    }.get(query.mode, ("verdict", "solution"))
    usual = ("puzzle", *found, "backend", "error")
    return (*usual, COMPARED) if query.compare else usual


def values(record: LineResult, query: Query) -> tuple[str | int | float | None, ...]:
    """Return the values of the columns."""
    found: dict[BulkMode, tuple[str | int | float | None, ...]] = {
        BulkMode.COUNT: (record.verdict, record.count),
        BulkMode.CANON: (record.count, record.solution),
        BulkMode.RATE: (record.verdict, *record.rated),
    }
    return (
        record.puzzle,
        *found.get(query.mode, (record.verdict, record.solution)),
        record.backend,
        record.error,
        *((record.outcome,) if query.compare else ()),
    )


def row_record(answers: Answers, row: int, query: Query) -> LineResult:
    """Return the record of a row with placeholders for its cells."""
    count = int(answers.counts[row])
    is_shown = count and query.mode is not BulkMode.COUNT
    return LineResult(
        int(answers.places[row]),
        MARK,
        verdict=query.verdict(count),
        solution=MARK if is_shown else None,
        count=count,
        backend=answers.by or None,
        outcome=OUTCOMES[answers.outcomes[row]],
    )


def join_files(whole: Path, parts: Sequence[Path]) -> None:
    """Join files; a single file becomes a hard link, if the file system has hard links."""
    whole.unlink(missing_ok=True)
    with suppress(OSError):
        if len(parts) == 1:
            os.link(parts[0], whole)
            return
    with whole.open("wb") as file:
        for part in parts:
            with part.open("rb") as records:
                shutil.copyfileobj(records, file, 1 << 20)


class _Template(NamedTuple):
    """A template of a record: the text before the puzzle, after it, and after the solution."""

    head: bytes
    middle: bytes
    tail: bytes | None = None

    @property
    def width(self) -> int:
        around = len(self.head) + CELLS + len(self.middle)
        return around if self.tail is None else around + CELLS + len(self.tail)

    def fill(self, rows: Bytes, solutions: Bytes) -> Bytes:
        """Return the record of each row, as rows of bytes."""
        records = np.empty((len(rows), self.width), np.uint8)
        start = len(self.head)
        end = start + CELLS
        solution = end + len(self.middle)
        records[:, :start] = np.frombuffer(self.head, np.uint8)
        records[:, start:end] = rows
        records[:, end:solution] = np.frombuffer(self.middle, np.uint8)
        if self.tail is not None:
            np.add(solutions, _ZERO, out=records[:, solution : solution + CELLS])
            records[:, solution + CELLS :] = np.frombuffer(self.tail, np.uint8)
        return records


@dataclass(frozen=True)
class TextStyle:
    """Writes CSV with a header, or JSON Lines; `packing` is the compression of each block."""

    is_json: bool = False
    packing: str = ""

    def fitting(self, record: LineResult) -> LineResult:
        """Return the record unchanged, because text has room for any number."""
        return record

    def encode(self, answers: Answers, query: Query) -> tuple[bytes | Bytes, list[tuple[int, int]]]:
        """Return the records of a block in the order of its lines, and the gaps in them.

        A gap is a pair: the place where a message needs its line number, and the line within the
        block.
        """
        groups = list(self._groups(answers, query))
        is_even = len(groups) == 1 and not answers.others and answers.lines == len(answers.rows)
        if is_even and not query.keep:
            [(_, template)] = groups
            return template.fill(answers.rows, answers.solutions).reshape(-1), []
        others = [self._line(self._shown(record, query), query) for record in answers.others]
        lengths = np.zeros(answers.lines, np.int64)
        for chosen, template in groups:
            lengths[answers.places[chosen]] = template.width
        for record, (text, _) in zip(answers.others, others, strict=True):
            lengths[record.line] = len(text)
        starts = np.cumsum(lengths) - lengths
        data = np.empty(lengths.sum(), np.uint8)
        for chosen, template in groups:
            filled = template.fill(answers.rows[chosen], answers.solutions[chosen])
            _scatter(data, starts[answers.places[chosen]], filled)
        for record, (text, _) in zip(answers.others, others, strict=True):
            start = int(starts[record.line])
            data[start : start + len(text)] = np.frombuffer(text, np.uint8)
        found: bytes | Bytes = data
        if query.keep:
            found, starts = self._with_kept(data, starts, lengths, answers, query)
        pairs = zip(answers.others, others, strict=True)
        gaps = [(int(starts[record.line]) + gap, record.line) for record, (_, gap) in pairs if gap]
        return found, gaps

    def _with_kept(
        self,
        data: Bytes,
        starts: NDArray[np.int64],
        lengths: NDArray[np.int64],
        answers: Answers,
        query: Query,
    ) -> tuple[bytes, NDArray[np.int64]]:
        """Return the records with the columns to copy, and the place where each record begins."""
        text, end = data.tobytes(), len(self._end)
        lines = np.flatnonzero(lengths).tolist()
        records = [text[starts[line] : starts[line] + lengths[line] - end] for line in lines]
        for name, column in zip(query.keep, answers.kept, strict=True):
            texts, key = column.texts(), f", {json_line(name)}: "
            for place, line in enumerate(lines):
                records[place] += (
                    (key + json_line(texts[line].decode(errors="replace"))).encode()
                    if self.is_json
                    else b"," + _field(texts[line], query.no_formulas)
                )
        longer = np.zeros(len(lengths), np.int64)
        longer[lines] = [len(record) + end for record in records]
        whole = b"".join([record + self._end for record in records])
        return whole, np.cumsum(longer) - longer

    def header(self, names: Sequence[str]) -> bytes:
        """Return the bytes before the first record, which are the names of the columns in CSV."""
        header = b"" if self.is_json else _csv(tuple(names))
        return compression.compress(header, self.packing) if self.packing else header

    def join(self, whole: Path, parts: Sequence[Path], *_: object) -> None:
        """Join the parts, the first of which begins with the header."""
        join_files(whole, parts)

    def has_columns(self, path: Path, names: Sequence[str]) -> bool:
        """Tell whether the first line of a file names these columns."""
        header = b"" if self.is_json else _csv(tuple(names))
        with path.open("rb") as raw:
            if not self.packing:
                return raw.read(len(header)) == header
            with compression.reader_of(raw, str(path)) as file:
                return file.read(len(header)) == header

    @property
    def _end(self) -> bytes:
        return b"}\n" if self.is_json else b"\n"

    def _groups(
        self, answers: Answers, query: Query
    ) -> Iterator[tuple[NDArray[np.int64] | slice, _Template]]:
        """Yield groups of rows whose records differ only in their cells, with their template."""
        kinds = answers.kinds
        if len(kinds) and (kinds == kinds[0]).all():
            yield slice(None), self._template(row_record(answers, 0, query), query)
            return
        order = np.argsort(kinds, kind="stable")
        edges = np.flatnonzero(np.diff(kinds[order])) + 1
        for chosen in np.split(order, edges) if len(order) else []:
            yield chosen, self._template(row_record(answers, int(chosen[0]), query), query)

    def _template(self, record: LineResult, query: Query) -> _Template:
        text, _ = self._line(record, query)
        return _Template(*text.split(MARK.encode()))

    def _line(self, record: LineResult, query: Query) -> tuple[bytes, int | None]:
        """Return a record as text, and the place where the message of an error begins."""
        found = values(record, query)
        if not self.is_json:
            text, error = _csv(found), _csv((record.error,))
            before = found[: columns(query).index("error")]
            gap = len(_csv(before)) + error.startswith(b'"')
        else:
            pairs = zip(columns(query), found, strict=True)
            named = {name: value for name, value in pairs if value is not None}
            text = json_line(named).encode() + b"\n"
            named.pop(COMPARED, None)
            named["error"] = ""  # the last key, so the message is before '"}'
            gap = len(json_line(named).encode()) - len('"}')
        return text, gap if record.error else None

    def _shown(self, record: LineResult, query: Query) -> LineResult:
        if self.is_json or not query.no_formulas:
            return record
        return replace(record, puzzle=no_formula(record.puzzle))


def _csv(fields: tuple[object, ...]) -> bytes:
    out = io.StringIO()
    # Python quotes a field with a line end only if the record ends with the same character.
    csv.writer(out, lineterminator="\r\n").writerow(fields)
    return out.getvalue().removesuffix("\r\n").encode() + b"\n"


def _field(text: bytes, no_formulas: bool) -> bytes:
    if no_formulas:
        text = no_formula(text.decode(errors="replace")).encode()
    return b'"%s"' % text.replace(b'"', b'""') if _SPECIAL.search(text) else text


def _scatter(data: Bytes, starts: NDArray[np.int64], records: Bytes) -> None:
    """Write records of the same width at their starts."""
    width = records.shape[1]
    windows = np.lib.stride_tricks.as_strided(data, (len(data) - width + 1, width), (1, 1))
    windows[starts] = records
