"""Records as CSV or JSON Lines; rows of an array are written with NumPy, a block at once."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nonet.formats.json_text import json_line
from nonet.formats.text import no_formula
from nonet.streaming.answers import Answers, LineResult
from nonet.streaming.lines import CELLS, Bytes
from nonet.streaming.query import Query
from nonet.streaming.records import COMPARED, MARK, columns, row_record, values

#: From a value to its digit.
_ZERO = ord("0")


class Encoded(NamedTuple):
    """Records as bytes, with gaps where a message names its line.

    Its number is known once the blocks are put together, since it counts those before the block.
    """

    data: bytes | Bytes
    gaps: list[tuple[int, int]]  # the place in the data, and the line within the block


class Style(Protocol):
    """A file format of records."""

    def header(self, query: Query) -> bytes:
        """Return the bytes before the first record."""

    def held(self, record: LineResult) -> LineResult:
        """Return the record of a line, or an error in its place if the format cannot hold it."""

    def encode(self, answers: Answers, query: Query) -> Encoded:
        """Return the records of a block, in the order of its lines."""

    def finish(self, records: Path, whole: Path, query: Query, unit: str) -> None:
        """Make the target from the records; if interrupted, it can be repeated."""


def filled(encoded: Encoded, unit: str, before: int) -> bytes:
    """Return the records with the gaps filled; `before` lines come before the block."""
    data, pieces, at = bytes(encoded.data), [], 0
    for gap, line in encoded.gaps:
        pieces += [data[at:gap], f"{unit} {before + line + 1}: ".encode()]
        at = gap
    return b"".join([*pieces, data[at:]])


class RecordFrame(NamedTuple):
    """The text of a record around its cells: before the puzzle, after it, after the solution."""

    head: bytes
    middle: bytes
    tail: bytes
    has_solution: bool

    @property
    def width(self) -> int:
        """The length of a record."""
        around = len(self.head) + len(self.middle) + len(self.tail)
        return around + CELLS * (1 + self.has_solution)

    def fill(self, rows: Bytes, solutions: Bytes) -> Bytes:
        """Return the record of each row, as rows of bytes."""
        records = np.empty((len(rows), self.width), np.uint8)
        at = 0
        for part in (self.head, rows, self.middle, solutions, self.tail):
            if isinstance(part, bytes):
                records[:, at : at + len(part)] = np.frombuffer(part, np.uint8)
                at += len(part)
            elif part is rows:
                records[:, at : at + CELLS] = rows
                at += CELLS
            elif self.has_solution:
                np.add(solutions, _ZERO, out=records[:, at : at + CELLS])
                at += CELLS
        return records


@dataclass(frozen=True)
class TextStyle:
    """CSV with a header, or JSON Lines."""

    is_json: bool = False

    @property
    def end(self) -> bytes:
        """The end of every record."""
        return b"}\n" if self.is_json else b"\n"

    def header(self, query: Query) -> bytes:
        """Return the names of the columns."""
        return b"" if self.is_json else _csv((*columns(query), *query.keep))

    def held(self, record: LineResult) -> LineResult:
        """Return the record of a line: text holds any number."""
        return record

    def encode(self, answers: Answers, query: Query) -> Encoded:
        """Return the records of a block, in the order of its lines."""
        groups = list(_groups(answers, query, self))
        others = [self.line(self._shown(record, query), query) for record in answers.others]
        is_even = len(groups) == 1 and not others and answers.lines == len(answers.rows)
        if is_even and not query.keep:
            [(_, template)] = groups
            return Encoded(template.fill(answers.rows, answers.solutions).reshape(-1), [])
        lengths = np.zeros(answers.lines, np.int64)
        for chosen, template in groups:
            lengths[answers.places[chosen]] = template.width
        for record, (text, _) in zip(answers.others, others, strict=True):
            lengths[record.line] = len(text)
        tails = self._tails(answers, query, np.flatnonzero(lengths)) if query.keep else None
        room = lengths if tails is None else lengths + tails.sizes(answers.lines)
        starts = np.cumsum(room) - room
        data = np.empty(room.sum(), np.uint8)
        for chosen, template in groups:
            filled = template.fill(answers.rows[chosen], answers.solutions[chosen])
            _scatter(data, starts[answers.places[chosen]], filled)
        gaps = []
        for record, (text, gap) in zip(answers.others, others, strict=True):
            start = int(starts[record.line])
            data[start : start + len(text)] = np.frombuffer(text, np.uint8)
            if gap is not None:
                gaps.append((start + gap, record.line))
        if tails is not None:
            tails.write(data, starts + lengths - len(self.end))
        return Encoded(data, gaps)

    def _tails(self, answers: Answers, query: Query, lines: NDArray[np.int64]) -> Tails:
        """Return the ends of the records, with the columns that are kept of the source."""
        wanted = lines.tolist()
        tails = [b""] * len(wanted)
        for name, column in zip(query.keep, answers.kept, strict=True):
            texts = column.texts()
            key = f", {json_line(name)}: ".encode()
            for place, line in enumerate(wanted):
                tails[place] += (
                    key + json_line(texts[line].decode(errors="replace")).encode()
                    if self.is_json
                    else b"," + _field(texts[line], query.no_formulas)
                )
        return Tails(lines, [tail + self.end for tail in tails], len(self.end))

    def _shown(self, record: LineResult, query: Query) -> LineResult:
        """Return the record of a line as it is written."""
        if self.is_json or not query.no_formulas:
            return record
        return replace(record, puzzle=no_formula(record.puzzle))

    def finish(self, records: Path, whole: Path, query: Query, unit: str) -> None:
        """Move the records: they are the target as they are."""
        os.replace(records, whole)

    def template(self, record: LineResult, query: Query) -> RecordFrame:
        """Return the template made from a record that has marks in place of cells."""
        text, _ = self.line(record, query)
        if record.solution is None:
            head, middle = text.split(MARK.encode())
            return RecordFrame(head, middle, b"", has_solution=False)
        head, middle, tail = text.split(MARK.encode())
        return RecordFrame(head, middle, tail, has_solution=True)

    def line(self, record: LineResult, query: Query) -> tuple[bytes, int | None]:
        """Return a record with its line end, and the place for the number of its line, if any."""
        fields = values(record, query)
        if not self.is_json:
            text, error = _csv(fields), _csv((record.error,))
            before = fields[: columns(query).index("error")]
            gap = len(_csv(before)) + error.startswith(b'"')
        else:
            named = zip(columns(query), fields, strict=True)
            said = {name: value for name, value in named if value is not None}
            text = _json(said)
            said.pop(COMPARED, None)
            gap = len(_json(said)) - len(_json(record.error)) - len("}") + len('"')
        return text, gap if record.error else None


def _json(value: object) -> bytes:
    return json_line(value).encode() + b"\n"


def _csv(fields: tuple[object, ...]) -> bytes:
    out = io.StringIO()
    # Of the ends of lines, Python puts only those of its own record in quotes: so it has both.
    csv.writer(out, lineterminator="\r\n").writerow(fields)
    return out.getvalue().removesuffix("\r\n").encode() + b"\n"


def _field(text: bytes, no_formulas: bool) -> bytes:
    """Return a text of the source as a field of CSV."""
    if no_formulas:
        text = no_formula(text.decode(errors="replace")).encode()
    return b'"%s"' % text.replace(b'"', b'""') if _SPECIAL.search(text) else text


#: What may stand in a field only in quotes.
_SPECIAL = re.compile(rb'[,"\r\n]')


class Tails(NamedTuple):
    """The ends of records of any length, in the place of the `usual` bytes at their end."""

    lines: NDArray[np.int64]
    texts: list[bytes]
    usual: int

    def _lengths(self) -> NDArray[np.int64]:
        return np.fromiter(map(len, self.texts), np.int64, len(self.texts))

    def sizes(self, lines: int) -> NDArray[np.int64]:
        """Return how many bytes more each line of a block takes."""
        sizes = np.zeros(lines, np.int64)
        sizes[self.lines] = self._lengths() - self.usual
        return sizes

    def write(self, data: Bytes, places: NDArray[np.int64]) -> None:
        """Write the ends where those of the lines have their places."""
        lengths = self._lengths()
        firsts = places[self.lines] - (np.cumsum(lengths) - lengths)
        text = np.frombuffer(b"".join(self.texts), np.uint8)
        data[np.repeat(firsts, lengths) + np.arange(len(text))] = text


def _groups(
    answers: Answers, query: Query, style: TextStyle
) -> Iterator[tuple[NDArray[np.int64] | slice, RecordFrame]]:
    """Yield the rows whose records differ only in their cells, with the template they share."""
    kinds = answers.kinds
    if len(kinds) and (kinds == kinds[0]).all():
        yield slice(None), style.template(row_record(answers, 0, query), query)
        return
    order = np.argsort(kinds, kind="stable")
    edges = np.flatnonzero(np.diff(kinds[order])) + 1
    for chosen in np.split(order, edges) if len(order) else []:
        yield chosen, style.template(row_record(answers, int(chosen[0]), query), query)


def _scatter(data: Bytes, starts: NDArray[np.int64], records: Bytes) -> None:
    """Write records of one width where they start."""
    width = records.shape[1]
    windows = np.lib.stride_tricks.as_strided(data, (len(data) - width + 1, width), (1, 1))
    windows[starts] = records
