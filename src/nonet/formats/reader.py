"""Finds the format of a text, and reads puzzles from texts, bytes and files."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from os import PathLike, fspath
from pathlib import Path, PurePath

from nonet.formats.contract import (
    BY_LOOK,
    EXTENSIONS,
    FORMATS,
    LINKS,
    NAMES,
    Format,
    Found,
    attempt,
    loaded,
)
from nonet.formats.line import one_of_many
from nonet.formats.squares import puzzle_of
from nonet.formats.text import DETECTED, Reading, Source, is_unicode
from nonet.puzzle import Puzzle
from nonet.puzzle.puzzle import refilled
from nonet.system.errors import PuzzleError

#: A line of cells has at most this many characters, even in the largest puzzle.
_LONGEST = 1 << 20

_NOT_UNICODE = "not UTF-8"
#: Stands for a NUL byte in a decoded text. Python does not use this surrogate.
_NUL = "\udc00"
#: Matches control characters and bytes that are not UTF-8. Python decodes such bytes as surrogates.
_NO_TEXT = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f\udc80-\udcff]")


def detect(source: Source) -> str:
    """Return the name of the format that recognises a text, or ``line`` if none does."""
    names = BY_LOOK if len(source.first) > _LONGEST else NAMES
    return _first_of(map(loaded, names), source)


def of_line(text: str) -> str:
    """Return the name of the format that recognises a line as a whole puzzle, or ``line``."""
    formats = (format for format in map(loaded, NAMES) if format.is_for_lines)
    return _first_of(formats, Source((text,)))


def _first_of(formats: Iterable[Format], source: Source) -> str:
    if source.first:
        for format in formats:
            if format.recognises(source):
                return format.name
    return "line"


def format_named(name: str) -> Format:
    """Return the format with this name."""
    if name not in FORMATS:
        from nonet.formats.json_text import unknown

        raise PuzzleError(f"unknown format {unknown(name, FORMATS)}")
    return loaded(name)


def format_of_file(path: str) -> str | None:
    """Return the name of the format with this file's extension, or None."""
    return EXTENSIONS.get(PurePath(path).suffix.lower())


@dataclass(frozen=True, slots=True)
class Record:
    """One puzzle of a text, or an error if the puzzle cannot be read.

    Either `puzzle` or `error` is None. `index` counts the records from 0. `line` is the line number
    of the puzzle, from 1.

    >>> [(record.line, record.puzzle is None) for record in read("12..341.....4...\\n\\n12..3")]
    [(1, False), (3, True)]
    """

    index: int
    line: int
    puzzle: Puzzle | None
    error: PuzzleError | None


#: Matches the 81 cells of a classic puzzle. Most texts are such puzzles.
_CELLS = re.compile("[0-9.]{81}")
#: The given of each character, by its code.
_GIVENS = [None] * ord("1") + [*range(1, 10)]
_EMPTY = puzzle_of(one_of_many("." * 81))


#: Most texts are read with the same few options.
_reading = lru_cache(maxsize=8)(Reading)


def are_cells(text: object) -> bool:
    """Tell whether this is a text of 81 digits and dots."""
    return isinstance(text, str) and len(text) == 81 and _CELLS.fullmatch(text) is not None


def of_cells(text: str) -> Puzzle:
    """Return the classic puzzle with these 81 cells. This is quicker than to detect the format."""
    return refilled(_EMPTY, itemgetter(*text.encode())(_GIVENS))


def parse(
    text: str,
    *,
    format: str | None = None,
    alphabet: str | None = None,
    ignore_drawings: bool = False,
    fetch: bool = False,
    name: str | None = None,
) -> Puzzle:
    """Return the only puzzle of a text. Error messages call the text `name`.

    Links may contain drawings that match no rule. Such a drawing is an error, but with
    `ignore_drawings` it is ignored. With `fetch`, nonet downloads the puzzle of a short link.

    >>> parse("12..341.....4... an easy one").label
    'an easy one'
    """
    if format is None and alphabet is None and are_cells(text):
        return of_cells(text)
    found = _found(text, _reading(format, alphabet, ignore_drawings, fetch), name)
    for _, puzzle in found:
        if isinstance(puzzle, PuzzleError):
            raise puzzle
        for line, _ in found:
            problem = "the text has more than one puzzle. Use read() to read all puzzles"
            raise PuzzleError(problem, file=name, line=line)
        return puzzle
    raise PuzzleError("no puzzle in the text", file=name)


