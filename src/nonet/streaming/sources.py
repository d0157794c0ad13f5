"""Divide a source into chunks. A source is a plain or compressed text, stdin, or a Parquet file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from io import BufferedIOBase, BufferedReader, BytesIO, RawIOBase
from typing import IO, TYPE_CHECKING, ClassVar, NamedTuple, cast

from nonet.streaming.lines import LONGEST, Chunk, Lines, Other, Text, lines_of
from nonet.streaming.tables import ColumnChoice, Delimited, table_of
from nonet.system import compression
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.streaming.parquet import ParquetFile

#: The name that means stdin as a source.
STDIN = "-"

NO_FILE = "no such file"

#: The number of bytes at the beginning of a text that show what the text contains.
_HEAD = 1 << 16

#: The number of bytes or rows to read at once if nonet does not answer the puzzles.
_BLOCK = 1 << 20

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


class PuzzleRow(NamedTuple):
    """A row of a table, with the text of its puzzle or an error.

    `line` is the line number, from 1. `expected` is the solution in the table, or an empty text.
    `kept` has the texts of the columns to copy.
    """

    line: int
    text: str
    expected: str = ""
    error: str | None = None
    kept: tuple[str, ...] = ()


def rows_of_file(path: str, choice: ColumnChoice) -> Iterator[PuzzleRow]:
    """Yield the rows of a file. Rows include expected solutions if the file has them."""
    return _rows(source_of(path, choice._replace(finds_solutions=True)))


def rows_of_text(text: bytes, name: str, choice: ColumnChoice) -> Iterator[PuzzleRow] | None:
    r"""Return the rows after the header, or None if the text is not a table.

    `name` is the name of the file. An ending such as ``.csv`` makes a table likely.
    """
    source = TextSource(name, head=text, is_whole=True)
    table = table_of(source.whole_lines(), name, choice._replace(finds_solutions=True))
    return None if table is None else _rows(replace(source, table=table))


def _rows(source: TextSource | ParquetFile) -> Iterator[PuzzleRow]:
    before = 1
    for chunk in source.chunks(0, None, _BLOCK):
        lines = chunk.read()
        cells = zip(lines.places.tolist(), lines.rows, strict=True)
        found = [*lines.others, *(Other(place, row.tobytes().decode()) for place, row in cells)]
        for line, text, error in sorted(found):
            stated = b"" if lines.expected is None else lines.expected.text(line)
            kept = tuple(column.text(line).decode(errors="replace") for column in lines.kept)
            yield PuzzleRow(
                before + line, text, stated.decode(errors="replace").strip(), error, kept
            )
        before += lines.total


@dataclass(frozen=True)
class TextSource:
    """A text with puzzles on lines, or a table.

    `size` is None if the size is unknown, as for stdin and compressed files. `head` has the first
    bytes. If `is_whole` is true, `head` has the whole text.
    """

    path: str
    size: int | None = None
    table: Delimited | None = None
    head: bytes = b""
    is_whole: bool = False
    unit: ClassVar[str] = "line"
    bytes_each: ClassVar[int] = 1  # places count bytes

    @property
    def column(self) -> str | None:
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
                "the text is UTF-16. Convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)", file=self.path
            )
        return data

    def whole_lines(self) -> str:
        """Return the complete lines among the first bytes."""
        head = self.head[:_HEAD]
        end = head.rfind(b"\n") + 1 if len(head) == _HEAD else 0
        return head[: end or None].decode(errors="replace")

    def sample(self) -> Lines:
        return _lines(self.whole_lines().encode(), self.table, is_first=True)

    def lines_before(self, place: int) -> int:
        """Count the lines that begin before a place."""
        return sum(chunk.read().total for chunk in self.chunks(0, place, _BLOCK))

    def chunks(self, start: int, stop: int | None, length: int) -> Iterator[Chunk]:
        """Yield the chunks between two places. A chunk ends near the next multiple of `length`.

        The ends of chunks do not depend on the place where a run begins.
        """
        with self._opened() as (file, share):
            if start:  # skip the rest of a line that begins before the start
                file.seek(start - 1)
                _whole_lines(file, 1, self.table)
            # A variable for the chunk would keep its memory while the next chunk is read.
            yield from iter(partial(self._next, file, share, stop, length), None)

    def _next(
        self, file: IO[bytes], share: Callable[[], float], stop: int | None, length: int
    ) -> Chunk | None:
        place = file.tell()
        until = (place // length + 1) * length
        size = (until if stop is None else min(until, stop)) - place
        if size <= 0 or not (text := _whole_lines(file, size, self.table)):
            return None
        return Chunk(file.tell(), share(), partial(_lines, text, self.table, place == 0))

    @contextmanager
    def _opened(self) -> Iterator[tuple[IO[bytes], Callable[[], float]]]:
        """Yield the open text, and a function that returns how much of the file has been read."""
        if self.is_whole or self.path == STDIN:
            yield BytesIO(self.head) if self.is_whole else BufferedReader(_Stdin(self.head)), float
            return
        size = max(1, os.path.getsize(self.path))
        with open(self.path, "rb") as raw, compression.unpacked(raw, self.path) as file:
            yield file, lambda: raw.tell() / size


class _Stdin(RawIOBase):
    """All bytes of stdin. The first bytes (`head`) have been read already."""

    def __init__(self, head: bytes) -> None:
        self._head, self._place = head, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._head[: len(buffer)] or cast(BufferedReader, sys.stdin.buffer).read1(
            len(buffer)
        )
        self._head = self._head[len(piece) :]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._place


def _lines(text: Text, table: Delimited | None, is_first: bool) -> Lines:
    return lines_of(text) if table is None else table.lines(text, is_first)


def _whole_lines(file: IO[bytes], length: int, table: Delimited | None) -> bytearray:
    text = bytearray(length + LONGEST + 1)  # leave room for the rest of the line
    with memoryview(text) as whole, whole[:length] as begin:
        size = cast(BufferedIOBase, file).readinto(begin)
    del text[size:]
    if not text or text.endswith(b"\n"):
        return text
    text += file.readline(LONGEST + 1)
    if not text.endswith(b"\n") and (piece := file.readline(LONGEST)):
        while piece and not piece.endswith(b"\n"):
            piece = file.readline(LONGEST)
        text = _cut(text, table)
    return text


def _cut(text: bytearray, table: Delimited | None) -> bytearray:
    """Cut the last line, but leave it too long for a puzzle.

    Separators in the cut line become spaces, so that no field of the line looks like a puzzle.
    """
    start = text.rfind(b"\n") + 1
    separators = b"\r" + (table.delimiter.encode() if table else b"")
    spaces = bytes.maketrans(separators, b" " * len(separators))
    return text[:start] + text[start : start + LONGEST + 1].translate(spaces)
