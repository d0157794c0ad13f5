"""Little killers: sums of diagonals, written outside the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from nonet.model.constraints import Values
from nonet.model.figures import Badge, Figure, Line
from nonet.model.grid import Cells, Grid
from nonet.rules.fields import CellField, frozen
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.rules.sums import reach, sum_of
from nonet.system.errors import PuzzleError

Direction: TypeAlias = Literal["down-right", "down-left", "up-right", "up-left"]
#: For each direction, the step from a cell of the diagonal to the next cell: rows down, and columns
#: to the right.
DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "down-right": (1, 1),
    "down-left": (1, -1),
    "up-right": (-1, 1),
    "up-left": (-1, -1),
}


@frozen
class LittleKiller(Rule):
    """The values on a diagonal add up to the total. They may repeat.

    `cell` is the first cell of the diagonal, next to the clue.

    >>> LittleKiller("r1c2", "down-left", 3).on(Grid(2, 2)).holds(Grid(2, 2), [1, 1, 2, 2])
    True
    """

    cell: CellField
    direction: Direction
    total: int

    template = "Digits along an indicated diagonal sum to the total outside the grid and may repeat"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        if self.direction not in DIRECTIONS:
            known = ", ".join(DIRECTIONS)
            raise PuzzleError(
                f"littlekiller: unknown direction {self.direction!r}. Choose one of {known}"
            )
        require_cells(grid, (self.cell,), self.name)
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        if grid.has(row - down, column - right):
            raise PuzzleError(
                f"littlekiller: {grid.name(self.cell)} does not begin a diagonal {self.direction}. "
                f"{grid.name(grid.at(row - down, column - right))} comes before it"
            )
        if self.total < 0:
            raise PuzzleError(f"littlekiller: the total {self.total} is negative")

    def diagonal(self, grid: Grid) -> Cells:
        """Return the cells of the diagonal, in order from the cell next to the clue."""
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        cells = []
        while grid.has(row, column):
            cells.append(grid.at(row, column))
            row, column = row + down, column + right
        return tuple(cells)

    def holds(self, grid: Grid, values: Values) -> bool:
        return reach(grid, values, self.diagonal(grid)).has((self.total,))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield sum_of(self.diagonal(grid), self.total)

    def describe(self, grid: Grid) -> str:
        return f"little killer {grid.name(self.cell)} {self.direction} = {self.total}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        x, y = column - right + 0.5, row - down + 0.5
        yield Badge((x, y), "clue", str(self.total))
        ends = ((x + share * right, y + share * down) for share in (0.28, 0.46))
        yield Line(tuple(ends), "thin line", head=True)
