"""What asks and what answers: backends, sessions, limits, answers.

A *backend* is a named way of answering. `Backend.open` gives a *session* on a puzzle, and a
session is the only way to ask: `solve`, then `block` the solution found, then `solve` again. Each
solver supplies an `Engine`; the session around it checks every solution by the rules' meaning, so
an engine that is wrong raises `WrongAnswer` and never answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, islice
from math import isnan
from types import TracebackType
from typing import Protocol, TypeAlias

from nonet.puzzle import Puzzle
from nonet.validity import violations, wrong_grids

Solution: TypeAlias = tuple[int, ...]


class Status(StrEnum):
    """What a solve can say."""

    SATISFIED = "satisfied"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Limits:
    """When to give up on one solve; None is never.

    `nodes` is the limit that is the same on every machine. Each solver counts in its own unit:
    search nodes for our own solvers, conflicts for SAT and CP-SAT.

    >>> Limits(seconds=-1)
    Traceback (most recent call last):
    ValueError: a limit of -1 seconds is negative
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and isnan(self.seconds):
            raise ValueError("a limit in seconds is a number, not nan")
        if self.seconds is not None and self.seconds < 0:
            raise ValueError(f"a limit of {self.seconds} seconds is negative")
        if self.nodes is not None and self.nodes < 0:
            raise ValueError(f"a limit of {self.nodes} nodes is negative")


@dataclass(frozen=True)
class Times:
    """Seconds of wall time, by phase."""

    encode: float = 0.0
    load: float = 0.0
    solve: float = 0.0
    decode: float = 0.0

    @property
    def total(self) -> float:
        """All phases together."""
        return self.encode + self.load + self.solve + self.decode


@dataclass(frozen=True)
class Answer:
    """What came of one solve. `counters` has what the solver reports, under its own names.

    `by` is the spec of who answered, where the backend that was asked has others to ask.

    >>> from nonet.formats import classic
    >>> from nonet.uniqueness import solve
    >>> answer = solve(classic("12..34..2......3"), backend="norvig")
    >>> answer.status, answer.counters, answer.times.total > 0
    (<Status.SATISFIED: 'satisfied'>, {'nodes': 1}, True)
    """

    status: Status
    solution: Solution | None = None
    counters: Mapping[str, int | float] = field(default_factory=dict)
    times: Times = Times()
    by: str = ""


class WrongAnswer(RuntimeError):
    """A solver gave a grid that breaks a rule, or that was blocked: a bug, not an answer."""


class BackendError(ValueError):
    """A spec names no backend, or an option that it does not have."""


class BackendUnavailable(RuntimeError):
    """A backend exists but cannot run here; the message says why and how to install it."""


class Unable(RuntimeError):
    """A backend can do nothing with a puzzle or a limit; the message says why."""


class LimitUnsupported(Unable):
    """A solver cannot keep a limit of this kind; the message says which it can."""


class PuzzleUnsupported(Unable):
    """A backend has no way to hold a puzzle; the message says why."""


class SolverCrashed(Unable):
    """A solver that runs in a process of its own has ended it without an answer."""


class Engine(Protocol):
    """What a solver implements; `Session` does everything that all solvers share."""

    def solve(self, limits: Limits) -> Answer:
        """Find a solution that is not blocked."""

    def block(self, solution: Solution) -> None:
        """Never find this grid again: a clause over its cells, not over auxiliary variables."""

    def close(self) -> None:
        """Give back what the engine holds."""


