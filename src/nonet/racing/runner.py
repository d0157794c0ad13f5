"""A runner performs the runs of one contestant in this process.

It prepares the contestant off the clock, times the run, and verifies the answers off the clock.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from itertools import islice

from nonet.formats import classic, parse
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.questions import Mode
from nonet.racing.rows import Problem, Setting
from nonet.racing.runs import Outcome, Phases, Task, Terms, solutions, split, verdict
from nonet.racing.stopwatch import Stopwatch
from nonet.solvers import (
    Answer,
    Backend,
    Limits,
    SolverCrashed,
    Status,
    Stream,
    Taken,
    Unable,
    WrongAnswer,
    each_answer,
    summed_counters,
)
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to, seconds_left
from nonet.system.memory import paused_collector

#: At most this many solutions of an enumeration are verified, because decoding all of them can take
#: longer than finding them.
_KEPT = 100

#: A puzzle to warm up with. It has two solutions, and so few open cells that every solver is fast.
_SMALL = classic("..343412..434321")


class Runner:
    """Runs a contestant.

    A *cold* contestant loads its solver again for each puzzle. A *warm* contestant keeps its solver
    loaded, if its backend offers a stream.
    """

    def __init__(self, entry: Backend, terms: Terms) -> None:
        self._entry = entry
        self._terms = terms
        self._stream: Stream | None = None
        self._loaded: Geometry | None = None

    def warm_up(self) -> None:
        """Let the contestant import its libraries. Errors count in the race, not here."""
        with suppress(Exception):
            _Engines(self._entry).ask([_SMALL], Limits(seconds=10), 2)

    def prepare(self, task: Task) -> None:
        """Load everything that a warm contestant has before it sees the puzzle."""
        if self._terms.setting is Setting.COLD:
            return
        _ = task.puzzle.constraints, task.puzzle.domains
        if self._entry.stream is None or self._loaded is task.puzzle.geometry:
            return
        self._stream = self._stream or self._entry.stream(_Engines(self._entry))
        self._loaded = task.puzzle.geometry
        # A limit of zero nodes stops the contestant as soon as everything is loaded.
        with suppress(Exception):
            self._stream.ask([task.puzzle], Limits(nodes=0), 1)

    def run(self, task: Task) -> Outcome:
        """Let the contestant answer a puzzle, and verify its answers."""
        watch = Stopwatch()
        try:
            return self._run(task, watch)
        except Exception as error:
            self.close()
            spent = Phases(solve=watch.wall)
            return Outcome(
                phases=spent, cpu=watch.cpu, error=_words(error), problem=_problem(error)
            )

    def _run(self, task: Task, watch: Stopwatch) -> Outcome:
        terms = self._terms
        puzzle, model = task.puzzle, 0.0
        # Garbage is collected while the clock is stopped: most of it comes from earlier runs.
        with paused_collector(), watch:
            if terms.setting is Setting.COLD:
                puzzle = parse(task.text, format=task.format).unshared()
                model = watch.elapsed
            answers, found = self._answers(puzzle)
        start = time.perf_counter()
        outcome = Outcome(
            phases=split(model, watch.wall, answers),
            cpu=watch.cpu,
            counters=summed_counters(answers),
        )
        try:
            self._entry.verify([task.puzzle], [answers])
        except WrongAnswer as error:
            return replace(outcome, error=str(error), problem=Problem.WRONG)
        return replace(
            outcome,
            verdict=verdict(terms.mode, answers),
            found=found,
            witnesses=tuple(solutions(answers)[:2]),
            check=time.perf_counter() - start,
        )

    def _answers(self, puzzle: Puzzle) -> tuple[list[Answer], int]:
        """Return the answers to a puzzle, and the number of solutions found."""
        terms = self._terms
        taken = self._taken(puzzle) if terms.mode is Mode.COUNT else None
        if taken is None:
            stream = self._stream or _Engines(self._entry)
            [answers] = stream.ask([puzzle], terms.limits, terms.wanted)
            return answers, len(solutions(answers))
        answers = [Answer(Status.SATISFIED, solution) for solution in taken.kept]
        if taken.found < terms.most:
            answers.append(Answer(Status.UNSATISFIABLE if taken.end else Status.UNKNOWN))
        return answers, taken.found

    def _taken(self, puzzle: Puzzle) -> Taken | None:
        """Let the contestant enumerate the solutions itself, if it can."""
        limits = self._terms.limits
        if self._entry.listings is None or limits.nodes is not None:
            return None
        try:
            with limited_to(limits):
                listing = self._entry.listings(puzzle)
                if listing is None:
                    return None
                return listing.take(self._terms.most, _KEPT, seconds_left())
        except TimeUp:
            return Taken(0, [], end=False)

    def close(self) -> None:
        """Release the solver that the contestant keeps loaded."""
        stream, self._stream, self._loaded = self._stream, None, None
        if stream is not None:
            with suppress(Exception):
                stream.close()


class _Engines:
    """A stream of bare engines, one for each puzzle.

    Sessions cannot be used here, because they would verify the answers on the contestant's clock.
    """

    def __init__(self, entry: Backend) -> None:
        self._entry = entry

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Find, block, and ask again. The seconds limit all answers to a puzzle together."""
        return [self._ask(puzzle, limits, most) for puzzle in puzzles]

    def _ask(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        with closing(self._entry.engine(puzzle)) as engine:
            return list(islice(each_answer(engine, limits, together=True), most))

    def close(self) -> None:
        """Do nothing: each engine is closed after its puzzle."""


def _problem(error: Exception) -> Problem:
    if isinstance(error, WrongAnswer):
        return Problem.WRONG
    if isinstance(error, Unable | TooLarge) and not isinstance(error, SolverCrashed):
        return Problem.UNABLE
    return Problem.CRASHED


def _words(error: Exception) -> str:
    if isinstance(error, Unable | TooLarge | WrongAnswer):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
