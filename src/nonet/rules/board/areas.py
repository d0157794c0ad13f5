"""Rules about areas: cells that shared edges connect."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.model.constraints import Connected, Count, Values
from nonet.model.grid import Grid
from nonet.rules.connection import pieces, touching
from nonet.rules.fields import IntegersField, default, frozen
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import either
from nonet.system.errors import PuzzleError


@frozen
class ConnectedValues(Rule):
    """All cells that hold one of the values form a single area, connected by shared edges.

    At least one cell holds one of the values. If there is a size, the area has so many cells.

    >>> ConnectedValues([1]).holds(Grid(2, 2), [1, 2, 2, 1])
    False
    >>> ConnectedValues([1], size=3).holds(Grid(2, 2), [1, 2, None, 1])
    True
    """

    values: IntegersField
    size: int | None = default(None)

    of_board = True

    def fit(self, grid: Grid) -> None:
        if not grid.mask(self.values):
            raise PuzzleError(f"{self.name}: the list of values is empty")
        if self.size is not None and not 1 <= self.size <= len(grid.cells):
            raise PuzzleError(
                f"{self.name}: the size must be from 1 to {len(grid.cells)}, not {self.size}"
            )

    def holds(self, grid: Grid, values: Values) -> bool:
        sure = {cell for cell in grid.cells if values[cell] in self.values}
        areas = pieces(grid, [c for c in grid.cells if c in sure or values[c] is None])
        return any(
            sure.issubset(area) and (self.size is None or len(sure) <= self.size <= len(area))
            for area in areas
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        values = frozenset(self.values)
        yield Connected(tuple(grid.cells), values, edges(grid), self.size or 1)
        if self.size is not None:
            yield Count(tuple(grid.cells), values, frozenset({self.size}))

    def describe(self, grid: Grid) -> str:
        size = "" if self.size is None else f", {self.size} cells"
        return f"connected values {' '.join(map(str, self.values))}{size}"

    def wording(self, grid: Grid) -> str:
        size = "" if self.size is None else f" of {self.size} cells"
        return f"All cells with {either(self.values)} form one orthogonally connected area{size}"


@lru_cache(maxsize=16)
def edges(grid: Grid) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that share an edge.

    >>> edges(Grid(2, 2))
    ((0, 1), (0, 2), (1, 3), (2, 3))
    """
    return tuple(
        (cell, near) for cell in grid.cells for near in touching(grid, cell) if near > cell
    )
