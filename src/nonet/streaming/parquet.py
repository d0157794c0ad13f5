"""Read puzzles from Parquet files, and write records to them, with pyarrow.

Parquet stores a repeated text only once, so a small file may contain gigabytes of text. Therefore
the reader decodes only a few rows at a time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from nonet.solvers import BackendUnavailable
from nonet.streaming.lines import CELLS, LONGEST, Chunk, Column, Lines, lines_in
from nonet.streaming.records import LineResult, TextStyle
from nonet.streaming.tables import ColumnChoice
from nonet.system.errors import PuzzleError

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
    from pyarrow import csv
except ImportError as error:
    raise BackendUnavailable("Parquet needs pyarrow: pip install pyarrow") from error

#: The maximum number of rows to decode at once.
_ROWS = 512

#: The maximum size of the text in a chunk, in bytes.
_MOST_TEXT = 1 << 24

#: The number of rows to decode at once if the length of their texts is unknown.
_FEW = 32

#: The columns that contain numbers, with their types in Arrow.
_NUMBERS = {
    **dict.fromkeys(("count", "automorphisms", "hardest", "at_least"), "uint64"),
    "er": "float64",
}

#: The number of bytes of CSV to convert at once.
_PIECE = 1 << 20

#: The number of rows in each row group of a result.
GROUP = 1 << 17


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file. `expected` names the column to compare, and `kept` the columns to copy."""

    path: str
    column: str
    expected: str | None
    kept: tuple[str, ...]
    size: int
    unit: ClassVar[str] = "row"
    bytes_each: ClassVar[int] = CELLS + 1  # an estimate of the size of a row

    @classmethod
    def of(cls, path: str, choice: ColumnChoice) -> ParquetFile:
        with _opened(path) as file:
            names, size = file.schema_arrow.names, file.metadata.num_rows
        try:
            found = choice.found(names)
        except PuzzleError as error:
            raise error.at(file=path) from None
        expected = None if found.expected is None else names[found.expected]
        kept = tuple(names[place] for place in found.kept)
        return cls(path, names[found.puzzle], expected, kept, size)

    def lines_before(self, place: int) -> int:
        """Return the number of rows before a place. Places in Parquet files are row numbers."""
        return place

    def sample(self) -> Lines:
        found = (chunk.read() for chunk in self.chunks(0, None, _ROWS))
        return next(found, lines_in(Column.of([])))

    def chunks(self, start: int, stop: int | None, length: int) -> Iterator[Chunk]:
        """Yield the rows between two places in chunks of `length` rows, or of fewer long rows."""
        place, weight, waiting = start, 0, list[list[Any]]()
        for batch in self._batches(start, self.size if stop is None else stop):
            rest = batch
            while len(rest[0]):
                rows = length - place % length
                piece, rest = [each[:rows] for each in rest], [each[rows:] for each in rest]
                taken = sum(array.nbytes for array in piece)
                if waiting and (place % length == 0 or weight + taken > _MOST_TEXT):
                    yield self._chunk(place, waiting)
                    weight, waiting = 0, []
                waiting.append(piece)
                place, weight = place + len(piece[0]), weight + taken
        if waiting:
            yield self._chunk(place, waiting)

    def _chunk(self, stop: int, pieces: list[list[Any]]) -> Chunk:
        columns = [_column(arrays) for arrays in zip(*pieces, strict=True)]
        read = partial(_lines, columns, self.expected is not None)
        return Chunk(stop, stop / max(1, self.size), read)

    @property
    def _wanted(self) -> list[str]:
        """The columns to read, in the order that `_lines` expects."""
        return [self.column, *(() if self.expected is None else (self.expected,)), *self.kept]

    def _batches(self, start: int, stop: int) -> Iterator[list[Any]]:
        """Decode a few rows at a time, and yield their columns."""
        end = 0
        with _opened(self.path) as file:
            groups = [file.metadata.row_group(group) for group in range(file.num_row_groups)]
            sizes = [(group.num_rows, max(0, group.total_byte_size)) for group in groups]
            kinds = {name: self._kind_of(file.schema_arrow, name) for name in self._wanted}
        for group, (size, weight) in enumerate(sizes):
            place, end = end, end + size
            if end <= start or place >= stop:
                continue
            at_once = self._rows_at_once(group, kinds, weight // max(1, size))
            with _opened(self.path) as file:
                for batch in file.iter_batches(at_once, [group], self._wanted, use_threads=False):
                    part = slice(max(0, start - place), max(0, stop - place))
                    yield [_texts(batch.column(name)[part], kinds[name]) for name in self._wanted]
                    place += len(batch)
                    if place >= stop:
                        return
                if place < end:
                    raise ValueError(f"the file ends {end - place} rows too early")

    def _rows_at_once(self, group: int, kinds: dict[str, Any], mean: int) -> int:
        """Return how many rows of a group to decode at once.

        The longest text decides. `mean` is the mean size of a row in the file, but a decoded row
        may be much larger. So this function decodes one row to see the dictionary of all texts.
        """
        widths = [kind.byte_width for kind in kinds.values() if pa.types.is_fixed_size_binary(kind)]
        texts = [name for name, kind in kinds.items() if _has_length(kind)]
        lengths = [mean, sum(widths), 1]
        try:
            with _opened(self.path, texts) as file:
                for first in islice(file.iter_batches(1, [group], texts, use_threads=False), 1):
                    sizes = (pc.binary_length(column.dictionary) for column in first.columns)
                    lengths += [pc.max(each).as_py() or 0 for each in sizes]
        except PuzzleError as error:
            if "Not yet implemented" not in error.message:
                raise
            return _FEW
        longest: int = max(lengths)
        return max(1, min(_ROWS, _MOST_TEXT // longest))

    def _kind_of(self, schema: Any, name: str) -> Any:
        kind = schema.field(name).type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        has_numbers = pa.types.is_primitive(kind) and name not in (self.column, self.expected)
        if not (has_numbers or _has_length(kind) or pa.types.is_fixed_size_binary(kind)):
            raise PuzzleError(f"the column {name!r} is not text but {kind}", file=self.path)
        return kind


@contextmanager
def _opened(path: str, repeated: Iterable[str] = ()) -> Iterator[Any]:
    try:
        # Arrow accepts names that are not UTF-8 only as bytes.
        with (
            pa.OSFile(os.fsencode(path)) as raw,
            pq.ParquetFile(raw, read_dictionary=list(repeated)) as file,
        ):
            yield file
    except PuzzleError:
        raise
    except FileNotFoundError:
        raise PuzzleError("No such file or directory", file=path) from None
    # Arrow also raises errors of Python, for example if the name of a column is not UTF-8.
    except (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError) as error:
        raise PuzzleError(f"not a readable Parquet file: {error}", file=path) from None


def _has_length(kind: Any) -> bool:
    tests = ("is_string", "is_large_string", "is_binary", "is_large_binary")
    return any(getattr(pa.types, test)(kind) for test in tests)


def _lines(columns: Sequence[Column], has_expected: bool) -> Lines:
    puzzles, *others = columns
    expected = others.pop(0) if has_expected else None
    return lines_in(puzzles)._replace(expected=expected, kept=tuple(others))


def _texts(array: Any, kind: Any) -> Any:
    """Return an array as texts. If the array is huge, return only a part of each long text."""
    if pa.types.is_primitive(kind):
        array = array.cast(pa.large_string())
    array = array.cast(pa.large_binary()).fill_null(b"")
    return array if array.nbytes <= 2 * _MOST_TEXT else pc.binary_slice(array, 0, LONGEST + 1)


def _column(arrays: Sequence[Any]) -> Column:
    array = arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)  # this copies the texts
    _, offsets, data = array.buffers()
    places = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    return Column(np.frombuffer(data or b"", np.uint8), places[:-1], places[1:])


@dataclass(frozen=True)
class ParquetStyle(TextStyle):
    """Writes records as CSV. At the end, `join` converts them to Parquet."""

    def fitting(self, record: LineResult) -> LineResult:
        """Return the record, or an error if its number of automorphisms exceeds 64 bits."""
        if (record.automorphisms or 0) < 1 << 64:
            return record
        message = "the number of automorphisms exceeds Parquet's 64 bits. Write CSV or JSON Lines"
        return LineResult(record.line, record.puzzle, error=message)

    def has_columns(self, path: Path, names: Sequence[str]) -> bool:
        with _opened(str(path)) as file:
            return bool(file.schema_arrow.names == list(names))

    def header(self, names: Sequence[str]) -> bytes:
        """Return an empty header, because `join` writes the names of the columns."""
        return b""

    def join(self, whole: Path, parts: Sequence[Path], names: Sequence[str]) -> None:
        kinds = dict.fromkeys(names, "string") | {
            name: kind for name, kind in _NUMBERS.items() if name in names
        }
        convert = csv.ConvertOptions(
            column_types=_schema(kinds),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        )
        with TableWriter(whole, kinds) as writer:
            for text in _pieces(parts):
                read = csv.ReadOptions(
                    use_threads=False, block_size=len(text) + 1, column_names=names
                )
                parse = csv.ParseOptions(newlines_in_values=True)
                table = csv.read_csv(pa.BufferReader(text), read, parse, convert)
                writer.add(table.set_column(0, table.field(0), table[0].fill_null("")))

    def _field(self, name: str, text: bytes) -> bytes:
        """Put a field into quotes. Without quotes, an empty field would mean null."""
        text = text.decode(errors="replace").encode()
        return b',"%s"' % text.replace(b'"', b'""')


def _pieces(parts: Iterable[Path]) -> Iterator[bytes]:
    """Yield the CSV of all parts in pieces, but never divide a quoted field."""
    for part in parts:
        with part.open("rb") as file:
            text = b""
            while more := file.read(_PIECE):
                text += more + file.readline()
                if text.count(b'"') % 2 == 0:
                    yield text
                    text = b""


class TableWriter:
    """Writes a Parquet file in row groups of equal size. A `with` block completes the file.

    `kinds` maps the names of the columns to the names of their types in Arrow.
    """

    def __init__(self, path: Path, kinds: Mapping[str, str]) -> None:
        self._schema = _schema(kinds)
        # Open the file here, because Arrow refuses names that are not UTF-8.
        self._file = path.open("wb")
        self._writer = pq.ParquetWriter(self._file, self._schema, compression="zstd")
        self._waiting = self._schema.empty_table()

    def add_rows(self, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows. Each row has a value for every column."""
        if rows:
            self.add(pa.table(list(map(list, zip(*rows, strict=True))), schema=self._schema))

    def add(self, table: Any) -> None:
        """Add the rows of a table, and write all complete row groups."""
        self._waiting = pa.concat_tables([self._waiting, table])
        while len(self._waiting) >= GROUP:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(self._waiting[:GROUP].combine_chunks(), row_group_size=GROUP)
        self._waiting = self._waiting[GROUP:]

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        # After an error, ignore further errors while the file is closed.
        with suppress(*([OSError] if kind else [])), self._file, self._writer:
            if kind is None and len(self._waiting):
                self._write()


def _schema(kinds: Mapping[str, str]) -> Any:
    return pa.schema([pa.field(name, pa.type_for_alias(kind)) for name, kind in kinds.items()])
