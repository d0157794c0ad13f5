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
    whys = [_refutation(r, most, finders.get(r.puzzle, {}), highest[r.puzzle]) for r in rows]
    return tuple(
        replace(row, problem=str(Problem.WRONG), error=why, decided=False) if why else row
        for row, why in zip(rows, whys, strict=True)
    )


def _refutation(
    row: Row, most: int, finders: Mapping[tuple[int, ...], str], highest: Row
) -> str | None:
    """Return why a verdict is wrong, or None if no solution refutes it."""
    count, found = row.solutions, highest.solutions or 0
    if count is not None and count >= most:
        return None
    if row.verdict == "multiple" and count is not None and found > count:
        return f"says that there are {count} solutions, but {highest.contestant} has found {found}"
    own, claimed = _grids(row), _CLAIMED.get(row.verdict)
    finder = next((finder for grid, finder in finders.items() if grid not in own), None)
    if claimed is None or finder is None:
        return None
    return f"says {row.verdict}, but {finder} has {'another' if claimed else 'a'} solution"


def _grids(row: Row) -> list[tuple[int, ...]]:
    return [tuple(grid) for grid in json.loads(row.witnesses)]


def is_dispute(row: Row) -> bool:
    """Tell whether another contestant refuted the verdict of this row."""
    return row.problem == Problem.WRONG and row.verdict != UNKNOWN
