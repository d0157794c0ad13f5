"""Makes puzzles of different classes.

A class has all puzzles that differ only in the names of values, the order of rows and columns, and
turns of the board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace

from nonet.generation.production import Queue, outcomes
from nonet.generation.request import Request, Unmet
from nonet.generation.rounds import Made, RoundOutcome
from nonet.questions.symmetry import canonical

#: Stop after this many successive puzzles whose classes were found before, because then there is
#: hardly any new class.
_ENOUGH_REPEATS = 1000

#: The arguments of an `Unmet`: the reason, the names of arguments to change, and the names of
#: arguments to increase.
_Lacking = tuple[str, tuple[str, ...], tuple[str, ...]]


def different(
    request: Request, count: int, seed: int = 0, jobs: int = 1
) -> Generator[list[RoundOutcome], None, None]:
    """Yield outcomes in order, each of another class, and an `Unmet` if too few classes are found.

    The outcomes are the same for any number of jobs. On Ctrl-C, the finished outcomes that still
    wait for an earlier outcome are yielded before `KeyboardInterrupt` is raised.

    >>> from nonet.formats import classic
    >>> found = list(different(Request(classic(order=2)), count=5))
    >>> len({canonical(made.puzzle).puzzle for some in found for made in some})
    5
    """
    canonical(request.model)  # raises an error if the rules permit no canonical form
    sieve, first = _Sieve(), 0
    while (missing := count - sieve.classes) > 0:
        with closing(outcomes(request, missing, seed, jobs, first)) as found:
            try:
                for some in found:
                    if fresh := sieve.sifted(some):
                        yield fresh
                    if sieve.is_over:
                        return
            except KeyboardInterrupt as stop:
                if fresh := sieve.rest(_arrived(found, stop)):
                    yield fresh
                raise
        first += missing


def _arrived(
    found: Generator[list[RoundOutcome], None, None], stop: KeyboardInterrupt
) -> Iterator[RoundOutcome]:
    """Yield the outcomes that were finished when the interruption came."""
    with suppress(KeyboardInterrupt):
        yield from found.throw(stop)
        for some in found:
            yield from some


class _Sieve:
    """Puts outcomes in order, and keeps the first puzzle of each class.

    Outcomes are kept in an attribute until they are returned, because Ctrl-C may come at any
    moment.
    """

    def __init__(self) -> None:
        self.is_over = False
        self._seen: set[tuple[int | None, ...]] = set()
        self._queue = Queue()
        self._ordered: deque[Made] = deque()
        self._fresh: list[RoundOutcome] = []
        self._repeats = 0

    @property
    def classes(self) -> int:
        """The number of classes so far."""
        return len(self._seen)

    def sifted(self, some: Iterable[RoundOutcome]) -> list[RoundOutcome]:
        """Add outcomes; return the next puzzles of new classes, and at the end an `Unmet`."""
        lacking = self._line_up(some)
        lacking = self._sift() or lacking
        if lacking is not None:
            self.is_over = True
            self._fresh.append(Unmet(self.classes, *lacking))
        return self._through()

    def rest(self, late: Iterable[RoundOutcome]) -> list[RoundOutcome]:
        """After an interruption, return the remaining finished puzzles of new classes."""
        self._line_up(late)
        self._ordered.extend(self._queue.rest())
        self._sift()
        return self._through()

    def _line_up(self, some: Iterable[RoundOutcome]) -> _Lacking | None:
        """Take the outcomes that come next; if one is an `Unmet`, return what it lacks."""
        try:
            self._ordered.extend(self._queue.add(some))
        except Unmet as unmet:
            return unmet.lacking, unmet.change, unmet.more
        return None

    def _sift(self) -> _Lacking | None:
        """Compare the next puzzles with all earlier puzzles; return the reason to stop, if any."""
        while self._ordered:
            made = self._ordered[0]
            form = canonical(made.puzzle).puzzle.givens
            if form in self._seen:
                self._repeats += 1
            else:
                made = replace(made, index=self.classes)
                self._seen.add(form)
                self._fresh.append(made)
                self._repeats = 0
            self._ordered.popleft()
            if self._repeats == _ENOUGH_REPEATS:
                repeated = f"the last {self._repeats:,} puzzles were the same as earlier ones"
                return repeated, ("count",), ()
        return None

    def _through(self) -> list[RoundOutcome]:
        through, self._fresh = self._fresh, []
        return through
