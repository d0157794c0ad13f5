"""Make puzzles: attempts in rounds, judged, checked by a second backend, and put in order."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pickle import PicklingError
from threading import Event

from nonet import solvers
from nonet.explanations import Rating, explain, rating_of
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.generation.attempts import Attempt, digger, is_batched, make
from nonet.generation.difficulty import Band, Difficulty, Range, Span, measure, misfit
from nonet.generation.request import Request, Symmetry, Unmet
from nonet.model.grid import CellsLike
from nonet.puzzle import Puzzle
from nonet.questions.executors import workers_for
from nonet.questions.uniqueness import Kind, check_many
from nonet.solvers import Limits, Solution, SolverCrashed, WrongAnswer, are_repeated
from nonet.system.limits import TimeUp, check_limits, limited_to, whole

#: The number of puzzles to make together, if many puzzles take little more time than one.
BLOCK = 256

#: Each job makes at most this many blocks while an earlier block is not finished.
_AHEAD = 8

#: The number of attempts to make together, if many attempts take little more time than one.
_BATCH = 512

#: The first round makes `_FIRST_ROUND` attempts per puzzle, and each later round twice as many. If
#: judging is slow, a round makes at most `_FEW`.
_FIRST_ROUND, _FEW = 1, 8


@dataclass(frozen=True)
class Made:
    """A puzzle with its only solution.

    `index` is the number of the puzzle, from 0. `attempts` includes the failed attempts.

    >>> from nonet.generation import generate
    >>> [made] = generate("................", seed=7)
    >>> made.index, made.clues
    (0, 4)
    """

    index: int
    puzzle: Puzzle
    solution: Solution
    attempts: int

    @property
    def clues(self) -> int:
        """The number of givens."""
        return sum(given is not None for given in self.puzzle.givens)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard the puzzle is for the `norvig` solver."""
        return measure(self.puzzle)

    @cached_property
    def rating(self) -> Rating:
        """The rating of the puzzle, as `nonet.rate` finds it."""
        return rating_of(explain(self.puzzle))


@dataclass(frozen=True)
class Tried:
    """The number of failed attempts at a puzzle so far. It shows the progress of slow attempts."""

    index: int
    attempts: int


#: The outcome for a puzzle, or its progress.
RoundOutcome = Made | Unmet | Tried


class Judge:
    """Judges the attempts at one puzzle, chooses the best, and counts why attempts failed."""

    def __init__(self, request: Request) -> None:
        self.tried = 0
        self.chosen: Attempt | None = None
        self.is_out_of_time = False
        self._request = request
        self._lacking: Counter[str] = Counter()
        self._unmet: dict[str, None] = {}
        self._clues: Counter[int] = Counter()
        self._missed: list[Difficulty] = []

    @property
    def is_done(self) -> bool:
        """Whether no further attempt is needed or allowed."""
        needs_more = self._request.fewest or self.chosen is None
        return self.is_out_of_time or not needs_more or self.tried >= self._request.most

    def take(self, attempt: Attempt) -> None:
        """Choose an attempt if it meets the request and is better than all earlier attempts."""
        if self.is_done:
            return
        is_worse = self.chosen and len(attempt.clues) >= len(self.chosen.clues)
        if not is_worse and self._is_met(attempt):
            check_limits()  # a judgement at a limit may be wrong
            self.chosen = attempt
        self.tried += 1

    def _is_met(self, attempt: Attempt) -> bool:
        if not attempt.unique:
            self._lacking["several solutions"] += 1
            self._blame("pattern")
        elif not self._request.allows(len(attempt.clues)):
            self._clues[len(attempt.clues)] += 1
            self._blame("clues", *self._set("minimal", "symmetry"))
        elif self._request.minimal and not attempt.minimal:
            self._lacking["a redundant clue"] += 1
            self._blame("minimal", *self._set("pattern", "symmetry"))
        else:
            band = self._request.difficulty
            return band is None or self._is_as_hard(attempt, band)
        return False

    def _is_as_hard(self, attempt: Attempt, band: Band) -> bool:
        puzzle = attempt.puzzle(self._request.model)
        if band.asks_for_work and not band.holds(difficulty := measure(puzzle)):
            self._missed.append(difficulty)
            self._blame("difficulty")
            return False
        if band.asks_for_steps and (instead := misfit(puzzle, attempt.solution, band)):
            self._lacking[instead] += 1
            self._blame(*["difficulty"] * bool(band.er), *["hardest_step"] * bool(band.hardest))
            return False
        return True

    def _set(self, *arguments: str) -> list[str]:
        usual = (None, False, Symmetry.NONE)
        return [name for name in arguments if getattr(self._request, name) not in usual]

    def _blame(self, *arguments: str) -> None:
        self._unmet |= dict.fromkeys(arguments)

    def unmet(self, index: int) -> Unmet:
        """Return the error for a puzzle without a good attempt."""
        parts = [f"in {counted(self.tried, 'attempt')}"]
        parts += [f"{number} had {what}" for what, number in self._lacking.items()]
        if self._clues:
            number = self._clues.total()
            parts.append(f"{number} had another number of clues: {_span(self._clues)}")
        if self._missed:
            nodes = _span(found.nodes for found in self._missed)
            depth = _span(found.depth for found in self._missed)
            number = len(self._missed)
            parts.append(f"{number} had another difficulty: nodes {nodes}, depth {depth}")
        lacking = ", ".join(parts) + "; then the time was up" * self.is_out_of_time
        more = "seconds" if self.is_out_of_time else "attempts"
        return Unmet(index, lacking, tuple(self._unmet), (more,))


