"""Read puzzles from texts, tables and compressed files, from stdin, or from the command line."""

from __future__ import annotations

import io
import os
import re
import select
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from nonet.cli.common.exits import complain
from nonet.cli.common.options import Reading, current_reading
from nonet.cli.common.output import tell
from nonet.formats import Record, parse, read_source, write_values
from nonet.formats.alphabets import character_alphabets, interpret
from nonet.formats.reader import format_of_file
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge
from nonet.system.files import require_other_files

if TYPE_CHECKING:
    from nonet.streaming.sources import PuzzleRow

STDIN = "<stdin>"

#: Seconds between two checks for typed input.
_PAUSE = 0.2

#: The longest file name in characters. A longer argument must be a puzzle.
_LONGEST_NAME = 255

#: An argument of at least 16 digits or signs for empty cells (4×4) must be a puzzle.
_CELLS = re.compile(r"[0-9.*_xX·?-]{16,}")

#: The short name of a puzzle at SudokuPad.
_SHORT_NAME = re.compile(r"[A-Za-z0-9]{3,15}")

#: nonet prints at most this many notes about one puzzle.
_MOST_NOTES = 20

_EXTENSION = re.compile(r"\.[A-Za-z]{1,5}")

_PARQUET = ".parquet"
_PACKED = (".gz", ".zst")

#: The most bytes of an unpacked file. All verbs except bulk hold the whole file in memory.
_MOST_UNPACKED = 1 << 27

_LONGEST_HEADER = 1 << 16

_CELL_SIGNS = b"0123456789.*_x?-"

#: The names and the texts of the columns of ``--keep`` in one row.
Kept: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Item:
    """A puzzle and its place.

    If nonet cannot read the puzzle, `puzzle` is None, and `error` says why. If nonet cannot read
    the whole file, `line` is None, too.
    """

    index: int
    file: str
    line: int | None
    puzzle: Puzzle | None
    error: PuzzleError | None = None
    kept: Kept = ()

    @property
    def place(self) -> str:
        """The file and the line for error messages, as in ``puzzles.txt:7``."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    def read(self) -> Puzzle:
        """Return the puzzle. If it is unreadable, raise the error."""
        if self.puzzle is None:
            raise self.error or PuzzleError("no puzzle")
        return self.puzzle


def items(
    sources: list[str] | None,
    keep: tuple[str, ...] = (),
    reading: Reading | None = None,
) -> Iterator[Item]:
    """Yield the puzzles of all sources, numbered from 0, with the columns to keep.

    By default, `reading` has the options of the command line.

    An unreadable puzzle, or a source without any puzzle, becomes an item with an error.
    """
    require_one_stdin(*sources or ())
    reading, index = reading or current_reading(), 0
    for number, source in enumerate(sources or ["-"], start=1):
        name, start = _name(source, number, reading.alphabet), index
        try:
            if not source.strip():
                raise PuzzleError(
                    "this argument is empty. Give a puzzle, a file, or '-' for stdin.", file=name
                )
            for record, kept in _read(source, name, reading, keep):
                item = Item(index, name, record.line, record.puzzle, record.error, kept)
                _note_oddities(item)
                yield item
                index += 1
            if index == start:
                raise PuzzleError("contains no puzzle", file=name)
        except PuzzleError as error:
            yield Item(index, name, None, None, error)
            index += 1


def require_one_stdin(*sources: str | None) -> None:
    """Refuse to read stdin twice."""
    if sources.count("-") > 1:
        raise PuzzleError("nonet can read stdin only once. Name it only once.", file=STDIN)


def require_target(file: str, sources: Iterable[str]) -> None:
    """Refuse an output file if it is a folder or a source, or if its folder does not exist."""
    require_other_files(file, sources)
    if Path(file).is_dir():
        raise PuzzleError("is a folder. Give the name of a file.", file=file)
    folder = Path(file).parent
    if not folder.is_dir():
        raise PuzzleError("this folder does not exist", file=str(folder))


def are_files(sources: list[str] | None) -> bool:
    """Tell whether several sources are files. Then each verdict begins with a file name."""
    return sum(not is_puzzle(source, current_reading().alphabet) for source in sources or ()) > 1


def _note_oddities(item: Item) -> None:
    """Print notes on stderr about clues that are allowed, but look like typos."""
    if item.puzzle is None:
        return
    grid = item.puzzle.grid
    notes = (note for rule in item.puzzle.rules for note in rule.notes(grid))
    for note in islice(notes, _MOST_NOTES):
        complain(f"note: {item.place}: {note}")
    if next(notes, None) is not None:
        complain(f"note: {item.place}: and more")


def only_puzzle(sources: list[str] | None, taker: str, reading: Reading | None = None) -> Puzzle:
    """Return the only puzzle of the sources. `taker` is the verb or the option that takes it."""
    [item] = only(items(sources, reading=reading), taker)
    return item.read()


def only(found: Iterator[Item], taker: str) -> Iterator[Item]:
    """Return the only item. `taker` is the verb or the option that takes it."""
    first = list(islice(found, 2))
    if len(first) > 1:
        for item in first:
            item.read()
        raise PuzzleError(f"{taker} takes one puzzle, but there are several")
    return iter(first)


def read_bytes(source: str) -> bytes:
    """Return the contents of a file, or of stdin for '-'."""
    try:
        return _stdin() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        name = STDIN if source == "-" else source
        raise PuzzleError(getattr(error, "strerror", None) or str(error), file=name) from None


def _read(
    source: str, name: str, reading: Reading, keep: tuple[str, ...]
) -> Iterator[tuple[Record, Kept]]:
    if reading.fetch and _SHORT_NAME.fullmatch(source) and not os.path.exists(source):
        source = f"https://sudokupad.app/{source}"
    if is_puzzle(source, reading.alphabet):
        for option, value in (("--keep", keep), ("--column", reading.column)):
            if value:
                raise PuzzleError(f"{option} needs a table, but this is a puzzle", file=name)
        return ((record, ()) for record in read_source(source, reading, name))
    is_parquet = source.lower().endswith(_PARQUET)
    if is_parquet:
        data, unpacked_name = b"", name
    else:
        data, unpacked_name = contents(read_bytes(source), name)
    found = records(unpacked_name, data, name, reading, keep)
    if found is not None:
        return found
    reading = replace(reading, format=reading.format or format_of_file(unpacked_name))
    return ((record, ()) for record in read_source(data, reading, name))


def _stdin() -> bytes:
    if not sys.stdin.isatty():
        return sys.stdin.buffer.read()
    tell("Type or paste puzzles, then press Ctrl-D.")
    return sys.stdin.buffer.read() if sys.platform == "win32" else b"".join(iter(_typed, b""))


def _typed() -> bytes:
    """Return the next typed input, or nothing after Ctrl-D."""
    # Wait in short steps, because Python may notice Ctrl-C only after a wait.
    while not select.select([sys.stdin], [], [], _PAUSE)[0]:
        pass
    return os.read(sys.stdin.fileno(), 1 << 16)


def _name(source: str, number: int, alphabet: str | None) -> str:
    if source == "-":
        return STDIN
    is_written = is_puzzle(source, alphabet) or not source.strip()
    return f"<argument {number}>" if is_written else source


def is_puzzle(argument: str, alphabet: str | None = None) -> bool:
    """Tell whether an argument is a puzzle. All other arguments are names of files."""
    if os.path.exists(argument):  # Path.exists() raises an error for a long name
        return False
    parts = argument.split("/")
    if "\n" in argument or argument.startswith("{") or max(map(len, parts)) > _LONGEST_NAME:
        return True
    if _CELLS.fullmatch(argument) or "://" in argument:
        return True
    from nonet.formats import links

    if links.recognise(argument):
        return True
    if alphabet and _is_written_in(alphabet, argument):
        return True
    is_name = len(parts) > 1 or _EXTENSION.fullmatch(Path(argument).suffix)
    return not is_name and (" " in argument.strip() or len(argument) >= 16)


def _is_written_in(alphabet: str, argument: str) -> bool:
    """Tell whether an argument is a square board of at least 4×4 cells in this alphabet."""
    side = isqrt(len(argument))
    if side < 4 or side**2 != len(argument):
        return False
    try:
        interpret(argument, character_alphabets(side, alphabet))
    except PuzzleError:
        return False
    return True


def contents(data: bytes, source: str) -> tuple[bytes, str]:
    """Return the unpacked text of a file in UTF-8, and the file's name without ``.gz``."""
    name = source
    if source.lower().endswith(_PACKED):
        from nonet.system import compression

        with compression.unpacked(io.BufferedReader(io.BytesIO(data)), source) as reader:
            data = reader.read(_MOST_UNPACKED + 1)
        if len(data) > _MOST_UNPACKED:
            most = f"{_MOST_UNPACKED >> 20} MB"
            message = f"the unpacked file has more than {most}. Unpack it first, or use nonet bulk."
            raise TooLarge(message, file=source)
        name = source[: -len(compression.kind(source))]
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # from a spreadsheet
        try:
            data = data.decode("utf-16").encode()
        except UnicodeDecodeError:
            raise PuzzleError("not a text file", file=source) from None
    return data, name