def parse_line(text: str, *, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle on one line of a text, such as a line of cells, a link or JSON."""
    if not is_unicode(text):
        raise PuzzleError(_NOT_UNICODE)
    format = of_line(text)
    if format != "line":
        return parse(text, format=format, ignore_drawings=ignore_drawings)
    return puzzle_of(one_of_many(text))


def read(
    text: str,
    *,
    format: str | None = None,
    alphabet: str | None = None,
    ignore_drawings: bool = False,
    fetch: bool = False,
    name: str | None = None,
) -> Iterator[Record]:
    """Yield a record for each puzzle of a text. The record of a bad puzzle has its error.

    If the format of the text is unknown or ambiguous, raise an error at once.

    >>> for record in read("12..341.....4...\\n12..341.....4.."):
    ...     print(record.index, record.puzzle and record.puzzle.grid, record.error)
    0 Grid(rows=4, columns=4, values=range(1, 5), layers=()) None
    1 None line 2: 15 characters: a 4×4 puzzle has 16
    """
    reading = Reading(format, alphabet, ignore_drawings, fetch)
    return _records(_found(text, reading, name))


def read_source(
    data: str | bytes, reading: Reading = DETECTED, name: str | None = None
) -> Iterator[Record]:
    """Yield a record for each puzzle of a text, or of the bytes of a file.

    The extension of `name` may tell the format of the bytes. A puzzle with a byte that is not text
    becomes an error, and the other puzzles are read.

    >>> next(read_source(b"12..341.....4...")).puzzle.grid.rows
    4
    """
    if isinstance(data, bytes):
        format = reading.format or (format_of_file(name) if name else None)
        data, reading = _decoded(data, name), replace(reading, format=format)
    return _records(_found(data, reading, name))


def read_file(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    alphabet: str | None = None,
    ignore_drawings: bool = False,
    fetch: bool = False,
) -> Iterator[Record]:
    """Yield a record for each puzzle of a file. The extension of the file may tell its format.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "puzzles.txt")
    ...     _ = file.write_text("12..341.....4...\\n...1............ a hard one\\n")
    ...     [record.puzzle.label for record in read_file(file)]
    [None, 'a hard one']
    """
    reading = Reading(format, alphabet, ignore_drawings, fetch)
    return read_source(Path(path).read_bytes(), reading, fspath(path))


def _decoded(data: bytes, name: str | None) -> str:
    """Decode a file. Bytes that are not UTF-8 become surrogates, which `_without_strays` finds."""
    is_utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        text = data.decode("utf-16") if is_utf16 else data.decode("utf-8", "surrogateescape")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text and _is_binary(text):
        from nonet.system.compression import foreign

        raise PuzzleError(foreign(data[:16]) or "not a text file", file=name)
    return text.replace("\0", _NUL)


def _is_binary(text: str) -> bool:
    """Tell whether most lines contain characters that text files never contain."""
    lines = Source.of(text).lines
    content = [line for line in lines if line.strip()]
    return 2 * sum(_NO_TEXT.search(line) is not None for line in content) > len(content)


def _without_strays(
    found: Iterator[Found], lines: Sequence[str], bad: Sequence[int], name: str | None
) -> Iterator[Found]:
    """Replace each puzzle that has a bad byte in its line or metadata by an error."""
    from nonet.formats.model import puzzle_to_json

    spoilt = frozenset(bad)
    for line, puzzle in found:
        if isinstance(puzzle, PuzzleError):
            is_bad = (puzzle.line or line) in spoilt or not is_unicode(str(puzzle))
        else:
            is_bad = not is_unicode(json.dumps(puzzle_to_json(puzzle), ensure_ascii=False))
        where = bad[min(bisect_left(bad, line), len(bad) - 1)]
        reason = "a NUL byte" if _NUL in lines[where - 1] else _NOT_UNICODE
        yield line, PuzzleError(reason, file=name, line=where) if is_bad else puzzle


def _found(text: str, reading: Reading, name: str | None) -> Iterator[Found]:
    if not isinstance(text, str):
        raise TypeError(f"{text!r:.40} is not a text. Use as_puzzle() for rows of values")
    source = Source.of(text, reading)
    try:
        chosen = format_named(reading.format) if reading.format else loaded(detect(source))
    except PuzzleError as error:
        raise error.at(file=name) from None
    may_differ = reading.fetch or (reading.format is None and len(source.lines) > 1)
    are_links = may_differ and chosen.name in LINKS and not source.first.startswith("{")
    placed = (
        (line, puzzle.at(file=name, line=line) if isinstance(puzzle, PuzzleError) else puzzle)
        for line, puzzle in (_linked(source, chosen.name) if are_links else chosen.read(source))
    )
    if is_unicode(text):
        return placed
    bad = [number for number, line in enumerate(source.lines, 1) if not is_unicode(line)]
    return _without_strays(placed, source.lines, bad, name)


def _linked(source: Source, detected: str) -> Iterator[Found]:
    """Yield the puzzles of links. Each link may have another format."""
    from nonet.formats.links import address_of
    from nonet.formats.links.contract import strings

    if source.reading.fetch:
        from nonet.formats.links.download import fetch_link

    for number, line in strings(source):
        is_short = source.reading.fetch and address_of(line) is not None
        text = attempt(fetch_link, line) if is_short else line
        if isinstance(text, PuzzleError):
            yield number, text
            continue
        found = of_line(text)
        link = FORMATS[found if found in LINKS else detected]
        for _, puzzle in link.read(Source((text,), source.reading)):
            yield number, puzzle


def _records(found: Iterator[Found]) -> Iterator[Record]:
    for index, (line, puzzle) in enumerate(found):
        if isinstance(puzzle, PuzzleError):
            yield Record(index, line, None, puzzle)
        else:
            yield Record(index, line, puzzle, None)
