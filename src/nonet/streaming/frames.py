"""Read puzzles from a file or a DataFrame, and return the answers as a DataFrame."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet.questions import BulkMode
from nonet.solvers import BackendUnavailable, Limits, LimitsLike, find_backend
from nonet.streaming.answers import answers_of
from nonet.streaming.lines import CELLS, Column, Other, lines_in
from nonet.streaming.query import Query
from nonet.streaming.records import LineResult
from nonet.streaming.sources import NO_FILE, rows_of_file
from nonet.streaming.tables import ColumnChoice
from nonet.system.errors import PuzzleError

#: The largest number of cells of a square board whose values fit into a byte.
_LARGEST_OF_BYTES = 255**2

#: The number of puzzles to answer together.
_TOGETHER = 1 << 14


@dataclass(frozen=True)
class Table:
    """The puzzles of a table, as texts.

    A table is an iterable of its puzzles, so functions such as `nonet.check_many` accept a table.
    `solutions` has the expected solution of each row, if there are any. `errors` has a message for
    each bad row, if there are any. Missing entries are empty texts. `frame` is the DataFrame that
    the puzzles come from.

    >>> table = read_table({"quizzes": ["12..34..2......3"], "solutions": ["1234341223414123"]})
    >>> table.answers().verdicts, table.answers().compared
    (['unique'], ['same'])
    """

    puzzles: tuple[str, ...]
    solutions: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    frame: Any = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[str]:
        for row, puzzle in enumerate(self.puzzles):
            if self.errors and self.errors[row]:
                raise PuzzleError(f"puzzle {row + 1}: {self.errors[row]}")
            yield puzzle

    def __len__(self) -> int:
        return len(self.puzzles)

    def answers(
        self, mode: str = "check", backend: str | None = None, limits: LimitsLike = Limits()
    ) -> TableAnswers:
        """Solve or check all puzzles as `nonet.bulk` does, in arrays where possible."""
        if mode not in (BulkMode.CHECK, BulkMode.SOLVE):
            raise ValueError(f"the mode must be check or solve, not {mode!r}")
        expects = "expected" if self.solutions else None
        spec = find_backend(backend).spec
        query = Query(BulkMode(mode), spec, Limits.of(limits), compare=expects)
        records: list[LineResult] = []
        for start in range(0, len(self), _TOGETHER):
            part = slice(start, start + _TOGETHER)
            bad: dict[int, Other | None] = {
                row: Other(row, self.puzzles[start + row], error)
                for row, error in enumerate(self.errors[part])
                if error
            }
            lines = lines_in(_column(self.puzzles[part]), bad)
            expected = _column(self.solutions[part]) if self.solutions else None
            answers = answers_of(lines._replace(expected=expected), query)
            rows = [answers.record(row, query) for row in range(len(answers.rows))]
            records += sorted([*rows, *answers.others], key=lambda record: record.line)
        return TableAnswers(tuple(records), self.frame)


@dataclass(frozen=True)
class TableAnswers:
    """The answers to the puzzles of a table. The answer to a bad puzzle is an error."""

    records: tuple[LineResult, ...]
    frame: Any = field(default=None, repr=False, compare=False)

    @property
    def verdicts(self) -> list[str | None]:
        """The verdict on each puzzle, or None for an error."""
        return [record.verdict for record in self.records]

    @property
    def compared(self) -> list[str | None]:
        """The comparison with each expected solution: ``same``, ``possible`` or ``differs``."""
        return [record.compared for record in self.records]

    def to_numpy(self) -> NDArray[np.uint8 | np.uint16]:
        """Return the solutions as rows of cells. A puzzle without a solution has a row of zeros.

        >>> read_table({"puzzle": ["12..34..2......3", "11.............."]}).answers().to_numpy()
        array([[1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], dtype=uint8)
        """
        solutions = [record.solution or "" for record in self.records]
        cells = {len(_values(text)) for text in solutions if text} or {CELLS}
        if len(cells) > 1:
            sizes = " and ".join(map(str, sorted(cells)))
            raise PuzzleError(f"solutions of {sizes} cells do not fit into one array")
        [size] = cells
        kind = np.uint8 if size <= _LARGEST_OF_BYTES else np.uint16
        array = np.zeros((len(solutions), size), kind)
        for row, text in enumerate(solutions):
            array[row] = _values(text) or 0
        return array

    def to_frame(self) -> Any:
        """Return a DataFrame with a row for each puzzle.

        If the puzzles come from a DataFrame of pandas or Polars, the result has the columns of this
        DataFrame, then the answers. Answers replace columns of the same name, except ``solution``:
        in this case, the solutions that nonet finds are in ``found``.

        >>> frame = read_table({"puzzle": ["12..34..2......3", "bad"]}).answers().to_frame()
        >>> list(frame.columns)
        ['puzzle', 'verdict', 'solution', 'backend', 'error']
        >>> frame["error"][1]
        '3 characters: a 2×2 puzzle has 4'
        """
        found: dict[str, list[Any]] = {
            name: [getattr(record, name) for record in self.records]
            for name in ("verdict", "solution", "backend", "error")
        }
        if any(self.compared):
            found["compared"] = self.compared
        if self.frame is not None and "solution" in list(self.frame.columns):
            found = {"found" if name == "solution" else name: found[name] for name in found}
        if _is_polars(self.frame):
            polars = sys.modules["polars"]
            texts = [polars.Series(name, values, polars.String) for name, values in found.items()]
            return self.frame.with_columns(texts)
        if self.frame is not None:
            return self.frame.assign(**found)
        try:
            import pandas as pd
        except ImportError:
            raise BackendUnavailable("a DataFrame needs pandas: pip install pandas") from None
        return pd.DataFrame({"puzzle": [record.puzzle for record in self.records], **found})


def read_table(table: Any, column: str | None = None) -> Table:
    """Return the puzzles of a table: a file, a DataFrame, or a dictionary of columns.

    A file may be Parquet, CSV, or text with one puzzle per line. The first line of a CSV file must
    name the columns. Text may be compressed (``.gz``, ``.zst``). `column` names the column of
    puzzles. By default, nonet looks for a usual name: ``puzzle``, ``quizzes``, ``board``, ``grid``.
    A column ``solution`` or ``solutions`` contains the expected solutions.

    >>> table = read_table({"id": [7], "board": ["12..34..2......3"]})
    >>> list(table)
    ['12..34..2......3']
    """
    choice = ColumnChoice(column, finds_solutions=True)
    if isinstance(table, str | PathLike):
        return _of_file(fspath(table), choice)
    if hasattr(table, "collect_schema") and hasattr(table, "collect"):  # Polars's LazyFrame
        table = table.collect()
    keys = _keys(table)
    names = list(map(str, keys))
    puzzle, expected, _ = choice.found(names)
    puzzles = _texts(table[keys[puzzle]], names[puzzle])
    solutions = () if expected is None else _texts(table[keys[expected]], names[expected])
    if expected is not None and len(solutions) != len(puzzles):
        raise PuzzleError(
            f"the columns of a table must be equally long, but {names[puzzle]!r} has "
            f"{len(puzzles)} rows, and {names[expected]!r} has {len(solutions)}"
        )
    is_frame = _is_polars(table) or (hasattr(table, "assign") and hasattr(table, "index"))
    return Table(puzzles, solutions, frame=table if is_frame else None)


def _is_polars(frame: Any) -> bool:
    return type(frame).__module__.partition(".")[0] == "polars"


def _of_file(path: str, choice: ColumnChoice) -> Table:
    if not os.path.isfile(path):
        raise PuzzleError(NO_FILE, file=path)
    rows = list(rows_of_file(path, choice))
    solutions, errors = (row.expected for row in rows), (row.error or "" for row in rows)
    found = (each if any(each) else () for each in map(tuple, (solutions, errors)))
    return Table(tuple(row.text for row in rows), *found)


def _keys(table: Any) -> list[Any]:
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    if isinstance(table, Mapping):
        names = table
    if names is None:
        raise TypeError(
            f"{table!r:.40} is not a table. Pass a file, a DataFrame or a dictionary of columns"
        )
    return list(names)


def _texts(column: Any, name: str) -> tuple[str, ...]:
    """Return the texts of a column. A missing value becomes an empty text."""
    if isinstance(column, str | bytes):
        raise TypeError(f"the column {name!r} is a text. Pass a list of puzzles")
    ways = (getattr(column, way, None) for way in ("to_pylist", "tolist", "to_list"))
    texts = []
    for row, value in enumerate(next(filter(None, ways), lambda: column)()):
        is_nan = isinstance(value, float) and isnan(value)
        if value is None or is_nan or type(value).__name__ == "NAType":
            texts.append("")
        elif isinstance(value, str):
            texts.append(value.strip())
        else:
            raise TypeError(
                f"{value!r:.40} in row {row + 1} of {name!r} is not a text. Read the column as "
                "text (in pandas, dtype=str), because numbers lose leading zeros"
            )
    return tuple(texts)


def _column(texts: Sequence[str]) -> Column:
    return Column.of([text.encode(errors="surrogatepass") for text in texts])


def _values(solution: str) -> list[int]:
    return list(map(int, solution.split() if " " in solution else solution))
