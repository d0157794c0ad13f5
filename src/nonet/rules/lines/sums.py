"""Lines with sums, such as arrows and zippers. A cell that is named twice counts twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, product

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Constraint, Linear, Regular, Values
from nonet.model.figures import Badge, Figure, centre, line
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.houses import Boxes, InRegions
from nonet.rules.connection import breaks
from nonet.rules.fields import CellsField, Field, complaints_of, default, frozen
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, Rule, require_cells, require_natural, require_room
from nonet.rules.value_sets import Reach, equal_sums, meet, reach


class DoubleArrow(Line):
    """The inner cells add up to the sum of the two ends.

    >>> DoubleArrow([0, 1, 2, 3]).holds(Grid(1, 4), [4, 3, 3, 2])
    True
    """

    reads = "counts"
    label = "double arrow {cells}"
    template = (
        "Digits on a thin line between two circles have the same sum as the digits in the circles"
    )
    look = "thin line"
    ends = "circle", "circle"
    least = 3

    def holds(self, grid: Grid, values: Values) -> bool:
        first, *inner, last = self.cells
        return meet([reach(grid, values, (first, last)), reach(grid, values, inner)])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first, *inner, last = self.cells
        yield Linear(((-1, first), *((1, cell) for cell in inner), (-1, last)), "==", 0)


class Zipper(Line):
    """All pairs of cells equally far from the centre have the same sum. A centre cell holds it.

    >>> Zipper([0, 1, 2, 3, 4]).holds(Grid(1, 5, range(1, 10)), [1, 5, 7, 2, 6])
    True
    """

    reads = "counts"
    template = (
        "On a lavender line, each two digits equally far from the centre have the same sum, "
        "and a digit in the centre is that sum"
    )
    look = "lavender line"
    least = 3

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The groups of cells with the same sum, from the ends of the line to the centre."""
        half = len(self.cells) // 2
        pairs = zip(self.cells[:half], reversed(self.cells), strict=False)
        return [*pairs, *([self.cells[half : half + 1]] if len(self.cells) % 2 else [])]

    def holds(self, grid: Grid, values: Values) -> bool:
        return meet([reach(grid, values, group) for group in self.groups])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return equal_sums(self.groups)


@frozen
class SumLine(Line):
    """The line can be cut into pieces that each add up to the total.

    In a loop, the first cell follows the last cell, so a piece may contain both.

    >>> SumLine([0, 1, 2, 3], 5).holds(Grid(1, 4), [2, 3, 4, 1])
    True
    >>> SumLine([0, 1, 2, 3], 5, loop=True).holds(Grid(1, 4), [1, 2, 3, 4])
    True
    """

    cells: CellsField
    total: int
    loop: bool = False

    reads = "counts"
    lowest = "total", 1
    label = "sum {shape} {cells}, {total} each"
    template = "A pink {shape} can be divided into segments that each sum to {total}"
    look = "pink line"
    least = 1

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_natural(grid, self.name)
        if self.loop:
            require_room(len(self.cells) ** 2, self.name, "cells in all rotations of the loop")
        with complaints_of(self.name):
            self._pieces(grid)

    def _pieces(self, grid: Grid) -> Automaton | None:
        most = len(self.cells) * grid.values[-1]
        return _pieces(grid.values, self.total) if self.total <= most else None

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the part before the first empty cell can be cut into pieces."""
        word = [values[cell] for cell in self.cells]
        if not self.loop:
            return self._falls_apart(word)
        starts = range(len(word))
        return None in word or any(self._falls_apart(word[at:] + word[:at]) for at in starts)

    def _falls_apart(self, word: list[int | None]) -> bool:
        piece, cuts = 0, 0
        for value in word:
            if value is None:
                return True
            piece += value
            if piece > self.total:
                return False
            if piece == self.total:
                piece, cuts = 0, cuts + 1
        return piece == 0 and cuts > 0

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        pieces, cells = self._pieces(grid), self.cells
        if pieces is None:
            yield AnyOf(())
        elif self.loop:
            turns = (cells[start:] + cells[:start] for start in range(len(cells)))
            yield AnyOf(tuple((Regular(turn, pieces),) for turn in turns))
        else:
            yield Regular(cells, pieces)

    @property
    def shape(self) -> str:
        """The shape in words."""
        return "loop" if self.loop else "line"


@lru_cache(maxsize=64)
def _pieces(values: range, total: int) -> Automaton:
    """Return the automaton of words that can be cut into pieces with this total."""

    def step(state: tuple[int, bool], value: int) -> tuple[int, bool] | None:
        piece, cut = state[0] + value, state[1]
        return None if piece > total else (0, True) if piece == total else (piece, cut)

    # A word may end with zeros after its last piece, but zeros alone are not a piece.
    return Automaton.exploring((0, False), step, lambda state: state == (0, True), values)


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

    >>> Arrow([0, 1], [2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 5, 9, 6])
    True
    """

    bulb: CellsField
    shaft: CellsField

    reads = "counts"
    label = "arrow {bulb} = sum of {shaft}"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.bulb, "arrow: bulb")
        require_cells(grid, self.shaft, "arrow: shaft", may_repeat=True)
        if len(self.bulb) > 1:
            require_natural(grid, self.name)
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

    def drawn(self, grid: Grid) -> Cells:
        """Return the shaft, starting from the first cell of the bulb that touches it."""
        touching = (cell for cell in self.bulb if not any(breaks(grid, (cell, self.shaft[0]))))
        return (next(touching, self.bulb[0]), *self.shaft)

    def flaws(self, grid: Grid) -> Iterator[str]:
        return chain(breaks(grid, self.bulb), breaks(grid, self.drawn(grid)))

    def wording(self, grid: Grid) -> str:
        if len(self.bulb) == 1:
            return "Digits along an arrow sum to the digit in its circle"
        return "Digits along an arrow from a pill sum to the number that is read along the pill"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if not any(self.flaws(grid)):
            yield line(grid, self.drawn(grid), "thin line", head=True)
            if len(self.bulb) == 1:
                yield Badge(centre(grid, self.bulb[0]), "circle")
            else:
                yield line(grid, self.bulb, "pill")


