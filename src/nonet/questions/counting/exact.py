"""Count solutions exactly.

If a backend can list many solutions at a time, nonet counts the pieces of a puzzle on all cores.
With any other backend, nonet finds one solution, blocks it, and asks for another.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from threading import Event, Lock

from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.counting.enumeration import CheckedListing
from nonet.questions.counting.pieces import Piece, pieces
from nonet.questions.uniqueness import LimitReached
from nonet.solvers import Backend, Limits, LimitsLike, find_backend
from nonet.system.limits import TimeUp, check_limits, limited_to, whole

#: The limit of an unlimited count, which fits into a 64-bit integer.
_MOST = 1 << 62
#: If counting takes more seconds than this, the puzzle is cut into pieces.
_UNDIVIDED = 0.1
#: The number of pieces for each thread. Enough pieces keep all threads busy nearly to the end. Each
#: starts a search, which has to learn anew where conflicts are.
_PIECES = 32
#: The search checks every `_SLICE` seconds whether it must stop. It calls `progress` every `_PAUSE`
#: seconds.
_SLICE, _PAUSE = 0.05, 0.1


@dataclass(frozen=True)
class Tally:
    """The result of a count.

    If `complete` is True, the puzzle has exactly `found` solutions. If `known` is False, a time or
    node limit ended the count. `by` names the backend.
    """

    found: int
    complete: bool
    known: bool
    by: str


def count(
    puzzle: PuzzleLike,
    limit: int | None = None,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
    *,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Return the number of solutions, but at most `limit`.

    The native engine counts in `threads` threads, by default one for each core. `progress` is
    called several times a second with the number so far. An error in `progress` ends the count.

    The time limit covers the whole count. If a limit is reached, raise `LimitReached`.

    >>> count("." * 16), count("." * 81, limit=10)
    (288, 10)
    """
    found = tally(puzzle, limit, backend, limits, threads=threads, progress=progress)
    if not found.known:
        raise LimitReached(found.found)
    return found.found


def tally(
    puzzle: PuzzleLike,
    limit: int | None = None,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
    *,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Count as `count` does. At a limit, return the number so far instead of raising an error.

    >>> tally("................", limit=5).complete
    False
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    chosen = find_backend(backend)
    workers = _cores() if threads is None else whole(threads, "the number of threads", 1)
    limit = None if limit is None else whole(limit, "the limit", 0)
    if limit == 0:
        return Tally(0, complete=False, known=True, by=chosen.spec)
    counting = _Counting(limit, progress or (lambda found: None), chosen.spec)
    with (
        suppress(TimeUp),
        limited_to(limits),
        closing(CheckedListing(chosen, puzzle, limits)) as listing,
    ):
        if not counting.undivided(listing):
            counting.divided(chosen, puzzle, workers)
    return counting.result()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Counting:
    """A count in progress, which adds up the numbers of all threads."""

    def __init__(self, limit: int | None, progress: Callable[[int], None], by: str) -> None:
        self._limit = limit
        self._progress = progress
        self._by = by
        self._found = 0
        self._complete = False
        self._lock = Lock()
        self._stop = Event()

    def result(self) -> Tally:
        full = not self._left()
        found = self._found if self._limit is None else min(self._found, self._limit)
        return Tally(found, self._complete and not full, self._complete or full, self._by)

    def _left(self) -> int:
        return _MOST if self._limit is None else max(0, min(_MOST, self._limit - self._found))

    def undivided(self, listing: CheckedListing) -> bool:
        """Count the whole puzzle. Return False if that takes long and pieces may be faster."""
        start = time.perf_counter()
        while self._left() and not self._complete:
            check_limits()
            if listing.side_by_side and time.perf_counter() - start > _UNDIVIDED:
                self._found = 0
                return False
            self._complete = self._take(listing, 1)
            if not listing.side_by_side:
                self._progress(self._found)
        self._progress(self._found)
        return True

    def divided(self, backend: Backend, puzzle: Puzzle, workers: int) -> None:
        """Count the pieces of a puzzle in parallel. Begin with the largest pieces."""
        parts = pieces(puzzle, _PIECES * workers, exchange=True)
        parts.sort(key=lambda piece: -piece.size)
        with ThreadPoolExecutor(workers, thread_name_prefix="nonet") as pool:
            try:
                left = {pool.submit(self._piece, backend, piece) for piece in parts}
                while left and self._left():
                    done, left = wait(left, timeout=_PAUSE)
                    for each in done:
                        each.result()
                    self._progress(self._found)
                    check_limits()
                self._complete = not left
            finally:
                self._stop.set()
                pool.shutdown(cancel_futures=True)

    def _piece(self, backend: Backend, piece: Piece) -> None:
        if not self._stop.is_set():
            with closing(CheckedListing(backend, piece.puzzle, Limits())) as listing:
                while not (self._stop.is_set() or self._take(listing, piece.weight)):
                    pass

    def _take(self, listing: CheckedListing, weight: int) -> bool:
        """Count for a short time and check one solution. Tell whether all solutions are counted."""
        taken = listing.take(max(1, self._left()), kept=1, seconds=_SLICE)
        with self._lock:
            self._by = listing.by
            self._found += weight * taken.found
        return taken.end
