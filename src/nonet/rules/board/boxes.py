"""Groups that come of boxes of one size, in which no value repeats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from nonet.model.figures import Figure, Shade, Walls
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Houses
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Boxes(Houses):
    """No value twice in a box of ``height × width`` cells; the boxes tile the board.

    >>> next(Boxes(2, 3).groups(Grid(6, 6)))
    (0, 1, 2, 6, 7, 8)
    """

    height: int
    width: int

    told = "No value twice in a box."

    def fit(self, grid: Grid) -> None:
        """Refuse boxes that do not tile the board."""
        require_tiling(grid, self.height, self.width, "boxes")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        """Yield the boxes, row by row."""
        for top in range(0, grid.rows, self.height):
            for left in range(0, grid.columns, self.width):
                yield _block(grid, top, left, self.height, self.width)

    def describe(self, grid: Grid) -> str:
        """Say the size."""
        return f"boxes {self.height}×{self.width}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw the lines between the boxes."""
        yield Walls(tuple(self.groups(grid)), self.describe(grid))


@dataclass(frozen=True)
class DisjointGroups(Houses):
    """No value twice at the same place of different boxes of ``height × width`` cells.

    >>> next(DisjointGroups(2, 2).groups(Grid(4, 4)))
    (0, 2, 8, 10)
    """

    height: int
    width: int

    told = "No value twice at the same place of different boxes."

    def fit(self, grid: Grid) -> None:
        """Refuse boxes that do not tile the board."""
        require_tiling(grid, self.height, self.width, "disjoint groups")

    def groups(self, grid: Grid) -> Iterator[Cells]:
        """Yield, for each place in a box, the cells of all boxes at that place."""
        for down in range(self.height):
            for right in range(self.width):
                yield tuple(
                    grid.at(top + down, left + right)
                    for top in range(0, grid.rows, self.height)
                    for left in range(0, grid.columns, self.width)
                )

    def describe(self, grid: Grid) -> str:
        """Say the size of the boxes."""
        return f"disjoint groups of boxes {self.height}×{self.width}"


@dataclass(frozen=True)
class Windoku(Houses):
    """No value twice in the windows: boxes one cell inside the board and one cell apart.

    Windows that are not square, as boxes of 2×3 cells, say their height and width.

    >>> [Grid(9, 9).name(window[0]) for window in Windoku().groups(Grid(9, 9))]
    ['r2c2', 'r2c6', 'r6c2', 'r6c6']
    """

    height: int | None = None
    width: int | None = None

    told = (
        "No value twice in a window, a box one cell inside the board and one cell apart "
        "from the others."
    )

    def fit(self, grid: Grid) -> None:
        """Refuse a board whose boxes are not square, unless a size is said that tiles it."""
        if self.height is not None and self.width is not None:
            require_tiling(grid, self.height, self.width, self.name)
        elif self.height is not None or self.width is not None:
            raise PuzzleError("windoku: height and width are said together or not at all")
        elif grid.rows != grid.columns or isqrt(grid.rows) ** 2 != grid.rows:
            raise PuzzleError(
                f"windoku: needs a square grid with square boxes, not {grid.rows}×{grid.columns}"
            )

    def groups(self, grid: Grid) -> Iterator[Cells]:
        """Yield the windows, row by row."""
        height = isqrt(grid.rows) if self.height is None else self.height
        width = isqrt(grid.columns) if self.width is None else self.width
        for top in range(1, grid.rows - height, height + 1):
            for left in range(1, grid.columns - width, width + 1):
                yield _block(grid, top, left, height, width)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Shade the windows."""
        return (Shade(window, "grey shade") for window in self.groups(grid))


def _block(grid: Grid, top: int, left: int, height: int, width: int) -> Cells:
    return tuple(
        grid.at(row, column)
        for row in range(top, top + height)
        for column in range(left, left + width)
    )


def require_tiling(grid: Grid, height: int, width: int, what: str) -> None:
    """Raise `PuzzleError` unless boxes of that size tile the board."""
    if height < 1 or width < 1 or grid.rows % height or grid.columns % width:
        raise PuzzleError(
            f"{what} of {height}×{width} do not tile a {grid.rows}×{grid.columns} grid"
        )