@lru_cache(maxsize=32)
def _by_digits(values: range) -> dict[int, frozenset[int]]:
    lengths = dict.fromkeys(len(str(value)) for value in values)
    return {n: frozenset(value for value in values if len(str(value)) == n) for n in lengths}


def _read(values: Iterator[int]) -> int:
    return int("".join(map(str, values)))


@frozen
class RegionSum(Line, InRegions):
    """The line has the same sum in each region that it passes through.

    If the line enters a region again, its cells there have a separate sum. With `single_totals`,
    all visits to a region share one sum.

    By default, the regions are the boxes or `Regions` of the puzzle. `boxes` (height and width) or
    `regions` replace them. `regions` must cover the line, but not the whole board.

    >>> line = RegionSum([0, 1, 2], boxes=(1, 2))
    >>> line.holds(Grid(1, 4), [1, 2, 3, 4]), line.holds(Grid(1, 4), [1, 2, 4, 3])
    (True, False)
    """

    cells: CellsField
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)
    boxes: tuple[int, int] | None = None
    single_totals: bool = False

    reads = "counts"
    label = "region sum line {cells}"
    look = "blue line"
    template = "Digits along a blue line have the same sum in each region that it passes through"
    remarks = (("single_totals", "", "counting all visits to a region together"),)
    noun = "line"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.boxes is None and self.regions is None:
            return
        if len(self.segments(grid)) < 2:
            raise self.refusal("the line stays in one region. It must enter at least 2")

    def segments(self, grid: Grid) -> list[list[int]]:
        """Return the segments of the line: the groups of cells that have the same sum."""
        regions = None if self.boxes else self.regions_on(grid)
        region_of = _numbers(self.boxes, regions, grid)
        for cell in self.cells:
            if cell not in region_of:
                raise self.refusal(f"{grid.name(cell)} is not in a region")
        if not self.single_totals:
            return [list(run) for _, run in groupby(self.cells, region_of.__getitem__)]
        visits: dict[int, list[int]] = {}
        for cell in self.cells:
            visits.setdefault(region_of[cell], []).append(cell)
        return list(visits.values())

    def holds(self, grid: Grid, values: Values) -> bool:
        return meet([reach(grid, values, segment) for segment in self.segments(grid)])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return equal_sums(self.segments(grid))


@lru_cache(maxsize=16)  # because the lines of a puzzle share their regions
def _numbers(
    boxes: tuple[int, int] | None, regions: tuple[Cells, ...] | None, grid: Grid
) -> dict[int, int]:
    groups = Boxes(*boxes).groups(grid) if boxes else regions or ()
    return {cell: number for number, region in enumerate(groups) for cell in region}
