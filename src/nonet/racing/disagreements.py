"""Find verdicts that are refuted by another contestant's verified solutions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from nonet.racing.rows import UNKNOWN, Problem, Row

#: The number of solutions that a verdict claims.
_CLAIMED = {"unsatisfiable": 0, "none": 0, "unique": 1}


def settle(rows: Iterable[Row], most: int) -> tuple[Row, ...]:
    """Return all rows. Mark a verdict as wrong if another contestant's solutions refute it.

    A count that stopped at `most` solutions does not claim that there are no more.
    """
    rows = tuple(rows)
    finders: dict[str, dict[tuple[int, ...], str]] = {}
    highest: dict[str, Row] = {}
    for row in rows:
        for grid in _grids(row):
            finders.setdefault(row.puzzle, {}).setdefault(grid, row.contestant)
        highest[row.puzzle] = max(highest.get(row.puzzle, row), row, key=lambda r: r.solutions or 0)
    return tuple(
        _settled(row, most, finders.get(row.puzzle, {}), highest[row.puzzle]) for row in rows
    )


def _settled(row: Row, most: int, finders: Mapping[tuple[int, ...], str], highest: Row) -> Row:
    claimed = _claimed(row, most)
    if claimed is None:
        return row
    if row.verdict == "multiple":
        if (highest.solutions or 0) <= claimed:
            return row
        found = f"{highest.contestant} has found {highest.solutions}"
        return _refuted(row, f"says that there are {claimed} solutions, but {found}")
    own = _grids(row)
    finder = next((finder for grid, finder in finders.items() if grid not in own), None)
    if finder is None:
        return row
    found = "a solution" if claimed == 0 else "another solution"
    return _refuted(row, f"says {row.verdict}, but {finder} has {found}")


def _refuted(row: Row, why: str) -> Row:
    return replace(row, problem=str(Problem.WRONG), error=why, decided=False)


def _grids(row: Row) -> list[tuple[int, ...]]:
    return [tuple(grid) for grid in json.loads(row.witnesses)]


def is_dispute(row: Row) -> bool:
    """Tell whether another contestant refuted the verdict of this row."""
    return row.problem == Problem.WRONG and row.verdict != UNKNOWN


def disputes(rows: Iterable[Row]) -> list[str]:
    """Describe each refuted verdict once. The rows must come from `settle`."""
    found = (f"{row.puzzle}: {row.contestant} {row.error}" for row in rows if is_dispute(row))
    return list(dict.fromkeys(found))


def _claimed(row: Row, most: int) -> int | None:
    """Return how many solutions the puzzle has according to a row. None means an unknown number."""
    if row.solutions is not None and row.solutions >= most:
        return None
    return row.solutions if row.verdict == "multiple" else _CLAIMED.get(row.verdict)
