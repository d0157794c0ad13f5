"""The Parquet files of a dataset: one for each split, written in groups of rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from nonet.datasets.rows import Measure, Row
from nonet.streaming.parquet.style import GROUP

_KINDS = {"nodes": pa.int64(), "depth": pa.int32(), "er": pa.float32()}


class Tables:
    """Files in a folder, by the names of the splits; a context manager that completes them."""

    def __init__(self, folder: Path, names: Sequence[str], measure: Measure) -> None:
        texts = [(name, pa.string()) for name in ("puzzle", "solution", "canonical")]
        measured = [(name, _KINDS[name]) for name in measure.columns]
        self._schema = pa.schema([*texts, ("clues", pa.int32()), *measured])
        self._writers = [
            pq.ParquetWriter(str(folder / f"{name}.parquet"), self._schema, compression="zstd")
            for name in names
        ]
        self._waiting: list[list[Row]] = [[] for _ in names]
        self.sizes = [0] * len(names)

    def add(self, split: int, row: Row) -> None:
        """Add a row to a split."""
        waiting = self._waiting[split]
        waiting.append(row)
        self.sizes[split] += 1
        if len(waiting) == GROUP:
            self._write(split)

    def _write(self, split: int) -> None:
        rows = self._waiting[split]
        cells = [(r.puzzle, r.solution, r.canonical, r.clues, *r.difficulty) for r in rows]
        columns: list[Any] = [*map(list, zip(*cells, strict=True))] or [[] for _ in self._schema]
        arrays = [
            pa.array(column, field.type)
            for column, field in zip(columns, self._schema, strict=True)
        ]
        self._writers[split].write_table(pa.table(arrays, schema=self._schema))
        self._waiting[split] = []

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for split, writer in enumerate(self._writers):
            if kind is None and self._waiting[split]:
                self._write(split)
            writer.close()
