"""What goes into a solve and what comes out of it: limits, an answer, its times."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Real
from typing import NoReturn, TypeAlias

from nonet.puzzle import Puzzle
from nonet.system.counts import whole

Solution: TypeAlias = tuple[int, ...]

#: The largest integer of seconds that is a floating-point number, too.
_MOST_SECONDS = sys.float_info.max


class Status(StrEnum):
    """The outcomes of a solve; each is equal to its text.

    >>> Status.UNKNOWN == "unknown"
    True
    """

    SATISFIED = "satisfied"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


#: The members, found once: Python 3.11 takes longer to look one up than to compare it.
SATISFIED, UNSATISFIABLE, UNKNOWN = Status.SATISFIED, Status.UNSATISFIABLE, Status.UNKNOWN


@dataclass(frozen=True)
class Limits:
    """When to give up on one solve; None is never.

    `seconds` are for all that a solve takes: lowering the rules, writing clauses, searching.
    `nodes` is the limit that is the same on every machine. Each solver counts in its own unit:
    search nodes for our own solvers, conflicts for SAT and CP-SAT. `memory` is the most
    bytes that this process may hold, and each that it starts; a solve that needs more is refused
    by `TooLarge`.

    >>> Limits(seconds=-1)
    Traceback (most recent call last):
    ValueError: a limit of -1 seconds is negative
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None

    @classmethod
    def of(cls, limits: LimitsLike) -> Limits:
        """Return limits as they are; a number is seconds, None is no limit.

        >>> Limits.of(5), Limits.of(None)
        (Limits(seconds=5, nodes=None, memory=None), Limits(seconds=None, nodes=None, memory=None))
        """
        if isinstance(limits, Limits):
            return limits
        if limits is None or (isinstance(limits, Real) and not isinstance(limits, bool)):
            return cls(seconds=limits)
        raise TypeError(f"limits must be Limits(…), a number of seconds or None, not {limits!r}")

    def __post_init__(self) -> None:
        if self.seconds is not None:
            object.__setattr__(self, "seconds", _seconds(self.seconds))
        if self.nodes is not None:
            object.__setattr__(self, "nodes", _count(self.nodes, "nodes"))
        if self.memory is not None:
            # No machine has more, and systems have no number for it.
            memory = min(_count(self.memory, "bytes of memory"), sys.maxsize)
            object.__setattr__(self, "memory", memory)

    def after(self, seconds: float = 0.0, nodes: int = 0) -> Limits:
        """Return what is left of the limits when some of them is spent.

        >>> Limits(seconds=5, nodes=100).after(seconds=7, nodes=60)
        Limits(seconds=0.0, nodes=40, memory=None)
        """
        if self.seconds is None and self.nodes is None:
            return self
        return Limits(
            None if self.seconds is None else max(0.0, self.seconds - seconds),
            None if self.nodes is None else max(0, self.nodes - nodes),
            self.memory,
        )


def _seconds(seconds: float) -> float:
    """Return seconds as a number of Python's own; refuse what is no time."""
    if type(seconds) is not float and type(seconds) is not int:
        if not isinstance(seconds, Real) or isinstance(seconds, bool):
            raise TypeError(f"a limit in seconds is a number, not {seconds!r}")
        seconds = float(seconds)
    if seconds != seconds:  # noqa: PLR0124 - quicker than isnan, which has no room for large integers
        raise ValueError("a limit in seconds is a number, not nan")
    if seconds < 0:
        raise ValueError(f"a limit of {seconds} seconds is negative")
    if type(seconds) is int and seconds > _MOST_SECONDS:
        raise ValueError(f"a limit in seconds is at most {_MOST_SECONDS:g}")
    return seconds


def _count(number: int, things: str) -> int:
    """Return a number of things as an integer of Python's own; refuse what counts nothing."""
    if type(number) is not int:
        number = whole(number, f"a limit of {things}")
    if number < 0:
        raise ValueError(f"a limit of {number} {things} is negative")
    return number


#: What may be passed for limits.
LimitsLike: TypeAlias = Limits | float | None


