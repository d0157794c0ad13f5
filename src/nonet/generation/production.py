"""Production: attempts until one meets the request, then a check by another backend."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property

from nonet import solvers
from nonet.formats import PuzzleLike, as_puzzle
from nonet.generation import processes
from nonet.generation.attempts import Attempt, digger, is_batched, make
from nonet.generation.difficulty import Band, Difficulty, Range, measure
from nonet.generation.request import Request, Unmet
from nonet.generation.shortfall import Shortfall
from nonet.generation.symmetry import Symmetry
from nonet.grid import CellsLike
from nonet.puzzle import Puzzle
from nonet.solvers import Solution, WrongAnswer
from nonet.uniqueness import Kind, check_many

#: Puzzles made together, and attempts per batch, where many cost little more than one.
BLOCK, BATCH = 256, 512

#: Attempts per puzzle in the first round; they double from round to round, up to a batch.
_FIRST_ROUND = 1


@dataclass(frozen=True)
class Made:
    """A puzzle with its only solution; `index` counts from 0, `attempts` were needed.

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


#: The outcome for a puzzle.
Outcome = Made | Unmet


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
    difficulty: str | Band | None = None,
    attempts: int | None = None,
    backend: str | None = None,
) -> Iterator[Made]:
    """Yield puzzles with one solution under the rules of a model, the same for any number of jobs.

    Every puzzle is checked by a backend other than the one that made it. `Request` describes the
    options. A request that no attempt meets raises `Unmet`, after the puzzles before it.

    >>> from nonet.formats import classic
    >>> [made] = generate(classic(order=2), seed=7)
    >>> made.clues, made.difficulty.singles
    (4, True)
    """
    model = as_puzzle(model)
    request = Request(
        model,
        clues=(clues, clues) if isinstance(clues, int) else clues,
        fewest=fewest,
        minimal=minimal,
        symmetry=Symmetry(symmetry),
        pattern=None if pattern is None else tuple(sorted(model.grid.named(pattern))),
        difficulty=Band.parse(difficulty) if isinstance(difficulty, str) else difficulty,
        attempts=attempts,
        backend=backend,
    )
    queue = Queue()
    with closing(outcomes(request, count, seed, jobs)) as found:
        for some in found:
            yield from queue.add(some)


def outcomes(
    request: Request, count: int, seed: int = 0, jobs: int = 1, first: int = 0
) -> Generator[list[Outcome], None, None]:
    """Yield the outcomes from the `first` index on, as they are finished, in no particular order.

    >>> from nonet.formats import classic
    >>> request = Request(classic(order=2))
    >>> sorted(made.index for some in outcomes(request, count=3) for made in some)
    [0, 1, 2]
    """
    size = BLOCK if is_batched(request) else 1
    stop = first + count
    blocks = [range(start, min(start + size, stop)) for start in range(first, stop, size)]
    return processes.spread(Work(request, seed), blocks, jobs)


class Queue:
    """Puts outcomes back in order.

    >>> from nonet.formats import classic
    >>> first, second = generate(classic(order=2), count=2)
    >>> queue = Queue()
    >>> list(queue.add([second])), [made.index for made in queue.add([first])]
    ([], [0, 1])
    """

    def __init__(self) -> None:
        self._waiting: dict[int, Outcome] = {}
        self._expected = 0

    def add(self, outcomes: Iterable[Outcome]) -> Iterator[Made]:
        """Add outcomes and yield the puzzles whose turn has come; raise an `Unmet` in its turn."""
        self._waiting.update((outcome.index, outcome) for outcome in outcomes)
        while self._expected in self._waiting:
            outcome = self._waiting.pop(self._expected)
            if isinstance(outcome, Unmet):
                raise outcome
            self._expected += 1
            yield outcome

    def rest(self) -> Iterator[Made]:
        """Yield the finished puzzles that wait for an earlier one, after an interruption."""
        for index in sorted(self._waiting):
            outcome = self._waiting[index]
            if isinstance(outcome, Made):
                yield outcome


@dataclass(frozen=True)
class Work:
    """The making of a block of puzzles; it can be sent to another process."""

    request: Request
    seed: int

    def __call__(self, block: range) -> Generator[list[Outcome], None, None]:
        """Yield the outcomes of each round together."""
        pending = {index: _Progress(Shortfall(self.request)) for index in block}
        width = _FIRST_ROUND
        while pending:
            finished = self._round(pending, width)
            for outcome in finished:
                del pending[outcome.index]
            if finished:
                yield finished
            if is_batched(self.request):
                width = max(1, min(2 * width, BATCH // max(1, len(pending))))

    def _round(self, pending: dict[int, _Progress], width: int) -> list[Outcome]:
        """Make `width` attempts at each puzzle; return the outcomes of those that are done."""
        most = self.request.most
        wanted = [
            (index, number)
            for index, progress in pending.items()
            for number in range(progress.tried, min(progress.tried + width, most))
        ]
        for attempt in make(self.request, self.seed, wanted):
            pending[attempt.index].take(attempt)
        chosen = [p.chosen for p in pending.values() if p.chosen and p.is_done]
        unmet: list[Outcome] = [
            Unmet(index, progress.shortfall.message())
            for index, progress in pending.items()
            if progress.is_done and not progress.chosen
        ]
        return [*self._checked(chosen), *unmet]

    def _checked(self, chosen: list[Attempt]) -> list[Outcome]:
        """Return the puzzles after another backend has confirmed each solution as the only one."""
        puzzles = [attempt.puzzle(self.request.model) for attempt in chosen]
        checker = second_opinion(self.request)
        made: list[Outcome] = []
        for attempt, puzzle, verdict in zip(
            chosen, puzzles, check_many(puzzles, checker), strict=True
        ):
            if verdict.kind is not Kind.UNIQUE or verdict.solution != attempt.solution:
                spec = digger(self.request).spec
                raise WrongAnswer(f"{spec} made a puzzle that is {verdict.kind} for {checker}")
            made.append(Made(attempt.index, puzzle, attempt.solution, attempt.number + 1))
        return made


class _Progress:
    """The attempts at one puzzle, and the best one so far."""

    def __init__(self, shortfall: Shortfall) -> None:
        self.shortfall = shortfall
        self.tried = 0
        self.chosen: Attempt | None = None
        self._request = shortfall.request

    @property
    def is_done(self) -> bool:
        """Whether no further attempt is needed or allowed."""
        wants_more = self._request.fewest or self.chosen is None
        return not wants_more or self.tried >= self._request.most

    def take(self, attempt: Attempt) -> None:
        """Choose an attempt if it meets the request and is better than those before."""
        if self.is_done:
            return
        self.tried += 1
        if self.chosen and len(attempt.clues) >= len(self.chosen.clues):
            return
        if self.shortfall.is_met(attempt):
            self.chosen = attempt


def second_opinion(request: Request) -> str:
    """Return a checker of another kind than the backend that digs.

    >>> from nonet.formats import classic
    >>> second_opinion(Request(classic(order=3)))
    'pysat:cadical195'
    """
    return solvers.second_opinion(digger(request), request.model).spec
