"""Rules instead of the usual rows, columns and boxes: overlapping boards, and missing digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Self

from nonet.model.constraints import AllDifferent, AnyOf, Candidates, Values
from nonet.model.figures import Figure, Walls
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Boxes, Columns, Houses, Rows, block
from nonet.rules.fields import CellsField, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.value_sets import filled


@frozen
class Samurai(Houses):
    """Several boards overlap: no value occurs twice in a row, a column or a box of a board.

    `boards` has the upper left cell of each board. By default, there are five boards: one in each
    corner, and one in the middle, which shares a box with each of the others. Boxes have
    ``height × width`` cells. A cell outside all boards is absent: it holds the lowest value.

    >>> grid = Grid(3, 3, range(1, 3))
    >>> Samurai("r1c1 r2c2", height=1, width=2).on(grid).holds(grid, [1, 2, 1, 2, 1, 2, 1, 2, 1])
    True
    """

    boards: CellsField = default(())
    height: int = 3
    width: int = 3

    @property
    def side(self) -> int:
        """The height and the width of each board."""
        return self.height * self.width

    def fit(self, grid: Grid) -> None:
        side, corners = self.side, self._corners(grid)
        if self.height < 1 or side != len(grid.values):
            problem = f"boxes of {self.height}×{self.width} do not fit {len(grid.values)} values"
            raise self.refusal(problem)
        size = 3 * side - 2 * self.height, 3 * side - 2 * self.width
        if not self.boards and size != (grid.rows, grid.columns):
            problem = f"five boards need a grid of {size[0]}×{size[1]}. For others, name `boards`"
            raise self.refusal(problem)
        require_cells(grid, corners, self.name)
        for corner, (row, column) in zip(corners, map(grid.place, corners), strict=True):
            if not grid.has(row + side - 1, column + side - 1):
                problem = f"a board of {side}×{side} at {grid.name(corner)} is outside the grid"
                raise self.refusal(problem)

    def beside(self, rules: Sequence[Rule]) -> Self:
        for rule in rules:
            if rule.of_board and rule != self:
                raise self.refusal(f"absent cells cannot obey the rule {rule.name}")
        return self

    def _corners(self, grid: Grid) -> Cells:
        down, right = self.side - self.height, self.side - self.width
        usual = (0, 0), (0, 2), (1, 1), (2, 0), (2, 2)
        return self.boards or tuple(grid.at(down * y, right * x) for y, x in usual)

    def squares(self, grid: Grid) -> Iterator[Cells]:
        """Yield the cells of each board."""
        for row, column in map(grid.place, self._corners(grid)):
            yield block(grid, row, column, self.side, self.side)

    def absent(self, grid: Grid) -> Cells:
        """Return the cells outside all boards."""
        return tuple(sorted({*grid.board}.difference(*self.squares(grid))))

    def _groups_of(self, grid: Grid, *rules: Houses) -> Iterator[Cells]:
        """Yield the groups of these rules on each board. Two boards may share a box."""
        groups = [group for rule in rules for group in rule.groups(Grid(self.side, self.side))]
        for cells in self.squares(grid):
            yield from (tuple(cells[place] for place in group) for group in groups)

    def groups(self, grid: Grid) -> Iterator[Cells]:
        return self._groups_of(grid, Rows(), Columns(), Boxes(self.height, self.width))

    def holds(self, grid: Grid, values: Values) -> bool:
        lowest = {grid.values[0], None}
        return super().holds(grid, values) and all(values[c] in lowest for c in _absent(self, grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield from super().lower(grid)
        yield from (Candidates(c, frozenset({grid.values[0]})) for c in _absent(self, grid))

    def wording(self, grid: Grid) -> str:
        return f"Normal Sudoku rules apply to each of the {len(self._corners(grid))} boards"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        boxes = self._groups_of(grid, Boxes(self.height, self.width))
        yield Walls(tuple(dict.fromkeys(boxes)))


#: `holds` is called often.
_absent = lru_cache(maxsize=16)(Samurai.absent)


@frozen
class Doppelganger(Rule):
    """Each row, column and box contains 0 and all other values but one.

    Cells beside the board hold the missing values: a cell for each row, for each column and for
    each box, in reading order. No two rows miss the same value. Nor do two columns or two boxes.
    The row, the column and the box of a 0 miss different values. `size` is the height and the width
    of boxes. Without `boxes` and `size`, the rule is about rows and columns only.

    >>> Doppelganger([2, 1], [3, 0]).holds(Grid(2, 2, range(3)), [None, 1, 1, None])
    False
    """

    rows: CellsField
    columns: CellsField
    boxes: CellsField = default(())
    size: tuple[int, int] | None = None

    of_board = True

    def fit(self, grid: Grid) -> None:
        if grid.rows != grid.columns or grid.values != range(grid.rows + 1):
            raise self.refusal("the grid must be square, with the values from 0 to its size")
        if self.size is not None:
            Boxes(*self.size).fit(grid)
        if bool(self.boxes) != (self.size is not None):
            raise self.refusal("give both boxes and size, or neither")
        for houses, cells in self._kinds(grid):
            if len(cells) != len(houses):
                problem = f"{len(cells)} cells cannot hold the missing values of {len(houses)}"
                raise self.refusal(f"{problem} rows, columns or boxes")
            for house, missing in zip(houses, cells, strict=True):
                require_cells(grid, (*house, missing), self.name)
        require_cells(grid, (*self.rows, *self.columns, *self.boxes), self.name)

    def _kinds(self, grid: Grid) -> Iterator[tuple[list[Cells], Cells]]:
        yield list(Rows().groups(grid)), self.rows
        yield list(Columns().groups(grid)), self.columns
        if self.size is not None:
            yield list(Boxes(*self.size).groups(grid)), self.boxes

    def holds(self, grid: Grid, values: Values) -> bool:
        groups, around = _groups(self, grid)
        zeros = [around[cell] for cell in grid.board if values[cell] == 0]
        held = [filled(group, values) for group in (*groups, *zeros)]
        missing = filled((*self.rows, *self.columns, *self.boxes), values)
        return 0 not in missing and all(len(set(each)) == len(each) for each in held)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        others, (groups, around) = frozenset(grid.values[1:]), _groups(self, grid)
        yield from map(AllDifferent, groups)
        yield from (Candidates(c, others) for c in (*self.rows, *self.columns, *self.boxes))
        for cell, missing in enumerate(around):
            yield AnyOf(((Candidates(cell, others),), (AllDifferent(missing),)))

    def wording(self, grid: Grid) -> str:
        houses, boxes = "row and column", ""
        if self.boxes:
            houses, boxes = "row, column and box", " or two boxes"
        return (
            f"Each {houses} contains 0 and all other digits but one. Two rows never miss the same "
            f"digit, nor do two columns{boxes}. The {houses} of a 0 miss different digits"
        )


@lru_cache(maxsize=16)
def _groups(rule: Doppelganger, grid: Grid) -> tuple[list[Cells], list[Cells]]:
    """Return the groups without repeats, and for each cell those for what its houses miss."""
    groups: list[Cells] = []
    around: list[Cells] = [()] * len(grid.board)
    for houses, cells in rule._kinds(grid):
        groups.append(cells)
        for house, missing in zip(houses, cells, strict=True):
            groups.append((*house, missing))
            for cell in house:
                around[cell] += (missing,)
    return groups, around
