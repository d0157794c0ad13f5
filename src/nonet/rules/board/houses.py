"""Groups of cells in which no value repeats: rows, columns, boxes, regions, diagonals."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from math import isqrt
from typing import Self

from nonet.model.constraints import AllDifferent, Values
from nonet.model.figures import Figure, Line, Shade, Walls
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.fields import Field, GroupsField, frozen
from nonet.rules.rule import Lowered, OnCells, Rule, require_cells
from nonet.rules.value_sets import filled
from nonet.system.errors import PuzzleError


class Houses(Rule, family=True):
    """Base of rules about groups of cells in which no value repeats."""

    of_board = True
    reads = "digits"

    @abstractmethod
    def groups(self, grid: Grid) -> Iterator[Cells]:
        """Yield the groups in which no value may repeat."""

    def holds(self, grid: Grid, values: Values) -> bool:
        held = (filled(group, values) for group in _groups(self, grid))
        return all(len(set(each)) == len(each) for each in held)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return map(AllDifferent, _groups(self, grid))


#: A quick test needs cells and values that fit in a byte.
_BYTES = 256


@lru_cache(maxsize=256)
def quick_test(rules: tuple[Houses, ...], grid: Grid) -> Callable[[Values], bool]:
    """Return a quick test. If it returns True, a grid is full and obeys the rules.

    False proves nothing. The test gives each value except the last one a bit. If the exclusive or
    of a house has all bits, each of these values is in the house. One cell is left. It has the last
    value, because a second cell with another value would clear its bit.

    >>> differ = quick_test((Rows(), Columns()), Grid(2, 2))
    >>> differ([1, 2, 2, 1]), differ([1, 2, 1, 2]), differ([1, 2, None, None])
    (True, False, False)
    """
    houses = [group for rule in rules for group in rule.groups(grid)]
    first, bits = grid.values.start, len(grid.values) - 1
    are_full = all(len(house) == bits + 1 for house in houses)
    if not are_full or len(grid.cells) > _BYTES or grid.values.stop > _BYTES:
        return lambda values: False
    # A table has eight of the bits.
    tables = [bytearray(_BYTES) for _ in range(0, bits, 8)]
    for bit in range(bits):
        tables[bit // 8][first + bit] = 1 << bit % 8
    # The first cells of all houses, then their second cells, and so on.
    cells = bytes(chain.from_iterable(zip(*houses, strict=True)))
    shifts = [8 * len(houses) << step for step in reversed(range(bits.bit_length()))]
    ends = (1 << 8 * len(houses)) - 1
    known, every_bit = bytes(grid.values), bits * len(houses)

    def is_obeyed(values: Values) -> bool:
        try:
            board = bytes(values)  # type: ignore[arg-type]
        except (TypeError, ValueError):  # an empty cell, or a value that is no byte
            return False
        found = 0
        for table in tables:
            held = int.from_bytes(cells.translate(board.translate(table).ljust(_BYTES)), "little")
            for shift in shifts:
                held ^= held >> shift
            found += (held & ends).bit_count()
        return found == every_bit and not board.strip(known)

    return is_obeyed


@lru_cache(maxsize=256)
def _groups(rule: Houses, grid: Grid) -> tuple[Cells, ...]:
    return tuple(rule.groups(grid))


class Rows(Houses):
    """No value occurs twice in a row.

    >>> Rows().holds(Grid(2, 2), [1, 2, 2, 2])
    False
    """

    template = "Digits may not repeat in any row"

    def groups(self, grid: Grid) -> Iterator[Cells]:
        for row in range(grid.rows):
            yield tuple(grid.at(row, column) for column in range(grid.columns))


class Columns(Houses):
    """No value occurs twice in a column.

    >>> Columns().holds(Grid(2, 2), [1, 2, 1, None])
    False
    """

    template = "Digits may not repeat in any column"

    def groups(self, grid: Grid) -> Iterator[Cells]:
        for column in range(grid.columns):
            yield tuple(grid.at(row, column) for row in range(grid.rows))


@frozen
class Regions(Houses):
    """No value occurs twice in a region of a jigsaw. The regions partition the board.

    >>> Regions([[0, 1, 2], [3]]).holds(Grid(2, 2, range(1, 4)), [1, 2, 1, 2])
    False
    """

    regions: GroupsField

    of_board = False
    template = "Digits may not repeat in any region"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        if not all(self.regions):
            raise self.refusal("a region is empty")
        cells = [cell for region in self.regions for cell in region]
        require_cells(grid, cells, "regions")
        left_out = set(grid.board) - set(cells)
        if left_out:
            raise self.refusal(f"{grid.name(min(left_out))} is not in a region")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        return iter(self.regions)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Walls(self.regions)

    def notes(self, grid: Grid) -> Iterator[str]:
        for region in self.regions:
            yield from (f"region {grid.names(region)}: {note}" for note in strays(grid, region))


class ExtraRegion(Houses, OnCells):
    """No value occurs twice in an extra group of cells.

    >>> ExtraRegion([0, 3]).holds(Grid(2, 2), [1, 2, 2, 1])
    False
    """

    of_board = False
    label = "extra region {cells}"
    template = "Digits may not repeat in an extra region"
    has_known_sign = True

    def groups(self, grid: Grid) -> Iterator[Cells]:
        yield self.cells

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if in_one_piece(grid, self.cells):
            yield Shade(self.cells, "blue shade")


@frozen
class Diagonals(Houses):
    """No value occurs twice on a long diagonal. `falling` and `rising` choose the diagonals.

    >>> list(Diagonals().groups(Grid(3, 3))), list(Diagonals(falling=False).groups(Grid(3, 3)))
    ([(0, 4, 8), (6, 4, 2)], [(6, 4, 2)])
    """

    falling: bool = True
    rising: bool = True

    template = "Digits may not repeat on a marked diagonal"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        if not self.falling and not self.rising:
            raise self.refusal("neither the falling nor the rising diagonal is chosen")
        if grid.rows != grid.columns:
            raise self.refusal(f"the grid must be square, not {grid.rows}×{grid.columns}")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        last = grid.rows - 1
        if self.falling:
            yield tuple(grid.at(i, i) for i in range(grid.rows))
        if self.rising:
            yield tuple(grid.at(last - i, i) for i in range(grid.rows))

    def describe(self, grid: Grid) -> str:
        if self.falling and self.rising:
            return self.name
        return "falling diagonal" if self.falling else "rising diagonal"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        side = grid.rows
        if self.falling:
            yield Line(((0, 0), (side, side)), "thin blue line")
        if self.rising:
            yield Line(((0, side), (side, 0)), "thin blue line")


@frozen
class Boxes(Houses):
    """No value occurs twice in a box of ``height × width`` cells. The boxes tile the board.

    >>> next(Boxes(2, 3).groups(Grid(6, 6)))
    (0, 1, 2, 6, 7, 8)
    """

    height: int
    width: int

    label = "boxes {height}×{width}"
    template = "Digits may not repeat in any box"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        require_tiling(grid, self.height, self.width, "boxes")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        for top in range(0, grid.rows, self.height):
            for left in range(0, grid.columns, self.width):
                yield block(grid, top, left, self.height, self.width)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Walls(tuple(self.groups(grid)), self.describe(grid))


class InRegions(Rule, family=True):
    """Base of rules about regions: their own, or the boxes or `Regions` of the puzzle."""

    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None]
    boxes: tuple[int, int] | None
    #: The rule in messages.
    noun = "rule"

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the rule with the regions of its puzzle, if it has no regions of its own."""
        if self.regions is not None or self.boxes is not None:
            return self
        found = dict.fromkeys(rule for rule in rules if isinstance(rule, Boxes | Regions))
        if len(found) != 1:
            which = "several sorts of regions" if found else "neither boxes nor regions"
            raise self.refusal(f"the puzzle has {which}. Give the {self.noun} `boxes` or `regions`")
        [rule] = found
        if isinstance(rule, Boxes):
            return replace(self, boxes=(rule.height, rule.width))  # type: ignore[call-arg]
        return replace(self, regions=rule.regions)  # type: ignore[call-arg]

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.boxes is not None:
            if self.regions is not None:
                raise self.refusal("give only one of boxes and regions")
            Boxes(*self.boxes).fit(grid)
        regions = self.regions or ()
        for region in regions:
            require_cells(grid, region, f"{self.name}: region")
        require_cells(grid, chain.from_iterable(regions), f"{self.name}: regions", at_least=0)

    def regions_on(self, grid: Grid) -> tuple[Cells, ...]:
        if self.boxes is not None:
            return tuple(Boxes(*self.boxes).groups(grid))
        if self.regions is None:
            raise self.refusal(f"add the {self.noun} to a puzzle, or give it boxes or regions")
        return self.regions

    def details(self, grid: Grid) -> Iterator[str]:
        yield from super().details(grid)
        if self.boxes is not None:
            yield f"with boxes {self.boxes[0]}×{self.boxes[1]} as regions"
        elif self.regions is not None:
            yield f"with the regions {' / '.join(map(grid.names, self.regions))}"


