"""The Parquet files of a dataset: one for each split, written in groups of rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from nonet.streaming.datasets.rows import DatasetRow, Measure
from nonet.streaming.parquet.style import GROUP
from nonet.system.files import named

_KINDS = {"nodes": pa.int64(), "depth": pa.int32(), "er": pa.float32()}


class Tables:
    """Files in a folder, by the names of the splits; a context manager that completes them.

    The folder is a draft: errors give it the name that it will have.
    """

    def __init__(self, draft: Path, name: str, splits: Sequence[str], measure: Measure) -> None:
        texts = [(name, pa.string()) for name in ("puzzle", "solution", "canonical")]
        measured = [(name, _KINDS[name]) for name in measure.columns]
        self._schema = pa.schema([*texts, ("clues", pa.int32()), *measured])
        self._name = name
        self._opened = ExitStack()
        with named(name):
            self._writers = [self._writer(draft / f"{split}.parquet") for split in splits]
        self._waiting: list[list[DatasetRow]] = [[] for _ in splits]
        self.sizes = [0] * len(splits)

    def _writer(self, path: Path) -> Any:
        # An open file, because Arrow takes no name that is not UTF-8.
        file = self._opened.enter_context(path.open("wb"))
        return self._opened.enter_context(pq.ParquetWriter(file, self._schema, compression="zstd"))

    def add(self, split: int, row: DatasetRow) -> None:
        """Add a row to a split."""
        waiting = self._waiting[split]
        waiting.append(row)
        self.sizes[split] += 1
        if len(waiting) == GROUP:
            with named(self._name):
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
        if kind is not None:
            with suppress(OSError):
                self._opened.close()
            return
        with named(self._name), self._opened:
            for split, waiting in enumerate(self._waiting):
                if waiting:
                    self._write(split)
