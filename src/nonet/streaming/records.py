"""Write records as CSV or JSON Lines. NumPy writes the records of classic puzzles at once."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet.formats.json_text import json_line
from nonet.formats.text import no_formula
from nonet.questions import BulkMode
from nonet.streaming.answers import Answers, LineResult
from nonet.streaming.comparison import OUTCOMES
from nonet.streaming.compression import compress, unpacked
from nonet.streaming.lines import Bytes
from nonet.streaming.query import Query

#: Stands for the cells in the template of a record. No other field contains this character, and CSV
#: does not quote it.
MARK = "~"

#: A CSV field with any of these characters needs quotes.
_SPECIAL = re.compile(rb'[,"\r\n]')


def columns(query: Query) -> tuple[str, ...]:
    """Return the names of the columns that nonet itself writes."""
    found = {
        BulkMode.COUNT: ("verdict", "count"),
        BulkMode.CANON: ("automorphisms", "canonical"),
        BulkMode.RATE: ("verdict", "er", "hardest", "at_least"),
    }.get(query.mode, ("verdict", "solution"))
    return ("puzzle", *found, "backend", "error", *(("compared",) if query.compare else ()))


def row_record(
    answers: Answers, row: int, query: Query, puzzle: str = MARK, solution: str = MARK
) -> LineResult:
    """Return the record of a classic puzzle. By default, `MARK` stands for its cells."""
    count = int(answers.counts[row])
    found: dict[str, Any] = {"solution": solution if count else None}
    if query.mode is BulkMode.COUNT:
        found = {"count": count}
    elif query.mode is BulkMode.CANON:
        found = {"automorphisms": count, "canonical": solution}
    return LineResult(
        int(answers.places[row]),
        puzzle,
        verdict=query.verdict(count),
        backend=answers.by or None,
        compared=OUTCOMES[answers.outcomes[row]],
        **found,
    )


def join_files(whole: Path, parts: Sequence[Path]) -> None:
    """Join files. Make a hard link to a single file where possible."""
    whole.unlink(missing_ok=True)
    with suppress(OSError):
        if len(parts) == 1:
            os.link(parts[0], whole)
            return
    with whole.open("wb") as file:
        for part in parts:
            with part.open("rb") as records:
                shutil.copyfileobj(records, file, 1 << 20)


@dataclass(frozen=True)
class TextStyle:
    """Writes CSV with a header, or JSON Lines. `packing` is the compression, such as ``.gz``."""

    is_json: bool = False
    packing: str = ""

    def fitting(self, record: LineResult) -> LineResult:
        """Return the record, or an error if the format cannot store the record."""
        return record

    def encode(self, answers: Answers, query: Query) -> bytes | Bytes:
        """Return the records of a chunk in the order of its lines."""
        data = self._records(answers, query)
        return compress(bytes(data), self.packing) if self.packing else data

    def _records(self, answers: Answers, query: Query) -> bytes | Bytes:
        groups = list(self._groups(answers, query))
        if len(groups) == 1 and answers.lines == len(answers.rows) and not query.keep:
            return groups[0][1].reshape(-1)
        for record in answers.others:
            text = np.frombuffer(self._line(record, query), np.uint8)
            groups.append((np.array([record.line]), text.reshape(1, -1)))
        lengths = np.zeros(answers.lines, np.int64)
        for places, records in groups:
            lengths[places] = records.shape[1]
        starts = np.cumsum(lengths) - lengths
        data = np.empty(lengths.sum(), np.uint8)
        for places, records in groups:
            _scatter(data, starts[places], records)
        return self._with_kept(data.tobytes(), lengths, answers, query) if query.keep else data

    def _with_kept(
        self, data: bytes, lengths: NDArray[np.int64], answers: Answers, query: Query
    ) -> bytes:
        """Add the copied columns to the records."""
        lines, end = np.flatnonzero(lengths), b"}\n" if self.is_json else b"\n"
        edges = [0, *np.cumsum(lengths[lines]).tolist()]
        records = [data[start : stop - len(end)] for start, stop in pairwise(edges)]
        for name, column in zip(query.keep, answers.kept, strict=True):
            texts = column.texts()
            for place, line in enumerate(lines.tolist()):
                records[place] += self._field(name, texts[line], query)
        return b"".join(record + end for record in records)

    def _field(self, name: str, text: bytes, query: Query) -> bytes:
        if self.is_json:
            pair = json_line(name), json_line(text.decode(errors="replace"))
            return f", {pair[0]}: {pair[1]}".encode()
        if query.no_formulas:
            text = no_formula(text.decode(errors="replace")).encode()
        return b',"%s"' % text.replace(b'"', b'""') if _SPECIAL.search(text) else b"," + text

    def header(self, names: Sequence[str]) -> bytes:
        """Return the first line of CSV, with the names of the columns. JSON Lines has no header."""
        return compress(b"" if self.is_json else _csv(names), self.packing)

    def join(self, whole: Path, parts: Sequence[Path], names: Sequence[str]) -> None:
        """Make the result from the records of all shards."""
        join_files(whole, parts)

    def has_columns(self, path: Path, names: Sequence[str]) -> bool:
        """Tell whether a result has these columns. JSON Lines may have any columns."""
        header = b"" if self.is_json else _csv(names)
        with path.open("rb") as raw, unpacked(raw, str(path)) as file:
            return file.read(len(header)) == header

    def _groups(self, answers: Answers, query: Query) -> Iterator[tuple[NDArray[np.int64], Bytes]]:
        """Yield the line numbers and records of classic puzzles, in groups.

        The records of a group are equal except for their cells.
        """
        kinds = answers.kinds
        order = np.argsort(kinds, kind="stable")
        edges = np.flatnonzero(np.diff(kinds[order])) + 1
        groups = np.split(order, edges) if len(order) else []
        for group in groups:
            chosen = group if len(groups) > 1 else slice(None)
            template = self._line(row_record(answers, int(group[0]), query), query)
            records = _filled(template, answers.rows[chosen], answers.solutions[chosen])
            yield answers.places[chosen], records

    def _line(self, record: LineResult, query: Query) -> bytes:
        found = {name: getattr(record, name) for name in columns(query)}
        if self.is_json:
            given = {name: value for name, value in found.items() if value is not None}
            return json_line(given).encode() + b"\n"
        if query.no_formulas:
            found["puzzle"] = no_formula(record.puzzle)
        return _csv(list(found.values()))


def _csv(fields: Sequence[object]) -> bytes:
    out = io.StringIO()
    # Python does not quote a newline in a field if the line terminator has no newline.
    csv.writer(out, lineterminator="\r\n").writerow(fields)
    return out.getvalue().removesuffix("\r\n").encode() + b"\n"


def _filled(template: bytes, rows: Bytes, solutions: Bytes) -> Bytes:
    """Put the cells of puzzles and solutions into copies of a template."""
    head, *tails = (np.frombuffer(part, np.uint8) for part in template.split(MARK.encode()))
    pieces = [head]
    for cells, tail in zip((rows, solutions), tails, strict=False):
        pieces += [cells if cells is rows else cells + np.uint8(ord("0")), tail]
    return np.hstack([np.broadcast_to(piece, (len(rows), piece.shape[-1])) for piece in pieces])


def _scatter(data: Bytes, starts: NDArray[np.int64], records: Bytes) -> None:
    """Copy records of equal length to their start positions."""
    width = records.shape[1]
    windows = np.lib.stride_tricks.as_strided(data, (len(data) - width + 1, width), (1, 1))
    windows[starts] = records
