"""Read puzzles from tables and compressed files."""

from __future__ import annotations

import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from nonet.cli.common.verbs import Reading
from nonet.formats import Record, parse
from nonet.system.errors import PuzzleError, TooLarge

if TYPE_CHECKING:
    from nonet.streaming.sources import PuzzleRow

_PARQUET = ".parquet"
_PACKED = (".gz", ".zst")

#: An unpacked file may have this many bytes. All verbs except bulk hold the whole file in memory.
_MOST_UNPACKED = 1 << 30

_LONGEST_HEADER = 1 << 16

_CELLS = b"0123456789.*_x?-"


def contents(data: bytes, source: str) -> tuple[bytes, str]:
    """Return the unpacked text of a file in UTF-8, and the file's name without ``.gz``."""
    if not source.lower().endswith(_PACKED):
        return _plain(data, source), source
    from nonet.streaming import compression

    with compression.unpacked(io.BufferedReader(io.BytesIO(data)), source) as reader:
        text = reader.read(_MOST_UNPACKED + 1)
    if len(text) > _MOST_UNPACKED:
        most = f"{_MOST_UNPACKED >> 20} MB"
        raise TooLarge(f"has more than {most} when unpacked. Use nonet bulk.", file=source)
    return _plain(text, source), source[: -len(compression.kind(source))]


def _plain(data: bytes, source: str) -> bytes:
    """Return a text in UTF-8. Convert UTF-16, because spreadsheets write it."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            return data.decode("utf-16").encode()
        except UnicodeDecodeError:
            raise PuzzleError("not a text file", file=source) from None
    return data


#: The columns of ``--keep`` in one row. Each column is a pair of its name and its text.
Kept: TypeAlias = tuple[tuple[str, str], ...]


def records(
    source: str, data: bytes, name: str, reading: Reading, keep: tuple[str, ...] = ()
) -> Iterator[tuple[Record, Kept]] | None:
    """Return the puzzles of a table and the columns to keep. Return None for all other sources."""
    is_parquet = source.lower().endswith(_PARQUET)
    if not is_parquet and not (reading.column or keep or may_be_table(data, source)):
        return None
    # Import these modules only for tables, because loading numpy would slow down a quick answer.
    from nonet.streaming.columns import ColumnChoice
    from nonet.streaming.sources import rows_of_file, rows_of_text

    choice = ColumnChoice(reading.column, kept=keep)
    rows = rows_of_file(source, choice) if is_parquet else rows_of_text(data, name, choice)
    if rows is None:
        return None
    return (
        (_record(index, row, name, reading), tuple(zip(keep, row.kept, strict=True)))
        for index, row in enumerate(rows)
    )


def may_be_table(data: bytes, source: str) -> bool:
    """Tell from the file name or the first line whether a text may be a table.

    A spreadsheet with the cells of a single grid is not a table of puzzles.
    """
    first = data[:_LONGEST_HEADER].partition(b"\n")[0].lower()
    fields = [field.strip() for field in re.split(b"[,;\t]", first)]
    if len(fields) > 1 and all(len(field) < 3 and not field.strip(_CELLS) for field in fields):
        return False
    words = (b"puzzle", b"quiz", b"board", b"grid")
    return source.lower().endswith((".csv", ".tsv")) or any(word in first for word in words)


def _record(index: int, row: PuzzleRow, name: str, reading: Reading) -> Record:
    try:
        if row.error:
            raise PuzzleError(row.error)
        puzzle = parse(
            row.text,
            format=reading.format,
            alphabet=reading.alphabet,
            ignore_drawings=reading.ignore_drawings,
        )
    except PuzzleError as error:
        placed = PuzzleError(error.message, file=name, line=row.line, cell=error.cell)
        return Record(index, row.line, None, placed)
    if row.expected:
        from nonet.streaming.comparison import on_grid

        stated = on_grid(puzzle.grid, row.expected)
        puzzle = replace(puzzle, meta=(*puzzle.meta, ("solution", stated)))
    return Record(index, row.line, puzzle, None)
