"""The result of a solve: an `Answer` with its `Times`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from operator import add
from typing import NamedTuple, NoReturn, TypeAlias

from nonet.puzzle import Puzzle

Solution: TypeAlias = tuple[int, ...]


class Status(StrEnum):
    """The outcomes of a solve. Each member is equal to its text.

    >>> Status.UNKNOWN == "unknown"
    True
    """

    SATISFIED = "satisfied"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


#: The members of `Status` as module variables, because Python 3.11 is slow at ``Status.SATISFIED``.
SATISFIED, UNSATISFIABLE, UNKNOWN = Status.SATISFIED, Status.UNSATISFIABLE, Status.UNKNOWN

#: Translates the result of a SAT solver. The result None means that a limit was reached.
STATUS_OF = {True: SATISFIED, False: UNSATISFIABLE, None: UNKNOWN}


class Times(NamedTuple):
    """The seconds of wall time that each phase of a solve took."""

    encode: float = 0.0
    load: float = 0.0
    solve: float = 0.0
    decode: float = 0.0

    @property
    def total(self) -> float:
        return sum(self)

    def __add__(self, other: Times) -> Times:  # type: ignore[override]
        return Times(*map(add, self, other))


NO_TIME = Times()

#: The captions below the drawings of answers.
_CAPTIONS = {
    Status.SATISFIED: "a solution",
    Status.UNSATISFIABLE: "no solution",
    Status.UNKNOWN: "unknown: a limit was reached",
}


@dataclass(frozen=True)
class Answer:
    """The outcome of one solve. `counters` has the solver's statistics, under the solver's names.

    If the backend chooses among other backends, `by` is the spec of the one that answered. If a
    solver answers several puzzles together, each answer gets an equal part of the `times`, and
    `are_shared` is set. Two answers are equal if their status and solution are equal.

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
    #: Whether the engine knows that no other solution is left. It need not know.
    is_last: bool = field(default=False, repr=False, compare=False)
    #: Sessions set this field, engines do not.
    puzzle: Puzzle | None = field(default=None, init=False, repr=False, compare=False)

    def __init__(
        self,
        status: Status,
        solution: Solution | None = None,
        counters: Mapping[str, int | float] | None = None,
        times: Times = NO_TIME,
        by: str = "",
        are_shared: bool = False,
        is_last: bool = False,
    ) -> None:
        # The usual __init__ of a frozen dataclass calls object.__setattr__, which is slow.
        fields = self.__dict__
        fields["status"], fields["solution"], fields["times"] = status, solution, times
        fields["counters"] = {} if counters is None else counters
        fields["by"], fields["are_shared"], fields["is_last"] = by, are_shared, is_last

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an answer is neither true nor false, because it can be unknown: "
            "ask answer.status == 'satisfied', or answer.solution is not None"
        )

    def _repr_svg_(self) -> str | None:
        from nonet.drawing.svg import draw_svg

        if self.puzzle is None:
            return None
        return draw_svg(self.puzzle, self.solution, caption=_CAPTIONS[self.status])


def summed_counters(answers: Iterable[Answer]) -> dict[str, int | float]:
    """Add up the counters of several answers."""
    totals: dict[str, int | float] = {}
    for answer in answers:
        for name, count in answer.counters.items():
            totals[name] = totals.get(name, 0) + count
    return totals


class PhaseClock:
    """Measures how long each phase takes."""

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
        """Add measured seconds to a phase."""
        self._spent[phase] = self._spent.get(phase, 0.0) + seconds

    def take(self) -> Times:
        """Return the times since the last `take`."""
        times = Times(**self._spent)
        self._spent = {}
        return times
