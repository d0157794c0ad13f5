"""The table of a race. It has a row for each puzzle, contestant and repeat."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from enum import StrEnum

#: The verdict of a run that reached a limit or failed.
UNKNOWN = "unknown"


class Setting(StrEnum):
    """When the clock starts.

    A cold run starts with the text of the puzzle. A warm run starts when everything that does not
    depend on the puzzle is loaded.

    >>> Setting("warm")
    <Setting.WARM: 'warm'>
    """

    COLD = "cold"
    WARM = "warm"


class Problem(StrEnum):
    """How a run failed. Reaching the time limit is not a failure.

    >>> bool(Problem.NOTHING), bool(Problem.WRONG)
    (False, True)
    """

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
    up to two solutions of the original puzzle in JSON.

    >>> from nonet.racing import race
    >>> [row] = race(["12..34..2......3"], ["norvig"]).rows
    >>> row.contestant, row.verdict, row.decided
    ('norvig', 'unique', True)
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
