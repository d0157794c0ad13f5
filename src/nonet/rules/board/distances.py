"""Rules about equal values at a distance: any leap, and distances of taxicabs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.constraints import AllDifferent, Count, Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.neighbours import Differ, Step, Unlike
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs, require_room
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class AntiLeaper(Unlike):
    """Cells a leap apart differ: `down` and `right` cells, in either order.

    ``AntiLeaper(1, 2)`` is anti-knight, ``AntiLeaper(1, 3)`` anti-camel. With `values`, only these
    may not be equal; with `cells`, only pairs with at least one of these cells are meant.

    >>> AntiLeaper(0, 2).holds(Grid(1, 3), [1, 2, 1])
    False
    >>> AntiLeaper(0, 2, values=[3]).holds(Grid(1, 3), [1, 2, 1])
    True
    """

    down: int
    right: int
    values: tuple[int, ...] = ()
    cells: Cells = ()

    if TYPE_CHECKING:

        def __init__(
            self, down: int, right: int, values: Iterable[int] = (), cells: CellsLike = ()
        ) -> None: ...

    @property
    def steps(self) -> tuple[Step, ...]:
        """The step in all directions."""
        ways = sorted({(self.down, self.right), (self.right, self.down)})
        rising = ((down, right) for down, right in ways if right)
        falling = ((down, -right) for down, right in ways if down)
        return (*rising, *falling)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield the pairs with one of the cells, if some are named."""
        meant = frozenset(self.cells or grid.cells)
        return (pair for pair in super().pairs(grid) if not meant.isdisjoint(pair))

    def fit(self, grid: Grid) -> None:
        """Refuse a step to nowhere, and cells and values that the grid does not have."""
        super().fit(grid)
        if min(self.down, self.right) < 0 or self.down == self.right == 0:
            raise PuzzleError(f"antileaper: {self.down} and {self.right} are no step")
        require_cells(grid, self.cells, self.name, at_least=0)
        grid.mask(self.values)

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the values are equal, and meant."""
        return a == b and (not self.values or a in self.values)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Make each pair all different, or relate it if only some values are meant."""
        return super().lower(grid) if self.values else map(AllDifferent, self.pairs(grid))

    def describe(self, grid: Grid) -> str:
        """Say the step."""
        values = f", values {' '.join(map(str, self.values))}" if self.values else ""
        cells = f", {grid.names(self.cells)}" if self.cells else ""
        return f"no equal values {self.down} and {self.right} apart{values}{cells}"


@dataclass(frozen=True)
class Taxicab(Differ):
    """Cells differ that are a distance apart, counted in rows and columns together.

    >>> Taxicab(3).holds(Grid(2, 3), [1, 2, 3, 2, 3, 1])
    False
    """

    distance: int

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of that distance; of each two opposite ones, one."""
        rising = ((down, self.distance - down) for down in range(self.distance))
        falling = ((down, down - self.distance) for down in range(1, self.distance + 1))
        return (*rising, *falling)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield all pairs at that distance; none is longer than the grid."""
        if self.distance <= grid.rows + grid.columns - 2:
            yield from super().pairs(grid)

    def fit(self, grid: Grid) -> None:
        """Refuse a distance below 1, and too many pairs."""
        if self.distance < 1:
            raise PuzzleError(f"taxicab: a distance of {self.distance}; the least is 1")
        _require_few_pairs(grid, 2 * self.distance, self.name)

    def describe(self, grid: Grid) -> str:
        """Say the distance."""
        return f"no equal values at taxicab distance {self.distance}"


@dataclass(frozen=True)
class SelfTaxicab(Rule):
    """No value stands twice at its own distance, counted in rows and columns together.

    >>> SelfTaxicab().holds(Grid(1, 3), [2, 1, 2]), SelfTaxicab().holds(Grid(1, 3), [3, 1, 3])
    (False, True)
    """

    def fit(self, grid: Grid) -> None:
        """Refuse too many pairs."""
        require_pairs(grid, self.name)
        _require_few_pairs(grid, len(grid.values) * (grid.values[-1] + 1), self.name)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int, int]]:
        """Yield each two cells with their distance, where it is a value."""
        for value in grid.values:
            if 0 < value <= grid.rows + grid.columns - 2:
                yield from ((a, b, value) for a, b in Taxicab(value).pairs(grid))

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether no value stands twice at its distance."""
        return not any(values[a] == values[b] == far for a, b, far in self.pairs(grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate each two cells at a distance that is a value."""
        once = frozenset({0, 1})
        return (Count((a, b), frozenset({far}), once) for a, b, far in self.pairs(grid))

    def describe(self, grid: Grid) -> str:
        """Say it in the setter's words."""
        return "no value twice at its own taxicab distance"


def _require_few_pairs(grid: Grid, steps: int, what: str) -> None:
    pairs = len(grid.cells) * min(steps, len(grid.cells))
    require_room(pairs, what, "pairs of cells")
