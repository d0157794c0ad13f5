"""Digits that are missing from rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.model.constraints import AllDifferent, AnyOf, Candidates, Values
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Boxes, Columns, Rows
from nonet.rules.fields import CellsField, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.value_sets import filled


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
