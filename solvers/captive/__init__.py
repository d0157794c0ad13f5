"""Engines in a process of their own, for solvers that lend Python no ear while they search.

Such a solver keeps no limit closely and does not hear Ctrl-C. Its process is killed instead, and
the next question starts another one. A process that is idle is kept for the next session, because
starting one takes longer than most puzzles.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from nonet.model.constraints import Constraint
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, Limits, PhaseClock, Solution, Status
from nonet.solvers.captive.process import CaptiveProcess, lend, take_back
from nonet.solvers.errors import SolverCrashed
from nonet.system.limits import TimeUp


@dataclass(frozen=True)
class Lowered:
    """What an engine needs of a puzzle; whatever rules it has, it can be sent anywhere."""

    grid: Grid
    domains: tuple[int, ...]
    constraints: tuple[Constraint, ...]


class CaptiveEngine:
    """An engine whose work is done elsewhere: by the function `engine` of a module."""

    def __init__(self, spec: str, module: str, puzzle: Puzzle, seed: int) -> None:
        self._spec = spec
        self._phases = PhaseClock()
        with self._phases.measure("encode"):
            lowered = Lowered(puzzle.grid, tuple(puzzle.domains), tuple(puzzle.constraints))
        self._opening = ("open", (module, lowered, seed))
        self._blocked: list[Solution] = []
        self._told = 0  # how many of them the process knows
        self._process: CaptiveProcess | None = None

    def solve(self, limits: Limits) -> Answer:
        """Let the process solve; kill it when the time is up."""
        if 0 in (limits.seconds, limits.nodes):  # for some solvers 0 is no limit
            return Answer(Status.UNKNOWN, times=self._phases.take())
        try:
            with self._phases.measure("solve"):
                answer = self._answer(limits)
        except TimeUp:
            self._kill()
            return Answer(Status.UNKNOWN, times=self._phases.take())
        except BaseException as error:
            self._kill()
            if isinstance(error, SolverCrashed):
                raise SolverCrashed(f"{self._spec} failed: {error}") from None
            raise
        within, spent = answer.times, self._phases.take()
        waited = max(0.0, spent.solve - within.total)  # for the process, and for its reply
        return replace(answer, times=within + replace(spent, load=spent.load + waited, solve=0.0))

    def _answer(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        if self._process is None:
            self._process, self._told = lend(), 0
            self._process.ask(self._opening, limits.seconds)
        new, self._told = self._blocked[self._told :], len(self._blocked)
        left = limits.after(time.perf_counter() - start).seconds
        question = ("solve", (new, Limits(nodes=limits.nodes)))
        answer: Answer = self._process.ask(question, left)
        return answer

    def block(self, solution: Solution) -> None:
        """Have the process avoid this grid from the next question on."""
        self._blocked.append(solution)

    def close(self) -> None:
        """Keep the process for the next session."""
        if self._process is not None:
            process, self._process = self._process, None
            take_back(process)

    def _kill(self) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
