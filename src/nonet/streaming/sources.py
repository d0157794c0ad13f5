"""Divide a source into chunks. A source is a plain or compressed text, stdin, or a Parquet file.

If the text is a plain file, a worker reads its chunk from the file. Compressed files and stdin can
only be read from the beginning, so their chunks contain the text itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from io import BufferedReader, RawIOBase
from typing import IO, TYPE_CHECKING, ClassVar, cast

import numpy as np

from nonet.streaming import compression
from nonet.streaming.columns import ColumnChoice
from nonet.streaming.lines import END, LONGEST, Chunk, Lines, lines_of, with_unix_ends
from nonet.streaming.tables import Delimited, PuzzleRow, rows_of, table_of
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.streaming.parquet import ParquetFile

#: The name that means stdin as a source.
STDIN = "-"

NO_FILE = "no such file"

#: nonet reads this many bytes at the beginning of a text to find out what the text contains.
_HEAD = 1 << 16

#: To count lines, nonet reads this many bytes at once.
_COUNTED = 1 << 22

_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def source_of(path: str, choice: ColumnChoice) -> TextSource | ParquetFile:
    """Open a file or stdin. A text is a table if its first line names columns."""
    if path != STDIN:
        if not os.path.isfile(path):
            reason = "is a folder or a device, not a file" if os.path.exists(path) else NO_FILE
            raise PuzzleError(reason, file=path)
        compression.require_readable(path)
    if path.lower().endswith(".parquet"):
        from nonet.streaming.parquet import ParquetFile

        return ParquetFile.of(path, choice)
    is_plain = path != STDIN and not compression.kind(path)
    text = TextSource(path, os.path.getsize(path) if is_plain else None)
    text = replace(text, head=text.first_piece())
    return replace(text, table=table_of(text.whole_lines(), path, choice))


def rows_of_file(path: str, choice: ColumnChoice) -> Iterator[PuzzleRow]:
    """Yield the rows of a file. Rows include expected solutions if the file has them."""
    source = source_of(path, choice._replace(finds_solutions=True))
    return rows_of(chunk.read() for chunk in source.chunks(0, None, 1 << 20))


@dataclass(frozen=True)
class TextSource:
    """A text. If the text has a header, it is a table.

    `size` is None for compressed files and stdin. `head` contains the first bytes.
    """

    path: str
    size: int | None = None
    table: Delimited | None = None
    head: bytes = b""
    unit: ClassVar[str] = "line"

    @property
    def column(self) -> str | None:
        """The column of the puzzles, if the text is a table."""
        return self.table.column if self.table else None

    def first_piece(self) -> bytes:
        """Read the first bytes. Refuse UTF-16, and compressed data on stdin."""
        if self.path == STDIN:
            data = sys.stdin.buffer.read(_HEAD)
            if (reason := compression.foreign(data)) is not None:
                raise PuzzleError(reason, file="<stdin>")
        else:
            with self._opened() as (file, _):
                data = file.read(_HEAD)
        if data.startswith(_UTF_16):
            raise PuzzleError(
                "UTF-16 text: convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)", file=self.path
            )
        return data

    def whole_lines(self) -> str:
        """Return the complete lines among the first bytes."""
        end = self.head.rfind(b"\n") + 1 if len(self.head) == _HEAD else 0
        return self.head[: end or None].decode(errors="replace")

    def sample(self) -> Lines:
        """Return the first lines."""
        return _lines(self.whole_lines().encode(), self.table, is_first=True)

    def chunk(self, length: int) -> int:
        """Return the length of a chunk unchanged, because places are numbers of bytes."""
        return length

    def lines_before(self, place: int) -> int:
        """Count the lines of a plain file that begin before a place."""
        texts = (
            _read(self.path, at, min(at + _COUNTED, place)) for at in range(0, place, _COUNTED)
        )
        return sum(int(np.count_nonzero(with_unix_ends(text) == END)) for text in texts)

    def chunks(self, start: int, stop: int | None, length: int) -> Iterator[Chunk]:
        """Yield the chunks between two places, with about `length` bytes each.

        A line belongs to the chunk in which it begins.
        """
        if self.size is None:
            yield from self._with_texts(start, length)
            return
        end = self.size if stop is None else stop
        for place in range(start, end, length):
            here = min(end, place + length)
            read = partial(_lines_between, self.path, place, here, self.table)
            yield Chunk(here, here / self.size, read)

    def _with_texts(self, start: int, length: int) -> Iterator[Chunk]:
        """Read from this position to the end of the text. Yield chunks, each with its own text."""
        with self._opened() as (file, share):
            if start:
                file.seek(start)
            is_first = start == 0
            while text := _whole_lines(file, length, self.table):
                place = 0 if self.path == STDIN else file.tell()
                yield Chunk(place, share(), partial(_lines, text, self.table, is_first))
                is_first = False

    @contextmanager
    def _opened(self) -> Iterator[tuple[IO[bytes], Callable[[], float]]]:
        """Yield the open text, and a function that returns the share read so far."""
        if self.path == STDIN:
            yield BufferedReader(_Stdin(self.head)), lambda: 0.0
            return
        size = max(1, os.path.getsize(self.path))
        with open(self.path, "rb") as raw, compression.unpacked(raw, self.path) as file:
            yield file, lambda: raw.tell() / size


class _Stdin(RawIOBase):
    """All bytes of stdin. The first bytes (`head`) have been read already."""

    def __init__(self, head: bytes) -> None:
        self._head = head

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._head[: len(buffer)] or cast(BufferedReader, sys.stdin.buffer).read1(
            len(buffer)
        )
        self._head = self._head[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _lines(text: bytes | memoryview, table: Delimited | None, is_first: bool) -> Lines:
    if is_first and text[: len(_BOM)] == _BOM:
        text = text[len(_BOM) :]
    return lines_of(text) if table is None else table.lines(text, is_first)


def _lines_between(path: str, start: int, stop: int, table: Delimited | None) -> Lines:
    return _lines(_read(path, start, stop, table), table, is_first=start == 0)


def _read(path: str, start: int, stop: int, table: Delimited | None = None) -> memoryview:
    """Return the lines that begin between two places of a plain file."""
    before = max(0, start - 1)  # to see whether a line begins at the start
    with open(path, "rb") as file:
        file.seek(before)
        text = file.read(stop - before + LONGEST + 1)
        is_all = len(text) < stop - before + LONGEST + 1
    first = text.find(b"\n", 0, stop - before) + 1 if start else 0
    if start and not first:
        return memoryview(b"")
    end = text.find(b"\n", stop - 1 - before) + 1
    if not end and not is_all:
        text = _cut(text, table)
    return memoryview(text)[first : end or None]


def _whole_lines(file: IO[bytes], length: int, table: Delimited | None) -> bytes:
    """Read `length` bytes, and then the rest of the line."""
    text = file.read(length)
    if not text or text.endswith(b"\n"):
        return text
    text += file.readline(LONGEST + 1)
    if not text.endswith(b"\n") and (piece := file.readline(LONGEST)):
        while piece and not piece.endswith(b"\n"):
            piece = file.readline(LONGEST)
        text = _cut(text, table)
    return text


def _cut(text: bytes, table: Delimited | None) -> bytes:
    """Cut the last line, but leave it longer than any puzzle.

    The separators of the line become spaces. Otherwise a field of the cut line might look like a
    puzzle.
    """
    start = text.rfind(b"\n") + 1
    separators = b"\r" + (table.delimiter.encode() if table else b"")
    spaces = bytes.maketrans(separators, b" " * len(separators))
    return text[:start] + text[start : start + LONGEST + 1].translate(spaces)
