"""The table of a race: one row per puzzle, contestant and repeat."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum


class Setting(StrEnum):
    """The start of the clock: at the puzzle's text, or when everything is loaded and built.

    >>> Setting("warm")
    <Setting.WARM: 'warm'>
    """

    COLD = "cold"
    WARM = "warm"


class Problem(StrEnum):
    """The kinds of failure of a run. Reaching the time limit is not one.

    >>> bool(Problem.NOTHING), bool(Problem.WRONG)
    (False, True)
    """

    NOTHING = ""
    #: A grid that breaks the rules, or a verdict that a checked grid refutes.
    WRONG = "wrong"
    #: Its process died, or its code raised an exception.
    CRASHED = "crashed"
    #: It did not stop at its limit, and its process was killed.
    HUNG = "hung"
    #: Its process took too much memory, and was killed.
    MEMORY = "memory"
    #: Its process keeps growing from run to run.
    LEAKS = "leaks"
    #: The backend declares that it cannot do this.
    UNABLE = "unable"


@dataclass(frozen=True)
class Row:
    """One contestant on one puzzle in one repeat.

    `verdict` is satisfied or unsatisfiable for a solve; none, unique or multiple for a check or a
    count; or unknown. `solutions` is the number that a count found. A run is `decided` if it has a
    verdict within the limit. The phases sum to `seconds`, the wall time on the clock of the race.
    Verifying the answers is off that clock, and takes `check` seconds more. `cpu` is the CPU time
    of all threads and processes together.

    `peak_memory` is the highest use of memory in bytes, beyond the memory that the process held
    before the run: without the interpreter and everything loaded off the clock. It is known for
    child processes on Linux, and None elsewhere. `counters` is JSON, under the solver's own names.
    `witnesses` is JSON too: up to two solutions of the puzzle before any shuffle. `machine`
    describes the processor, cores, memory, system and versions in words.

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
    verdict: str
    solutions: int | None
    decided: bool
    model: float
    encode: float
    load: float
    solve: float
    decode: float
    seconds: float
    check: float
    cpu: float
    limit: float
    peak_memory: int | None
    counters: str
    error: str | None
    problem: str
    witnesses: str
    machine: str


COLUMNS = tuple(field.name for field in fields(Row))

#: The verdict of a run that reached a limit or failed.
UNKNOWN = "unknown"
