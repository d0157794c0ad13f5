"""Run a contestant in this process, or in a child process.

A runner prepares its contestant before the clock starts, and verifies the answers after the clock
stops.

A contestant in a child process may crash, hang or take too much memory. The child measures its own
time, so the time to send puzzles and results does not count. The parent kills a child that exceeds
a limit, and starts another child for the next puzzle.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
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
    find_backend,
    summed_counters,
)
from nonet.system import memory
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to
from nonet.system.memory import paused_collector
from nonet.system.worker import Worker, WorkerDied, keep, use

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
        # The answers are verified after the clock has stopped.
        self._sessions = OneByOne(partial(entry.open, verify=False), together=True)
        self._stream: Stream | None = None
        self._loaded: Geometry | None = None

    def warm_up(self) -> None:
        """Let the contestant import its libraries. If the import fails, the first run says so."""
        with suppress(Exception):
            self._sessions.ask([_SMALL], Limits(seconds=10), 2)

    def prepare(self, task: Task) -> None:
        """Load everything that a warm contestant keeps from one puzzle to the next."""
        if self._terms.setting is Setting.COLD:
            return
        _ = task.puzzle.constraints, task.puzzle.domains
        if self._entry.stream is None or self._loaded is task.puzzle.geometry:
            return
        self._stream = self._stream or self._entry.stream(self._sessions)
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
            stream = self._stream or self._sessions
            wanted = {Mode.SOLVE: 1, Mode.CHECK: 2}.get(terms.mode, terms.most)
            [answers] = stream.ask([puzzle], limits, wanted)
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


# --- child processes ------------------------------------------------------------------------------

#: Some contestants rarely check the clock. So the race kills a contestant only after its limit of
#: wall time, plus `GRACE` seconds, plus `GRACE_PART` times the limit.
GRACE, GRACE_PART = 0.5, 0.1

#: Before the clock starts, a contestant has this many seconds to load libraries and build tables.
#: If it takes longer or crashes, the times of its later runs include this work.
PREPARATION = 30.0

#: A child leaks memory if it holds at least this many bytes more than it held after its first run.
LEAK = 256 << 20


class _Ended(Exception):
    """The child was killed, or it crashed."""

    def __init__(self, problem: Problem, message: str) -> None:
        super().__init__(message)
        self.problem = problem


class ChildRunner:
    """Runs the contestant in a child process. It has the interface of a `Runner`."""

    def __init__(self, spec: str, terms: Terms, most_memory: int | None) -> None:
        self._spec = spec
        self._terms = terms
        self._most_memory = most_memory
        self._worker: Worker | None = None
        self._is_prepared = True
        self._first: tuple[Geometry, int] | None = None
        with suppress(_Ended):  # if no child can start now, the first run tries again
            self._start()

    def run(self, task: Task) -> Row:
        """Let the child run the contestant. Kill a child that exceeds its limits."""
        try:
            if self._worker is None:
                self._start()
            if self._is_prepared:
                self._call(PREPARATION, use, "prepare", task)
        except _Ended as failure:
            self._give_up_preparing()
            return task.failed(failure.problem, str(failure), 0.0)
        start = time.perf_counter()
        try:
            assert self._worker is not None
            self._worker.peak_below = 0
            below = self._worker.measure()
            limit = self._terms.limits.seconds
            seconds = None if limit is None else WALL_TIMES * limit * (1 + GRACE_PART) + GRACE
            row, resting = self._call(seconds, use, "measured", task)
            grown = self._worker.measure() - below
        except _Ended as failure:
            self.close()
            return task.failed(failure.problem, str(failure), time.perf_counter() - start)
        if row.peak_memory is not None:
            row = replace(row, peak_memory=row.peak_memory + grown)
        return self._checked_for_leaks(task, row, resting)

    def _checked_for_leaks(self, task: Task, row: Row, resting: int | None) -> Row:
        if resting is None:
            return row
        if self._first is None or self._first[0] is not task.puzzle.geometry:
            self._first = task.puzzle.geometry, resting
        grown = resting - self._first[1]
        if grown < LEAK:
            return row
        self.close()
        if row.problem:
            return row
        words = f"its process grew by {grown >> 20} MB since its first run, and was replaced"
        return replace(row, problem=str(Problem.LEAKS), error=words)

    def _start(self) -> None:
        self._first = None
        try:
            # A forked worker knows the solvers that are registered in this process.
            self._worker = Worker(forked=True, most=self._most_memory)
        except OSError as error:
            words = f"its process could not be started ({error.strerror})"
            raise _Ended(Problem.CRASHED, words) from None
        arguments = (self._spec, self._terms, self._is_prepared)
        try:
            self._call(PREPARATION, keep, MeasuredRunner, *arguments)
        except _Ended:
            self._give_up_preparing()
            raise

    def _give_up_preparing(self) -> None:
        self._is_prepared = False
        self.close()

    def _call(self, seconds: float | None, function: Any, *arguments: Any) -> Any:
        assert self._worker is not None
        try:
            with limited_to(Limits(cancel=self._terms.limits.cancel)):
                return self._worker.call(function, *arguments, seconds=seconds)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            words = f"a rule of the puzzle cannot be sent to another process ({error})"
            raise _Ended(Problem.UNABLE, words) from None
        except WorkerDied as death:
            raise _Ended(Problem.CRASHED, str(death)) from None
        except TimeUp:
            # Without a limit, only a cancellation ends the wait, and a cancelled run gets no row.
            after = "" if seconds is None else f" after {seconds:.3g} s"
            raise _Ended(Problem.HUNG, f"did not stop, and was killed{after}") from None
        except TooLarge:
            words = f"was killed because it took more than {(self._most_memory or 0) >> 20} MB"
            raise _Ended(Problem.MEMORY, words) from None

    def close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


class MeasuredRunner(Runner):
    """The runner in the child. It also measures the memory of the child."""

    def __init__(self, spec: str, terms: Terms, is_prepared: bool) -> None:
        super().__init__(find_backend(spec), terms)
        if is_prepared:
            self.warm_up()

    def measured(self, task: Task) -> tuple[Row, int | None]:
        """Return the row of a run, and how many bytes this process holds after the run."""
        growth = memory.Growth()
        row = replace(self.answer(task), peak_memory=growth.peak())
        memory.give_back()
        return row, memory.resident(os.getpid())
