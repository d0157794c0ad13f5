"""Records as Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from nonet.questions.modes import BulkMode
from nonet.streaming.answers import Answers, LineResult
from nonet.streaming.lines import CELLS, Bytes
from nonet.streaming.query import Query
from nonet.streaming.records import columns, row_record, values
from nonet.streaming.texts import Encoded
from nonet.system.files import sync

#: Rows per group in the file that is written.
GROUP = 1 << 17


class ParquetStyle:
    """Records as Arrow, block by block; once all are there, they become one Parquet file."""

    def header(self, query: Query) -> bytes:
        """Return nothing: a Parquet file names its columns in its footer."""
        return b""

    def held(self, record: LineResult) -> LineResult:
        """Return the record of a line, or an error in its place if 64 bits do not hold its count.

        Only automorphisms are as many: other counts have a limit.
        """
        if record.count is None or record.count <= _MOST:
            return record
        said = "more automorphisms than Parquet's 64 bits hold: write CSV or JSON Lines"
        return LineResult(record.line, record.puzzle, error=said)

    def encode(self, answers: Answers, query: Query) -> Encoded:
        """Return a block as an Arrow stream; an extra column has the lines of the errors."""
        schema = _own_schema(query).append(_LINE)
        table = pa.table(_row_columns(answers, query), schema=schema)
        places = answers.places
        if answers.others:
            others = [values(record, query) for record in answers.others]
            lines = [record.line if record.error else None for record in answers.others]
            listed = [*map(list, zip(*others, strict=True)), lines]
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
        return Encoded(sink.getvalue().to_pybytes(), [])

    def finish(self, records: Path, whole: Path, query: Query, unit: str) -> None:
        """Write the Arrow streams as Parquet, in groups of equal size."""
        schema = _schema(query)
        # An open file, because Arrow takes no name that is not UTF-8.
        with whole.open("wb") as file:
            with pq.ParquetWriter(file, schema, compression="zstd") as writer:
                waiting = schema.empty_table()
                for table in _numbered(records, unit, len(_own_schema(query))):
                    waiting = pa.concat_tables([waiting, table])
                    while len(waiting) >= GROUP:
                        writer.write_table(waiting[:GROUP].combine_chunks(), row_group_size=GROUP)
                        waiting = waiting[GROUP:]
                if len(waiting):
                    writer.write_table(waiting.combine_chunks(), row_group_size=GROUP)
            file.flush()
            sync(file)


#: The largest count that a column holds.
_MOST = 2**64 - 1

#: For an error, the number of the line within its block.
_LINE = pa.field("line", pa.int64())


def _own_schema(query: Query) -> Any:
    kinds = dict.fromkeys(("count", "automorphisms", "hardest", "at_least"), pa.uint64())
    kinds |= dict.fromkeys(("seconds", "er"), pa.float64())
    return pa.schema([(name, kinds.get(name, pa.string())) for name in columns(query)])


def _schema(query: Query) -> Any:
    """Return the schema of the file, with the columns that are kept of the source."""
    return pa.schema([*_own_schema(query), *((name, pa.string()) for name in query.keep)])


def _row_columns(answers: Answers, query: Query) -> list[Any]:
    """Return the columns of the rows; those of a kind differ in their cells alone."""
    size = len(answers.rows)
    _, firsts, kinds = np.unique(answers.kinds, return_index=True, return_inverse=True)
    records = [row_record(answers, row, query) for row in firsts.tolist()]
    words = [values(record, query) for record in records]
    fields = _own_schema(query)
    if not size:
        return [pa.nulls(0, field.type) for field in [*fields, _LINE]]
    table = [
        pa.array(column, field.type).take(pa.array(kinds))
        for field, column in zip(fields, zip(*words, strict=True), strict=True)
    ]
    table[0] = _strings(answers.rows, np.ones(size, np.bool_))
    if query.mode is not BulkMode.COUNT:
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


def _numbered(records: Path, unit: str, place: int) -> Iterator[Any]:
    """Yield the tables of the blocks; messages name the row in the file.

    The column at `place` has the lines of the errors. One that is kept may have the same name.
    """
    before = 0
    with pa.OSFile(os.fsencode(records)) as file:
        size = file.size()
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                table = stream.read_all()
                lines = int(stream.schema.metadata[b"lines"])
            numbers = table.column(place)
            table = table.remove_column(place)
            if numbers.null_count < len(numbers):
                errors = [
                    error if line is None else f"{unit} {before + line + 1}: {error}"
                    for line, error in zip(
                        numbers.to_pylist(), table.column("error").to_pylist(), strict=True
                    )
                ]
                at = table.schema.get_field_index("error")
                table = table.set_column(at, "error", pa.array(errors, pa.string()))
            before += lines
            yield table.replace_schema_metadata(None)