def _span(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return str(found[0]) if found[0] == found[-1] else f"{found[0]} to {found[-1]}"


@dataclass(frozen=True)
class Work:
    """A function that makes a block of puzzles. It can be sent to another process."""

    request: Request
    seed: int

    def __call__(self, block: range) -> Iterator[RoundOutcome]:
        """Yield the outcomes in order, and the progress of slow attempts."""
        pending = {index: Judge(self.request) for index in block}
        finished: dict[int, Made | Unmet] = {}
        width, begin = _FIRST_ROUND, time.perf_counter()
        for index in block:
            while index in pending:
                for outcome in self._round(pending, width, begin):
                    del pending[outcome.index]
                    finished[outcome.index] = outcome
                if self.request.is_slow:
                    yield from [Tried(i, judge.tried) for i, judge in pending.items()]
                if is_batched(self.request):
                    most = _FEW if self.request.is_slow else _BATCH // max(1, len(pending))
                    width = max(1, min(2 * width, most))
            yield finished.pop(index)

    def all_of(self, block: range) -> list[RoundOutcome]:
        """Return the outcomes as a list, which another process can send."""
        return list(self(block))

    def _round(self, pending: dict[int, Judge], width: int, begin: float) -> list[Made | Unmet]:
        try:
            with limited_to(Limits(self.request.seconds).after(time.perf_counter() - begin)):
                self._attempt(pending, width)
        except TimeUp:
            for judge in pending.values():
                judge.is_out_of_time = True
        done = {index: judge for index, judge in pending.items() if judge.is_done}
        chosen = [judge.chosen for judge in done.values() if judge.chosen]
        unmet = [judge.unmet(index) for index, judge in done.items() if not judge.chosen]
        return [*self._checked(chosen), *unmet]

    def _attempt(self, pending: dict[int, Judge], width: int) -> None:
        most = self.request.most
        wanted = [
            (index, number)
            for index, judge in pending.items()
            for number in range(judge.tried, min(judge.tried + width, most))
        ]
        attempts = make(self.request, self.seed, wanted)
        check_limits()  # attempts that reached a limit are not reproducible
        for attempt in attempts:
            pending[attempt.index].take(attempt)

    def _checked(self, chosen: list[Attempt]) -> list[Made]:
        puzzles = [attempt.puzzle(self.request.model) for attempt in chosen]
        checker, made = second_opinion(self.request), list[Made]()
        verdicts = check_many(puzzles, checker)
        for attempt, puzzle, verdict in zip(chosen, puzzles, verdicts, strict=True):
            both = (*verdict.witnesses, attempt.solution)
            if verdict.kind is not Kind.UNIQUE or not are_repeated(puzzle, both):
                spec = digger(self.request).spec
                raise WrongAnswer(
                    f"{spec} made a puzzle with one solution, but the verdict of {checker} is "
                    f"{verdict.kind}"
                )
            made.append(Made(attempt.index, puzzle, attempt.solution, attempt.number + 1))
        return made


def second_opinion(request: Request) -> str:
    """Return the backend that checks the puzzles. It is of another kind than the first backend."""
    return solvers.second_opinion(digger(request), request.model).spec


def generate(
    model: PuzzleLike,
    count: int = 1,
    *,
    seed: int = 0,
    jobs: int = 1,
    clues: int | Range | None = None,
    fewest: bool = False,
    minimal: bool = False,
    symmetry: str = Symmetry.NONE,
    pattern: CellsLike | None = None,
    difficulty: str | Span | Band | None = None,
    hardest_step: int | Range | None = None,
    attempts: int | None = None,
    seconds: float | None = None,
    backend: str | None = None,
    cancel: Event | None = None,
) -> Iterator[Made]:
    """Yield puzzles with one solution under the rules of a model.

    The same seed gives the same puzzles with any number of `jobs`. A second backend checks every
    puzzle. `Request` describes most options. `difficulty` is a range of the estimated ER, such as
    (3.0, 4.5), or a text for `Band.parse`, such as "easy". `hardest_step` is a number or a range
    for the cost of the hardest step.

    `attempts` and `seconds` limit the work for each puzzle. If all attempts at a puzzle fail,
    `generate` raises `Unmet` after the earlier puzzles. Another thread may set `cancel` to stop.

    >>> [made] = generate("." * 16, seed=7)
    >>> made.clues, made.difficulty.singles
    (4, True)
    """
    count, jobs = whole(count, "the count", 0), whole(jobs, "the number of jobs", 1)
    model = as_puzzle(model)
    request = Request(
        model,
        clues=_range(clues, "the number of clues"),
        fewest=fewest,
        minimal=minimal,
        symmetry=Symmetry(symmetry),
        pattern=None if pattern is None else tuple(sorted(model.grid.named(pattern))),
        difficulty=_band(difficulty, _range(hardest_step, "the cost of the hardest step")),
        attempts=attempts,
        seconds=seconds,
        backend=backend,
    )
    return _in_order(request, count, whole(seed, "the seed"), jobs, cancel)


def _in_order(
    request: Request, count: int, seed: int, jobs: int, cancel: Event | None
) -> Iterator[Made]:
    with closing(outcomes(request, count, seed, jobs, cancel)) as found:
        for outcome in found:
            if isinstance(outcome, Unmet):
                raise outcome
            if isinstance(outcome, Made):
                yield outcome


def _range(number: int | Range | None, what: str) -> Range | None:
    if number is None or isinstance(number, Sequence):
        return number
    exact = whole(number, what)
    return exact, exact


def _band(asked: str | Span | Band | None, hardest: Range | None) -> Band | None:
    if isinstance(asked, str):
        band = Band.parse(asked)
    else:
        band = asked if isinstance(asked, Band) else Band(er=asked)
    band = band if hardest is None else replace(band, hardest=hardest)
    return None if band == Band() else band


def outcomes(
    request: Request, count: int, seed: int = 0, jobs: int = 1, cancel: Event | None = None
) -> Generator[RoundOutcome, None, None]:
    """Yield the outcomes of all puzzles in order, and the progress of slow attempts."""
    is_quick = is_batched(request) and not request.is_slow and request.seconds is None
    size = BLOCK if is_quick else 1
    blocks = [range(start, min(start + size, count)) for start in range(0, count, size)]
    jobs = max(1, min(jobs, len(blocks)))
    work = Work(request, seed)
    with workers_for(jobs, None, in_threads=False, ahead=_AHEAD) as workers:
        results = chain.from_iterable(workers(work if jobs == 1 else work.all_of, blocks))
        try:
            yield from _until_cancelled(results, cancel)
        except (ImportError, AttributeError, PicklingError) as error:
            if jobs == 1:
                raise
            raise SolverCrashed(
                f"a worker process cannot make these puzzles: {error}. If you use your own rules, "
                "put them in a module that other processes can import"
            ) from None


def _until_cancelled(
    results: Iterator[RoundOutcome], cancel: Event | None
) -> Iterator[RoundOutcome]:
    if cancel is None:
        yield from results
        return
    while not cancel.is_set():
        try:
            with limited_to(Limits(cancel=cancel)):
                result = next(results)
        except (StopIteration, TimeUp):
            return
        if not cancel.is_set():  # a cancelled result may be an error
            yield result