class Stream(Protocol):
    """What a solver implements that is quicker at many puzzles under the same rules."""

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Return up to so many answers to each puzzle, each with another solution.

        The last one may have none, with the status that says why there are no more. All puzzles
        are under the same rules; the limits are for each answer.
        """

    def close(self) -> None:
        """Give back what the stream holds."""


def _require_whole(answer: Answer, spec: str) -> None:
    """Raise `WrongAnswer` unless there is a whole grid exactly where the status promises one."""
    solution = answer.solution
    if (answer.status is Status.SATISFIED) != (solution is not None):
        having = "without" if solution is None else "with"
        raise WrongAnswer(f"{spec} said {answer.status} {having} a solution")
    if solution is not None and None in solution:
        raise WrongAnswer(f"{spec} left cells empty")


class Session:
    """An open conversation about one puzzle; a context manager.

    >>> from nonet.formats import classic
    >>> from nonet.solvers import find_backend
    >>> with find_backend("norvig").open(classic("1234341221434321", order=2)) as session:
    ...     answer = session.solve()
    ...     session.block(answer.solution)
    ...     print(answer.status, session.solve().status)
    satisfied unsatisfiable
    """

    def __init__(self, puzzle: Puzzle, engine: Engine, spec: str) -> None:
        self.puzzle = puzzle
        self.spec = spec
        self._engine = engine
        self._blocked: set[Solution] = set()

    def solve(self, limits: Limits = Limits()) -> Answer:
        """Find a solution that is not blocked; the answer is checked before it is returned."""
        answer = self._engine.solve(limits)
        _require_whole(answer, self.spec)
        if answer.solution is not None:
            self._check(answer.solution)
        return answer

    def block(self, solution: Solution) -> None:
        """Forbid one grid from now on."""
        if len(solution) != len(self.puzzle.grid.cells):
            raise ValueError(f"{len(solution)} values for {len(self.puzzle.grid.cells)} cells")
        self._blocked.add(tuple(solution))
        self._engine.block(tuple(solution))

    def close(self) -> None:
        """Give back what the solver holds."""
        self._engine.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _check(self, solution: Solution) -> None:
        if solution in self._blocked:
            raise WrongAnswer(f"{self.spec} found a blocked grid again")
        for violation in violations(self.puzzle, solution):
            raise WrongAnswer(f"{self.spec} gave a wrong grid: {violation}")


@dataclass(frozen=True)
class Backend:
    """A way of answering, ready to open sessions; `spec` is its full name.

    `make` starts the engine for a puzzle; the seed is for solvers that make random choices, the
    others are deterministic and ignore it. `stream`, where there is one, starts what is quicker
    at many puzzles; it gets the plain stream of sessions, for what it cannot do itself.
    """

    spec: str
    make: Callable[[Puzzle, int], Engine]
    stream: Callable[[Stream], Stream] | None = None

    def open(self, puzzle: Puzzle, *, seed: int = 0) -> Session:
        """Start a session on a puzzle."""
        return Session(puzzle, self.make(puzzle, seed), self.spec)

    def answer_many(
        self, puzzles: Iterable[Puzzle], limits: Limits = Limits(), most: int = 1
    ) -> Iterator[list[Answer]]:
        """Yield for each puzzle up to so many answers with different solutions, all checked.

        The last answer of a puzzle may have no solution, with the status that says why there are
        no more. The limits are for each answer.
        """
        sessions = Sessions(self)
        with closing(self.stream(sessions) if self.stream else sessions) as stream:
            for chunk in _chunks(puzzles):
                answers = stream.ask(chunk, limits, most)
                self.verify(chunk, answers)
                yield from answers

    def verify(self, puzzles: Sequence[Puzzle], answers: Sequence[Sequence[Answer]]) -> None:
        """Raise `WrongAnswer` unless all solutions obey the rules, and those of a puzzle differ."""
        for of_puzzle in answers:
            for answer in of_puzzle:
                _require_whole(answer, self.spec)
        found = [
            (puzzle, answer.solution)
            for puzzle, of_puzzle in zip(puzzles, answers, strict=True)
            for answer in of_puzzle
            if answer.solution is not None
        ]
        for row in wrong_grids([p for p, _ in found], [solution for _, solution in found]):
            puzzle, solution = found[row]
            raise WrongAnswer(f"{self.spec} gave a wrong grid: {violations(puzzle, solution)[0]}")
        for of_puzzle in answers:
            solutions = [answer.solution for answer in of_puzzle if answer.solution is not None]
            if len(set(solutions)) < len(solutions):
                raise WrongAnswer(f"{self.spec} found a blocked grid again")


class Sessions:
    """A stream for backends that have none, and for what theirs cannot do: session by session."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Open a session for each puzzle; it finds, blocks, and asks again."""
        return [self._ask(puzzle, limits, most) for puzzle in puzzles]

    def _ask(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        answers: list[Answer] = []
        with self._backend.open(puzzle) as session:
            while len(answers) < most:
                answers.append(session.solve(limits))
                solution = answers[-1].solution
                if solution is None:
                    break
                session.block(solution)
        return answers

    def close(self) -> None:
        """Every session is closed by then."""


#: Solutions are checked so many puzzles at a time, so an answer is held back no longer than that.
CHUNK = 256


def _chunks(puzzles: Iterable[Puzzle]) -> Iterator[list[Puzzle]]:
    """Yield the puzzles in lists, each of puzzles under the same rules."""
    for _, same in groupby(puzzles, key=lambda puzzle: id(puzzle.geometry)):
        while chunk := list(islice(same, CHUNK)):
            yield chunk


@dataclass(frozen=True)
class Description:
    """A contestant as `nonet backends` lists it; `missing` says why it cannot run, if so."""

    spec: str
    summary: str
    version: str = ""
    capabilities: tuple[str, ...] = ()
    missing: str | None = None


@dataclass(frozen=True)
class Family:
    """What a solver's file offers to the registry.

    `build` gets the variant ("" if the spec has none) and the options, and raises `BackendError`
    for what it does not know and `BackendUnavailable` for what cannot run here.
    """

    name: str
    describe: Callable[[], list[Description]]
    build: Callable[[str, tuple[str, ...]], Backend]


class Phases:
    """Seconds spent by phase since they were last taken.

    >>> phases = Phases()
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