@frozen
class DisjointGroups(Houses):
    """No value occurs twice at the same place of different boxes of ``height × width`` cells.

    >>> next(DisjointGroups(2, 2).groups(Grid(4, 4)))
    (0, 2, 8, 10)
    """

    height: int
    width: int

    label = "disjoint groups of boxes {height}×{width}"
    template = "Cells in the same position of different boxes cannot contain the same digit"

    def fit(self, grid: Grid) -> None:
        require_tiling(grid, self.height, self.width, "disjoint groups")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        for down in range(self.height):
            for right in range(self.width):
                yield tuple(
                    grid.at(top + down, left + right)
                    for top in range(0, grid.rows, self.height)
                    for left in range(0, grid.columns, self.width)
                )


@frozen
class Windoku(Houses):
    """No value occurs twice in a window. Windows lie one cell from the edge and one cell apart.

    If the windows are not square, give a height and a width.

    >>> [Grid(9, 9).name(window[0]) for window in Windoku().groups(Grid(9, 9))]
    ['r2c2', 'r2c6', 'r6c2', 'r6c6']
    """

    height: int | None = None
    width: int | None = None

    template = "Digits may not repeat in any of the shaded windows"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        if self.height is not None and self.width is not None:
            require_tiling(grid, self.height, self.width, self.name)
        elif self.height is not None or self.width is not None:
            raise self.refusal("give both height and width, or neither")
        elif grid.rows != grid.columns or isqrt(grid.rows) ** 2 != grid.rows:
            size = f"{grid.rows}×{grid.columns}"
            problem = f"give a height and a width, because a {size} grid has no square boxes"
            raise self.refusal(problem)

    def groups(self, grid: Grid) -> Iterator[Cells]:
        height = isqrt(grid.rows) if self.height is None else self.height
        width = isqrt(grid.columns) if self.width is None else self.width
        for top in range(1, grid.rows - height, height + 1):
            for left in range(1, grid.columns - width, width + 1):
                yield block(grid, top, left, height, width)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return (Shade(window, "grey shade") for window in self.groups(grid))


def block(grid: Grid, top: int, left: int, height: int, width: int) -> Cells:
    """Return the cells of a block, in reading order."""
    return tuple(
        grid.at(row, column)
        for row in range(top, top + height)
        for column in range(left, left + width)
    )


def require_tiling(grid: Grid, height: int, width: int, what: str) -> None:
    """Raise `PuzzleError` unless boxes of this height and width tile the board."""
    if height < 1 or width < 1 or grid.rows % height or grid.columns % width:
        raise PuzzleError(
            f"{what} of {height}×{width} do not tile a {grid.rows}×{grid.columns} grid"
        )
