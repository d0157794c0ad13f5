"""A Parquet file with a column of puzzles, and perhaps others that are wanted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from nonet.streaming.chunks import LONGEST_LINE, Chunk
from nonet.streaming.columns import ColumnChoice, lines_in
from nonet.streaming.lines import Column, Lines
from nonet.streaming.parquet.pages import ColumnPiece, pieces, weight
from nonet.system.errors import PuzzleError

#: A group of rows can only be read from its beginning, so chunks are longer than those of text, and
#: no group has more of them than this: it is read half as many times.
_LONGER, _MOST_CHUNKS = 4, 256

#: Rows that are decoded at once, if they are short.
_MOST_ROWS = 1 << 14

#: Bytes of text that are decoded at once, and that a block has: blocks of longer rows have fewer.
MOST_TEXT = 1 << 24


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file; its blocks are ranges of rows."""

    path: str
    block: int
    column: str
    expected: str | None = None
    kept: tuple[str, ...] = ()
    unit: ClassVar[str] = "row"
    is_carried: ClassVar[bool] = False

    @classmethod
    def of(cls, path: str, block: int, choice: ColumnChoice) -> ParquetFile:
        """Return the file with the columns that are asked for."""
        with _opened(path) as file:
            names = file.schema_arrow.names
        try:
            found = choice.found(names)
        except PuzzleError as error:
            raise error.at(file=path) from None
        expected = None if found.expected is None else names[found.expected]
        kept = tuple(names[place] for place in found.kept)
        return cls(path, block, names[found.puzzle], expected, kept)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns."""
        with _opened(self.path) as file:
            return tuple(file.schema_arrow.names)

    @property
    def _wanted(self) -> list[str]:
        """The columns that are read, each once, that of the puzzles first."""
        others = (*self.kept, *(() if self.expected is None else (self.expected,)))
        return list(dict.fromkeys((self.column, *others)))

    def chunks(self, start: int, blocks: int) -> Iterator[Chunk]:
        """Yield ranges of rows; only the footer of the file is read."""
        with self._opened() as file:
            sizes = _sizes(file)
        size = sum(sizes)
        wanted = max(blocks * self.block * _LONGER, max(sizes, default=0) / _MOST_CHUNKS)
        length = self.block * ceil(wanted / self.block)
        for place in range(start, size, length):
            stop = min(size, place + length)
            yield Chunk(self, place, stop, stop / size)

    def lines(self, chunk: Chunk) -> Iterator[Lines]:
        """Read a range of rows, block by block."""
        waiting: list[Any] = []
        rows = size = 0
        with self._opened() as file:
            for batch in self._batches(file, chunk):
                rest = batch
                while len(rest):
                    fits, taken = _fitting(rest[: self.block - rows], MOST_TEXT - size)
                    if fits or not waiting:
                        fits = max(1, fits)
                        waiting.append(rest[:fits])
                        rows, size, rest = rows + fits, size + taken, rest[fits:]
                    if len(rest) or rows == self.block:
                        yield self._lines(waiting)
                        waiting, rows, size = [], 0, 0
        if waiting:
            yield self._lines(waiting)

    def _lines(self, batches: list[Any]) -> Lines:
        """Return the lines of a block."""
        columns = {
            name: _column(pa.concat_arrays([batch.column(name) for batch in batches]))
            for name in self._wanted
        }
        lines = lines_in(columns[self.column])
        return lines._replace(
            expected=None if self.expected is None else columns[self.expected],
            kept=tuple(columns[name] for name in self.kept),
        )

    def _batches(self, file: Any, chunk: Chunk) -> Iterator[Any]:
        """Yield the rows within the range, their columns as bytes."""
        sizes = _sizes(file)
        for group, (first, size) in enumerate(zip(accumulate([0, *sizes]), sizes, strict=False)):
            if first + size <= chunk.start or first >= chunk.stop:
                continue
            place = first
            at_once = self._rows_at_once(file, group)
            read = file.iter_batches(at_once, row_groups=[group], columns=self._wanted)
            for batch in read:
                low, high = chunk.start - place, chunk.stop - place
                if high <= 0:
                    break
                if low < len(batch):
                    arrays = [
                        _as_binary(batch.column(name)[max(0, low) : high]) for name in self._wanted
                    ]
                    for array in arrays:
                        self._require_short(array, place + max(0, low))
                    yield pa.RecordBatch.from_arrays(arrays, self._wanted)
                place += len(batch)
            if place < min(chunk.stop, first + size):
                raise ValueError(f"it ends after {place} of {first + size} rows")

    def _rows_at_once(self, file: Any, group: int) -> int:
        """Return how many rows of a group may be decoded together."""
        changed = os.stat(self.path).st_mtime_ns
        weight = 0
        for name in self._wanted:
            kind = file.schema_arrow.field(name).type
            # Of a fixed width, rows without a value take as much as others.
            width = kind.byte_width if pa.types.is_fixed_size_binary(kind) else 1
            weight += max(width, _weight(self.path, changed, name, group))
        return max(1, min(_MOST_ROWS, MOST_TEXT // weight))

    def _require_short(self, array: Any, place: int) -> None:
        """Refuse rows that would be too long for a line of text."""
        lengths = np.diff(_offsets(array))
        if len(lengths) and lengths.max() > LONGEST_LINE:
            row = int(lengths.argmax())
            message = f"a text of {lengths[row]} bytes, and the limit is {LONGEST_LINE}"
            raise PuzzleError(message, file=self.path, line=place + row + 1)

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        with _opened(self.path) as file:
            for name in self._wanted:
                self._require_readable(file.schema_arrow, name)
            yield file

    def _require_readable(self, schema: Any, name: str) -> None:
        """Refuse a column that has no texts; one that is only kept may have numbers, too."""
        if schema.names.count(name) != 1:
            raise PuzzleError(f"no column {name!r}, or several", file=self.path)
        kind = schema.field(name).type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        if _is_text(kind):
            return
        if name in (self.column, self.expected) or not pa.types.is_primitive(kind):
            raise PuzzleError(f"the column {name!r} is not text: {kind}", file=self.path)


@contextmanager
def _opened(path: str) -> Iterator[Any]:
    """Open a file, and turn whatever is wrong with it into a `PuzzleError`."""
    try:
        # Encoded here, because Arrow takes no name that is not UTF-8.
        with pa.OSFile(os.fsencode(path)) as raw, pq.ParquetFile(raw) as file:
            yield file
    except PuzzleError:
        raise
    except FileNotFoundError:
        raise PuzzleError("No such file or directory", file=path) from None
    # Arrow's own errors, and Python's: a name in the schema may not be UTF-8, for example.
    except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError) as error:
        raise PuzzleError(f"not a readable Parquet file: {error}", file=path) from None


def _is_text(kind: Any) -> bool:
    tests = ("is_string", "is_large_string", "is_binary", "is_large_binary")
    is_text = any(getattr(pa.types, test)(kind) for test in tests)
    return is_text or pa.types.is_fixed_size_binary(kind)


# A worker gets several chunks of a group, and of a file: both are looked at once, as long as the
# file was not changed.


@lru_cache(maxsize=16)
def _weight(path: str, changed: int, column: str, group: int) -> int:
    with open(path, "rb") as file:
        return weight(file, _pieces(path, changed, column)[group])


@lru_cache(maxsize=8)
def _pieces(path: str, changed: int, column: str) -> list[ColumnPiece]:
    with open(path, "rb") as file:
        return list(pieces(file, column))


def _sizes(file: Any) -> list[int]:
    """Return the number of rows of each group."""
    groups = range(file.metadata.num_row_groups)
    sizes = [file.metadata.row_group(group).num_rows for group in groups]
    if min(sizes, default=0) < 0:
        raise ValueError("a group of fewer rows than none")
    return sizes


def _fitting(batch: Any, size: int) -> tuple[int, int]:
    """Return how many rows of a batch fit into a number of bytes, and their bytes."""
    ends = np.zeros(len(batch), np.int64)
    for array in batch.columns:
        offsets = _offsets(array)
        ends += offsets[1:] - offsets[0]
    fits = int(np.searchsorted(ends, size, side="right"))
    return fits, int(ends[max(0, fits - 1)])


def _offsets(array: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return where each text of an array begins, and where the last one ends."""
    buffer = np.frombuffer(array.buffers()[1], np.int64)
    return buffer[array.offset : array.offset + len(array) + 1]


def _column(array: Any) -> Column:
    """Return a column as the texts that it has; a value that is missing is an empty text."""
    offsets = _offsets(array)
    return Column(np.frombuffer(array.buffers()[2] or b"", np.uint8), offsets[:-1], offsets[1:])


def _as_binary(array: Any) -> Any:
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_fixed_size_binary(array.type):
        array = array.cast(pa.binary())
    if not _is_text(array.type):
        array = array.cast(pa.string())
    array = array.cast(pa.large_binary())
    return array.fill_null(b"") if array.null_count else array
