"""Text as a source of puzzles, from a plain or compressed file or from stdin.

A chunk of a plain file is a range of bytes, and the worker reads these bytes itself. A compressed
file or stdin cannot be read from the middle, so one reader reads it from the beginning, and each
chunk contains its text.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Protocol

from nonet.streaming import compression
from nonet.streaming.columns import ColumnChoice
from nonet.streaming.lines import CELLS, LONGEST, Lines, lines_of
from nonet.streaming.tables import Delimited, PuzzleRow, rows_of, table_of
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.streaming.parquet import ParquetFile

#: The name that means stdin as a source.
STDIN = "-"

NO_FILE = "no such file"

_PIECE = 1 << 16
_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def source_of(path: str, block: int, choice: ColumnChoice) -> TextSource | ParquetFile:
    """Return the source for a file or stdin; `block` is the size of a block in bytes.

    Text is a table if its first line names columns.
    """
    if path != STDIN:
        if not os.path.isfile(path):
            reason = "is a folder or a device, not a file" if os.path.exists(path) else NO_FILE
            raise PuzzleError(reason, file=path)
        compression.require_readable(path)
    if path.lower().endswith(".parquet"):
        from nonet.streaming.parquet import ParquetFile

        return ParquetFile.of(path, max(1, block // (CELLS + 1)), choice)
    is_plain = path != STDIN and not compression.kind(path)
    text = TextSource(path, block, os.path.getsize(path) if is_plain else None)
    text = replace(text, head=text.first_piece())
    return replace(text, table=table_of(text.whole_lines(), path, choice))


def rows_of_file(path: str, choice: ColumnChoice) -> Iterator[PuzzleRow]:
    """Yield the rows of a file, with their expected solutions if a column has them."""
    source = source_of(path, 1 << 20, choice._replace(finds_solutions=True))
    return rows_of(lines for chunk in source.chunks(0, None, 1) for lines in chunk.lines())


class Readable(Protocol):
    """A file or stream from which bytes can be read."""

    def read(self, length: int, /) -> bytes:
        """Return at most `length` bytes, and no bytes at the end."""


@dataclass(frozen=True)
class TextSource:
    """A text with or without a header. A block is a range of its bytes.

    `size` is known for plain files only. `head` has the first bytes.
    """

    path: str
    block: int
    size: int | None = None
    table: Delimited | None = None
    head: bytes = b""
    unit: ClassVar[str] = "line"

    @property
    def column(self) -> str | None:
        """The column of the puzzles, if the text is a table."""
        return self.table.column if self.table else None

    def first_piece(self) -> bytes:
        """Return the first bytes; refuse text in UTF-16, and compressed data from stdin."""
        if self.path == STDIN:
            data = _read(sys.stdin.buffer, _PIECE)
            if (reason := compression.foreign(data)) is not None:
                raise PuzzleError(reason, file="<stdin>")
        else:
            with self._opened() as (file, _):
                data = _read(file, _PIECE)
        if data.startswith(_UTF_16):
            raise PuzzleError(
                "UTF-16 text: convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)", file=self.path
            )
        return data

    def whole_lines(self) -> str:
        """Return the complete lines in the head of the text."""
        end = self.head.rfind(b"\n") + 1 if len(self.head) == _PIECE else 0
        return self.head[: end or None].decode(errors="replace")

    def sample(self) -> Lines | None:
        """Return the first lines."""
        data = self.whole_lines().encode()
        return next(TextChunk.of(self, 0, len(data), 0, data).lines(), None)

    def in_blocks(self, block: int) -> TextSource:
        """Return the same text with another block size in bytes."""
        return replace(self, block=block)

    def lines_before(self, place: int) -> int:
        """Count the lines that begin before a place of a plain file."""
        count, at, last = 0, 0, b""
        with open(self.path, "rb") as file:
            while place > 0 and (piece := file.read(1 << 22)):
                end = piece.find(b"\n", max(0, place - 1 - at)) + 1
                at += len(piece)
                piece = piece[: end or None]
                count += piece.count(b"\n") + piece.count(b"\r") - (last + piece).count(b"\r\n")
                last = piece[-1:]
                if end:
                    return count
        return count + (last not in (b"", b"\n", b"\r"))

    def chunks(self, start: int, stop: int | None, blocks: int) -> Iterator[TextChunk]:
        """Yield the chunks between two places; each chunk has `blocks` blocks."""
        length = blocks * self.block
        if self.size is None:
            yield from self._carried(start, length)
            return
        end = self.size if stop is None else stop
        for place in range(start, end, length):
            here = min(end, place + length)
            yield TextChunk.of(self, place, here, here / self.size)

    def _carried(self, start: int, length: int) -> Iterator[TextChunk]:
        """Read the text from its beginning, and yield the chunks from the start on."""
        place = first = 0
        text = self.head if self.path == STDIN else b""  # stdin cannot be read twice
        with self._opened() as (file, share):
            while True:
                stop = min(place + length, start) if place < start else place + length
                dropped, rest = 0, b""
                if (lacking := stop - first - len(text)) > 0:
                    text += _read(file, lacking)
                    if not text:
                        return
                if first < stop and text.find(b"\n", max(0, stop - 1 - first)) < 0:
                    text, dropped, rest = _to_line_end(text, file, self.table)
                cut = _line_start(text, first, stop)
                if place >= start and cut:
                    chunk = TextChunk.of(self, place, stop, share(), text[:cut])
                    yield replace(chunk, first=first)
                place, first, text = stop, first + cut + dropped, text[cut:] + rest

    @contextmanager
    def _opened(self) -> Iterator[tuple[Readable, Callable[[], float]]]:
        """Open the text; yield it, and a function that returns the share read so far."""
        if self.path == STDIN:
            yield sys.stdin.buffer, lambda: 0.0
            return
        size = max(1, os.path.getsize(self.path))
        with open(self.path, "rb") as raw:
            if not compression.kind(self.path):
                yield raw, lambda: raw.tell() / size
                return
            with compression.reader_of(raw, self.path) as file:
                yield file, lambda: raw.tell() / size


@dataclass(frozen=True)
class TextChunk:
    """A range of a text; `text` has the bytes, unless a worker can read the range itself.

    A line belongs to the chunk in which the line begins. `first` is the place in the source at
    which `text` begins.
    """

    path: str
    block: int
    table: Delimited | None
    start: int
    stop: int
    done: float
    text: bytes | None = None
    first: int = 0

    @classmethod
    def of(
        cls, source: TextSource, start: int, stop: int, done: float, text: bytes | None = None
    ) -> TextChunk:
        """Return a chunk of a source."""
        return cls(source.path, source.block, source.table, start, stop, done, text)

    def lines(self) -> Iterator[Lines]:
        """Yield the lines that are answered together, block by block."""
        if self.text is not None:
            return self._blocks(self.text, self.first)
        base = max(0, self.start - 1)  # to see whether a line begins at the start
        with open(self.path, "rb") as file:
            file.seek(base)
            text = file.read(self.stop - base)
            if _line_start(text, base, self.start) < len(text) and not text.endswith(b"\n"):
                text, _, _ = _to_line_end(text, file, self.table)
        return self._blocks(text, base)

    def _blocks(self, text: bytes, base: int) -> Iterator[Lines]:
        """Divide a text, which begins at place `base` of the source, into blocks."""
        view = memoryview(text)
        begin = _line_start(text, base, self.start)
        for stop in (*range(self.start + self.block, self.stop, self.block), self.stop):
            end = _line_start(text, base, stop)
            block = view[begin:end]
            is_first = base + begin == 0
            if is_first and block[: len(_BOM)] == _BOM:
                block = block[len(_BOM) :]
            if block:
                yield lines_of(block) if self.table is None else self.table.lines(block, is_first)
            begin = end


def _line_start(text: bytes, base: int, place: int) -> int:
    """Return the index of the first line that begins at or after a place of the source."""
    if place <= base:
        return 0
    return text.find(b"\n", place - 1 - base) + 1 or len(text)


def _read(file: Readable, length: int) -> bytes:
    """Read `length` bytes, or fewer at the end of the file."""
    pieces = []
    while length > 0 and (piece := file.read(length)):
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def _to_line_end(text: bytes, file: Readable, table: Delimited | None) -> tuple[bytes, int, bytes]:
    """Complete the last line of a text; return the text, and the bytes after the line.

    Only the beginning of a line that is too long is kept, which is enough for `other_of` to refuse
    the line. The returned number says how many bytes are missing.
    """
    kept, end, rest, dropped = b"", b"", b"", 0
    while not end and (piece := file.read(_PIECE)):
        more, end, rest = piece.partition(b"\n")
        if len(kept) <= LONGEST:
            kept += more
        else:
            dropped += len(more)
    if not dropped:
        return text + (kept + end), 0, rest  # one copy of a text of megabytes
    start = text.rfind(b"\n") + 1
    line = text[start:] + kept
    # The line is made one long field, because a part between separators might look like a puzzle.
    separators = b"\r" + (table.delimiter.encode() if table else b"")
    spaces = bytes.maketrans(separators, b" " * len(separators))
    beginning = line[: LONGEST + 1].translate(spaces)
    return text[:start] + beginning + end, dropped + len(line) - len(beginning), rest
