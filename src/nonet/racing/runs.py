"""One run of a contestant: the terms, the task, and the outcome with its times."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nonet.puzzle import Puzzle
from nonet.questions import Mode
from nonet.questions.uniqueness import Kind
from nonet.racing.rows import UNKNOWN, Problem, Setting
from nonet.solvers import Answer, Limits, Solution, Status

#: The phases that contestants time themselves.
_TIMED = ("encode", "load", "solve", "decode")


@dataclass(frozen=True)
class Terms:
    """The terms of a race, the same for all contestants. A count stops at `most` solutions."""

    mode: Mode = Mode.CHECK
    setting: Setting = Setting.COLD
    limits: Limits = Limits()
    most: int = 1_000

    @property
    def wanted(self) -> int:
        """The number of solutions to look for."""
        return {Mode.SOLVE: 1, Mode.CHECK: 2, Mode.COUNT: self.most}[self.mode]


@dataclass(frozen=True)
class Task:
    """A puzzle as a contestant gets it. Cold contestants start from its `text`."""

    puzzle: Puzzle
    text: str
    format: str


@dataclass(frozen=True)
class Phases:
    """The seconds of each phase of a run. They sum to its wall time."""

    model: float = 0.0
    encode: float = 0.0
    load: float = 0.0
    solve: float = 0.0
    decode: float = 0.0

    @property
    def total(self) -> float:
        """The wall time."""
        return self.model + self.encode + self.load + self.solve + self.decode


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run: a verdict with its witnesses, or an error and the kind of problem."""

    verdict: str = UNKNOWN
    found: int = 0
    witnesses: tuple[Solution, ...] = ()
    phases: Phases = Phases()
    check: float = 0.0
    cpu: float = 0.0
    counters: Mapping[str, int | float] = field(default_factory=dict)
    error: str | None = None
    problem: Problem = Problem.NOTHING
    peak_memory: int | None = None


def verdict(mode: Mode, answers: Sequence[Answer]) -> str:
    """Return the verdict of the answers to one puzzle.

    >>> verdict(Mode.CHECK, [Answer(Status.UNSATISFIABLE)])
    'none'
    """
    last = answers[-1].status if answers else Status.UNKNOWN
    if mode is Mode.SOLVE:
        return str(last)
    if last is Status.UNKNOWN:
        return UNKNOWN
    return Kind.of(len(solutions(answers))).value


def solutions(answers: Iterable[Answer]) -> list[Solution]:
    """Return the solutions among answers."""
    return [answer.solution for answer in answers if answer.solution is not None]


def split(model: float, wall: float, answers: Iterable[Answer]) -> Phases:
    """Split a wall time into phases, according to the times that the contestant reports.

    The rest of the wall time counts as solving. If the reported times exceed the wall time, they
    are scaled down.

    >>> split(1.0, 4.0, [Answer(Status.UNKNOWN)])
    Phases(model=1.0, encode=0.0, load=0.0, solve=3.0, decode=0.0)
    """
    reported = dict.fromkeys(_TIMED, 0.0)
    for answer in answers:
        for phase in _TIMED:
            reported[phase] += max(0.0, getattr(answer.times, phase))
    asking = max(0.0, wall - model)
    total = math.fsum(reported.values())
    if total > asking:
        reported = {phase: seconds * asking / total for phase, seconds in reported.items()}
    rest = asking - reported["encode"] - reported["load"] - reported["decode"]
    reported["solve"] = max(0.0, rest)
    return Phases(model, **reported)
