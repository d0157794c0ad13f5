"""The table of a race: one row per puzzle, contestant and repeat."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from enum import StrEnum

#: The verdict of a run that reached a limit or failed.
UNKNOWN = "unknown"


class Setting(StrEnum):
    """The start of the clock: at the puzzle's text, or when everything is loaded and built.

    >>> Setting("warm")
    <Setting.WARM: 'warm'>
    """

    COLD = "cold"
    WARM = "warm"


class Problem(StrEnum):
    """The kinds of failure of a run. Reaching the time limit is not a failure.

    >>> bool(Problem.NOTHING), bool(Problem.WRONG)
    (False, True)
    """

    NOTHING = ""
    #: A grid that breaks the rules, or a verdict that a checked grid refutes.
    WRONG = "wrong"
    #: The process of the contestant died, or its code raised an exception.
    CRASHED = "crashed"
    #: The contestant did not stop at its time limit, so its process was killed.
    HUNG = "hung"
    #: The process of the contestant took too much memory, so it was killed.
    MEMORY = "memory"
    #: The process of the contestant takes more and more memory from run to run.
    LEAKS = "leaks"
    #: The backend declares that it does not support this puzzle or question.
    UNABLE = "unable"


@dataclass(frozen=True)
class Row:
    """One contestant on one puzzle in one repeat.

    `verdict` is "satisfied", "unsatisfiable" or "unknown" for a solve, and "none", "unique",
    "multiple" or "unknown" for a check or a count. `solutions` is the number that a count found. A
    run is `decided` if it has a verdict within the limit. The phases sum to `seconds`, the wall
    time on the clock of the race. Verifying the answers is off that clock, and takes `check`
    seconds more. `cpu` is the CPU time of all threads and processes together.

    `peak_memory` is the highest use of memory in bytes, minus the memory that the process held
    before the run. So it does not include the interpreter and everything that was loaded off the
    clock. It is None except for child processes on Linux. `counters` is a JSON text of the solver's
    counters, under the solver's own names. `witnesses` is a JSON text too: up to two solutions, of
    the puzzle as it was before the shuffle. `machine` describes the processor, cores, memory,
    system and versions in words.

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