@dataclass(frozen=True)
class Times:
    """Seconds of wall time, by phase.

    >>> Times(encode=1.5, solve=0.5).total
    2.0
    """

    encode: float = 0.0
    load: float = 0.0
    solve: float = 0.0
    decode: float = 0.0

    def __init__(
        self, encode: float = 0.0, load: float = 0.0, solve: float = 0.0, decode: float = 0.0
    ) -> None:
        # By itself a frozen class sets its fields by calls; those of a check of an easy puzzle,
        # with its answers and its verdict, would take a tenth of its time.
        fields = self.__dict__
        fields["encode"] = encode
        fields["load"] = load
        fields["solve"] = solve
        fields["decode"] = decode

    @property
    def total(self) -> float:
        """All phases together."""
        return self.encode + self.load + self.solve + self.decode

    def __add__(self, other: Times) -> Times:
        return Times(
            self.encode + other.encode,
            self.load + other.load,
            self.solve + other.solve,
            self.decode + other.decode,
        )


NO_TIME = Times()

#: The captions of drawn answers.
_SAID = {
    Status.SATISFIED: "a solution",
    Status.UNSATISFIABLE: "no solution",
    Status.UNKNOWN: "unknown: a limit was reached",
}


@dataclass(frozen=True)
class Answer:
    """The outcome of one solve. `counters` has what the solver reports, under its own names.

    `by` is the spec of the backend that answered, where the one asked has others to ask. The
    `times` of puzzles that were answered together `are_shared`: each has an equal part of them.
    Answers are equal if they say the same, whatever found it and however long it took. In a
    notebook the answer of a session draws itself, because it knows the `puzzle`.

    >>> from nonet.questions.uniqueness import solve
    >>> answer = solve("12..34..2......3", backend="norvig")
    >>> answer.status, answer.counters, answer.times.total > 0
    (<Status.SATISFIED: 'satisfied'>, {'nodes': 1}, True)
    >>> answer == solve("12..34..2......3", backend="pysat")
    True
    """

    status: Status
    solution: Solution | None = None
    counters: Mapping[str, int | float] = field(default_factory=dict, compare=False)
    times: Times = field(default=NO_TIME, compare=False)
    by: str = field(default="", compare=False)
    are_shared: bool = field(default=False, compare=False)
    #: Set by the session: engines know nothing of it.
    puzzle: Puzzle | None = field(default=None, init=False, repr=False, compare=False)

    def __init__(
        self,
        status: Status,
        solution: Solution | None = None,
        counters: Mapping[str, int | float] | None = None,
        times: Times = NO_TIME,
        by: str = "",
        are_shared: bool = False,
    ) -> None:
        fields = self.__dict__  # as in Times
        fields["status"] = status
        fields["solution"] = solution
        fields["counters"] = {} if counters is None else counters
        fields["times"] = times
        fields["by"] = by
        fields["are_shared"] = are_shared

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an answer has three statuses and is neither true nor false: "
            "ask answer.status == 'satisfied', or answer.solution is not None"
        )

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show."""
        from nonet.drawing.svg import draw_svg

        if self.puzzle is None:
            return None
        return draw_svg(self.puzzle, self.solution, caption=_SAID[self.status])


def summed_counters(answers: Iterable[Answer]) -> dict[str, int | float]:
    """Return the solver's own counters, summed over its answers.

    >>> from nonet.questions.uniqueness import check
    >>> summed_counters(check("12..34..2......3", "norvig").answers)
    {'nodes': 1}
    """
    totals: dict[str, int | float] = {}
    for answer in answers:
        for name, count in answer.counters.items():
            totals[name] = totals.get(name, 0) + count
    return totals


class PhaseClock:
    """Seconds spent by phase since they were last taken.

    >>> phases = PhaseClock()
    >>> with phases.measure("load"):
    ...     pass
    >>> times = phases.take()
    >>> times.load > 0, times.solve
    (True, 0.0)
    """

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}

    @contextmanager
    def measure(self, phase: str) -> Iterator[None]:
        """Add the time of a block to a phase."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add(phase, time.perf_counter() - start)

    def add(self, phase: str, seconds: float) -> None:
        """Add seconds that were measured elsewhere."""
        self._spent[phase] = self._spent.get(phase, 0.0) + seconds

    def take(self) -> Times:
        """Return the times so far and begin again."""
        times = Times(**self._spent)
        self._spent = {}
        return times
