"""Tables row by row: for verbs that answer puzzle by puzzle, and for Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonet.streaming.columns import ColumnChoice
from nonet.streaming.delimited import Delimited, header_of
from nonet.streaming.lines import Lines, Other
from nonet.system.errors import PuzzleError

#: How much of a table is read at once: bytes of text, or of puzzles.
_BLOCK = 1 << 20


class PuzzleRow(NamedTuple):
    """A row with a puzzle as it stands there, or the reason why it has none.

    `line` is its place, from 1; `expected` is the solution that the table states, perhaps empty,
    and `kept` are other columns.
    """

    line: int
    text: str
    expected: str = ""
    error: str | None = None
    kept: tuple[str, ...] = ()


def table_of_text(text: bytes, name: str, choice: ColumnChoice) -> Delimited | None:
    """Return how a text is read as a table, with its column of solutions; None if it is none.

    The name of the file may say that it is one.
    """
    header = header_of(text[:_BLOCK].decode(errors="replace"), name, choice)
    if header is None:
        return None
    try:
        return header.table(choice._replace(finds_solutions=True))
    except PuzzleError as error:
        raise error.at(file=name) from None


def rows_of_text(text: bytes, table: Delimited) -> Iterator[PuzzleRow]:
    r"""Yield the rows of a table that is text, without its first line.

    >>> text = b"puzzle,solution\n12..34..2......3,1234\n"
    >>> list(rows_of_text(text, table_of_text(text, "in.csv", ColumnChoice())))
    [PuzzleRow(line=2, text='12..34..2......3', expected='1234', error=None, kept=())]
    """
    return rows_of(table.lines(piece, not number) for number, piece in enumerate(_pieces(text)))


def rows_of_parquet(path: str, choice: ColumnChoice) -> Iterator[PuzzleRow]:
    """Yield the rows of a Parquet file, with the column of solutions if there is one."""
    from nonet.streaming.parquet.source import ParquetFile

    source = ParquetFile.of(path, _BLOCK, choice._replace(finds_solutions=True))
    return rows_of(lines for chunk in source.chunks(0, 1) for lines in chunk.lines())


def _pieces(text: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(text):
        stop = text.find(b"\n", start + _BLOCK) + 1 or len(text)
        yield text[start:stop]
        start = stop


def rows_of(blocks: Iterable[Lines]) -> Iterator[PuzzleRow]:
    """Yield the rows of all blocks of a table, in their order."""
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
