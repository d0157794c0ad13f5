"""A contestant in a child process, which may abort, hang or eat memory: the race goes on.

The child measures itself, so that the transfer through the pipe is off the clock. This side
watches the clock and the memory of the child and of all processes below it, ends a child that
exceeds a limit, and starts another one for the next puzzle.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import pickle
import signal
import sys
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from tempfile import TemporaryFile
from typing import IO, Any

from nonet.puzzle.geometry import Geometry
from nonet.racing.performers import Performer
from nonet.racing.rows import Problem
from nonet.racing.runs import Outcome, Phases, Task, Terms
from nonet.solvers import find_backend
from nonet.system import memory, processes

#: The seconds, and the share of its limit, after which a contestant is ended: some look at the
#: clock only now and then.
GRACE, GRACE_PART = 0.5, 0.1

#: The seconds for imports, loading and building tables, all off the clock. A contestant that needs
#: longer, or dies of it, is not prepared again, and does all that on its clock.
LONGEST_PREPARATION = 60.0

#: Under a limit: these seconds, and this many times the limit on top.
SHORTEST_PREPARATION, PREPARATION_PART = 10.0, 10.0

#: A child leaks if it holds this much more after a run than after its first one.
LEAK = 256 << 20

#: Seconds between two looks at the memory of a child.
_PAUSE = 0.05


class _Ended(Exception):
    """A child was ended, or ended by itself."""

    def __init__(self, problem: Problem, message: str) -> None:
        super().__init__(message)
        self.problem = problem


@dataclass(frozen=True)
class _Finished:
    """What a child sends after a run; `resting` is the memory it still holds."""

    outcome: Outcome
    resting: int | None


class Child:
    """Has the interface of a `Performer`, and works in a process of its own."""

    def __init__(self, spec: str, terms: Terms, most_memory: int | None) -> None:
        self._spec = spec
        self._terms = terms
        self._most_memory = most_memory
        self._process: Any = None
        self._is_prepared = True
        self._failure: _Ended | None = None
        self._first: tuple[Geometry, int] | None = None
        with suppress(_Ended):  # it is started again for the first puzzle
            self._start()

    def prepare(self, task: Task) -> None:
        """Let the child load and build; errors are reported by `perform`."""
        self._failure = None
        try:
            if self._process is None:
                self._start()
            self._send(task)
            self._below = self._most_below = self._receive(self._preparation())
        except _Ended as failure:
            self._give_up_preparing()
            self._failure = failure

    def perform(self, task: Task) -> Outcome:
        """Let the child answer; it is ended if it exceeds its limits."""
        start = time.perf_counter()
        try:
            if self._failure:
                raise self._failure
            finished: _Finished = self._receive(self._patience())
        except _Ended as failure:
            self.close()
            spent = Phases(solve=time.perf_counter() - start)
            return Outcome(phases=spent, error=str(failure), problem=failure.problem)
        return self._checked_for_leaks(task, self._with_peak_below(finished))

    def _with_peak_below(self, finished: _Finished) -> _Finished:
        """Add to the peak of the child what the processes below it took, as far as was seen."""
        outcome, grown = finished.outcome, self._most_below - self._below
        if outcome.peak_memory is None:
            return finished
        outcome = replace(outcome, peak_memory=outcome.peak_memory + grown)
        return replace(finished, outcome=outcome)

    def _checked_for_leaks(self, task: Task, finished: _Finished) -> Outcome:
        """Return the outcome, with a problem if the child keeps growing from run to run."""
        outcome, resting = finished.outcome, finished.resting
        if resting is None:
            return outcome
        if self._first is None or self._first[0] is not task.puzzle.geometry:
            self._first = task.puzzle.geometry, resting
        grown = resting - self._first[1]
        if grown < LEAK:
            return outcome
        self.close()
        if outcome.problem:
            return outcome
        words = f"holds {grown >> 20} MB more than after its first run: its process was replaced"
        return replace(outcome, problem=Problem.LEAKS, error=words)

    def _patience(self) -> float:
        seconds = self._terms.limits.seconds
        return float("inf") if seconds is None else seconds * (1 + GRACE_PART) + GRACE

    def _preparation(self) -> float:
        """Return the seconds for preparing: who may think for one is not waited for a minute."""
        seconds = self._terms.limits.seconds
        if seconds is None:
            return LONGEST_PREPARATION
        return min(LONGEST_PREPARATION, SHORTEST_PREPARATION + PREPARATION_PART * seconds)

    def _start(self) -> None:
        # A forked child knows the solvers that were registered here.
        context: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
        self._said: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed with the child
        self._first = None
        self._below = self._most_below = 0
        here, there = context.Pipe()
        process = context.Process(
            target=_serve,
            args=(there, here, self._said.fileno(), self._spec, self._terms, self._is_prepared),
            daemon=True,
        )
        with processes.endings_wait(), warnings.catch_warnings():
            # Python warns of threads: they are those of idle pools, which hold no lock.
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                process.start()
            except OSError as error:
                self._said.close()
                words = f"its process could not be started: {error.strerror}"
                raise _Ended(Problem.CRASHED, words) from None
            self._process = process
            self._pipe: Connection = here
        there.close()
        try:
            self._receive(self._preparation())
        except _Ended:
            self._give_up_preparing()
            raise

    def _give_up_preparing(self) -> None:
        self._is_prepared = False
        self.close()

    def _send(self, task: Task) -> None:
        try:
            self._pipe.send(task)
        except OSError:
            raise _Ended(Problem.CRASHED, self._last_words()) from None
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            words = f"a rule of the puzzle is defined where no other process finds it: {error}"
            raise _Ended(Problem.UNABLE, words) from None

    def _receive(self, patience: float) -> Any:
        deadline = time.perf_counter() + patience
        while True:
            try:
                has_come = self._pipe.poll(max(0.0, min(_PAUSE, deadline - time.perf_counter())))
                reply = self._pipe.recv() if has_come else None
            except (EOFError, OSError):
                raise _Ended(Problem.CRASHED, self._last_words()) from None
            self._require_memory()
            if has_come:
                return reply
            if time.perf_counter() >= deadline:
                raise _Ended(Problem.HUNG, f"did not stop: ended after {patience:.3g} s")

    def _require_memory(self) -> None:
        below = memory.resident_below(self._process.pid)
        self._most_below = max(self._most_below, below)
        held = (memory.resident(self._process.pid) or 0) + below
        if self._most_memory is not None and held > self._most_memory:
            words = f"took more than {self._most_memory >> 20} MB, and was ended"
            raise _Ended(Problem.MEMORY, words)

    def _last_words(self) -> str:
        """Return how the process ended, and the last line it printed."""
        self._process.join(1)
        code = self._process.exitcode
        how = f"code {code}"
        if code is not None and code < 0:
            with suppress(ValueError):
                how = signal.Signals(-code).name
        self._said.seek(0)
        last = processes.last_line(self._said.read())
        return ": ".join(filter(None, [f"its process ended with {how}", last]))

    def close(self) -> None:
        """End the child and all that it started, after a moment to clean up."""
        process, self._process = self._process, None
        if process is None:
            return
        self._pipe.close()
        process.terminate()
        process.join(1)
        processes.kill(process)
        process.join()
        process.close()
        self._said.close()


def _serve(
    pipe: Connection,
    other_end: Connection,
    said: int,
    spec: str,
    terms: Terms,
    is_prepared: bool,
) -> None:
    """Answer what comes through the pipe until it is closed."""
    _leave_terminal(said)
    if hasattr(os, "fork"):
        other_end.close()  # or the pipe would stay open when the race is gone
    performer = Performer(find_backend(spec), terms)
    if is_prepared:
        performer.warm_up()
    pipe.send(None)
    with suppress(EOFError):
        while True:
            task = pipe.recv()
            if is_prepared:
                performer.prepare(task)
            growth = memory.Growth()
            pipe.send(memory.resident_below(os.getpid()))  # as it begins at once
            outcome = performer.perform(task)
            outcome = replace(outcome, peak_memory=growth.peak())
            memory.give_back()
            pipe.send(_Finished(outcome, memory.resident(os.getpid())))


def _leave_terminal(said: int) -> None:
    """Leave Ctrl-C to the race, clean up at SIGTERM, and write where the race can read it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    faulthandler.disable()  # the last words are the solver's own
    if hasattr(os, "fork"):
        os.setsid()
        os.dup2(said, 1)
        os.dup2(said, 2)
    processes.end_with_parent()
