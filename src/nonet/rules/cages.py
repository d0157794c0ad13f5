"""Cages: groups of cells whose values differ and, where the setter says so, have a sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.constraints import AllDifferent, Linear, Values
from nonet.errors import PuzzleError
from nonet.figures import Figure, Outline
from nonet.grid import Cells, CellsLike, Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.rule import Lowered, Rule, require_cells


@dataclass(frozen=True)
class Cage(Rule):
    """A killer cage: no value twice, and the sum is the total if there is one.

    >>> Cage("r1c1-r1c3", 15)
    Cage(cells=('r1c1', 'r1c2', 'r1c3'), total=15)
    >>> Cage([0, 1], 15).holds(Grid(9, 9), [6, 9] + [None] * 79)
    True
    """

    cells: Cells
    total: int | None = None

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, total: int | None = None) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board and a negative total."""
        require_cells(grid, self.cells, "cage")
        if self.total is not None and self.total < 0:
            raise PuzzleError(f"cage: the total {self.total} is negative")

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells differ and their sum can still be the total."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(filled)) < len(filled):
            return False
        if self.total is None:
            return True
        full = len(filled) == len(self.cells)
        return sum(filled) == self.total if full else sum(filled) <= self.total

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Make the cells all different, and add them up."""
        yield AllDifferent(self.cells)
        if self.total is not None:
            yield Linear(tuple((1, cell) for cell in self.cells), "==", self.total)

    def describe(self, grid: Grid) -> str:
        """Name the cells and the total."""
        total = "" if self.total is None else f" = {self.total}"
        return f"cage {grid.names(self.cells)}{total}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw the cage with the total in its corner, if it is in one piece."""
        if in_one_piece(grid, self.cells):
            total = "" if self.total is None else str(self.total)
            yield Outline(self.cells, "dashed cage", total)

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note which cells lie apart from the others."""
        return (f"{self.describe(grid)}: {note}" for note in strays(grid, self.cells))
