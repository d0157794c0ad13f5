"""Find the columns of a table, and read CSV and similar texts.

A quoted field may contain the delimiter, but no line end. So a file can be divided at any line end.
NumPy splits lines without quotes, and Python's `csv` splits lines with quotes.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from nonet.formats.text import counted
from nonet.streaming.lines import (
    END,
    LONGEST,
    Bytes,
    Column,
    Lines,
    Other,
    Text,
    lines_in,
    other_of,
    with_unix_ends,
)
from nonet.system import compression
from nonet.system.errors import PuzzleError

_DELIMITERS = ",\t;"
_ENDINGS = (".csv", ".tsv")

#: The usual names of the columns of puzzles and of solutions.
PUZZLES = ("puzzle", "puzzles", "quiz", "quizzes", "board", "boards", "grid", "grids")
SOLUTIONS = ("solution", "solutions")

#: How a user of the command line and a user of Python choose a column.
_CHOOSING = "the column of puzzles with --column (in Python, column=)"

#: How many column names an error message lists.
_MOST_LISTED = 12


class ColumnPlaces(NamedTuple):
    """The positions of the columns, from 0."""

    puzzle: int
    expected: int | None = None
    kept: tuple[int, ...] = ()


class ColumnChoice(NamedTuple):
    """The names of the columns to read. If `puzzle` is None, nonet looks for a usual name.

    If `finds_solutions` is true, nonet also looks for a column of solutions.
    """

    puzzle: str | None = None
    expected: str | None = None
    kept: tuple[str, ...] = ()
    finds_solutions: bool = False

    def found(self, names: Sequence[str]) -> ColumnPlaces:
        """Return the positions of the columns in a header."""
        puzzle, expected = self.puzzle, self.expected
        if puzzle is None:
            puzzle = _usual(PUZZLES, names, f"name {_CHOOSING}")
        if puzzle is None:
            raise _missing(
                f"no column is named {', '.join(PUZZLES[::2])}. The columns are {_listed(names)}. "
                f"Name {_CHOOSING}",
                names,
            )
        if expected is None and self.finds_solutions:
            is_clear = list(names).count(SOLUTIONS[0]) == 1
            expected = SOLUTIONS[0] if is_clear else _usual(SOLUTIONS, names, "rename one")
        return ColumnPlaces(
            _place(puzzle, names),
            None if expected is None else _place(expected, names),
            tuple(_place(name, names) for name in self.kept),
        )


def _is_header(names: Sequence[str]) -> bool:
    return any(name.strip().casefold() in PUZZLES for name in names)


def _usual(usual: Sequence[str], names: Sequence[str], remedy: str) -> str | None:
    found = list(dict.fromkeys(name for name in names if name.strip().casefold() in usual))
    if len(found) > 1:
        several = " and ".join(map(repr, found))
        raise PuzzleError(f"{several} could both be the wanted column: {remedy}")
    return found[0] if found else None


def _place(name: str, names: Sequence[str]) -> int:
    """Return the position of a column. Ignore upper and lower case if no name matches exactly."""
    if (times := list(names).count(name)) > 1:
        raise PuzzleError(f"{times} columns are named {name!r}. Rename all but one")
    for wanted, there in ((name, list(names)), (name.casefold(), list(map(str.casefold, names)))):
        if there.count(wanted) == 1:
            return there.index(wanted)
    raise _missing(f"no column {name!r}. The columns are {_listed(names)}", names)


def _missing(message: str, names: Sequence[str]) -> PuzzleError:
    if not any(names):
        message = "the first line is empty: it must name the columns of the table"
    elif names[0].startswith("{"):
        message = "JSON Lines has no columns: convert it to CSV, TSV, text with ';' or Parquet"
    return PuzzleError(message)


def _listed(names: Sequence[str]) -> str:
    shown = [name if len(name) <= 30 else f"{name[:30]}…" for name in names[:_MOST_LISTED]]
    return ", ".join(shown) + (", …" if len(names) > _MOST_LISTED else "")


def table_of(text: str, path: str, choice: ColumnChoice) -> Delimited | None:
    r"""Return the layout of a table, or None if the first line of the text is not a header.

    A header names the column of puzzles. The user chooses the name, or nonet looks for a usual
    name. In a CSV file, a first line with several fields must be a header.
    """
    ended = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first, _, rest = ended.partition("\n")
    is_named_so = PurePath(path.lower().removesuffix(compression.kind(path))).suffix in _ENDINGS
    headers = [(tuple(map(str.strip, _names(first, sign))), sign) for sign in _DELIMITERS]
    # A first line with a single word may also be a title above the drawing of a grid.
    is_sure = is_named_so or _is_puzzle(rest.partition("\n")[0].strip(' "'))
    named = [
        (names, delimiter)
        for names, delimiter in headers
        if choice.puzzle in names or (_is_header(names) and (is_sure or len(names) > 1))
    ]
    names, delimiter = named[0] if named else max(headers, key=lambda header: len(header[0]))
    if not named:
        wants_columns = bool(choice.puzzle or choice.expected or choice.kept)
        if not wants_columns and (len(names) == 1 or not is_named_so):
            return None
        if _is_puzzle(names[0]):
            raise PuzzleError(
                "the first line must name the columns, but has a puzzle. "
                "Insert a line such as puzzle,solution",
                file=path,
                line=1,
            )
    try:
        return Delimited(delimiter, names, choice.found(names))
    except PuzzleError as error:
        raise error.at(file=path) from None


def _names(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader((line,), delimiter=delimiter, strict=True)) or [""]
    except csv.Error:
        return [line]


def _is_puzzle(field: str) -> bool:
    return len(field) >= 16 and not any(map(str.isalpha, field.lower().replace("x", "")))


@dataclass(frozen=True)
class Delimited:
    """The layout of a table: the delimiter, the names of the columns, and the columns to read."""

    delimiter: str
    names: tuple[str, ...]
    found: ColumnPlaces

    @property
    def column(self) -> str:
        return self.names[self.found.puzzle]

    def lines(self, block: Text, is_first: bool) -> Lines:
        """Return the lines of a part of the table. The first part begins with the header."""
        columns, left_out = self._columns(with_unix_ends(block))
        if is_first:
            left_out[0] = None
        puzzle, expected, kept = self.found
        lines = lines_in(columns[puzzle], left_out)
        if len(self.names) == 1:  # an empty field is a blank line
            lines = lines._replace(others=[other for other in lines.others if other.text])
        return lines._replace(
            expected=None if expected is None else columns[expected],
            kept=tuple(columns[place] for place in kept),
        )

    def _columns(self, data: Bytes) -> tuple[dict[int, Column], dict[int, Other | None]]:
        """Return the columns to read, and an error for each line that is not a row."""
        puzzle, expected, kept = self.found
        wanted = {puzzle, *kept} | (set() if expected is None else {expected})
        is_mark = (data == ord(self.delimiter)) | (data == END)
        marks = np.concatenate([[-1], np.flatnonzero(is_mark)])  # every field is between two marks
        lasts = np.flatnonzero(data[marks[1:]] == END) + 1
        ends = marks[lasts]
        is_row = np.diff(lasts, prepend=0) == len(self.names)
        is_row[np.searchsorted(ends, np.flatnonzero(data == ord('"')))] = False
        firsts = lasts[is_row] - len(self.names)
        bounds = {place: np.zeros((2, len(lasts)), np.int64) for place in wanted}
        for place in wanted:
            bounds[place][:, is_row] = marks[firsts + place] + 1, marks[firsts + place + 1]
        left_out: dict[int, Other | None] = {}
        unquoted, size = [data], len(data)
        for line in np.flatnonzero(~is_row).tolist():
            text = data[ends[line - 1] + 1 if line else 0 : ends[line]].tobytes()
            try:
                fields = self._fields(text)
            except PuzzleError as error:
                bad = Other(line, text.decode(errors="backslashreplace").strip(), error.message)
                bad = other_of(line, text) if len(text) > LONGEST else bad
                left_out[line] = bad if text.strip(b" ") else None
                continue
            for place in wanted:
                field = np.frombuffer(fields[place], np.uint8)
                bounds[place][:, line] = size, size + len(field)
                unquoted.append(field)
                size += len(field)
        whole = np.concatenate(unquoted) if len(unquoted) > 1 else data
        return {place: Column(whole, *bounds[place]) for place in wanted}, left_out

    def _fields(self, line: bytes) -> list[bytes]:
        """Split a line. Refuse a line that is not a row of this table."""
        csv.field_size_limit(max(csv.field_size_limit(), len(line)))
        # Latin-1 can decode every byte, so bad UTF-8 in one field does not spoil other fields.
        lines = (line.decode("latin-1"),)
        try:
            fields = next(csv.reader(lines, delimiter=self.delimiter, strict=True), [])
        except csv.Error as error:
            unclosed = "unexpected end of data" in str(error)
            reason = "a quoted field must end on its line" if unclosed else f"not CSV: {error}"
            raise PuzzleError(reason) from None
        if len(fields) != len(self.names):
            count = counted(len(fields), "field")
            raise PuzzleError(f"the line has {count}, but the first line has {len(self.names)}")
        return [field.encode("latin-1") for field in fields]
