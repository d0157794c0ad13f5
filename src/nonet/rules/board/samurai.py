"""Several boards of a Sudoku that overlap, as in a samurai."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Self

from nonet.model.constraints import Candidates, Values
from nonet.model.figures import Figure, Walls
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import Houses, block
from nonet.rules.fields import CellsField, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.system.errors import PuzzleError


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
        side, down, right = self.side, 2 * self.height, 2 * self.width
        if self.height < 1 or side != len(grid.values):
            problem = f"boxes of {self.height}×{self.width} do not fit {len(grid.values)} values"
            raise PuzzleError(f"samurai: {problem}")
        if not self.boards and (grid.rows, grid.columns) != (3 * side - down, 3 * side - right):
            size = f"{3 * side - down}×{3 * side - right}"
            problem = f"the usual boards need a grid of {size}. Name `boards` for others"
            raise PuzzleError(f"samurai: {problem}")
        require_cells(grid, self._corners(grid), self.name)
        for corner in self._corners(grid):
            row, column = grid.place(corner)
            if not grid.has(row + side - 1, column + side - 1):
                problem = f"the board of {side}×{side} at {grid.name(corner)} is too large"
                raise PuzzleError(f"samurai: {problem}")

    def beside(self, rules: Sequence[Rule]) -> Self:
        for rule in rules:
            if rule.of_board and rule != self:
                raise PuzzleError(f"samurai: absent cells cannot obey the rule {rule.name}")
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

    def boxes(self, grid: Grid) -> dict[Cells, None]:
        """Return the boxes. Two boards may share a box."""
        return {
            block(grid, top, left, self.height, self.width): None
            for row, column in map(grid.place, self._corners(grid))
            for top in range(row, row + self.side, self.height)
            for left in range(column, column + self.side, self.width)
        }

    def groups(self, grid: Grid) -> Iterator[Cells]:
        for cells in self.squares(grid):
            for place in range(self.side):
                yield cells[place * self.side : (place + 1) * self.side]
                yield cells[place :: self.side]
        yield from self.boxes(grid)

    def holds(self, grid: Grid, values: Values) -> bool:
        lowest = {grid.values[0], None}
        return super().holds(grid, values) and all(values[c] in lowest for c in _absent(self, grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield from super().lower(grid)
        yield from (Candidates(c, frozenset({grid.values[0]})) for c in _absent(self, grid))

    def wording(self, grid: Grid) -> str:
        return f"Normal Sudoku rules apply to each of the {len(self._corners(grid))} boards"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Walls(tuple(self.boxes(grid)))


#: `holds` is called often.
_absent = lru_cache(maxsize=16)(Samurai.absent)
