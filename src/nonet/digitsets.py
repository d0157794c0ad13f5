"""Sums over cells that all differ, as sets of digits: {1, 2} and nothing else adds up to 3."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice

from nonet.constraints import Linear
from nonet.geometry import Geometry

#: Beyond this many sets a sum is better reasoned about by its bounds or partial sums.
MOST_SETS = 2000


def digit_sets(geometry: Geometry, sum_: Linear) -> tuple[int, ...] | None:
    """Return the masks of values that can fill the cells of a sum, None if it has no such form.

    It has one if the cells all exclude one another and are weighted alike, and if the sets are
    not too many.

    >>> from nonet.grid import Grid
    >>> from nonet.puzzle import Puzzle
    >>> from nonet.rules import Cage
    >>> puzzle = Puzzle(Grid(9, 9), rules=(Cage((0, 1), 4),))
    >>> [bin(mask) for mask in digit_sets(puzzle.geometry, puzzle.constraints[1])]
    ['0b101']
    """
    coefficients = {coefficient for coefficient, _ in sum_.terms}
    cells = set(sum_.cells)
    alike = len(coefficients) == 1 and 0 not in coefficients
    if sum_.totals is None or not alike or len(cells) < len(sum_.terms):
        return None
    if any(not cells - {cell} <= geometry.exclusions[cell] for cell in cells):
        return None
    [coefficient] = coefficients
    totals = (divmod(total, coefficient) for total in sorted(sum_.totals))
    return _sets(
        geometry.grid.values, len(cells), tuple(total for total, rest in totals if not rest)
    )


@lru_cache(maxsize=4096)
def _sets(values: range, size: int, totals: tuple[int, ...]) -> tuple[int, ...] | None:
    sets = chain.from_iterable(_fill(values, 0, size, total) for total in totals)
    found = tuple(islice(sets, MOST_SETS + 1))
    return found if len(found) <= MOST_SETS else None


def _fill(values: range, first: int, size: int, total: int) -> Iterator[int]:
    """Yield the masks of `size` values from the index `first` on that add up to the total."""
    if size == 0:
        if total == 0:
            yield 0
        return
    for index in range(first, len(values) - size + 1):
        smallest = sum(values[index : index + size])
        largest = values[index] + sum(values[len(values) - size + 1 :])
        if smallest > total:
            return
        if largest >= total:
            rest = _fill(values, index + 1, size - 1, total - values[index])
            yield from (mask | 1 << index for mask in rest)
