"""Puzzles of which no two are the same but for names, order of lines and turns of the board."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

from nonet.generation.production import Queue, outcomes
from nonet.generation.request import Request, Unmet
from nonet.generation.rounds import Outcome
from nonet.symmetry import canonical

#: After so many puzzles in a row that are like earlier ones, there are hardly more classes.
_ENOUGH_REPEATS = 1000


def different(
    request: Request, count: int, seed: int = 0, jobs: int = 1
) -> Generator[list[Outcome], None, None]:
    """Yield outcomes in order, each of a class of its own, and an `Unmet` where there are no more.

    They are the same for any number of jobs: those of `outcomes` without the repetitions.

    >>> from nonet.formats import classic
    >>> found = list(different(Request(classic(order=2)), count=5))
    >>> len({canonical(made.puzzle).puzzle for some in found for made in some})
    5
    """
    canonical(request.model)  # refuses rules under which there are no canonical forms
    seen: set[tuple[int | None, ...]] = set()
    queue, first, repeats = Queue(), 0, 0
    while len(seen) < count:
        missing = count - len(seen)
        with closing(outcomes(request, missing, seed, jobs, first)) as found:
            for some in found:
                fresh: list[Outcome] = []
                for made in queue.add(some):
                    form = canonical(made.puzzle).puzzle.givens
                    repeats = repeats + 1 if form in seen else 0
                    if not repeats:
                        fresh.append(replace(made, index=len(seen)))
                        seen.add(form)
                    if repeats == _ENOUGH_REPEATS:
                        why = f"the last {repeats:,} puzzles were the same as earlier ones"
                        yield [Unmet(len(seen), why)]
                        return
                if fresh:
                    yield fresh
        first += missing
