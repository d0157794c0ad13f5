"""Puzzles of which no two are the same but for names, order of lines and turns of the board."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace

from nonet.generation.production import Queue, outcomes
from nonet.generation.request import Request, Unmet
from nonet.generation.rounds import Made, RoundOutcome
from nonet.questions.symmetry import canonical

#: After so many puzzles in a row that are like earlier ones, there are hardly more classes.
_ENOUGH_REPEATS = 1000

#: What a puzzle lacks, and which arguments may help: to change them, or to allow more.
_Lacking = tuple[str, tuple[str, ...], tuple[str, ...]]


def different(
    request: Request, count: int, seed: int = 0, jobs: int = 1
) -> Generator[list[RoundOutcome], None, None]:
    """Yield outcomes in order, each of a class of its own, and an `Unmet` where there are no more.

    They are the same for any number of jobs: those of `outcomes` without the repetitions. On
    Ctrl-C, those that wait for an earlier one are yielded before `KeyboardInterrupt` is raised.

    >>> from nonet.formats import classic
    >>> found = list(different(Request(classic(order=2)), count=5))
    >>> len({canonical(made.puzzle).puzzle for some in found for made in some})
    5
    """
    canonical(request.model)  # refuses rules under which there are no canonical forms
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
    """Yield what interrupted work has left."""
    with suppress(KeyboardInterrupt):
        yield from found.throw(stop)
        for some in found:
            yield from some


class _Sieve:
    """Puts outcomes in order, and lets one puzzle of each class through.

    What is on its way stays here until it is through: Ctrl-C may come at any moment.
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
        """How many there are so far."""
        return len(self._seen)

    def sifted(self, some: Iterable[RoundOutcome]) -> list[RoundOutcome]:
        """Return what is new, and at the end an `Unmet`."""
        lacking = self._line_up(some)
        lacking = self._sift() or lacking
        if lacking is not None:
            self.is_over = True
            self._fresh.append(Unmet(self.classes, *lacking))
        return self._through()

    def rest(self, late: Iterable[RoundOutcome]) -> list[RoundOutcome]:
        """Return what is new of all that is finished, after an interruption."""
        self._line_up(late)
        self._ordered.extend(self._queue.rest())
        self._sift()
        return self._through()

    def _line_up(self, some: Iterable[RoundOutcome]) -> _Lacking | None:
        """Take the puzzles whose turn has come; return what the next one lacks if it is not met."""
        try:
            self._ordered.extend(self._queue.add(some))
        except Unmet as unmet:
            return unmet.lacking, unmet.change, unmet.more
        return None

    def _sift(self) -> _Lacking | None:
        """Compare those in order with all before; return why no more of them are needed."""
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
