"""Run a contestant in a child process, because it may crash, hang or take too much memory.

The child measures its own time, so the time to send puzzles and results does not count. The parent
kills a child that exceeds a limit, and starts another child for the next puzzle.
"""

from __future__ import annotations

import os
import pickle
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nonet.puzzle.geometry import Geometry
from nonet.racing.rows import Problem, Row
from nonet.racing.runner import WALL_TIMES, Runner
from nonet.racing.schedule import Task, Terms
from nonet.solvers import find_backend
from nonet.system import memory
from nonet.system.errors import TooLarge
from nonet.system.limits import Limits, TimeUp, limited_to
from nonet.system.worker import Worker, WorkerDied, keep, use

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
            row, resting = self._call(self._patience(), use, "measured", task)
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

    def _patience(self) -> float | None:
        seconds = self._terms.limits.seconds
        return None if seconds is None else WALL_TIMES * seconds * (1 + GRACE_PART) + GRACE

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
