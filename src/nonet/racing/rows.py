"""The table of a race: a row for each puzzle, contestant and repeat, and the refuted verdicts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from nonet.model.grid import Grid

#: The verdict of a run that reached a limit or failed.
UNKNOWN = "unknown"


class Setting(StrEnum):
    """When the clock starts.

    A cold run starts with the text of the puzzle. A warm run starts when everything that does not
    depend on the puzzle is loaded.
    """

    COLD = "cold"
    WARM = "warm"


class Problem(StrEnum):
    """How a run failed. Reaching the time limit is not a failure."""

    NOTHING = ""
    #: The grid breaks the rules, or another contestant's solution refutes the verdict.
    WRONG = "wrong"
    #: The contestant raised an exception, or its process crashed.
    CRASHED = "crashed"
    #: The contestant did not stop at its time limit, and was killed.
    HUNG = "hung"
    #: The contestant took too much memory, and was killed.
    MEMORY = "memory"
    #: The contestant takes more memory from run to run.
    LEAKS = "leaks"
    #: The contestant does not support this puzzle or this question.
    UNABLE = "unable"


@dataclass(frozen=True)
class Row:
    """The run of one contestant on one puzzle in one repeat.

    A solve has the `verdict` "satisfied" or "unsatisfiable". A check or a count has the verdict
    "none", "unique" or "multiple". Without an answer, the verdict is "unknown". `solutions` is the
    number of solutions that a count found. A run is `decided` if it has a verdict within the limit.

    `values` is the number of different values on a full board. `empty` is the share of empty cells.

    `seconds` is the wall time of the run, and the sum of the phases from `model` to `decode`. The
    time to verify the answers is not part of `seconds`, but is stored as `check`. `cpu` is the CPU
    time of all threads and processes of the contestant.

    `peak_memory` is the largest growth of memory during the run, in bytes. It is known only for
    child processes on Linux. `counters` holds the solver's own counters in JSON. `witnesses` holds
    up to two solutions of the original puzzle in JSON, without the values of auxiliary cells.
    """

    puzzle: str
    group: str
    values: int
    empty: float
    contestant: str
    repeat: int
    mode: str
    setting: str
    verdict: str = UNKNOWN
    solutions: int | None = None
    decided: bool = False
    model: float = 0.0
    encode: float = 0.0
    load: float = 0.0
    solve: float = 0.0
    decode: float = 0.0
    seconds: float = 0.0
    check: float = 0.0
    cpu: float = 0.0
    limit: float = math.nan
    peak_memory: int | None = None
    counters: str = "{}"
    error: str | None = None
    problem: str = ""
    witnesses: str = "[]"
    machine: str = ""


COLUMNS = tuple(field.name for field in fields(Row))


# --- refuted verdicts -----------------------------------------------------------------------------

#: The number of solutions that a verdict claims.
_CLAIMED = {"unsatisfiable": 0, "none": 0, "unique": 1}


def witnesses(grid: Grid, solutions: Iterable[Sequence[int | None]]) -> str:
    """Return solutions in JSON. Solutions with the same answer become the same."""
    shown = {*grid.answers}
    return json.dumps(
        [[v if cell in shown else None for cell, v in enumerate(found)] for found in solutions]
    )


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


def _claimed(row: Row, most: int) -> int | None:
    """Return how many solutions the puzzle has according to a row. None means an unknown number."""
    if row.solutions is not None and row.solutions >= most:
        return None
    return row.solutions if row.verdict == "multiple" else _CLAIMED.get(row.verdict)
