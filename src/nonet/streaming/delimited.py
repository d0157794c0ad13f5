"""Tables as text: a line of names, then a line of fields for each puzzle, as spreadsheets write.

A row is one line: a field in quotes may have the delimiter in it, but no line end. So a file can be
divided at any line.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from nonet.formats.text import counted
from nonet.streaming import compression
from nonet.streaming.columns import ColumnChoice, ColumnPlaces, is_header, lines_in
from nonet.streaming.lines import Bytes, Column, Lines, Other
from nonet.system.errors import PuzzleError

_DELIMITERS = ",\t;"
_ENDINGS = (".csv", ".tsv")
_END = ord("\n")
_LEAST_CELL = ord(".")

#: A line that is longer is not looked at for its like.
_LONGEST = 1 << 12


@dataclass(frozen=True)
class Header:
    """The names of the columns, and what stands between them."""

    names: tuple[str, ...]
    delimiter: str

    def table(self, choice: ColumnChoice) -> Delimited:
        """Return how the rows below are read."""
        return Delimited(self.delimiter, self.names, choice.found(self.names))


def header_of(text: str, path: str, choice: ColumnChoice) -> Header | None:
    r"""Return the names of the columns if the beginning of a file has them in its first line.

    It has, if one is a usual name of puzzles or the name that is asked for. A file that calls
    itself a table must have names, unless it has a puzzle per line and nothing else.

    >>> header_of("quizzes,solutions\n", "sudoku.txt", ColumnChoice()).names
    ('quizzes', 'solutions')
    >>> header_of("53..7....6..195....98....6.8...6", "sudoku.csv", ColumnChoice())
    """
    ended = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, _, rest = ended.partition("\n")
    is_named_so = PurePath(path.lower().removesuffix(compression.kind(path))).suffix in _ENDINGS
    found = [
        Header(tuple(map(str.strip, _fields(text, delimiter))), delimiter)
        for delimiter in _DELIMITERS
    ]
    asked = [choice.puzzle] if choice.puzzle else []
    for header in found:
        if any(name in header.names for name in asked):
            return header
        # A word alone may as well be the heading of a drawn grid.
        below = rest.partition("\n")[0].strip(' "')
        is_sure = is_named_so or len(header.names) > 1 or _is_puzzle(below)
        if is_header(header.names) and is_sure:
            return header
    widest = max(found, key=lambda header: len(header.names))
    wants_columns = bool(choice.puzzle or choice.expected or choice.kept)
    if not (is_named_so or wants_columns) or (len(widest.names) == 1 and not wants_columns):
        return None
    if _is_puzzle(widest.names[0]):
        raise PuzzleError(
            "the first line has no names of columns, but a puzzle: "
            "put a line such as puzzle,solution above it",
            file=path,
            line=1,
        )
    return widest


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader((line,), delimiter=delimiter, strict=True)) or [""]
    except csv.Error:
        return [line]


def _is_puzzle(field: str) -> bool:
    return len(field) >= 16 and not any(map(str.isalpha, field.lower().replace("x", "")))


@dataclass(frozen=True)
class Delimited:
    """The rows of a table: the delimiter, the names of its columns, and where those wanted are."""

    delimiter: str
    names: tuple[str, ...]
    found: ColumnPlaces

    @property
    def column(self) -> str:
        """The name of the column of puzzles."""
        return self.names[self.found.puzzle]

    def lines(self, block: bytes | memoryview, is_first: bool) -> Lines:
        r"""Return the puzzles of a block with their columns; the first one has the names above.

        >>> table = Delimited(",", ("id", "puzzle"), ColumnPlaces(1, kept=(0,)))
        >>> found = table.lines(b"id,puzzle\n7,12..34..2......3\n", is_first=True)
        >>> found.others, found.kept[0].text(1)
        ([Other(line=1, text='12..34..2......3', error=None)], b'7')
        """
        bad: dict[int, Other] = {}
        columns = self._regular(np.frombuffer(block, np.uint8))
        if columns is None:
            text = bytes(block)
            if b"\r" in text:  # line ends of other systems
                text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            columns = None if b'"' in text else self._even(np.frombuffer(text, np.uint8))
            if columns is None:
                columns, bad = self._uneven(text)
        lines = lines_in(columns[self.found.puzzle], int(is_first), bad)
        has_blanks = len(self.names) == 1
        others = [
            other
            for other in lines.others
            if other is not _BLANK and (other.text or not has_blanks)
        ]
        expected = self.found.expected
        return lines._replace(
            others=others,
            expected=None if expected is None else columns[expected],
            kept=tuple(columns[place] for place in self.found.kept),
        )

    def _regular(self, data: Bytes) -> dict[int, Column] | None:
        """Return the columns if all lines are like the first: cells between the same delimiters."""
        size = int(np.argmax(data[:_LONGEST] == _END)) + 1
        count, rest = divmod(len(data), size)
        rows = data[: count * size].reshape(count, size)
        marks = np.flatnonzero(rows[0] < _LEAST_CELL)
        if rest or len(marks) != len(self.names) or rows[0, -1] != _END:
            return None
        # No quotes, spaces and other line ends: all of them are smaller than any cell.
        if (
            (rows[:, marks] != rows[0, marks]).any()
            or (rows[0, marks[:-1]] != ord(self.delimiter)).any()
            or np.count_nonzero(data < _LEAST_CELL) != count * len(marks)
        ):
            return None
        firsts = np.arange(0, len(data), size)
        return {
            place: Column(
                data,
                firsts + (int(marks[place - 1]) + 1 if place else 0),
                firsts + int(marks[place]),
            )
            for place in self._wanted
        }

    def _even(self, data: Bytes) -> dict[int, Column] | None:
        """Return the columns if each line has as many fields as there are names, and no quotes."""
        is_end = data == _END
        marks = np.flatnonzero(is_end | (data == ord(self.delimiter)))
        is_open = bool(len(data)) and data[-1] != _END
        if is_open:
            marks = np.append(marks, len(data))
        count, rest = divmod(len(marks), len(self.names))
        if rest or np.count_nonzero(is_end) != count - is_open:
            return None
        fields = marks.reshape(count, len(self.names))
        ends = fields[:, -1]
        if not is_end[ends[: count - is_open]].all():
            return None
        starts = np.concatenate([[0], ends[:-1] + 1])
        return {
            place: Column(data, fields[:, place - 1] + 1 if place else starts, fields[:, place])
            for place in self._wanted
        }

    @property
    def _wanted(self) -> Sequence[int]:
        expected = self.found.expected
        others = (*self.found.kept, *(() if expected is None else (expected,)))
        return sorted({self.found.puzzle, *others})

    def _uneven(self, text: bytes) -> tuple[dict[int, Column], dict[int, Other]]:
        """Return the columns as Python reads them, and the lines that have other fields."""
        bad: dict[int, Other] = {}
        rows = []
        empty = [b""] * len(self.names)
        for number, line in enumerate(text.removesuffix(b"\n").split(b"\n")):
            fields = empty
            try:
                fields = self._row(line) if line.strip(b" ") else empty
            except PuzzleError as error:
                shown = line.decode(errors="backslashreplace").strip()
                bad[number] = Other(number, shown, error.message)
            if not line.strip(b" "):
                bad[number] = _BLANK
            rows.append(fields)
        columns = {place: Column.of([row[place] for row in rows]) for place in self._wanted}
        return columns, bad

    def _row(self, line: bytes) -> list[bytes]:
        # Latin-1 has a character for every byte: what is no UTF-8 spoils its own field alone.
        try:
            reader = csv.reader((line.decode("latin-1"),), delimiter=self.delimiter, strict=True)
            fields = [field.encode("latin-1") for field in next(reader)]
        except csv.Error as error:
            unclosed = "unexpected end of data" in str(error)
            reason = "a quoted field must end on its line" if unclosed else f"not CSV: {error}"
            raise PuzzleError(reason) from None
        if len(fields) != len(self.names):
            there = counted(len(fields), "field")
            raise PuzzleError(f"{there}, and the first line names {len(self.names)}")
        return fields


#: Stands for a line with nothing on it.
_BLANK = Other(-1, "")
