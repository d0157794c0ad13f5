"""Parquet files: a column of puzzles as a source, and records as a style of the target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from nonet.errors import PuzzleError
from nonet.modes import Mode
from nonet.solvers import BackendUnavailable
from nonet.streaming.answers import Answers
from nonet.streaming.chunks import Chunk
from nonet.streaming.lines import CELLS, Bytes, Lines, Other, are_cells
from nonet.streaming.query import Query
from nonet.streaming.texts import Encoded, columns, row_record, values

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as error:
    raise BackendUnavailable('Parquet needs pyarrow: pip install "nonet[bulk]"') from error

#: Rows per group in the file that is written.
GROUP = 1 << 17

#: A group of rows can only be read from its beginning, so chunks are longer than those of text.
_LONGER = 4


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
            size = file.metadata.num_rows
        length = blocks * self.block * _LONGER
        for place in range(start, size, length):
            stop = min(size, place + length)
            yield Chunk(self, place, stop, stop / size)

    def lines(self, chunk: Chunk) -> Iterator[Lines]:
        """Read a range of rows, block by block."""
        waiting: list[Any] = []
        missing = self.block
        with self._opened() as file:
            for batch in self._batches(file, chunk):
                rest = batch
                while len(rest) >= missing:
                    yield _lines([*waiting, rest[:missing]])
                    rest = rest[missing:]
                    waiting, missing = [], self.block
                if len(rest):
                    waiting.append(rest)
                    missing -= len(rest)
        if waiting:
            yield _lines(waiting)

    def _batches(self, file: Any, chunk: Chunk) -> Iterator[Any]:
        """Yield the arrays of the column that are within the range."""
        sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        for group, (first, size) in enumerate(zip(accumulate([0, *sizes]), sizes, strict=False)):
            if first + size <= chunk.start or first >= chunk.stop:
                continue
            place = first
            read = file.iter_batches(self.block, row_groups=[group], columns=[self.column])
            for batch in read:
                low, high = chunk.start - place, chunk.stop - place
                place += len(batch)
                if high <= 0:
                    break
                if low < len(batch):
                    yield batch.column(0)[max(0, low) : high]

    def _opened(self) -> Any:
        try:
            file = pq.ParquetFile(self.path)
        except (pa.ArrowException, OSError) as error:
            raise PuzzleError(f"not a Parquet file: {error}", file=self.path) from None
        names = file.schema_arrow.names
        if self.column not in names:
            file.close()
            raise PuzzleError(
                f"no column {self.column!r}; there are {', '.join(names)} (--column)",
                file=self.path,
            )
        kind = file.schema_arrow.field(self.column).type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        tests = ("is_string", "is_large_string", "is_binary", "is_large_binary")
        is_text = any(getattr(pa.types, test)(kind) for test in tests)
        if not (is_text or pa.types.is_fixed_size_binary(kind)):
            file.close()
            raise PuzzleError(f"the column {self.column!r} is not text: {kind}", file=self.path)
        return file


def _lines(arrays: list[Any]) -> Lines:
    """Return the lines of a block: rows of 81 cells as an array, the others one by one."""
    array = pa.concat_arrays([_as_binary(array) for array in arrays])
    size = len(array)
    offsets = np.frombuffer(array.buffers()[1], np.int64)[array.offset : array.offset + size + 1]
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


class ParquetStyle:
    """Records as Arrow, block by block; once all are there, they become one Parquet file."""

    def header(self, mode: Mode) -> bytes:
        """Return nothing: a Parquet file names its columns in its footer."""
        return b""

    def encode(self, answers: Answers, query: Query) -> Encoded:
        """Return a block as an Arrow stream; an extra column has the lines of the errors."""
        schema = _schema(query.mode).append(_LINE)
        schema = schema.with_metadata({"lines": str(answers.lines)})
        table = pa.table(_row_columns(answers, query), schema=schema)
        if answers.others:
            others = [values(record, query) for record in answers.others]
            lines = [record.line if record.error else None for record in answers.others]
            listed = [*map(list, zip(*others, strict=True)), lines]
            places = [*answers.places.tolist(), *(record.line for record in answers.others)]
            table = pa.concat_tables([table, pa.table(listed, schema=schema)])
            table = table.take(pa.array(np.argsort(places)))
        sink = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        with pa.ipc.new_stream(sink, schema, options=options) as stream:
            stream.write_table(table)
        return Encoded(sink.getvalue().to_pybytes(), [])

    def finish(self, records: Path, whole: Path, mode: Mode, unit: str) -> None:
        """Write the Arrow streams as Parquet, in groups of equal size."""
        schema = _schema(mode)
        with pq.ParquetWriter(str(whole), schema, compression="zstd") as writer:
            waiting = schema.empty_table()
            for table in _numbered(records, unit):
                waiting = pa.concat_tables([waiting, table])
                while len(waiting) >= GROUP:
                    writer.write_table(waiting[:GROUP].combine_chunks(), row_group_size=GROUP)
                    waiting = waiting[GROUP:]
            if len(waiting):
                writer.write_table(waiting.combine_chunks(), row_group_size=GROUP)


#: For an error, the number of the line within its block.
_LINE = pa.field("line", pa.int64())


def _schema(mode: Mode) -> Any:
    kinds = {"count": pa.uint64(), "seconds": pa.float64()}
    return pa.schema([(name, kinds.get(name, pa.string())) for name in columns(mode)])


def _row_columns(answers: Answers, query: Query) -> list[Any]:
    """Return the columns of the rows; all but the cells depend on the number of solutions alone."""
    size = len(answers.rows)
    _, firsts, kinds = np.unique(answers.counts, return_index=True, return_inverse=True)
    records = [row_record(answers, row, query) for row in firsts.tolist()]
    words = [values(record, query) for record in records]
    fields = _schema(query.mode)
    if not size:
        return [pa.nulls(0, field.type) for field in [*fields, _LINE]]
    table = [
        pa.array(column, field.type).take(pa.array(kinds))
        for field, column in zip(fields, zip(*words, strict=True), strict=True)
    ]
    table[0] = _strings(answers.rows, np.ones(size, np.bool_))
    if query.mode is not Mode.COUNT:
        table[2] = _strings(answers.solutions + np.uint8(ord("0")), answers.counts > 0)
    return [*table, pa.nulls(size, _LINE.type)]


def _strings(rows: Bytes, present: NDArray[np.bool_]) -> Any:
    """Return rows of bytes as strings, with nulls for those that are missing."""
    offsets = np.zeros(len(rows) + 1, np.int32)
    np.cumsum(present * CELLS, out=offsets[1:])
    data = np.ascontiguousarray(rows if present.all() else rows[present])
    bits = np.packbits(present, bitorder="little")
    buffers = [pa.py_buffer(array) for array in (bits, offsets, data)]
    return pa.StringArray.from_buffers(len(rows), *buffers[1:], buffers[0])


def _numbered(records: Path, unit: str) -> Iterator[Any]:
    """Yield the tables of the blocks; messages name the row in the file."""
    before = 0
    with pa.OSFile(str(records)) as file:
        size = file.size()
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                table = stream.read_all()
                lines = int(stream.schema.metadata[b"lines"])
            numbers = table.column(_LINE.name)
            table = table.drop_columns([_LINE.name])
            if numbers.null_count < len(numbers):
                errors = [
                    error if line is None else f"{unit} {before + line + 1}: {error}"
                    for line, error in zip(
                        numbers.to_pylist(), table.column("error").to_pylist(), strict=True
                    )
                ]
                place = table.schema.get_field_index("error")
                table = table.set_column(place, "error", pa.array(errors, pa.string()))
            before += lines
            yield table.replace_schema_metadata(None)
