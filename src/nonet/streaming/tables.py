"""Reads tables in text files, which have a header, then one line for each puzzle.

A quoted field may contain the delimiter, but no line end. So a row is always one line, and a file
can be divided at any line. pyarrow reads the rows if it is installed, otherwise Python's `csv`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np

from nonet.formats.text import counted
from nonet.streaming import compression
from nonet.streaming.columns import ColumnChoice, ColumnPlaces, is_header, lines_in
from nonet.streaming.lines import LONGEST, Column, Lines, Other, other_of
from nonet.system.errors import PuzzleError

_DELIMITERS = ",\t;"
_ENDINGS = (".csv", ".tsv")

#: The number of bytes of a table in memory to read at once.
_BLOCK = 1 << 20


class PuzzleRow(NamedTuple):
    """A row of a table: the text of the puzzle, or an error.

    `line` is the number of the row's line, from 1. `expected` is the solution in the table, or an
    empty text. `kept` has the values of the columns to copy.
    """

    line: int
    text: str
    expected: str = ""
    error: str | None = None
    kept: tuple[str, ...] = ()


def rows_of(blocks: Iterable[Lines]) -> Iterator[PuzzleRow]:
    """Yield the rows of all blocks of a table in order."""
    before = 1
    for lines in blocks:
        cells = zip(lines.places.tolist(), lines.rows, strict=True)
        found = [*lines.others, *(Other(place, row.tobytes().decode()) for place, row in cells)]
        for line, text, error in sorted(found):
            stated = b"" if lines.expected is None else lines.expected.text(line)
            kept = tuple(column.text(line).decode(errors="replace") for column in lines.kept)
            yield PuzzleRow(
                before + line, text, stated.decode(errors="replace").strip(), error, kept
            )
        before += lines.total


def rows_of_text(text: bytes, name: str, choice: ColumnChoice) -> Iterator[PuzzleRow] | None:
    r"""Return the rows of a text after its header; None if the text is not a table.

    The suffix of the file name helps to recognise a table.

    >>> list(rows_of_text(b"puzzle,solution\n12..34..2......3,1234\n", "in.csv", ColumnChoice()))
    [PuzzleRow(line=2, text='12..34..2......3', expected='1234', error=None, kept=())]
    """
    choice = choice._replace(finds_solutions=True)
    table = table_of(text[:_BLOCK].decode(errors="replace"), name, choice)
    if table is None:
        return None
    return rows_of(table.lines(piece, not number) for number, piece in enumerate(_pieces(text)))


def _pieces(text: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(text):
        stop = text.find(b"\n", start + _BLOCK) + 1 or len(text)
        yield text[start:stop]
        start = stop


def table_of(text: str, path: str, choice: ColumnChoice) -> Delimited | None:
    r"""Return the layout of a table; None if the first line of a text is not a header.

    A line is a header if it has the name that the user gives for the column of puzzles, or else a
    usual name. A file whose name ends like a table's must have a header, unless all its lines are
    puzzles.

    >>> table_of("quizzes,solutions\n", "sudoku.txt", ColumnChoice()).names
    ('quizzes', 'solutions')
    >>> table_of("53..7....6..195....98....6.8...6", "sudoku.csv", ColumnChoice())
    """
    ended = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first, _, rest = ended.partition("\n")
    is_named_so = PurePath(path.lower().removesuffix(compression.kind(path))).suffix in _ENDINGS
    headers = [(tuple(map(str.strip, _names(first, sign))), sign) for sign in _DELIMITERS]
    found = None
    for names, delimiter in headers:
        # A single word may also be the title above a drawn grid.
        below = rest.partition("\n")[0].strip(' "')
        is_sure = is_named_so or len(names) > 1 or _is_puzzle(below)
        if choice.puzzle in names or (is_header(names) and is_sure):
            found = names, delimiter
            break
    if found is None:
        found = max(headers, key=lambda header: len(header[0]))
        wants_columns = bool(choice.puzzle or choice.expected or choice.kept)
        if not wants_columns and (len(found[0]) == 1 or not is_named_so):
            return None
        if _is_puzzle(found[0][0]):
            raise PuzzleError(
                "the first line has a puzzle, not the names of columns: "
                "add a line such as puzzle,solution above it",
                file=path,
                line=1,
            )
    try:
        return Delimited(found[1], found[0], choice.found(found[0]))
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
        """The name of the column of puzzles."""
        return self.names[self.found.puzzle]

    def lines(self, block: bytes | memoryview, is_first: bool) -> Lines:
        r"""Return the puzzles of a block and the other columns; the first block has the header.

        >>> table = Delimited(",", ("id", "puzzle"), ColumnPlaces(1, kept=(0,)))
        >>> found = table.lines(b"id,puzzle\n7,12..34..2......3\n", is_first=True)
        >>> found.others, found.kept[0].text(1)
        ([Other(line=1, text='12..34..2......3', error=None)], b'7')
        """
        text = bytes(block)
        if b"\r" in text:  # line ends of other systems
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        columns, bad = self._by_arrow(text) or self._by_csv(text)
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

    @property
    def _wanted(self) -> Sequence[int]:
        expected = self.found.expected
        others = (*self.found.kept, *(() if expected is None else (expected,)))
        return sorted({self.found.puzzle, *others})

    def _by_arrow(self, text: bytes) -> tuple[dict[int, Column], dict[int, Other]] | None:
        """Read the columns and the bad rows with pyarrow; return None if it misreads any line."""
        try:
            import pyarrow as pa
            from pyarrow import csv as arrow
        except ImportError:
            return None
        if text.startswith(b"\n") or b"\n\n" in text or b'"' in text:
            return None  # pyarrow accepts blank rows and unclosed quotes
        bad: dict[int, Other] = {}

        def skip(row: Any) -> str:
            line = row.number - 1
            message = self._wrong_count(row.actual_columns)
            bad[line] = _bad_row(line, row.text.encode(errors="surrogateescape"), message)
            return "skip"

        wanted = [str(place) for place in self._wanted]
        try:
            table = arrow.read_csv(
                pa.BufferReader(text),
                arrow.ReadOptions(
                    use_threads=False,
                    block_size=len(text) + 1,
                    column_names=[str(place) for place in range(len(self.names))],
                ),
                arrow.ParseOptions(
                    delimiter=self.delimiter, ignore_empty_lines=False, invalid_row_handler=skip
                ),
                arrow.ConvertOptions(
                    check_utf8=False,
                    column_types=dict.fromkeys(wanted, pa.binary()),
                    include_columns=wanted,
                ),
            )
        except pa.ArrowException:
            return None
        total = text.count(b"\n") + (not text.endswith(b"\n"))
        if len(table) + len(bad) != total or any(table[name].num_chunks != 1 for name in wanted):
            return None
        good = np.ones(total, np.bool_)
        good[list(bad)] = False
        return {int(name): _spread(table[name].chunk(0), good) for name in wanted}, bad

    def _by_csv(self, text: bytes) -> tuple[dict[int, Column], dict[int, Other]]:
        """Read the columns and the bad rows with Python's `csv`."""
        # Latin-1 has a character for every byte, so bytes that are not UTF-8 damage only their own
        # field.
        lines = text.removesuffix(b"\n").decode("latin-1").split("\n") if text else []
        bad: dict[int, Other] = {}
        try:
            rows = self._rows(lines)
        except PuzzleError:
            rows = [[""] * len(self.names) for _ in lines]
            for number, line in enumerate(lines):
                try:
                    if line.strip(" "):
                        [rows[number]] = self._rows([line])
                    else:
                        bad[number] = _BLANK
                except PuzzleError as error:
                    bad[number] = _bad_row(number, line.encode("latin-1"), error.message)
        return {
            place: Column.of([row[place].encode("latin-1") for row in rows])
            for place in self._wanted
        }, bad

    def _rows(self, lines: list[str]) -> list[list[str]]:
        """Return the fields of each line; refuse a line that is not a row."""
        csv.field_size_limit(max(csv.field_size_limit(), *map(len, lines), 0))
        try:
            rows = list(csv.reader(lines, delimiter=self.delimiter, strict=True))
        except csv.Error as error:
            unclosed = "unexpected end of data" in str(error)
            reason = "a quoted field must end on its line" if unclosed else f"not CSV: {error}"
            raise PuzzleError(reason) from None
        if len(rows) != len(lines):
            raise PuzzleError("a quoted field must end on its line")
        for row in rows:
            if len(row) != len(self.names):
                raise PuzzleError(self._wrong_count(len(row)))
        return rows

    def _wrong_count(self, count: int) -> str:
        return f"{counted(count, 'field')}, but the first line has {len(self.names)}"


def _bad_row(line: int, text: bytes, message: str) -> Other:
    if not text.strip(b" "):
        return _BLANK
    if len(text) > LONGEST:
        return other_of(line, text)
    return Other(line, text.decode(errors="backslashreplace").strip(), message)


def _spread(array: Any, good: np.ndarray[Any, np.dtype[np.bool_]]) -> Column:
    """Return the texts of an Arrow array in the good rows, and empty texts in the other rows."""
    _, offsets, data = array.buffers()
    ends = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
    column = Column(
        np.frombuffer(data or b"", np.uint8), ends[:-1].astype(np.int64), ends[1:].astype(np.int64)
    )
    if good.all():
        return column
    starts, stops = np.zeros(len(good), np.int64), np.zeros(len(good), np.int64)
    starts[good], stops[good] = column.starts, column.ends
    return Column(column.data, starts, stops)


#: The entry for a blank line in a table.
_BLANK = Other(-1, "")
