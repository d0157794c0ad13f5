"""Rounds of attempts at a block of puzzles; a second backend checks each chosen puzzle."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nonet import solvers
from nonet.generation.attempts import Attempt, digger, is_batched, make
from nonet.generation.difficulty import Difficulty, measure
from nonet.generation.judge import Judge
from nonet.generation.request import Request, Unmet
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check_many
from nonet.solvers import Solution, WrongAnswer
from nonet.system.limits import TimeUp, check_limits, limited_to

if TYPE_CHECKING:
    from nonet.explanations import Rating

#: The number of attempts per batch, if a batch takes little more time than one attempt.
_BATCH = 512

#: The number of attempts per puzzle in the first round, and the largest number in a later round if
#: attempts take longer to judge than to make. The number doubles from round to round.
_FIRST_ROUND, _FEW = 1, 8


@dataclass(frozen=True)
class Made:
    """A puzzle with its only solution.

    `index` is the number of the puzzle, from 0; `attempts` is how many attempts it took.

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
        """The measured difficulty."""
        return measure(self.puzzle)

    @cached_property
    def rating(self) -> Rating:
        """The rating by the steps of its explanation, in the unit that is usual for the puzzle."""
        from nonet.explanations import explain, rating_of

        return rating_of(explain(self.puzzle))


@dataclass(frozen=True)
class Tried:
    """The number of failed attempts at a puzzle so far, which is reported if attempts are slow.

    >>> Tried(index=0, attempts=17)
    Tried(index=0, attempts=17)
    """

    index: int
    attempts: int


#: The outcome for a puzzle, or its progress.
RoundOutcome = Made | Unmet | Tried


@dataclass(frozen=True)
class Work:
    """A function that makes a block of puzzles; it can be sent to another process."""

    request: Request
    seed: int

    def __call__(self, block: range) -> Generator[list[RoundOutcome], None, None]:
        """Yield a list of the outcomes of each round."""
        pending = {index: Judge(self.request) for index in block}
        width, begin = _FIRST_ROUND, time.perf_counter()
        while pending:
            finished = self._round(pending, width, begin)
            for outcome in finished:
                del pending[outcome.index]
            tried = [Tried(i, judge.tried) for i, judge in pending.items() if self.request.is_slow]
            if finished or tried:
                yield [*finished, *tried]
            if is_batched(self.request):
                most = _FEW if self.request.is_slow else _BATCH // max(1, len(pending))
                width = max(1, min(2 * width, most))

    def _round(self, pending: dict[int, Judge], width: int, begin: float) -> list[Made | Unmet]:
        """Make `width` attempts at each puzzle; return the outcomes of the finished puzzles."""
        try:
            with limited_to(self._left(begin)):
                self._attempt(pending, width)
        except TimeUp:
            for judge in pending.values():
                judge.is_out_of_time = True
        done = {index: judge for index, judge in pending.items() if judge.is_done}
        chosen = [judge.chosen for judge in done.values() if judge.chosen]
        unmet = [judge.unmet(index) for index, judge in done.items() if not judge.chosen]
        return [*self._checked(chosen), *unmet]

    def _left(self, begin: float) -> float | None:
        """Return the seconds left for each puzzle."""
        if self.request.seconds is None:
            return None
        return max(0.0, self.request.seconds - (time.perf_counter() - begin))

    def _attempt(self, pending: dict[int, Judge], width: int) -> None:
        most = self.request.most
        wanted = [
            (index, number)
            for index, judge in pending.items()
            for number in range(judge.tried, min(judge.tried + width, most))
        ]
        attempts = make(self.request, self.seed, wanted)
        check_limits()  # an attempt cut short by a limit is not reproducible
        for attempt in attempts:
            pending[attempt.index].take(attempt)

    def _checked(self, chosen: list[Attempt]) -> list[Made]:
        """Return the puzzles, after a second backend has confirmed that each solution is unique."""
        puzzles = [attempt.puzzle(self.request.model) for attempt in chosen]
        checker, made = second_opinion(self.request), list[Made]()
        verdicts = check_many(puzzles, checker)
        for attempt, puzzle, verdict in zip(chosen, puzzles, verdicts, strict=True):
            if verdict.kind is not Kind.UNIQUE or verdict.solution != attempt.solution:
                spec = digger(self.request).spec
                raise WrongAnswer(
                    f"{spec} made a puzzle with one solution, but {checker} finds it {verdict.kind}"
                )
            made.append(Made(attempt.index, puzzle, attempt.solution, attempt.number + 1))
        return made


def second_opinion(request: Request) -> str:
    """Return a backend of a kind other than the backend that removes clues.

    >>> from nonet.formats import classic
    >>> second_opinion(Request(classic(order=3)))
    'pysat:cadical195'
    """
    return solvers.second_opinion(digger(request), request.model).spec
