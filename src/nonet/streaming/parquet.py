"""Parquet: a column of puzzles as a source, and records as a target. pyarrow does the work."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from nonet.questions import BulkMode
from nonet.solvers import BackendUnavailable
from nonet.streaming.answers import Answers, LineResult
from nonet.streaming.columns import ColumnChoice, lines_in
from nonet.streaming.lines import CELLS, LONG, LONGEST, SHOWN, Bytes, Column, Lines
from nonet.streaming.query import Query
from nonet.streaming.records import columns, row_record, values
from nonet.system.errors import PuzzleError

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq
except ImportError as error:
    raise BackendUnavailable("Parquet needs pyarrow: pip install pyarrow") from error

#: Rows that are decoded at once: few, because the texts may be long.
_ROWS = 512

#: Bytes of text in a block: blocks of long rows have fewer rows.
_MOST_TEXT = 1 << 24

#: Fewer rows, where it is unknown how long the texts are.
_FEW = 32

#: Rows per group in the file that is written.
GROUP = 1 << 17


@dataclass(frozen=True)
class ColumnsChunk:
    """Rows of a Parquet file as workers get them, from `start` to `stop`."""

    start: int
    stop: int
    done: float
    blocks: tuple[tuple[Column, ...], ...]
    has_expected: bool

    def lines(self) -> Iterator[Lines]:
        """Yield the rows that are answered together, block by block."""
        for puzzles, *others in self.blocks:
            lines = lines_in(puzzles)
            expected = others.pop(0) if self.has_expected else None
            yield lines._replace(expected=expected, kept=tuple(others))


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file; a block has `block` rows, or fewer if they are long."""

    path: str
    block: int
    column: str
    expected: str | None
    kept: tuple[str, ...]
    size: int
    unit: ClassVar[str] = "row"

    @classmethod
    def of(cls, path: str, block: int, choice: ColumnChoice) -> ParquetFile:
        """Return the file with the columns that are asked for."""
        with _opened(path) as file:
            names, size = file.schema_arrow.names, file.metadata.num_rows
        try:
            found = choice.found(names)
        except PuzzleError as error:
            raise error.at(file=path) from None
        expected = None if found.expected is None else names[found.expected]
        kept = tuple(names[place] for place in found.kept)
        return cls(path, block, names[found.puzzle], expected, kept, size)

    def in_blocks(self, block: int) -> ParquetFile:
        """Return the same file with blocks of another length, in bytes of usual puzzles."""
        return replace(self, block=max(1, block // (CELLS + 1)))

    def lines_before(self, place: int) -> int:
        """Return how many rows come before a place."""
        return place

    def sample(self) -> Lines | None:
        """Return the first block that has rows."""
        return next((lines for chunk in self.chunks(0, None, 1) for lines in chunk.lines()), None)

    def chunks(self, start: int, stop: int | None, blocks: int) -> Iterator[ColumnsChunk]:
        """Yield the rows from a place on, in chunks of a number of blocks."""
        end = self.size if stop is None else stop
        place, waiting = start, []
        for rows in self._blocks(start, end):
            waiting.append(rows)
            place += len(rows[0].starts)
            if len(waiting) == blocks or place == end:
                yield self._chunk(start, place, waiting)
                start, waiting = place, []

    def _chunk(self, start: int, stop: int, blocks: Sequence[tuple[Column, ...]]) -> ColumnsChunk:
        return ColumnsChunk(
            start, stop, stop / max(1, self.size), tuple(blocks), self.expected is not None
        )

    @property
    def _wanted(self) -> list[str]:
        """The columns that are read: that of the puzzles first, then the expected solutions."""
        return [self.column, *(() if self.expected is None else (self.expected,)), *self.kept]

    def _blocks(self, start: int, stop: int) -> Iterator[tuple[Column, ...]]:
        """Yield the rows in blocks, which end at each multiple of their usual length."""
        waiting: list[list[Any]] = []
        place, size = start, 0
        for arrays in self._batches(start, stop):
            at = 0
            while at < len(arrays[0]):
                length = min(len(arrays[0]) - at, self.block - place % self.block)
                piece = [_as_binary(_short(array.slice(at, length))) for array in arrays]
                taken = sum(int(_offsets(array)[-1] - _offsets(array)[0]) for array in piece)
                if waiting and size + taken > _MOST_TEXT:
                    yield _block(waiting)
                    waiting, size = [], 0
                waiting.append(piece)
                place, size, at = place + length, size + taken, at + length
                if place % self.block == 0:
                    yield _block(waiting)
                    waiting, size = [], 0
        if waiting:
            yield _block(waiting)

    def _batches(self, start: int, stop: int) -> Iterator[list[Any]]:
        """Yield the columns of a few rows at a time, as they are decoded."""
        place = 0
        with _opened(self.path) as file:
            for name in self._wanted:
                self._require_readable(file.schema_arrow, name)
            kinds = {name: file.schema_arrow.field(name).type for name in self._wanted}
            groups = [file.metadata.row_group(group) for group in range(file.num_row_groups)]
            sizes = [(group.num_rows, max(0, group.total_byte_size)) for group in groups]
        for group, (size, weight) in enumerate(sizes):
            first = place
            if place + size <= start or place >= stop:
                place += size
                continue
            at_once, numbered = self._way(group, kinds, weight // max(1, size))
            with _opened(self.path, numbered) as file:
                for batch in file.iter_batches(at_once, [group], self._wanted, use_threads=False):
                    for name in numbered:
                        _require_within(batch.column(name))
                    low, high = max(0, start - place), min(len(batch), stop - place)
                    if low < high:
                        yield [batch.column(name).slice(low, high - low) for name in self._wanted]
                    place += len(batch)
                    if place >= stop:
                        return
                if place < first + size:
                    raise ValueError(f"it ends after {place - first} of {size} rows")

    def _way(self, group: int, kinds: dict[str, Any], mean: int) -> tuple[int, list[str]]:
        """Return how many rows of a group are decoded at once, and which columns stay numbered.

        A file has each of its texts once, and numbers in the rows: a few bytes may say very much.
        """
        widths = [kind.byte_width for kind in kinds.values() if pa.types.is_fixed_size_binary(kind)]
        texts = [name for name, kind in kinds.items() if _has_length(kind)]
        longest = max(mean, sum(widths), 1)
        if texts:
            try:
                with _opened(self.path, texts) as file:
                    first = next(file.iter_batches(1, [group], texts, use_threads=False), None)
            except PuzzleError as error:
                if "Not yet implemented" not in error.message:
                    raise
                return _FEW, []
            found = [_longest(first.column(name)) for name in texts] if first is not None else []
            if max(found, default=0) > LONGEST:
                return _ROWS, texts
            longest = max([longest, *found])
        return max(1, min(_ROWS, _MOST_TEXT // longest)), []

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
def _opened(path: str, repeated: Iterable[str] = ()) -> Iterator[Any]:
    """Open a file, and turn whatever is wrong with it into a `PuzzleError`."""
    try:
        # Encoded here, because Arrow takes no name that is not UTF-8.
        with (
            pa.OSFile(os.fsencode(path)) as raw,
            pq.ParquetFile(raw, read_dictionary=list(repeated)) as file,
        ):
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


def _has_length(kind: Any) -> bool:
    """Tell whether the values of a column are texts of any length."""
    return _is_text(kind) and not pa.types.is_fixed_size_binary(kind)


def _longest(array: Any) -> int:
    """Return the length of the longest of the texts that have numbers."""
    texts = array.dictionary if pa.types.is_dictionary(array.type) else array
    return pc.max(pc.binary_length(texts)).as_py() or 0


def _require_within(array: Any) -> None:
    """Refuse numbers that no text has."""
    bounds = pc.min_max(array.indices).as_py()
    if (bounds["min"] or 0) < 0 or (bounds["max"] or 0) >= max(1, len(array.dictionary)):
        raise ValueError("a number without a text")


def _block(pieces: list[list[Any]]) -> tuple[Column, ...]:
    return tuple(_column(pa.concat_arrays(arrays)) for arrays in zip(*pieces, strict=True))


def _short(array: Any) -> Any:
    """Return an array with the beginnings of texts that are too long, which are not copied.

    The length of each is before it, as `other_of` reads it.
    """
    if pa.types.is_dictionary(array.type):
        texts = _short(array.dictionary)
        is_same = texts is array.dictionary
        return array if is_same else pa.DictionaryArray.from_arrays(array.indices, texts)
    if not _is_text(array.type) or (pc.max(pc.binary_length(array)).as_py() or 0) <= LONGEST:
        return array
    array = array.cast(pa.large_binary())
    lengths = pc.binary_length(array)
    said = lengths.cast(pa.string()).cast(pa.large_binary())
    mark = pa.scalar(LONG, pa.large_binary())
    nothing = pa.scalar(b"", pa.large_binary())
    cut = pc.binary_join_element_wise(nothing, said, pc.binary_slice(array, 0, SHOWN), mark)
    return pc.if_else(pc.greater(lengths, LONGEST), cut, array)


def _offsets(array: Any) -> NDArray[np.int64]:
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


class ParquetStyle:
    """Records as Arrow, block by block; once all are there, they become one Parquet file."""

    def held(self, record: LineResult) -> LineResult:
        """Return the record of a line, or an error in its place if 64 bits do not hold its count.

        Only automorphisms are as many: other counts have a limit.
        """
        if record.count is None or record.count < 1 << 64:
            return record
        said = "more automorphisms than Parquet's 64 bits hold: write CSV or JSON Lines"
        return LineResult(record.line, record.puzzle, error=said)

    def encode(self, answers: Answers, query: Query) -> tuple[bytes, list[tuple[int, int]]]:
        """Return a block as an Arrow stream; its first column has the lines of the errors."""
        schema = pa.schema([_LINE, *_schema(columns(query))])
        table = pa.table(_row_columns(answers, query), schema=schema)
        places = answers.places
        if answers.others:
            others = [values(record, query) for record in answers.others]
            lines = [record.line if record.error else None for record in answers.others]
            listed = [lines, *map(list, zip(*others, strict=True))]
            places = np.append(places, [record.line for record in answers.others])
            table = pa.concat_tables([table, pa.table(listed, schema=schema)])
            table = table.take(pa.array(np.argsort(places)))
        for name, column in zip(query.keep, answers.kept, strict=True):
            texts = column.texts()
            kept = [texts[line].decode(errors="replace") for line in np.sort(places).tolist()]
            table = table.append_column(name, pa.array(kept, pa.string()))
        table = table.replace_schema_metadata({"lines": str(answers.lines)})
        sink = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        with pa.ipc.new_stream(sink, table.schema, options=options) as stream:
            stream.write_table(table)
        return sink.getvalue().to_pybytes(), []

    def has_columns(self, path: Path, names: Sequence[str]) -> bool:
        """Tell whether a file has these columns."""
        with _opened(str(path)) as file:
            return bool(file.schema_arrow.names == list(names))

    def header(self, names: Sequence[str]) -> bytes:
        """Return nothing: a Parquet file names its columns in its footer."""
        return b""

    def join(self, whole: Path, parts: Sequence[Path], names: Sequence[str], unit: str) -> None:
        """Write the records of all parts as Parquet, in groups of equal size."""
        schema = _schema(names)
        # An open file, because Arrow takes no name that is not UTF-8.
        with whole.open("wb") as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
            waiting = schema.empty_table()
            for table in _numbered(parts, unit):
                waiting = pa.concat_tables([waiting, table])
                while len(waiting) >= GROUP:
                    writer.write_table(waiting[:GROUP].combine_chunks(), row_group_size=GROUP)
                    waiting = waiting[GROUP:]
            if len(waiting):
                writer.write_table(waiting.combine_chunks(), row_group_size=GROUP)


#: For an error, the number of the line within its block.
_LINE = pa.field("line", pa.int64())


def _schema(names: Sequence[str]) -> Any:
    kinds = dict.fromkeys(("count", "automorphisms", "hardest", "at_least"), pa.uint64())
    kinds["er"] = pa.float64()
    return pa.schema([(name, kinds.get(name, pa.string())) for name in names])


def _row_columns(answers: Answers, query: Query) -> list[Any]:
    """Return the columns of the rows; those of a kind differ in their cells alone."""
    size = len(answers.rows)
    fields = _schema(columns(query))
    if not size:
        return [pa.nulls(0, field.type) for field in (_LINE, *fields)]
    _, firsts, kinds = np.unique(answers.kinds, return_index=True, return_inverse=True)
    words = [values(row_record(answers, row, query), query) for row in firsts.tolist()]
    table = [
        pa.array(column, field.type).take(pa.array(kinds))
        for field, column in zip(fields, zip(*words, strict=True), strict=True)
    ]
    table[0] = _strings(answers.rows, np.ones(size, np.bool_))
    if query.mode is not BulkMode.COUNT:
        table[2] = _strings(answers.solutions + np.uint8(ord("0")), answers.counts > 0)
    return [pa.nulls(size, _LINE.type), *table]


def _strings(rows: Bytes, present: NDArray[np.bool_]) -> Any:
    """Return rows of bytes as strings, with nulls for those that are missing."""
    offsets = np.zeros(len(rows) + 1, np.int32)
    np.cumsum(present * CELLS, out=offsets[1:])
    data = np.ascontiguousarray(rows if present.all() else rows[present])
    bits = np.packbits(present, bitorder="little")
    buffers = [pa.py_buffer(array) for array in (bits, offsets, data)]
    return pa.StringArray.from_buffers(len(rows), *buffers[1:], buffers[0])


def _numbered(parts: Iterable[Path], unit: str) -> Iterator[Any]:
    """Yield the tables of the blocks; messages name the row in the file.

    The first column has the lines of the errors. One that is kept may have the same name.
    """
    before = 0
    for part in parts:
        with pa.OSFile(os.fsencode(part)) as file:
            for table, lines in _streams(file):
                yield _with_numbers(table, unit, before)
                before += lines


def _streams(file: Any) -> Iterator[tuple[Any, int]]:
    """Yield the tables of the blocks, and how many lines each has."""
    size = file.size()
    while file.tell() < size:
        with pa.ipc.open_stream(file) as stream:
            yield stream.read_all(), int(stream.schema.metadata[b"lines"])


def _with_numbers(table: Any, unit: str, before: int) -> Any:
    numbers = table.column(0)
    table = table.remove_column(0).replace_schema_metadata(None)
    if numbers.null_count == len(numbers):
        return table
    pairs = zip(numbers.to_pylist(), table.column("error").to_pylist(), strict=True)
    errors = [
        error if line is None else f"{unit} {before + line + 1}: {error}" for line, error in pairs
    ]
    at = table.schema.get_field_index("error")
    return table.set_column(at, "error", pa.array(errors, pa.string()))
