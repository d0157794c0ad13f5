"""The sources of puzzles: text, plain or compressed, and Parquet.

A chunk of plain text or Parquet is a range of the file, and the worker that gets it reads it.
Compressed text can only be read from its beginning: one reader does that, and its chunks carry the
text.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import IO, ClassVar, Protocol

from nonet.streaming import compression
from nonet.streaming.chunks import LONGEST_LINE, Chunk, PuzzleFile
from nonet.streaming.columns import ColumnChoice
from nonet.streaming.delimited import Delimited, header_of
from nonet.streaming.lines import CELLS, Lines, lines_of
from nonet.system.errors import PuzzleError

_PIECE = 1 << 16
_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Readable(Protocol):
    """Bytes to read."""

    def read(self, length: int, /) -> bytes:
        """Return at most `length` bytes; none at the end."""


def source_of(path: str, block: int, choice: ColumnChoice) -> PuzzleFile:
    """Return the source for a file; `block` is the length of a block in bytes.

    Text is a table if its first line names columns.
    """
    if not os.path.isfile(path):
        reason = "is a folder or a device" if os.path.exists(path) else "no such file"
        raise PuzzleError(
            f"{reason}; bulk needs a file, so that it can resume within it", file=path
        )
    compression.require_readable(path)
    if path.lower().endswith(".parquet"):
        from nonet.streaming.parquet.source import ParquetFile

        return ParquetFile.of(path, max(1, block // (CELLS + 1)), choice)
    kind = CompressedText if compression.kind(path) else PlainText
    text: PlainText | CompressedText = kind(path, block)
    header = header_of(head(text), path, choice)
    if header is None:
        return text
    try:
        return replace(text, table=header.table(choice))
    except PuzzleError as error:
        raise error.at(file=path) from None


def head(source: PlainText | CompressedText) -> str:
    """Return the first lines of a text, those that the end of a piece does not cut off."""
    with open(source.path, "rb") as raw, source.opened(raw) as file:
        data = file.read(_PIECE)
    if data.startswith(_UTF_16):
        raise PuzzleError(
            "UTF-16: bulk reads UTF-8 (iconv -f UTF-16 -t UTF-8 makes it of this)",
            file=source.path,
        )
    end = data.rfind(b"\n") + 1 if len(data) == _PIECE else 0
    return data[: end or None].decode(errors="replace")


@dataclass(frozen=True)
class TextFile:
    """The family: a text, perhaps a table; a block has `block` bytes of it."""

    path: str
    block: int
    table: Delimited | None = None
    unit: ClassVar[str] = "line"

    @property
    def column(self) -> str | None:
        """The column of the puzzles, if the text is a table."""
        return self.table.column if self.table else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, if the text is a table."""
        return self.table.names if self.table else ()


@dataclass(frozen=True)
class PlainText(TextFile):
    """A text file; its blocks are ranges of bytes."""

    is_carried: ClassVar[bool] = False

    @contextmanager
    def opened(self, raw: IO[bytes]) -> Iterator[Readable]:
        """Return the text of the open file."""
        yield raw

    def chunks(self, start: int, blocks: int) -> Iterator[Chunk]:
        """Yield ranges of the file without reading it."""
        size, length = os.path.getsize(self.path), blocks * self.block
        for place in range(start, size, length):
            stop = min(size, place + length)
            yield Chunk(self, place, stop, stop / size)

    def lines(self, chunk: Chunk) -> Iterator[Lines]:
        """Read the lines that begin in the range."""
        base = max(0, chunk.start - 1)  # if a line ends there, a line begins at the start
        with open(self.path, "rb") as file:
            file.seek(base)
            text = file.read(chunk.stop - base)
            if _line_start(text, base, chunk.start) < len(text) and not text.endswith(b"\n"):
                text += _to_line_end(file)
        return _blocks(text, base, chunk, self.block, self.table)


@dataclass(frozen=True)
class CompressedText(TextFile):
    """A text file under gzip or Zstandard; its blocks are ranges of the text."""

    is_carried: ClassVar[bool] = True

    def opened(self, raw: IO[bytes]) -> compression.Reader:
        """Return the text of the open file."""
        return compression.reader_of(raw, self.path)

    def chunks(self, start: int, blocks: int) -> Iterator[Chunk]:
        """Yield pieces of the text; those before the start are read, and left out."""
        place = first = 0
        text = b""
        size, length = os.path.getsize(self.path), blocks * self.block
        with open(self.path, "rb") as raw, self.opened(raw) as file:
            while True:
                stop = min(place + length, start) if place < start else place + length
                lacking = stop - first - len(text)
                if lacking > 0:
                    text += _read(file, lacking)
                    if not text:
                        return
                if text.find(b"\n", max(0, stop - 1 - first)) < 0:
                    text += _to_line_end(file)
                cut = _line_start(text, first, stop)
                if place >= start:
                    yield Chunk(self, place, stop, raw.tell() / size, text[:cut], first)
                place, first, text = stop, first + cut, text[cut:]

    def lines(self, chunk: Chunk) -> Iterator[Lines]:
        """Return the lines that the chunk carries."""
        return _blocks(chunk.text or b"", chunk.first, chunk, self.block, self.table)


def _blocks(
    text: bytes, base: int, chunk: Chunk, length: int, table: Delimited | None
) -> Iterator[Lines]:
    """Divide a text, which begins at place `base` of the file, into the blocks of a chunk."""
    view = memoryview(text)
    begin = _line_start(text, base, chunk.start)
    for stop in (*range(chunk.start + length, chunk.stop, length), chunk.stop):
        end = _line_start(text, base, stop)
        _require_short(text, begin, end, base, chunk.source.path)
        block = view[begin:end]
        is_first = base + begin == 0
        if is_first and block[: len(_BOM)] == _BOM:
            block = block[len(_BOM) :]
        if block:
            yield table.lines(block, is_first) if table else lines_of(block)
        begin = end


def _line_start(text: bytes, base: int, place: int) -> int:
    """Return the index of the first line that begins at or after a place of the file."""
    if place <= base:
        return 0
    return text.find(b"\n", place - 1 - base) + 1 or len(text)


def _read(file: Readable, length: int) -> bytes:
    """Read `length` bytes, or all that are left."""
    pieces = []
    while length > 0 and (piece := file.read(length)):
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def _to_line_end(file: Readable) -> bytes:
    """Read on to the next line end, to the end of the file, or until no line may be as long."""
    found = b""
    while b"\n" not in found and len(found) <= LONGEST_LINE and (piece := file.read(_PIECE)):
        found += piece
    return found


def _require_short(text: bytes, begin: int, end: int, base: int, path: str) -> None:
    """Refuse lines that are too long, wherever they are, among those of a part of a text."""
    while end - begin > LONGEST_LINE:
        after = text.rfind(b"\n", begin, begin + LONGEST_LINE + 1) + 1
        if not after:
            place, megabytes = base + begin, LONGEST_LINE >> 20
            raise PuzzleError(f"no line end within {megabytes} MB after byte {place}", file=path)
        begin = after
