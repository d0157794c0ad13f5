"""Generate puzzles block by block, and put them in order."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from threading import Event

from nonet.formats import PuzzleLike, as_puzzle
from nonet.generation import processes
from nonet.generation.attempts import is_batched
from nonet.generation.difficulty import Band, Range, Span
from nonet.generation.request import Request, Symmetry, Unmet
from nonet.generation.rounds import Made, RoundOutcome, Tried, Work
from nonet.model.grid import CellsLike
from nonet.system.limits import whole

#: The number of puzzles to make together, if many puzzles take little more time than one.
BLOCK = 256


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
    queue = Queue()
    with closing(outcomes(request, count, seed, jobs, cancel)) as found:
        for some in found:
            yield from queue.add(some)


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
) -> Generator[list[RoundOutcome], None, None]:
    """Yield the outcomes of all puzzles, in the order in which they are finished.

    >>> from nonet.formats import classic
    >>> found = outcomes(Request(classic(order=2)), count=3)
    >>> sorted(made.index for some in found for made in some)
    [0, 1, 2]
    """
    is_quick = is_batched(request) and not request.is_slow and request.seconds is None
    size = BLOCK if is_quick else 1
    blocks = [range(start, min(start + size, count)) for start in range(0, count, size)]
    return processes.spread(Work(request, seed), blocks, jobs, cancel)


class Queue:
    """Puts outcomes back in the order of the puzzles.

    >>> first, second = generate("." * 16, count=2)
    >>> queue = Queue()
    >>> list(queue.add([second])), [made.index for made in queue.add([first])]
    ([], [0, 1])
    """

    def __init__(self) -> None:
        self._waiting: dict[int, Made | Unmet] = {}
        self._expected = 0

    def add(self, outcomes: Iterable[RoundOutcome]) -> Iterator[Made]:
        """Add outcomes. Yield the puzzles that come next, or raise the `Unmet` that comes next."""
        self._waiting.update((o.index, o) for o in outcomes if not isinstance(o, Tried))
        while self._expected in self._waiting:
            outcome = self._waiting.pop(self._expected)
            if isinstance(outcome, Unmet):
                raise outcome
            self._expected += 1
            yield outcome

    def rest(self) -> Iterator[Made]:
        """Yield the puzzles that wait for an earlier puzzle. Ctrl-C ends the wait."""
        for index in sorted(self._waiting):
            outcome = self._waiting[index]
            if isinstance(outcome, Made):
                yield outcome
