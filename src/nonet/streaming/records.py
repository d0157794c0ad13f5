"""The record of each line, and its text in CSV or JSON Lines."""

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
from nonet.streaming.lines import Bytes, Column
from nonet.streaming.query import Query
from nonet.system import compression

#: The outcomes of a comparison. Arrays have their indices in this tuple.
OUTCOMES = (None, "same", "possible", "differs")

#: Stands for the cells in the template of a record. No other field contains this character, and CSV
#: does not quote it.
_MARK = "~"

#: A CSV field with any of these characters needs quotes.
_SPECIAL = re.compile(rb'[,"\r\n]')

IS_JSON = {".csv": False, ".txt": False, ".jsonl": True, ".ndjson": True}


@dataclass(frozen=True)
class LineResult:
    """The answer to the puzzle on a line, or an error. Lines are numbered from 0.

    All other fields are columns of records.
    """

    line: int = 0
    puzzle: str = ""
    verdict: str | None = None
    solution: str | None = None
    count: int | None = None
    automorphisms: int | None = None
    canonical: str | None = None
    er: float | None = None
    hardest: int | None = None
    at_least: int | None = None
    backend: str | None = None
    error: str | None = None
    compared: str | None = None


@dataclass(frozen=True)
class Answers:
    """The answers to a chunk: arrays for classic puzzles, and a record for each of the other lines.

    The array `rows` has the classic puzzles, `solutions` has their solutions, both as text, and
    `places` has their line numbers. The backend `by` answered them without reaching a limit. `kept`
    has the columns to copy, with a text for every line of the chunk. In mode canon, `counts` are
    numbers of automorphisms, and `solutions` are canonical forms.
    """

    lines: int
    rows: Bytes
    places: NDArray[np.int64]
    counts: NDArray[np.uint64]
    solutions: Bytes
    by: str
    others: list[LineResult]
    outcomes: NDArray[np.uint8]
    kept: tuple[Column, ...] = ()

    def record(self, row: int, query: Query, cells: str | None = None) -> LineResult:
        """Return the record of a classic puzzle, with its cells or with other text for them."""
        count = int(self.counts[row])
        puzzle = cells or str(self.rows[row], "ascii")
        solution = cells or str(self.solutions[row], "ascii")
        found: dict[str, Any] = {"solution": solution if count else None}
        if query.mode is BulkMode.COUNT:
            found = {"count": count}
        elif query.mode is BulkMode.CANON:
            found = {"automorphisms": count, "canonical": solution}
        return LineResult(
            int(self.places[row]),
            puzzle,
            verdict=query.verdict(count),
            backend=self.by or None,
            compared=OUTCOMES[self.outcomes[row]],
            **found,
        )


def columns(query: Query) -> tuple[str, ...]:
    """Return the names of the columns that nonet itself writes."""
    found = {
        BulkMode.COUNT: ("verdict", "count"),
        BulkMode.CANON: ("automorphisms", "canonical"),
        BulkMode.RATE: ("verdict", "er", "hardest", "at_least"),
    }.get(query.mode, ("verdict", "solution"))
    return ("puzzle", *found, "backend", "error", *(("compared",) if query.compare else ()))


@dataclass(frozen=True)
class TextStyle:
    """Writes CSV with a header, or JSON Lines. `packing` is the compression, such as ``.gz``.

    With `no_formulas`, CSV has an apostrophe before text that looks like a spreadsheet formula.
    """

    is_json: bool = False
    packing: str = ""
    no_formulas: bool = False

    def fitting(self, record: LineResult) -> LineResult:
        """Return the record, or an error if the format cannot store the record."""
        return record

    def encode(self, answers: Answers, query: Query) -> bytes | Bytes:
        """Return the records of a chunk in the order of its lines."""
        data = self._records(answers, query)
        return compression.compress(bytes(data), self.packing) if self.packing else data

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
        lines, end = np.flatnonzero(lengths), b"}\n" if self.is_json else b"\n"
        edges = [0, *np.cumsum(lengths[lines]).tolist()]
        records = [data[start : stop - len(end)] for start, stop in pairwise(edges)]
        for name, column in zip(query.keep, answers.kept, strict=True):
            texts = column.texts()
            for place, line in enumerate(lines.tolist()):
                records[place] += self._field(name, texts[line])
        return b"".join(record + end for record in records)

    def _field(self, name: str, text: bytes) -> bytes:
        if self.is_json:
            pair = json_line(name), json_line(text.decode(errors="replace"))
            return f", {pair[0]}: {pair[1]}".encode()
        if self.no_formulas:
            text = no_formula(text.decode(errors="replace")).encode()
        return b',"%s"' % text.replace(b'"', b'""') if _SPECIAL.search(text) else b"," + text

    def header(self, names: Sequence[str]) -> bytes:
        """Return the first line of CSV, with the names of the columns. JSON Lines has no header."""
        return compression.compress(b"" if self.is_json else _csv(names), self.packing)

    def join(self, whole: Path, parts: Sequence[Path], names: Sequence[str]) -> None:
        join_files(whole, parts)

    def has_columns(self, path: Path, names: Sequence[str]) -> bool:
        """Tell whether a result has these columns. JSON Lines may have any columns."""
        header = b"" if self.is_json else _csv(names)
        with path.open("rb") as raw, compression.unpacked(raw, str(path)) as file:
            return file.read(len(header)) == header

    def _groups(self, answers: Answers, query: Query) -> Iterator[tuple[NDArray[np.int64], Bytes]]:
        """Yield the line numbers and records of classic puzzles, in groups with equal templates."""
        kinds = answers.counts * np.uint64(len(OUTCOMES)) + answers.outcomes
        order = np.argsort(kinds, kind="stable")
        edges = np.flatnonzero(np.diff(kinds[order])) + 1
        groups = np.split(order, edges) if len(order) else []
        for group in groups:
            chosen = group if len(groups) > 1 else slice(None)
            template = self._line(answers.record(int(group[0]), query, _MARK), query)
            head, *tails = (np.frombuffer(part, np.uint8) for part in template.split(b"~"))
            pieces = [head]
            for cells, tail in zip((answers.rows, answers.solutions), tails, strict=False):
                pieces += [cells[chosen], tail]
            wide = [np.broadcast_to(piece, (len(group), piece.shape[-1])) for piece in pieces]
            yield answers.places[chosen], np.hstack(wide)

    def _line(self, record: LineResult, query: Query) -> bytes:
        found = {name: getattr(record, name) for name in columns(query)}
        if self.is_json:
            given = {name: value for name, value in found.items() if value is not None}
            return json_line(given).encode() + b"\n"
        if self.no_formulas:
            found["puzzle"] = no_formula(record.puzzle)
        return _csv(list(found.values()))


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


def _csv(fields: Sequence[object]) -> bytes:
    out = io.StringIO()
    # Python does not quote a newline in a field if the line terminator has no newline.
    csv.writer(out, lineterminator="\r\n").writerow(fields)
    return out.getvalue().removesuffix("\r\n").encode() + b"\n"


def _scatter(data: Bytes, starts: NDArray[np.int64], records: Bytes) -> None:
    width = records.shape[1]
    windows = np.lib.stride_tricks.as_strided(data, (len(data) - width + 1, width), (1, 1))
    windows[starts] = records
