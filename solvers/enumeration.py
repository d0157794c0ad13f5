"""The engine of searches that are written as generators of solutions."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Tracer
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.contract import Provider, single_backend
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Engine, Freed
from nonet.solvers.errors import crashes_of
from nonet.system.limits import Limits, TimeUp, require_unstopped

#: A search yields each solution once. It also yields None at every node, so that the engine can
#: check the limits.
Search: TypeAlias = Iterator[Sequence[int] | None]

#: Seconds between two checks for a cancellation and for too much memory. At every node they would
#: make backtracking 7 % slower.
_PAUSE = 0.01


class Enumeration(Freed):
    """The engine of a search. It checks the limits, counts nodes and skips blocked solutions.

    The search pauses between two solves. It only continues after its last solution has been
    blocked. So when the search ends, every solution is blocked. If the time runs out within a step
    of the search, the next solve starts the search again.
    """

    def __init__(self, name: str, start: Callable[[], Search], counter: str) -> None:
        self._name = name
        self._phases = PhaseClock()
        self._start = start
        with self._phases.measure("encode"), crashes_of(name):
            self._search: Search | None = start()
        self._counter = counter
        self._blocked: set[Solution] = set()
        self._found: Solution | None = None
        self._is_interrupted = False

    def solve(self, limits: Limits) -> Answer:
        if self._is_interrupted:  # an interrupted generator yields no more solutions
            raise RuntimeError("the search was interrupted: open a new session")
        nodes = 0
        look = start = time.perf_counter()
        deadline = start + (math.inf if limits.seconds is None else limits.seconds)
        status = Status.SATISFIED
        with self._phases.measure("solve"), crashes_of(self._name):
            try:
                search = self._search = self._search or self._start()
                while self._found is None or self._found in self._blocked:
                    if limits.nodes is not None and nodes >= limits.nodes:
                        status = Status.UNKNOWN
                        break
                    if (now := time.perf_counter()) >= look:
                        if now > deadline:
                            status = Status.UNKNOWN
                            break
                        require_unstopped()
                        look = min(deadline, now + _PAUSE)
                    found = next(search)
                    self._found = None if found is None else tuple(found)
                    nodes += self._found is None
            except StopIteration:
                status = Status.UNSATISFIABLE
            except TimeUp:
                self._search = None
                status = Status.UNKNOWN
            except BaseException:
                self._is_interrupted = True
                raise
        solution = self._found if status is Status.SATISFIED else None
        return Answer(status, solution, {self._counter: nodes}, self._phases.take())

    def block(self, solution: Solution) -> None:
        self._blocked.add(solution)


def provider(
    name: str,
    summary: str,
    search: Callable[[Puzzle, int], Search],
    counter: str,
    trace: Tracer | None = None,
) -> Provider:
    """Return the provider of a search. `counter` is the name for its nodes in answers."""

    def make(puzzle: Puzzle, seed: int) -> Engine:
        return Enumeration(name, lambda: search(puzzle, seed), counter)

    capabilities = ("every rule", "incremental", "seconds", f"nodes ({counter})")
    made = with_cuts(make, lambda puzzle: (object,))  # every connection is obeyed without cuts
    return single_backend(name, summary, made, capabilities, trace=trace)
