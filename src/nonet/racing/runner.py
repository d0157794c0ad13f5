"""Run a contestant in this process.

A runner prepares its contestant before the clock starts, and verifies the answers after the clock
stops.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nonet.formats import classic, parse
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.questions import Mode
from nonet.questions.uniqueness import Kind
from nonet.racing.rows import UNKNOWN, Problem, Row, Setting, witnesses
from nonet.racing.schedule import Task, Terms
from nonet.racing.stopwatch import CpuLimit, Stopwatch
from nonet.solvers import (
    Answer,
    Backend,
    Limits,
    OneByOne,
    Solution,
    SolverCrashed,
    Status,
    Stream,
    Taken,
    Unable,
    WrongAnswer,
    summed_counters,
)
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to
from nonet.system.memory import paused_collector

#: When a contestant enumerates solutions, at most this many are verified. Decoding all solutions
#: can take longer than finding them.
_KEPT = 100

#: A limit of CPU time allows a contestant this many times the limit in wall time.
WALL_TIMES = 3.0

#: Contestants warm up with this puzzle. It has two solutions, and every solver finds both fast.
_SMALL = classic("..343412..434321")


class Runner:
    """Runs a contestant.

    A *cold* contestant loads its solver again for each puzzle. A *warm* contestant keeps its solver
    loaded if its backend offers a stream. The time limit is a limit of CPU time.
    """

    def __init__(self, entry: Backend, terms: Terms) -> None:
        self._entry = entry
        self._terms = terms
        # Sessions instead of engines would verify the answers while the clock runs.
        self._engines = OneByOne(entry.engine, together=True)
        self._stream: Stream | None = None
        self._loaded: Geometry | None = None

    def warm_up(self) -> None:
        """Let the contestant import its libraries. If the import fails, the first run says so."""
        with suppress(Exception):
            self._engines.ask([_SMALL], Limits(seconds=10), 2)

    def prepare(self, task: Task) -> None:
        """Load everything that a warm contestant keeps from one puzzle to the next."""
        if self._terms.setting is Setting.COLD:
            return
        _ = task.puzzle.constraints, task.puzzle.domains
        if self._entry.stream is None or self._loaded is task.puzzle.geometry:
            return
        self._stream = self._stream or self._entry.stream(self._engines)
        self._loaded = task.puzzle.geometry
        # A limit of zero nodes stops the contestant once everything is loaded.
        with suppress(Exception):
            self._stream.ask([task.puzzle], Limits(nodes=0), 1)

    def run(self, task: Task) -> Row:
        self.prepare(task)
        return self.answer(task)

    def answer(self, task: Task) -> Row:
        watch = Stopwatch()
        try:
            return self._answer(task, watch)
        except Exception as error:
            self.close()
            return task.failed(*_failure(error), watch.wall, watch.cpu)

    def _answer(self, task: Task, watch: Stopwatch) -> Row:
        terms = self._terms
        puzzle, model, limits = task.puzzle, 0.0, self._limits(watch)
        # Collect no garbage while the clock runs. Most garbage comes from earlier runs.
        with paused_collector(), watch:
            if terms.setting is Setting.COLD:
                puzzle = parse(task.text, format=task.format).unshared()
                model = watch.elapsed
            answers, found = self._answers(puzzle, limits, watch)
        row = replace(
            task.row,
            model=model,
            **split(watch.wall - model, answers),
            seconds=watch.wall,
            cpu=watch.cpu,
            counters=json.dumps(summed_counters(answers)),
        )
        start = time.perf_counter()
        try:
            self._entry.verify([task.puzzle], [answers])
        except WrongAnswer as error:
            return replace(row, error=str(error), problem=str(Problem.WRONG))
        check = time.perf_counter() - start
        back, said = task.shuffling.inverse(), verdict(terms.mode, answers)
        return replace(
            row,
            verdict=said,
            solutions=found if terms.mode is Mode.COUNT else None,
            # Without a limit, `row.limit` is NaN, so `row.cpu <= row.limit` would be false.
            decided=said != UNKNOWN and not row.cpu > row.limit,
            check=check,
            witnesses=witnesses(back.grid, map(back.of_values, _solutions(answers)[:2])),
        )

    def _limits(self, watch: Stopwatch) -> Limits:
        """Return the limits of a run: CPU time by the watch, and a longer wall time."""
        limits = self._terms.limits
        if limits.seconds is None:
            return limits
        over = CpuLimit(watch, limits.seconds, limits.cancel)
        return replace(limits, seconds=WALL_TIMES * limits.seconds, cancel=over)

    def _answers(
        self, puzzle: Puzzle, limits: Limits, watch: Stopwatch
    ) -> tuple[list[Answer], int]:
        terms = self._terms
        taken = self._taken(puzzle, limits, watch) if terms.mode is Mode.COUNT else None
        if taken is None:
            stream = self._stream or self._engines
            [answers] = stream.ask([puzzle], limits, terms.wanted)
            return answers, len(_solutions(answers))
        answers = [Answer(Status.SATISFIED, solution) for solution in taken.kept]
        if taken.found < terms.most:
            answers.append(Answer(Status.UNSATISFIABLE if taken.end else Status.UNKNOWN))
        return answers, taken.found

    def _taken(self, puzzle: Puzzle, limits: Limits, watch: Stopwatch) -> Taken | None:
        """Enumerate the solutions with the backend's own method. Return None if it has none."""
        if self._entry.listings is None or limits.nodes is not None:
            return None
        most, found, end = self._terms.most, 0, False
        kept: list[Solution] = []
        with suppress(TimeUp):
            with limited_to(limits):
                listing = self._entry.listings(puzzle)
            if listing is None:
                return None
            # `TimeUp` would lose solutions, so `take` gets the seconds that are left. If it needs
            # less CPU time than wall time, there are seconds left for another `take`.
            with limited_to(replace(self._terms.limits, seconds=None)):
                while not end and found < most and (left := self._left(watch)) > 0:
                    taken = listing.take(most - found, _KEPT - len(kept), left)
                    found, kept, end = found + taken.found, kept + taken.kept, taken.end
        return Taken(found, kept, end)

    def _left(self, watch: Stopwatch) -> float:
        """Return how many seconds a run has left."""
        seconds = self._terms.limits.seconds
        if seconds is None:
            return math.inf
        return min(seconds - watch.spent, WALL_TIMES * seconds - watch.elapsed)

    def close(self) -> None:
        stream, self._stream, self._loaded = self._stream, None, None
        if stream is not None:
            with suppress(Exception):
                stream.close()


