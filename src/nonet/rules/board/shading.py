"""Rules about shaded cells: stars, dominoes, capes, loops and snakes.

The shaded cells hold one of some values, in a layer or on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain
from typing import ClassVar

from nonet.model.constraints import AnyOf, Candidates, Count, Regular, Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.areas import Areas, changing, squares
from nonet.rules.board.chaos import RegionArrow
from nonet.rules.board.houses import Columns, InRegions, Rows
from nonet.rules.board.neighbours import AntiKing
from nonet.rules.connection import EDGES, touching
from nonet.rules.fields import CellsField, Field, IntegersField, default, frozen
from nonet.rules.rule import Lowered, require_cells


class Shading(Areas, family=True):
    """Base of rules about the number of shaded cells in some groups, and next to shaded cells."""

    #: Whether the shaded cells are connected.
    in_one_area: ClassVar[bool] = False

    def chosen(self) -> Iterable[int]:
        """Return the cells that the rule names."""
        return ()

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.chosen(), self.name, at_least=0)
        if not set(self.chosen()).issubset(grid.board):
            raise self.refusal("only cells of the board can be named")

    def groups(self, grid: Grid) -> Iterator[tuple[Cells, Set[int]]]:
        """Yield groups of cells, with the numbers of shaded cells that a group may have."""
        return iter(())

    def near(self, grid: Grid) -> Iterator[tuple[int, Set[int]]]:
        """Yield cells, with the numbers of shaded neighbours that a shaded cell may have."""
        return iter(())

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [values[cell] for cell in self.area(grid)]
        return (
            all(self.may_have(held, *group) for group in self.groups(grid))
            and all(
                held[cell] not in self.values or self.may_have(held, touching(grid, cell), numbers)
                for cell, numbers in self.near(grid)
            )
            and (not self.in_one_area or self.connected(grid, values, {*self.values}, None))
        )

    def may_have(self, held: Values, cells: Iterable[int], numbers: Set[int]) -> bool:
        """Tell whether one of these numbers of cells is shaded, or may be."""
        found = [held[cell] for cell in cells]
        shaded = sum(value in self.values for value in found)
        return any(shaded <= number <= shaded + found.count(None) for number in numbers)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        area, side = self.area(grid), frozenset(self.values)
        yield from (self.has(grid, *group) for group in self.groups(grid))
        for cell, numbers in self.near(grid):
            elsewhere = Candidates(area[cell], frozenset(grid.values) - side)
            yield AnyOf(((elsewhere,), (self.has(grid, touching(grid, cell), numbers),)))
        if self.in_one_area:
            yield self.connection(grid, side, 1)

    def has(self, grid: Grid, cells: Iterable[int], numbers: Set[int]) -> Count:
        """Return the primitive that says the same as `may_have`."""
        area = self.area(grid)
        return Count(
            tuple(area[cell] for cell in cells), frozenset(self.values), frozenset(numbers)
        )


class Regional(Shading, InRegions, family=True):
    """Base of rules about the number of shaded cells in each region."""

    def chosen(self) -> Iterable[int]:
        return chain.from_iterable(self.regions or ())


@frozen
class StarBattle(Regional):
    """Each row, each column and each region has a number of stars. No two stars touch.

    Stars do not touch at corners either. A star is a cell with one of the values, on the board or
    in a layer. The regions are the boxes or `Regions` of the puzzle, unless `boxes` (height and
    width) or `regions` name others.

    >>> StarBattle([1], 1, boxes=(2, 2)).holds(Grid(2, 2), [1, 2, 2, 1])
    False
    """

    values: IntegersField
    count: int
    layer: str = ""
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)
    boxes: tuple[int, int] | None = None

    label = "star battle with {count}"
    template = (
        "are stars: each row, each column and each region has {count} of them, and no two "
        "touch, not even at a corner"
    )
    lowest = "count", 1

    def groups(self, grid: Grid) -> Iterator[tuple[Cells, Set[int]]]:
        for house in (*Rows().groups(grid), *Columns().groups(grid), *self.regions_on(grid)):
            yield house, {self.count}
        for pair in AntiKing().pairs(grid):
            yield pair, {0, 1}


@frozen
class Norinori(Regional):
    """Each region has two shaded cells. The shaded cells form dominoes, which share no edges.

    A cell with one of the values is shaded. A domino may lie in two regions. The regions are the
    boxes or `Regions` of the puzzle, unless `boxes` (height and width) or `regions` name others.

    >>> Norinori([1], boxes=(1, 4)).holds(Grid(1, 4), [1, 2, 1, 2])
    False
    """

    values: IntegersField
    layer: str = ""
    regions: Field[tuple[Cells, ...] | None, Sequence[CellsLike] | None] = default(None)
    boxes: tuple[int, int] | None = None

    label = "norinori"
    template = (
        "are shaded: each region has two of them, and each of them shares an edge with exactly "
        "one other"
    )

    def groups(self, grid: Grid) -> Iterator[tuple[Cells, Set[int]]]:
        return ((region, {2}) for region in self.regions_on(grid))

    def near(self, grid: Grid) -> Iterator[tuple[int, Set[int]]]:
        return ((cell, {1}) for cell in grid.board)


@frozen
class Nurimisaki(Shading):
    """The unshaded cells form one area. A cape is an unshaded cell with one unshaded neighbour.

    The cells with one of the values are unshaded. No 2×2 square is shaded, and none is unshaded.
    All capes are given. With `counted`, the digit in a cape is the number of unshaded cells in a
    straight line from the cape. The cape counts, too.

    >>> grid = Grid(1, 4)
    >>> Nurimisaki([1], [0, 2]).holds(grid, [1, 1, 1, 2])
    True
    >>> Nurimisaki([1], [0]).holds(grid, [1, 1, 1, 2])
    False
    """

    values: IntegersField
    capes: CellsField
    layer: str = ""
    counted: bool = False

    in_one_area = True
    label = "nurimisaki with capes {capes}"
    badges = (("capes", "circle"),)
    template = (
        "form one orthogonally connected area; no 2×2 square lies in this area or outside it; a "
        "circle marks each cell of the area that shares an edge with only one other"
    )
    counting = "and its digit counts the cells of the area in a straight line from the circle"
    remarks = (("counted", "", counting),)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.counted and not (self.layer and len(self.values) == 1):
            raise self.refusal("only cells with one value of a layer can be counted")

    def chosen(self) -> Cells:
        return self.capes

    def _lines(self, grid: Grid) -> Iterator[RegionArrow]:
        """Yield a rule for each cape: its value is the number of unshaded cells in its line."""
        for cape in self.capes if self.counted else ():
            ways = []
            for down, right in EDGES:
                row, column = grid.place(cape)
                ways.append([cape])
                while grid.has(row := row + down, column := column + right):
                    ways[-1].append(grid.at(row, column))
            yield RegionArrow(cape, ways, self.layer)

    def near(self, grid: Grid) -> Iterator[tuple[int, Set[int]]]:
        return ((cell, {1} if cell in self.capes else {0, 2, 3, 4}) for cell in grid.board)

    def groups(self, grid: Grid) -> Iterator[tuple[Cells, Set[int]]]:
        yield from ((square, {1, 2, 3}) for square in squares(grid))
        yield from (((cape,), {1}) for cape in self.capes)

    def holds(self, grid: Grid, values: Values) -> bool:
        lines = self._lines(grid)
        return super().holds(grid, values) and all(line.holds(grid, values) for line in lines)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield from super().lower(grid)
        for line in self._lines(grid):
            yield from line.lower(grid)


class Path(Shading, family=True):
    """Base of rules that the shaded cells form a loop or a snake."""

    in_one_area = True
    remarks = (("corners", "not even at a corner", "except at corners"),)
    #: Whether the path may touch itself at corners.
    corners: bool

    def near(self, grid: Grid) -> Iterator[tuple[int, Set[int]]]:
        return ((cell, {2}) for cell in grid.board)

    def holds(self, grid: Grid, values: Values) -> bool:
        around = () if self.corners else squares(grid, self.area(grid))
        crosses = any(self._crosses(values, square) for square in around)
        return not crosses and super().holds(grid, values)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield from super().lower(grid)
        if not self.corners:
            ring = changing(frozenset(self.values), grid.values, frozenset({0, 2}))
            around = squares(grid, self.area(grid))
            yield from (Regular((a, b, d, c), ring) for a, b, c, d in around)

    def _crosses(self, values: Values, square: Cells) -> bool:
        """Tell whether exactly two opposite cells of a 2×2 square are shaded."""
        held = [values[cell] for cell in square]
        a, b, c, d = (value in self.values for value in held)
        return None not in held and a == d != b == c


@frozen
class Loop(Path):
    """The shaded cells form a closed loop, one cell wide, that does not touch itself.

    A cell with one of the values is shaded. Each shaded cell shares an edge with exactly two
    others, and all are connected. With `corners`, the loop may touch itself at corners.

    >>> grid = Grid(3, 3)
    >>> Loop([1]).holds(grid, [1, 1, 1, 1, 2, 1, 1, 1, 1]), Loop([1]).holds(grid, [1] * 9)
    (True, False)
    """

    values: IntegersField
    layer: str = ""
    corners: bool = False

    label = "loop"
    template = "form a closed loop, one cell wide, that does not touch itself"


@frozen
class Snake(Path):
    """The shaded cells form a path, one cell wide, that does not touch itself.

    A cell with one of the values is shaded. The path has at least two cells. `ends` gives one or
    both of its ends. With `corners`, the path may touch itself at corners.

    >>> Snake([1]).holds(Grid(2, 2), [1, 1, 2, 1]), Snake([1]).holds(Grid(2, 2), [1, 1, 1, 1])
    (True, False)
    """

    values: IntegersField
    ends: CellsField = default(())
    layer: str = ""
    corners: bool = False

    label = "snake"
    badges = (("ends", "circle"),)
    template = "form a snake, one cell wide, that does not touch itself"

    def chosen(self) -> Cells:
        return self.ends

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if len(self.ends) > 2:
            raise self.refusal(f"a snake has two ends, not {len(self.ends)}")

    def groups(self, grid: Grid) -> Iterator[tuple[Cells, Set[int]]]:
        return (((end,), {1}) for end in self.ends)

    def near(self, grid: Grid) -> Iterator[tuple[int, Set[int]]]:
        inner = {2} if len(self.ends) == 2 else {1, 2}
        return ((cell, {1} if cell in self.ends else inner) for cell in grid.board)

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [values[cell] for cell in self.area(grid)]
        return super().holds(grid, values) and any(
            held[cell] in {None, *self.values} and self.may_have(held, touching(grid, cell), {1})
            for cell in grid.board
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield from super().lower(grid)
        if not self.ends:  # then the path may not be closed
            inside = frozenset(self.values)
            yield AnyOf(
                tuple(
                    (Candidates(place, inside), self.has(grid, touching(grid, cell), {1}))
                    for cell, place in enumerate(self.area(grid))
                )
            )

    def details(self, grid: Grid) -> Iterator[str]:
        yield from super().details(grid)
        if self.ends:
            yield f"with an end in {' and '.join(map(grid.name, self.ends))}"
