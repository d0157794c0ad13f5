"""The `Engine` that a solver implements, and loops that ask it for several solutions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Solution, Status, Times
from nonet.system.limits import Limits, TimeUp, limited_to, require_unstopped, seconds_left


class Asked(Protocol):
    """Answers questions about one puzzle: an engine or a session."""

    def solve(self, limits: Limits) -> Answer:
        """Find a solution that is not blocked."""

    def block(self, solution: Solution) -> None:
        """Forbid a grid, for all values of the auxiliary variables."""


class Engine(Asked, Protocol):
    """A solver loaded with one puzzle. `Session` does the work that is the same for all solvers."""

    def close(self) -> None:
        """Release the resources of the engine."""


class Freed:
    """The base class of engines and streams that have nothing to close."""

    def close(self) -> None:
        pass


def each_answer(
    asked: Asked, limits: Limits = Limits(), *, together: bool = False
) -> Iterator[Answer]:
    """Yield answers with different solutions: solve, block the solution, solve again.

    The last answer has no solution, and its status tells why. The limits apply to each answer. If
    `together` is set, the seconds are a limit for all answers in total.

    >>> from nonet.solvers import find_backend
    >>> with find_backend("norvig").open("1...") as session:
    ...     print([answer.solution for answer in each_answer(session)])
    [(1, 2, 2, 1), None]
    """
    start = time.perf_counter()
    left = limits
    while True:
        answer = asked.solve(left)
        yield answer
        if answer.solution is None:
            return
        asked.block(answer.solution)
        if together:
            left = limits.after(seconds=time.perf_counter() - start)


def within_deadline(limits: Limits) -> Limits:
    """Return the limits, shortened to the seconds that the `limited_to` block around has left."""
    left = seconds_left()
    if left is None or (limits.seconds is not None and limits.seconds <= left):
        return limits
    return replace(limits, seconds=left)


class Stream(Protocol):
    """Answers many puzzles with the same rules. This is quicker than a session for each puzzle."""

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Answer puzzles with the same rules, as `Backend.answer_many` does."""

    def close(self) -> None:
        """Release the resources of the stream."""


class LendingStream:
    """The base class of streams that keep one solver loaded for all puzzles.

    Such a stream adds no cuts. So `sessions` answer puzzles that need them.
    """

    def __init__(self, sessions: Stream) -> None:
        self._sessions = sessions

    def lend(self, puzzle: Puzzle) -> Asked:
        """Return the solver, prepared for a puzzle with at least one candidate in each cell."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        return [self._answers(puzzle, limits, most) for puzzle in puzzles]

    def _answers(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        if 0 in puzzle.domains:
            return [Answer(Status.UNSATISFIABLE)]
        limits, start = within_deadline(limits), time.perf_counter()
        try:
            with limited_to(Limits(memory=limits.memory, cancel=limits.cancel)):
                with limited_to(limits):
                    lent = None if puzzle.needs_cuts() else self.lend(puzzle)
                left = limits.after(time.perf_counter() - start)
                if lent is None:
                    return self._sessions.ask([puzzle], left, most)[0]
                return list(islice(each_answer(lent, left), most))
        except TimeUp:
            self.close()
            return [Answer(Status.UNKNOWN)]
        except BaseException:
            self.close()  # an interrupted solver may be in any state
            raise


class LateEngine:
    """Builds an engine within the limits of the first solve.

    If there is not enough time to build the engine, the answer is unknown. The next solve tries
    again.
    """

    def __init__(self, make: Callable[[], Engine]) -> None:
        self._make = make
        self._engine: Engine | None = None
        self._blocked: list[Solution] = []

    def solve(self, limits: Limits) -> Answer:
        limits = within_deadline(limits)
        if limits.seconds is None and limits.memory is None and limits.cancel is None:
            return (self._engine or self._started()).solve(limits)
        start = time.perf_counter()
        try:
            with limited_to(limits):
                require_unstopped()  # quick solvers may never check for a cancellation
                engine = self._engine or self._started()
                return engine.solve(limits.after(time.perf_counter() - start))
        except TimeUp:
            spent = time.perf_counter() - start
            times = Times(solve=spent) if self._engine else Times(encode=spent)
            return Answer(Status.UNKNOWN, times=times)

    def block(self, solution: Solution) -> None:
        if self._engine is None:
            self._blocked.append(solution)
        else:
            self._engine.block(solution)

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    def _started(self) -> Engine:
        engine = self._make()
        for solution in self._blocked:
            engine.block(solution)
        self._engine = engine
        return engine
