"""What a solver implements, and how it is asked: find, block, ask again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from nonet.solvers.answers import Answer, Solution, Status, Times
from nonet.system.limits import Limits, TimeUp, limited_to, require_means, seconds_left


class Asked(Protocol):
    """What can be asked about one puzzle, again and again."""

    def solve(self, limits: Limits) -> Answer:
        """Find a solution that is not blocked."""

    def block(self, solution: Solution) -> None:
        """Never find this grid again: a clause over its cells, not over auxiliary variables."""


class Engine(Asked, Protocol):
    """What a solver implements; `Session` does everything that all solvers share.

    >>> from types import SimpleNamespace
    >>> from nonet.solvers import Backend
    >>> idle = SimpleNamespace(solve=lambda limits: Answer(Status.UNKNOWN))
    >>> Backend("idle", lambda puzzle, seed: idle).open("1...").solve().status
    <Status.UNKNOWN: 'unknown'>
    """

    def close(self) -> None:
        """Give back what the engine holds."""


def each_answer(
    asked: Asked, limits: Limits = Limits(), *, together: bool = False
) -> Iterator[Answer]:
    """Find, block, ask again: yield answers with different solutions.

    The last answer has no solution; its status says why there are no more. The limits are for each
    answer, or with `together` the seconds for all of them, on the clock from the first one on.

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


def within_means(limits: Limits) -> Limits:
    """Return limits with no more seconds than are left to the question that this one is part of.

    >>> with limited_to(0):
    ...     within_means(Limits(nodes=7))
    Limits(seconds=0.0, nodes=7, memory=None)
    """
    left = seconds_left()
    if left is None or (limits.seconds is not None and limits.seconds <= left):
        return limits
    return replace(limits, seconds=left)


class LateEngine:
    """An engine that starts with the first question, so that the limits cover its start too.

    If they end that, the answer is unknown, and the next question starts it again.

    >>> from nonet.system.limits import require_means
    >>> late = LateEngine(require_means)
    >>> late.solve(Limits(seconds=0)).status
    <Status.UNKNOWN: 'unknown'>
    """

    def __init__(self, make: Callable[[], Engine]) -> None:
        self._make = make
        self._engine: Engine | None = None
        self._blocked: list[Solution] = []

    def solve(self, limits: Limits) -> Answer:
        """Start the engine, if it has not been started, and let it solve."""
        limits = within_means(limits)
        if limits.seconds is None and limits.memory is None and limits.cancel is None:
            return (self._engine or self._started()).solve(limits)
        start = time.perf_counter()
        try:
            with limited_to(limits):
                require_means()  # a quick solver would not look whether it was cancelled
                engine = self._engine or self._started()
                return engine.solve(limits.after(time.perf_counter() - start))
        except TimeUp:
            spent = time.perf_counter() - start
            times = Times(solve=spent) if self._engine else Times(encode=spent)
            return Answer(Status.UNKNOWN, times=times)

    def block(self, solution: Solution) -> None:
        """Block a grid, now or when the engine starts."""
        if self._engine is None:
            self._blocked.append(solution)
        else:
            self._engine.block(solution)

    def close(self) -> None:
        """Give back what the engine holds, if it was started."""
        if self._engine is not None:
            self._engine.close()

    def _started(self) -> Engine:
        engine = self._make()
        for solution in self._blocked:
            engine.block(solution)
        self._engine = engine
        return engine
