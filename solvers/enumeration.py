"""An engine for searches that are written as one generator of solutions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

import nonet
from nonet.means import TimeUp
from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Limits, PhaseClock, Solution, Status
from nonet.solvers.contract import Backend
from nonet.solvers.engines import Engine
from nonet.solvers.errors import BackendError
from nonet.solvers.provider import Description, Provider

#: A search yields each solution once, and None at every node, so that limits can be kept.
Search: TypeAlias = Iterator[Solution | None]


class Enumeration:
    """Drives a search: keeps the limits, counts the nodes, skips blocked solutions.

    The search pauses between solves, and moves past a solution only once that is blocked. So when
    it ends, every solution is blocked. If its time is up in the middle of a step, it starts again.
    """

    def __init__(self, start: Callable[[], Search], counter: str) -> None:
        self._phases = PhaseClock()
        self._start = start
        with self._phases.measure("encode"):
            self._search = start()
        self._counter = counter
        self._blocked: set[Solution] = set()
        self._found: Solution | None = None

    def solve(self, limits: Limits) -> Answer:
        """Return the solution at which the search has paused, or search on."""
        nodes = 0
        deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        status = Status.SATISFIED
        with self._phases.measure("solve"):
            while self._found is None or self._found in self._blocked:
                if limits.nodes is not None and nodes >= limits.nodes:
                    status = Status.UNKNOWN
                    break
                if deadline is not None and time.perf_counter() > deadline:
                    status = Status.UNKNOWN
                    break
                try:
                    self._found = next(self._search)
                except StopIteration:
                    status = Status.UNSATISFIABLE
                    break
                except TimeUp:
                    self._search = self._start()
                    status = Status.UNKNOWN
                    break
                except BaseException:
                    self._search = _Broken()
                    raise
                nodes += self._found is None
        solution = self._found if status is Status.SATISFIED else None
        return Answer(status, solution, {self._counter: nodes}, self._phases.take())

    def block(self, solution: Solution) -> None:
        """Skip this grid from now on."""
        self._blocked.add(solution)

    def close(self) -> None:
        """Nothing to give back."""


class _Broken:
    """Replaces a search that was interrupted: its end would read as "no solution"."""

    def __iter__(self) -> Search:
        return self

    def __next__(self) -> Solution | None:
        raise RuntimeError("the search was interrupted: open a new session")


def provider(
    name: str, summary: str, search: Callable[[Puzzle, int], Search], counter: str
) -> Provider:
    """Return the provider of a search; `counter` is its name for nodes."""

    def make(puzzle: Puzzle, seed: int) -> Engine:
        return Enumeration(lambda: search(puzzle, seed), counter)

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        if variant or options:
            raise BackendError(f"{name} has no variants and no options")
        return Backend(name, make)

    capabilities = ("every rule", "incremental", "seconds", f"nodes ({counter})")
    description = Description(name, summary, nonet.__version__, capabilities)
    return Provider(name, lambda: [description], build)
