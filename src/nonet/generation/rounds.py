"""Make attempts at a block of puzzles in rounds, and let a second backend check the puzzles."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from nonet import solvers
from nonet.explanations import Rating, explain, rating_of
from nonet.formats.text import counted
from nonet.generation.attempts import Attempt, digger, is_batched, make
from nonet.generation.difficulty import Band, Difficulty, measure, misfit
from nonet.generation.request import Request, Symmetry, Unmet
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check_many
from nonet.solvers import Limits, Solution, WrongAnswer, are_repeated
from nonet.system.limits import TimeUp, check_limits, limited_to

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
