"""The table of a race: one row per puzzle, contestant and repeat."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum


class Setting(StrEnum):
    """Where the clock starts: at the puzzle's text, or with everything loaded and built.

    >>> Setting("warm")
    <Setting.WARM: 'warm'>
    """

    COLD = "cold"
    WARM = "warm"


class Problem(StrEnum):
    """What went wrong in a run, other than that it took too long.

    >>> bool(Problem.NOTHING), bool(Problem.WRONG)
    (False, True)
    """

    NOTHING = ""
    #: A grid that breaks the rules, or a verdict that a checked grid refutes.
    WRONG = "wrong"
    #: Its process ended, or its code raised.
    CRASHED = "crashed"
    #: It did not stop at its limit and its process was ended.
    HUNG = "hung"
    #: Its process took too much memory and was ended.
    MEMORY = "memory"
    #: Its process keeps growing from run to run.
    LEAKS = "leaks"
    #: It declares that it cannot do this.
    UNABLE = "unable"


@dataclass(frozen=True)
class Row:
    """One contestant on one puzzle in one repeat.

    `verdict` is that of a solve (satisfied, unsatisfiable) or, as a count says it too, that of a
    check (none, unique, multiple), or unknown; `solutions` are those that a count found. It is
    `decided` by a verdict within the limit. The phases sum to `seconds`: wall time by the clock
    of the race, on which the answers are not verified. That takes `check` seconds more. `cpu` is
    that of all threads and processes together. `peak_memory` is what the run took at its peak, in
    bytes, beyond what its process held before: not the interpreter, nor what was loaded off the
    clock. Linux tells it of a child process; elsewhere it is None. `counters` is JSON, under the
    solver's own names; `witnesses` too: up to two solutions, of the puzzle before any shuffle.
    `machine` says in words where it ran: processor, cores, memory, system and versions.

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
