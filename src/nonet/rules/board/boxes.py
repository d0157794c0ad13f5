"""Rules against repeats in boxes, disjoint groups and windows."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from nonet.model.figures import Figure, Shade, Walls
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Houses
from nonet.rules.fields import frozen
from nonet.system.errors import PuzzleError


@frozen
class Boxes(Houses):
    """No value occurs twice in a box of ``height × width`` cells. The boxes tile the board.

    >>> next(Boxes(2, 3).groups(Grid(6, 6)))
    (0, 1, 2, 6, 7, 8)
    """

    height: int
    width: int

    template = "Digits may not repeat in any box"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        require_tiling(grid, self.height, self.width, "boxes")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        for top in range(0, grid.rows, self.height):
            for left in range(0, grid.columns, self.width):
                yield block(grid, top, left, self.height, self.width)

    def describe(self, grid: Grid) -> str:
        return f"boxes {self.height}×{self.width}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Walls(tuple(self.groups(grid)), self.describe(grid))


@frozen
class DisjointGroups(Houses):
    """No value occurs twice at the same place of different boxes of ``height × width`` cells.

    >>> next(DisjointGroups(2, 2).groups(Grid(4, 4)))
    (0, 2, 8, 10)
    """

    height: int
    width: int

    template = "Cells in the same position of different boxes cannot contain the same digit"

    def fit(self, grid: Grid) -> None:
        require_tiling(grid, self.height, self.width, "disjoint groups")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        """Yield one group for each position in a box: the cells at this position in all boxes."""
        for down in range(self.height):
            for right in range(self.width):
                yield tuple(
                    grid.at(top + down, left + right)
                    for top in range(0, grid.rows, self.height)
                    for left in range(0, grid.columns, self.width)
                )

    def describe(self, grid: Grid) -> str:
        return f"disjoint groups of boxes {self.height}×{self.width}"


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
            raise PuzzleError("windoku: give both height and width, or neither")
        elif grid.rows != grid.columns or isqrt(grid.rows) ** 2 != grid.rows:
            size = f"{grid.rows}×{grid.columns}"
            raise PuzzleError(
                f"windoku: give a height and a width, because a {size} grid has no square boxes"
            )

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
