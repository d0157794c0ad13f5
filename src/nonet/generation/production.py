"""Generate puzzles block by block, and put them in order."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pickle import PicklingError
from threading import Event

from nonet.formats import PuzzleLike, as_puzzle
from nonet.generation.attempts import is_batched
from nonet.generation.difficulty import Band, Range, Span
from nonet.generation.request import Request, Symmetry, Unmet
from nonet.generation.rounds import Made, RoundOutcome, Work
from nonet.model.grid import CellsLike
from nonet.questions.executors import workers_for
from nonet.solvers import SolverCrashed
from nonet.system.limits import Limits, TimeUp, limited_to, whole

#: The number of puzzles to make together, if many puzzles take little more time than one.
BLOCK = 256

#: Each job makes at most this many blocks while an earlier block is not finished.
_AHEAD = 8


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
