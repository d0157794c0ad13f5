"""Arrows: the cells of the shaft add up to the bulb, which is a cell or a number in a pill."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product

from nonet.model.constraints import AnyOf, Candidates, Constraint, Linear, Values
from nonet.model.figures import Badge, Figure, centre, line
from nonet.model.grid import Cells, Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import CellsField, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_line, require_room
from nonet.rules.sums import Reach, meet, reach

#: The largest number of ways to read the number in a bulb. If values have one or two digits, each
#: cell after the first doubles this number.
MOST_READINGS = 256
#: The largest number of digits in a bulb. Python refuses to read much longer numbers.
MOST_DIGITS = 1000


@frozen
class Arrow(Rule):
    """The cells of the shaft add up to the bulb. A cell that the shaft names twice counts twice.

    A bulb of several cells is a pill. It is read as one number, in the order of its cells: 1 and 12
    are read as 112.

    >>> arrow = Arrow("r1c1", "r1c2 r1c3")
    >>> arrow.on(Grid(1, 3)).holds(Grid(1, 3), [3, 1, 2])
    True
    >>> Arrow([0, 1], [2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 5, 9, 6])
    True
    """

    bulb: CellsField
    shaft: CellsField

    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.bulb, "arrow: bulb")
        require_line(grid, self.shaft, "arrow: shaft")
        readings = len(_by_digits(grid.values)) ** (len(self.bulb) - 1)
        ways = f"ways to read a bulb of {len(self.bulb)} cells"
        require_room(readings, self.name, ways, MOST_READINGS)
        digits = len(self.bulb) * max(_by_digits(grid.values))
        require_room(digits, self.name, "digits in the bulb", MOST_DIGITS)

    def holds(self, grid: Grid, values: Values) -> bool:
        shaft = reach(grid, values, self.shaft)
        bulb = [values[cell] for cell in self.bulb]
        if len(bulb) == 1 and bulb[0] is not None:
            return shaft.least <= bulb[0] <= shaft.most
        least = _read(grid.values[0] if value is None else value for value in bulb)
        most = _read(grid.values[-1] if value is None else value for value in bulb)
        return meet([Reach(least, most), shaft])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Require the right sum for one of the ways to read the bulb as a number."""
        if len(self.bulb) == 1:  # as in most arrows
            yield Linear(((1, self.bulb[0]), *[(-1, cell) for cell in self.shaft]), "==", 0)
            return
        first, *others = self.bulb
        lengths = _by_digits(grid.values)
        highest = len(self.shaft) * grid.values[-1]
        least_weight = 10 ** (min(lengths) * len(others))
        # Without this bound on the first cell, a bulb of many cells would have too many partial
        # sums.
        leading = frozenset(grid.values[: bisect_right(grid.values, highest // least_weight)])
        yield Candidates(first, leading)
        readings: list[tuple[Constraint | Candidates, ...]] = []
        for digits in product(lengths, repeat=len(others)):
            sum_ = Linear((*self._weighted(digits), *((-1, cell) for cell in self.shaft)), "==", 0)
            pairs = zip(others, digits, strict=True)
            readings.append((*(Candidates(cell, lengths[count]) for cell, count in pairs), sum_))
        if len(readings) == 1:
            yield readings[0][-1]
        else:
            yield AnyOf(tuple(readings))

    def _weighted(self, digits: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the weight of each bulb cell. `digits` counts the digits of each later cell."""
        behind = sum(digits)
        for cell, count in zip(self.bulb, (*digits, 0), strict=True):
            yield 10**behind, cell
            behind -= count

    def describe(self, grid: Grid) -> str:
        return f"arrow {grid.names(self.bulb)} = sum of {grid.names(self.shaft)}"

    def _drawn(self, grid: Grid) -> Cells:
        """Return the shaft, starting from the first cell of the bulb that touches it."""
        touching = (cell for cell in self.bulb if not any(breaks(grid, (cell, self.shaft[0]))))
        return (next(touching, self.bulb[0]), *self.shaft)

    def _broken(self, grid: Grid) -> Iterator[str]:
        return chain(breaks(grid, self.bulb), breaks(grid, self._drawn(grid)))

    def wording(self, grid: Grid) -> str:
        if len(self.bulb) == 1:
            return "Digits along an arrow sum to the digit in its circle"
        return "Digits along an arrow from a pill sum to the number that is read along the pill"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if not any(self._broken(grid)):
            yield line(grid, self._drawn(grid), "thin line", head=True)
            if len(self.bulb) == 1:
                yield Badge(centre(grid, self.bulb[0]), "circle")
            else:
                yield line(grid, self.bulb, "pill")

    def notes(self, grid: Grid) -> Iterator[str]:
        return (f"{self.describe(grid)}: {note}" for note in self._broken(grid))


@lru_cache(maxsize=32)
def _by_digits(values: range) -> dict[int, frozenset[int]]:
    """Return the values grouped by their number of digits."""
    lengths = dict.fromkeys(len(str(value)) for value in values)
    return {
        length: frozenset(value for value in values if len(str(value)) == length)
        for length in lengths
    }


def _read(values: Iterator[int]) -> int:
    return int("".join(map(str, values)))
