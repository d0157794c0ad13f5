"""Sums of diagonals, written outside the board: little killers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from nonet.model.constraints import Values
from nonet.model.figures import Badge, Figure, Line
from nonet.model.grid import Cell, CellLike, Cells, Grid
from nonet.rules.outside.totals import may_be, sum_of
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.system.errors import PuzzleError

Direction: TypeAlias = Literal["down-right", "down-left", "up-right", "up-left"]
#: The directions in which a diagonal may leave its clue: rows down and columns to the right.
DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "down-right": (1, 1),
    "down-left": (1, -1),
    "up-right": (-1, 1),
    "up-left": (-1, -1),
}


@dataclass(frozen=True)
class LittleKiller(Rule):
    """The values on a diagonal add up to the total; they may repeat.

    The diagonal is named by its first cell, next to the clue, and by its direction.

    >>> LittleKiller("r1c2", "down-left", 3).on(Grid(2, 2)).holds(Grid(2, 2), [1, 1, 2, 2])
    True
    """

    cell: Cell
    direction: Direction
    total: int

    told = (
        "Arrow outside the board: the values on its diagonal add up to the total, and may repeat."
    )

    if TYPE_CHECKING:

        def __init__(self, cell: CellLike, direction: Direction, total: int) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse other directions, and a first cell that is not at the edge."""
        if self.direction not in DIRECTIONS:
            known = ", ".join(DIRECTIONS)
            raise PuzzleError(f"littlekiller: no direction {self.direction!r}; there are {known}")
        require_cells(grid, (self.cell,), self.name)
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        if grid.has(row - down, column - right):
            raise PuzzleError(
                f"littlekiller: {grid.name(self.cell)} is not the first cell {self.direction}; "
                f"{grid.name(grid.at(row - down, column - right))} comes before it"
            )
        if self.total < 0:
            raise PuzzleError(f"littlekiller: the total {self.total} is negative")

    def diagonal(self, grid: Grid) -> Cells:
        """Return the cells from the clue on."""
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        cells = []
        while grid.has(row, column):
            cells.append(grid.at(row, column))
            row, column = row + down, column + right
        return tuple(cells)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the sum is the total, or may become so."""
        return may_be(grid, [values[cell] for cell in self.diagonal(grid)], self.total)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Add the diagonal up."""
        yield sum_of(self.diagonal(grid), self.total)

    def describe(self, grid: Grid) -> str:
        """Name the first cell, the direction and the total."""
        return f"little killer {grid.name(self.cell)} {self.direction} = {self.total}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Write the total outside the board, with an arrow along the diagonal."""
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        x, y = column - right + 0.5, row - down + 0.5
        yield Badge((x, y), "clue", str(self.total))
        ends = ((x + share * right, y + share * down) for share in (0.28, 0.46))
        yield Line(tuple(ends), "thin line", head=True)
