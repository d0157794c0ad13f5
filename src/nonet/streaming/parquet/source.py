"""A Parquet file with a column of puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from nonet.errors import PuzzleError
from nonet.streaming.chunks import LONGEST_LINE, Chunk
from nonet.streaming.lines import CELLS, Lines, Other, are_cells
from nonet.streaming.parquet.pages import Piece, pieces, weight

#: A group of rows can only be read from its beginning, so chunks are longer than those of text.
_LONGER = 4

#: Bytes of text that are decoded at once, and that a block has: blocks of longer rows have fewer.
MOST_TEXT = 1 << 24


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file; its blocks are ranges of rows."""

    path: str
    block: int
    column: str
    unit: ClassVar[str] = "row"
    is_carried: ClassVar[bool] = False

    def chunks(self, start: int, blocks: int) -> Iterator[Chunk]:
        """Yield ranges of rows; only the footer of the file is read."""
        with self._opened() as file:
            size = sum(_sizes(file))
        length = blocks * self.block * _LONGER
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
                    fits, taken = _fitting(rest, self.block - rows, MOST_TEXT - size)
                    if fits or not waiting:
                        fits = max(1, fits)
                        waiting.append(rest[:fits])
                        rows, size, rest = rows + fits, size + taken, rest[fits:]
                    if len(rest) or rows == self.block:
                        yield _lines(waiting)
                        waiting, rows, size = [], 0, 0
        if waiting:
            yield _lines(waiting)

    def _batches(self, file: Any, chunk: Chunk) -> Iterator[Any]:
        """Yield the arrays of the column that are within the range."""
        sizes = _sizes(file)
        for group, (first, size) in enumerate(zip(accumulate([0, *sizes]), sizes, strict=False)):
            if first + size <= chunk.start or first >= chunk.stop:
                continue
            place = first
            at_once = self._rows_at_once(file, group)
            read = file.iter_batches(at_once, row_groups=[group], columns=[self.column])
            for batch in read:
                low, high = chunk.start - place, chunk.stop - place
                if high <= 0:
                    break
                if low < len(batch):
                    array = _as_binary(batch.column(0)[max(0, low) : high])
                    self._require_short(array, place + max(0, low))
                    yield array
                place += len(batch)
            if place < min(chunk.stop, first + size):
                raise ValueError(f"it ends after {place} of {first + size} rows")

    def _rows_at_once(self, file: Any, group: int) -> int:
        """Return how many rows of a group may be decoded together."""
        kind = file.schema_arrow.field(self.column).type
        # Of a fixed width, rows without a value take as much as others.
        width = kind.byte_width if pa.types.is_fixed_size_binary(kind) else 1
        heaviest = _weight(self.path, os.stat(self.path).st_mtime_ns, self.column, group)
        return max(1, min(self.block, MOST_TEXT // max(width, heaviest)))

    def _require_short(self, array: Any, place: int) -> None:
        """Refuse rows that would be too long for a line of text."""
        lengths = np.diff(_offsets(array))
        if len(lengths) and lengths.max() > LONGEST_LINE:
            row = int(lengths.argmax())
            message = f"a text of {lengths[row]} bytes, and the limit is {LONGEST_LINE}"
            raise PuzzleError(message, file=self.path, line=place + row + 1)

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        """Open the file, and turn whatever is wrong with it into a `PuzzleError`."""
        try:
            with pq.ParquetFile(self.path) as file:
                self._require_text(file.schema_arrow)
                yield file
        except PuzzleError:
            raise
        # Arrow's own errors, and Python's: a name in the schema may not be UTF-8, for example.
        except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError) as error:
            raise PuzzleError(f"not a readable Parquet file: {error}", file=self.path) from None

    def _require_text(self, schema: Any) -> None:
        if schema.names.count(self.column) != 1:
            raise PuzzleError(
                f"no column {self.column!r}; there are {', '.join(schema.names)} (--column)",
                file=self.path,
            )
        kind = schema.field(self.column).type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        tests = ("is_string", "is_large_string", "is_binary", "is_large_binary")
        is_text = any(getattr(pa.types, test)(kind) for test in tests)
        if not (is_text or pa.types.is_fixed_size_binary(kind)):
            raise PuzzleError(f"the column {self.column!r} is not text: {kind}", file=self.path)


# A worker gets several chunks of a group, and of a file: both are looked at once, as long as the
# file was not changed.


@lru_cache(maxsize=16)
def _weight(path: str, changed: int, column: str, group: int) -> int:
    with open(path, "rb") as file:
        return weight(file, _pieces(path, changed, column)[group])


@lru_cache(maxsize=1)
def _pieces(path: str, changed: int, column: str) -> list[Piece]:
    with open(path, "rb") as file:
        return list(pieces(file, column))


def _sizes(file: Any) -> list[int]:
    """Return the number of rows of each group."""
    groups = range(file.metadata.num_row_groups)
    sizes = [file.metadata.row_group(group).num_rows for group in groups]
    if min(sizes, default=0) < 0:
        raise ValueError("a group of fewer rows than none")
    return sizes


def _fitting(array: Any, rows: int, size: int) -> tuple[int, int]:
    """Return how many rows of an array fit into a number of rows and of bytes, and their bytes."""
    offsets = _offsets(array)
    ends = offsets[1:] - offsets[0]
    fits = min(rows, int(np.searchsorted(ends, size, side="right")))
    return fits, int(ends[max(0, fits - 1)])


def _offsets(array: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return where each text of an array begins, and where the last one ends."""
    buffer = np.frombuffer(array.buffers()[1], np.int64)
    return buffer[array.offset : array.offset + len(array) + 1]


def _lines(arrays: list[Any]) -> Lines:
    """Return the lines of a block: rows of 81 cells as an array, the others one by one."""
    array = pa.concat_arrays(arrays)
    size = len(array)
    offsets = _offsets(array)
    data = np.frombuffer(array.buffers()[2] or b"", np.uint8)
    is_row = np.diff(offsets) == CELLS
    if array.null_count:
        is_row &= np.asarray(array.is_valid())
    if is_row.all():
        rows = data[offsets[0] : offsets[-1]].reshape(-1, CELLS)
    elif is_row.any():
        starts = offsets[:-1][is_row]
        rows = np.lib.stride_tricks.sliding_window_view(data, CELLS)[starts]
    else:
        rows = np.empty((0, CELLS), np.uint8)
    places = np.flatnonzero(is_row)
    good = are_cells(rows)
    if not good.all():
        is_row[places[~good]] = False
        rows, places = rows[good], places[good]
    others = [_other(row, array[row].as_py()) for row in np.flatnonzero(~is_row).tolist()]
    return Lines(rows, places, others, size)


def _as_binary(array: Any) -> Any:
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_fixed_size_binary(array.type):
        array = array.cast(pa.binary())
    return array.cast(pa.large_binary())


def _other(row: int, raw: bytes | None) -> Other:
    if raw is None:
        return Other(row, "", "no puzzle")
    try:
        text = raw.decode().strip()
    except UnicodeDecodeError:
        return Other(row, raw.decode(errors="backslashreplace"), "not text")
    return Other(row, text, None if text else "no puzzle")
