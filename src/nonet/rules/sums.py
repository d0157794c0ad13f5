"""Code that rules with sums share: the range that a sum can still reach, and equal sums."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from nonet.model.constraints import Linear, Values
from nonet.model.grid import Cells, Grid


class Reach(NamedTuple):
    """The lowest and the highest total that a sum can still have."""

    least: int
    most: int

    def has(self, totals: Collection[int]) -> bool:
        """Tell whether one of the totals is within reach."""
        return any(self.least <= total <= self.most for total in totals)


def reach(
    grid: Grid, values: Values, cells: Sequence[int], coefficients: Sequence[int] | None = None
) -> Reach:
    """Return the lowest and the highest possible sum of cells. A repeated cell counts repeatedly.

    >>> reach(Grid(1, 3), [3, None, None], (0, 1))
    Reach(least=4, most=6)
    """
    held = [values[cell] for cell in cells]
    if coefficients is None and None not in held:
        total = sum(held)  # type: ignore[arg-type]  # None is not among them
        return Reach(total, total)
    least, most, lowest, highest = 0, 0, grid.values[0], grid.values[-1]
    for coefficient, value in zip(coefficients or repeat(1), held, strict=False):
        low, high = (lowest, highest) if value is None else (value, value)
        least += coefficient * (low if coefficient > 0 else high)
        most += coefficient * (high if coefficient > 0 else low)
    return Reach(least, most)


def meet(reaches: Sequence[Reach]) -> bool:
    """Tell whether sums with these reaches can all be equal."""
    return max(reach.least for reach in reaches) <= min(reach.most for reach in reaches)


def sum_of(cells: Cells, total: int) -> Linear:
    """Return the constraint that the cells add up to the total."""
    return Linear(tuple([(1, cell) for cell in cells]), "==", total)


def equal_sums(groups: Sequence[Sequence[int]]) -> Iterator[Linear]:
    """Yield constraints that each group has the same sum as the smallest group.

    >>> next(equal_sums([(0, 1), (2,)])).terms
    ((1, 0), (1, 1), (-1, 2))
    """
    smallest = min(range(len(groups)), key=lambda number: len(groups[number]))
    taken = [(-1, cell) for cell in groups[smallest]]
    for number, group in enumerate(groups):
        if number != smallest:
            yield Linear((*((1, cell) for cell in group), *taken), "==", 0)
