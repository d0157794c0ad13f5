"""List all solutions of a puzzle, in the order of the backend or in parallel."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import islice
from threading import Event
from typing import TypeAlias

from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.counting.pieces import pieces
from nonet.questions.uniqueness import LimitReached
from nonet.solvers import (
    Backend,
    Limits,
    LimitsLike,
    Session,
    Solution,
    Status,
    Taken,
    find_backend,
    require_right,
)
from nonet.system.limits import TimeUp, check_limits, limited_to, whole

#: The number of pieces of a puzzle. It decides the order of the solutions.
_PIECES = 256
#: A batch ends after this many solutions, or after this many seconds.
_BATCH, _PAUSE = 256, 0.05


class CheckedListing:
    """Lists the solutions of a puzzle, and checks each solution."""

    def __init__(self, backend: Backend, puzzle: Puzzle, limits: Limits) -> None:
        # A backend without its own listing, or a node limit, needs a session.
        listings = backend.listings if limits.nodes is None else None
        self._listing = listings(puzzle) if listings else None
        self._session: Session | None = None
        if self._listing is None:
            self._session = backend.open(puzzle)
            self._answers = self._session.answers(limits)
        self._puzzle = puzzle
        self.by = backend.spec
        self.side_by_side = self._listing is not None and self._listing.side_by_side

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        """Return the next solutions, as `Listing.take` does. A session finds only one at a time."""
        if self._listing is not None:
            taken = self._listing.take(most, kept, seconds)
            self.by = self._listing.by
            require_right(self._puzzle, taken.kept, self.by)
            return taken
        answer = next(self._answers)
        self.by = answer.by or self.by
        if answer.status is Status.UNKNOWN:
            raise TimeUp
        found = [] if answer.solution is None else [answer.solution]
        return Taken(len(found), found, end=not found)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()


def solutions(
    puzzle: PuzzleLike,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
    *,
    threads: int | None = None,
) -> Iterator[Solution]:
    """Yield every solution once, or raise `LimitReached` if a solve reaches a limit.

    The solutions come in the backend's order. With `threads`, pieces of the puzzle are searched in
    parallel. The order of the solutions then does not depend on the number of threads.

    >>> found = list(solutions("." * 16, threads=2))
    >>> len(found), found == list(solutions("." * 16, threads=1))
    (288, True)
    """
    if threads is None:
        batches = _batches(find_backend(backend), as_puzzle(puzzle), Limits.of(limits))
        return (solution for batch in batches for solution in batch)
    threads = whole(threads, "the number of threads", 1)
    return _side_by_side(as_puzzle(puzzle), find_backend(backend), Limits.of(limits), threads)


def _side_by_side(
    puzzle: Puzzle, backend: Backend, limits: Limits, threads: int
) -> Iterator[Solution]:
    stop, found = Event(), 0
    within = Limits(memory=limits.memory, cancel=stop)
    parts = iter(pieces(puzzle, _PIECES, exchange=False))
    with ThreadPoolExecutor(threads, thread_name_prefix="nonet") as pool:

        def asked(batches: _Batches) -> tuple[_Batches, Future[Sequence[Solution] | None]]:
            return batches, pool.submit(_next_batch, batches, within)

        def begun(count: int) -> Iterator[tuple[_Batches, Future[Sequence[Solution] | None]]]:
            for piece in islice(parts, count):
                yield asked(_batches(backend, piece.puzzle, limits))

        try:
            under_way = deque(begun(2 * threads))
            while under_way:
                batches, running = under_way[0]
                batch = running.result()
                if batch is None:
                    under_way.popleft()
                    under_way.extend(begun(1))
                    continue
                under_way[0] = asked(batches)
                found += len(batch)
                yield from batch
        except LimitReached:
            raise LimitReached(found) from None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


_Batches: TypeAlias = Iterator[Sequence[Solution]]


def _next_batch(batches: _Batches, within: Limits) -> Sequence[Solution] | None:
    with limited_to(within):
        return next(batches, None)


def _batches(backend: Backend, piece: Puzzle, limits: Limits) -> _Batches:
    found, is_over = 0, False
    with _limited_to(limits, found):
        listing = CheckedListing(backend, piece, limits)
    with closing(listing):
        while not is_over:
            with _limited_to(limits, found):
                taken = Taken(0, [], end=False)
                while not (taken.kept or taken.end):  # wait for the first solution
                    check_limits()
                    taken = listing.take(_BATCH, kept=_BATCH, seconds=_PAUSE)
            if taken.kept:
                yield taken.kept
            found, is_over = found + taken.found, taken.end


@contextmanager
def _limited_to(limits: Limits, found: int) -> Iterator[None]:
    try:
        with limited_to(limits):
            yield
    except TimeUp:
        check_limits()  # raises an error if the caller's own limit was reached
        raise LimitReached(found) from None
