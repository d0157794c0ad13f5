"""The fillings of cages beside a modifier: their digits, and which of them are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import TypeAlias

from nonet.model.constraints import Linear
from nonet.model.grid import Grid
from nonet.rules.counts import Counting, counts_of

#: The digits of a cage, each with the flag of its cell: pairs (flag, digit).
Filling: TypeAlias = frozenset[tuple[int, int]]

#: How many choices of digits and flags are tried for a cage, and how many of them it may have left.
_MOST_TRIED = 50_000
_MOST_FILLINGS = 1000


@lru_cache(maxsize=512)
def fillings(part: Linear, marks: int, modifier: Counting, grid: Grid) -> tuple[Filling, ...]:
    """Return all fillings whose counts have the right sum, or none if they are too many.

    A filling has at most `marks` marks of each sort.
    """
    size, flags, table = len(part.cells), modifier.flags(grid), counts_of(modifier, grid)
    if modifier.needed or comb(len(grid.values), size) * len(flags) ** size > _MOST_TRIED:
        return ()
    found = []
    for flagged in product(flags, repeat=size):
        if max(map(flagged.count, flags[1:])) > marks:
            continue
        for digits in combinations(grid.values, size):
            filling = tuple(zip(flagged, digits, strict=True))
            if part.compares(sum(map(table.__getitem__, filling))):
                found.append(frozenset(filling))
                if len(found) > _MOST_FILLINGS:
                    return ()
    return tuple(found)


def affordable(
    cages: Mapping[Linear, Sequence[Filling]], flag: int, values: range
) -> tuple[dict[Linear, Sequence[Filling]], int]:
    """Return the fillings of each cage that leave enough to the others, and what all cages leave.

    The cages have no cell in common. Each digit is in at most one cell with the flag. So the sum of
    these digits is limited. Each cage needs at least the lowest sum of its fillings. One of the
    cages, or the cells outside, can have all that is left.
    """

    def spent(filling: Filling) -> int:
        return sum(digit for marked, digit in filling if marked == flag)

    least = {part: min(map(spent, found)) for part, found in cages.items()}
    spare = max(0, sum(values) - sum(least.values()))
    kept: dict[Linear, Sequence[Filling]] = {
        part: [filling for filling in found if spent(filling) <= least[part] + spare]
        for part, found in cages.items()
    }
    return kept, spare
