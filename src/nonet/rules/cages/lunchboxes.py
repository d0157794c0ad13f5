"""Lunchboxes: cages whose sum is that of a sandwich."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from nonet.model.constraints import AllDifferent, AnyOf, Relation, Values
from nonet.model.figures import Figure, Outline
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.outside.totals import sum_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs, require_room
from nonet.rules.tables import rising
from nonet.system.errors import PuzzleError
from nonet.system.limits import require_means


@dataclass(frozen=True)
class Lunchbox(Rule):
    """All cells differ, and what stands between their lowest and their highest has the total.

    >>> Lunchbox([0, 1, 2, 3], 2).holds(Grid(1, 4), [3, 1, 2, 4])
    True
    """

    cells: Cells
    total: int

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, total: int) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse a single cell, cells outside the board, a negative total and too many values."""
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)
        if self.total < 0:
            raise PuzzleError(f"lunchbox: the total {self.total} is negative")
        terms = len(self.cells) ** 3
        require_room(terms, self.name, "comparisons of cells")

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells differ and, once all are, have the total between."""
        line = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(line)) < len(line):
            return False
        if len(line) < len(self.cells):
            return True
        start, end = sorted((line.index(min(line)), line.index(max(line))))
        return sum(line[start + 1 : end]) == self.total

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Choose the lowest and the highest cell."""
        less = rising(grid.values)
        yield AllDifferent(self.cells)
        choices: list[tuple[Lowered, ...]] = []
        for low, high in permutations(range(len(self.cells)), 2):
            require_means()
            others = [cell for at, cell in enumerate(self.cells) if at not in (low, high)]
            bottom, top = self.cells[low], self.cells[high]
            below = (Relation(bottom, cell, less) for cell in (*others, top))
            above = (Relation(cell, top, less) for cell in others)
            between = self.cells[min(low, high) + 1 : max(low, high)]
            if between:
                choices.append((*below, *above, sum_of(between, self.total)))
            elif self.total == 0:
                choices.append((*below, *above))
        yield AnyOf(tuple(choices))

    def describe(self, grid: Grid) -> str:
        """Name the cells and the total."""
        return f"lunchbox {grid.names(self.cells)} = {self.total}"

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note which cells lie apart from the others."""
        return (f"{self.describe(grid)}: {note}" for note in strays(grid, self.cells))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a cage with the total, if the cells are in one piece."""
        if in_one_piece(grid, self.cells):
            yield Outline(self.cells, "blue cage", str(self.total))

    def caption(self, grid: Grid) -> str:
        """Say what the cage means."""
        return "blue cage: values differ; the total lies between its lowest and its highest value"
