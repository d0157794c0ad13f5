"""Rules about cells along a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from nonet.constraints import Relation, Values
from nonet.figures import Badge, Figure, centre, line
from nonet.grid import Cells, CellsLike, Grid
from nonet.rules.connection import breaks
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs


@dataclass(frozen=True)
class Thermo(Rule):
    """A thermometer: values rise strictly from the bulb, the first cell, to the tip.

    >>> Thermo("r5c1-r5c3")
    Thermo(cells=('r5c1', 'r5c2', 'r5c3'))
    >>> Thermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    False
    """

    cells: Cells

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse a thermometer of one cell or outside the board, and too many values."""
        require_cells(grid, self.cells, "thermo", at_least=2)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells rise."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return all(lower < higher for lower, higher in pairwise(filled))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate neighbours on the line."""
        rising = frozenset((v, w) for v in grid.values for w in grid.values if v < w)
        return (Relation(a, b, rising) for a, b in pairwise(self.cells))

    def describe(self, grid: Grid) -> str:
        """Name the cells from the bulb."""
        return f"thermo {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a bulb and a tube, if the line is not broken."""
        if not any(breaks(grid, self.cells)):
            yield line(grid, self.cells, "thick grey line")
            yield Badge(centre(grid, self.cells[0]), "bulb")

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note where the line is broken."""
        return (f"{self.describe(grid)}: {note}" for note in breaks(grid, self.cells))
