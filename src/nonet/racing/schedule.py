"""The schedule: puzzles in a seeded order, and at each the next contestant comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class Heat:
    """One puzzle, by number, in one repeat, with the order of the contestants."""

    repeat: int
    puzzle: int
    order: tuple[str, ...]


def heats(
    puzzles: Sequence[Puzzle], contestants: Sequence[str], repeats: int, seed: int
) -> Iterator[Heat]:
    """Yield all heats of a race.

    Puzzles under the same rules stay together, so that their rules are loaded once.

    >>> from nonet.formats import classic
    >>> for heat in heats([classic(order=2)] * 2, ["norvig", "pysat"], repeats=1, seed=0):
    ...     print(heat.puzzle, heat.order)
    1 ('norvig', 'pysat')
    0 ('pysat', 'norvig')
    """
    alike: dict[object, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        alike.setdefault((puzzle.grid, puzzle.rules), []).append(number)
    first = 0
    for repeat in range(repeats):
        random = Random(f"{seed} {repeat}")
        for numbers in random.sample(list(alike.values()), len(alike)):
            for number in random.sample(numbers, len(numbers)):
                yield Heat(repeat, number, (*contestants[first:], *contestants[:first]))
                first = (first + 1) % len(contestants)
