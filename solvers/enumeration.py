"""An engine for solvers that are written as one generator of solutions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Limits, PhaseClock, Solution, Status
from nonet.solvers.contract import Backend, Description, Engine, Provider
from nonet.solvers.errors import BackendError

#: A search yields each solution once, and None at every node, so that limits can be kept.
Search: TypeAlias = Iterator[Solution | None]


class Enumeration:
    """Drives a search: keeps the limits, counts the nodes, leaves out what is blocked.

    The search stands still between solves. It may go on from a solution only if that is blocked,
    so every solution it has passed is blocked, and when it ends there is no other.
    """

    def __init__(self, start: Callable[[], Search], counter: str) -> None:
        self._phases = PhaseClock()
        with self._phases.measure("encode"):
            self._search = start()
        self._counter = counter
        self._blocked: set[Solution] = set()
        self._found: Solution | None = None

    def solve(self, limits: Limits) -> Answer:
        """Return the solution where the search stands, or go on to the next one."""
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
                except BaseException:
                    self._search = _Broken()
                    raise
                nodes += self._found is None
        solution = self._found if status is Status.SATISFIED else None
        return Answer(status, solution, {self._counter: nodes}, self._phases.take())

    def block(self, solution: Solution) -> None:
        """Leave this grid out from now on."""
        self._blocked.add(solution)

    def close(self) -> None:
        """Nothing is held."""


class _Broken:
    """Stands for a search that was interrupted: its end must not read as "no solution"."""

    def __iter__(self) -> Search:
        return self

    def __next__(self) -> Solution | None:
        raise RuntimeError("the search was interrupted: open a new session")


def provider(
    name: str, summary: str, search: Callable[[Puzzle, int], Search], counter: str
) -> Provider:
    """Return what the registry needs of a search; `counter` is what it calls its nodes."""

    def make(puzzle: Puzzle, seed: int) -> Engine:
        return Enumeration(lambda: search(puzzle, seed), counter)

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        if variant or options:
            raise BackendError(f"{name} has no variants and no options")
        return Backend(name, make)

    capabilities = ("every rule", "incremental", "seconds", f"nodes ({counter})")
    description = Description(name, summary, nonet.__version__, capabilities)
    return Provider(name, lambda: [description], build)
