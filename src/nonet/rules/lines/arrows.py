"""Arrows: a bulb of one cell, or of several as the digits of a number, and a shaft that adds up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from nonet.model.constraints import AnyOf, Candidates, Constraint, Linear, Values
from nonet.model.figures import Badge, Figure, centre, line
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.connection import breaks
from nonet.rules.rule import Lowered, Rule, require_cells, require_line, require_room
from nonet.rules.sums import Reach, meet, reach

#: Where values have one or two digits, each cell of a bulb but the first doubles these.
MOST_READINGS = 256
#: Of the number in a bulb; Python turns no text of many more into a number.
MOST_DIGITS = 1000


@dataclass(frozen=True)
class Arrow(Rule):
    """The cells of the shaft add up to the bulb; a cell counts each time that the shaft names it.

    A bulb of several cells, a pill, is read as one decimal number in the order in which its cells
    are named. Where values may have two digits, all digits are read: 1 and 12 are 112.

    >>> arrow = Arrow("r1c1", "r1c2 r1c3")
    >>> arrow.on(Grid(1, 3)).holds(Grid(1, 3), [3, 1, 2])
    True
    >>> Arrow([0, 1], [2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 5, 9, 6])
    True
    """

    bulb: Cells
    shaft: Cells

    if TYPE_CHECKING:

        def __init__(self, bulb: CellsLike, shaft: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse an arrow without a bulb or shaft, and a bulb with too many ways to be read."""
        require_cells(grid, self.bulb, "arrow: bulb")
        require_line(grid, self.shaft, "arrow: shaft")
        readings = len(_by_digits(grid.values)) ** (len(self.bulb) - 1)
        ways = f"ways to read a bulb of {len(self.bulb)} cells"
        require_room(readings, self.name, ways, MOST_READINGS)
        digits = len(self.bulb) * max(_by_digits(grid.values))
        require_room(digits, self.name, "digits in the bulb", MOST_DIGITS)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the shaft can still add up to the bulb."""
        shaft = reach(grid, values, self.shaft)
        bulb = [values[cell] for cell in self.bulb]
        if len(bulb) == 1 and bulb[0] is not None:
            return shaft.least <= bulb[0] <= shaft.most
        least = _read(grid.values[0] if value is None else value for value in bulb)
        most = _read(grid.values[-1] if value is None else value for value in bulb)
        return meet([Reach(least, most), shaft])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Add up, with a weight for each digit of the bulb; read it in each way that there is."""
        if len(self.bulb) == 1:  # most arrows: there is one way, and nothing to say apart
            yield Linear(((1, self.bulb[0]), *[(-1, cell) for cell in self.shaft]), "==", 0)
            return
        first, *others = self.bulb
        lengths = _by_digits(grid.values)
        highest = len(self.shaft) * grid.values[-1]
        least_weight = 10 ** (min(lengths) * len(others))
        # Said apart, because it keeps the partial sums of a bulb of many cells few.
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
        """Yield the weight of each cell of the bulb; the digits are of those after the first."""
        behind = sum(digits)
        for cell, count in zip(self.bulb, (*digits, 0), strict=True):
            yield 10**behind, cell
            behind -= count

    def describe(self, grid: Grid) -> str:
        """Name the cells of the bulb and of the shaft."""
        return f"arrow {grid.names(self.bulb)} = sum of {grid.names(self.shaft)}"

    def _drawn(self, grid: Grid) -> Cells:
        """Return the shaft with the cell of the bulb from which it starts: the first one beside."""
        beside = (cell for cell in self.bulb if not any(breaks(grid, (cell, self.shaft[0]))))
        return (next(beside, self.bulb[0]), *self.shaft)

    def _broken(self, grid: Grid) -> Iterator[str]:
        return chain(breaks(grid, self.bulb), breaks(grid, self._drawn(grid)))

    def sentence(self, grid: Grid) -> str:
        """Say what a circle is, or how a pill is read."""
        if len(self.bulb) == 1:
            return "Arrow: the values along it add up to the value in its circle."
        return "Arrow from a pill: the values along it add up to the number that the pill reads."

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a circle or a pill, and an arrow from it, if nothing is broken."""
        if not any(self._broken(grid)):
            yield line(grid, self._drawn(grid), "thin line", head=True)
            if len(self.bulb) == 1:
                yield Badge(centre(grid, self.bulb[0]), "circle")
            else:
                yield line(grid, self.bulb, "pill")

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note where the arrow is broken."""
        return (f"{self.describe(grid)}: {note}" for note in self._broken(grid))


@lru_cache(maxsize=32)
def _by_digits(values: range) -> dict[int, frozenset[int]]:
    """Return the values by their number of digits."""
    lengths = dict.fromkeys(len(str(value)) for value in values)
    return {
        length: frozenset(value for value in values if len(str(value)) == length)
        for length in lengths
    }


def _read(values: Iterator[int]) -> int:
    return int("".join(map(str, values)))
