"""Run an engine in a worker process, for solvers that cannot be stopped in another way.

At a limit, the worker is killed, and the next question starts a new one. Starting a worker takes
longer than solving most puzzles. So when a session ends, its worker is kept for the next session.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from nonet.encodings.places import Lowered
from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.engines import Asked, Engine
from nonet.solvers.errors import PuzzleUnsupported, SolverCrashed, crashes_of
from nonet.system.limits import Limits, TimeUp
from nonet.system.worker import Worker, WorkerDied, borrow, give_back, keep, result_of, use


class WorkerEngine:
    """An engine in a worker process, where `make` builds the engine from the arguments.

    If `once` is set, each question gets a new worker. The worker can send values by
    `nonet.system.worker.reply`, and `note` receives them.
    """

    def __init__(
        self,
        spec: str,
        make: Callable[..., Engine],
        *arguments: Any,
        phases: PhaseClock | None = None,
        once: bool = False,
        note: Callable[[Any], object] | None = None,
    ) -> None:
        self._spec = spec
        self._phases = phases or PhaseClock()
        self._opening = (spec, make, *arguments)
        self._once = once
        self._note = note
        self._blocked: list[Solution] = []
        self._told = 0  # how many blocked grids the worker has received
        self._worker: Worker | None = None

    def solve(self, limits: Limits) -> Answer:
        if 0 in (limits.seconds, limits.nodes):  # for some solvers 0 means unlimited
            return Answer(Status.UNKNOWN, times=self._phases.take())
        try:
            with self._phases.measure("solve"):
                answer = self._answer(limits)
            if self._once:
                self._kill()
        except TimeUp:
            self._kill()
            return Answer(Status.UNKNOWN, times=self._phases.take())
        except BaseException:
            self._kill()
            raise
        within, spent = answer.times, self._phases.take()
        waited = max(0.0, spent.solve - within.total)  # until the worker started and replied
        return replace(answer, times=within + spent._replace(load=spent.load + waited, solve=0.0))

    def _answer(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        try:
            if self._worker is None:
                # Do not borrow a worker for a single answer. Its libraries are for other engines.
                self._worker, self._told = Worker() if self._once else borrow(), 0
                self._worker.call(keep, EngineInWorker, *self._opening, seconds=limits.seconds)
            new, self._told = self._blocked[self._told :], len(self._blocked)
            asked = self._worker.ask(use, "solve", new, Limits(nodes=limits.nodes), note=self._note)
            left = limits.after(time.perf_counter() - start).seconds
            answer: Answer = result_of(asked, left)
        except WorkerDied as death:
            raise SolverCrashed(f"{self._spec} failed: {death}") from None
        except (pickle.PicklingError, AttributeError, ImportError, TypeError) as error:
            why = f"define the rules of the puzzle in a module that can be imported: {error}"
            raise PuzzleUnsupported(f"{self._spec}: {why}") from None
        return answer

    def block(self, solution: Solution) -> None:
        self._blocked.append(solution)

    def close(self) -> None:
        """Keep the worker for the next session."""
        if self._worker is not None:
            worker, self._worker = self._worker, None
            give_back(worker)

    def _kill(self) -> None:
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.kill()


def in_worker(
    spec: str, make: Callable[[Lowered, int], Engine], puzzle: Puzzle, seed: int
) -> WorkerEngine:
    """Return an engine in a worker. `make` builds it from a `Lowered` puzzle and a seed."""
    phases = PhaseClock()
    with phases.measure("encode"):
        lowered = Lowered(puzzle.grid, tuple(puzzle.domains), tuple(puzzle.constraints))
    return WorkerEngine(spec, make, lowered, seed, phases=phases)


class EngineInWorker:
    """An engine or a session that a worker keeps. Each question brings the new blocked grids."""

    def __init__(self, spec: str, make: Callable[..., Asked], *arguments: Any) -> None:
        self._spec = spec
        with crashes_of(spec):
            self._engine = make(*arguments)

    def solve(self, blocked: Sequence[Solution], limits: Limits) -> Answer:
        with crashes_of(self._spec):
            for solution in blocked:
                self._engine.block(solution)
            return self._engine.solve(limits)