def verdict(mode: Mode, answers: Sequence[Answer]) -> str:
    """Return the verdict of the answers to one puzzle."""
    last = answers[-1].status if answers else Status.UNKNOWN
    if mode is Mode.SOLVE or last is Status.UNKNOWN:
        return str(last)
    return Kind.of(len(_solutions(answers))).value


def split(wall: float, answers: Iterable[Answer]) -> dict[str, Any]:
    """Divide the wall time of a run into the phases that the contestant reports.

    Unreported time counts as solving. If the reported times exceed the wall time, all phases are
    scaled down.

    >>> split(4.0, [Answer(Status.UNKNOWN)])
    {'encode': 0.0, 'load': 0.0, 'solve': 4.0, 'decode': 0.0}
    """
    phases = dict.fromkeys(("encode", "load", "solve", "decode"), 0.0)
    for answer in answers:
        for phase in phases:
            phases[phase] += max(0.0, getattr(answer.times, phase))
    total = math.fsum(phases.values())
    if total > wall:
        phases = {phase: seconds * wall / total for phase, seconds in phases.items()}
    phases["solve"] = max(0.0, wall - phases["encode"] - phases["load"] - phases["decode"])
    return phases


def _solutions(answers: Iterable[Answer]) -> list[Solution]:
    return [answer.solution for answer in answers if answer.solution is not None]


def _failure(error: Exception) -> tuple[Problem, str]:
    match error:
        case WrongAnswer():
            return Problem.WRONG, str(error)
        case SolverCrashed():
            return Problem.CRASHED, str(error)
        case Unable() | TooLarge():
            return Problem.UNABLE, str(error)
    name = type(error).__name__
    return Problem.CRASHED, f"{name}: {error}" if str(error) else name