def records(
    source: str, data: bytes, name: str, reading: Reading, keep: tuple[str, ...] = ()
) -> Iterator[tuple[Record, Kept]] | None:
    """Return the puzzles of a table with the columns to keep, or None if there is no table."""
    is_parquet = source.lower().endswith(_PARQUET)
    if not is_parquet and not (reading.column or keep or may_be_table(data, source)):
        return None
    # Import these modules only for tables, because loading numpy takes time.
    from nonet.streaming.sources import rows_of_file, rows_of_text
    from nonet.streaming.tables import ColumnChoice

    choice = ColumnChoice(reading.column, kept=keep)
    rows = rows_of_file(source, choice) if is_parquet else rows_of_text(data, name, choice)
    if rows is None:
        return None
    return (
        (_record(index, row, name, reading), tuple(zip(keep, row.kept, strict=True)))
        for index, row in enumerate(rows)
    )


def may_be_table(data: bytes, source: str) -> bool:
    """Tell from the file name or the first line whether a text may be a table of puzzles."""
    first = data[:_LONGEST_HEADER].partition(b"\n")[0].lower()
    fields = [field.strip() for field in re.split(b"[,;\t]", first)]
    # A table with the cells of a single grid is not a table of puzzles.
    if len(fields) > 1 and all(len(field) < 3 and not field.strip(_CELL_SIGNS) for field in fields):
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
        from nonet.streaming.answers import stated_values

        values = stated_values(puzzle.grid, row.expected)
        stated = row.expected if values is None else write_values(puzzle.grid, values)
        puzzle = replace(puzzle, meta=(*puzzle.meta, ("solution", stated)))
    return Record(index, row.line, puzzle, None)
