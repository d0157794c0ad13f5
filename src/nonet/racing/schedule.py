"""The schedule: puzzles in a seeded order, and at each the contestants in one of their own."""

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

    Puzzles under the same rules stay together, so that their rules are loaded once. Contestants
    come in any order: in a cycle each would always find the processor's caches as one other,
    the same at every puzzle, has left them.

    >>> from nonet.formats import classic
    >>> for heat in heats([classic(order=2)] * 2, ["norvig", "pysat"], repeats=1, seed=0):
    ...     print(heat.puzzle, heat.order)
    1 ('pysat', 'norvig')
    0 ('pysat', 'norvig')
    """
    alike: dict[object, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        alike.setdefault((puzzle.grid, puzzle.rules), []).append(number)
    for repeat in range(repeats):
        random = Random(f"{seed} {repeat}")
        for numbers in random.sample(list(alike.values()), len(alike)):
            for number in random.sample(numbers, len(numbers)):
                order = random.sample(contestants, len(contestants))
                yield Heat(repeat, number, tuple(order))
