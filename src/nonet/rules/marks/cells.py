"""Rules about single cells: odd, even, or one of a set of values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.constraints import Candidates, Values
from nonet.model.figures import Badge, Figure, Printed, centre
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.rule import Lowered, Rule, require_cells
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Restriction(Rule, family=True):
    """The family: each of the cells holds an accepted value."""

    cells: Cells

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike) -> None: ...

    @abstractmethod
    def accepts(self, value: int) -> bool:
        """Tell whether a cell may hold the value."""

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board."""
        require_cells(grid, self.cells, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether each filled cell holds an accepted value."""
        return all(
            value is None or self.accepts(value) for value in map(values.__getitem__, self.cells)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Restrict the candidates of each cell."""
        values = frozenset(filter(self.accepts, grid.values))
        return (Candidates(cell, values) for cell in self.cells)

    def describe(self, grid: Grid) -> str:
        """Name the cells."""
        return f"{self.name} {grid.names(self.cells)}"


class Odd(Restriction):
    """Each of the cells holds an odd value.

    >>> Odd([0]).holds(Grid(1, 2), [2, None])
    False
    """

    told = "A grey circle has an odd value."

    def accepts(self, value: int) -> bool:
        """Tell whether the value is odd."""
        return value % 2 == 1

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a grey circle in each cell."""
        return (Badge(centre(grid, cell), "grey circle") for cell in self.cells)


class Even(Restriction):
    """Each of the cells holds an even value.

    >>> Even([0]).holds(Grid(1, 2), [2, None])
    True
    """

    told = "A grey square has an even value."

    def accepts(self, value: int) -> bool:
        """Tell whether the value is even."""
        return value % 2 == 0

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a grey square in each cell."""
        return (Badge(centre(grid, cell), "grey square") for cell in self.cells)


@dataclass(frozen=True)
class Among(Restriction):
    """Each of the cells holds one of the values: a candidate set that the setter printed.

    >>> Among([0, 1], values=[1, 2]).holds(Grid(9, 9), [1, 3] + [None] * 79)
    False
    """

    values: tuple[int, ...]

    told = "The small values in a cell are all that it may hold."

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, values: Iterable[int]) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board and values outside its range."""
        super().fit(grid)
        if not self.values:
            raise PuzzleError("among: no values to choose from")
        grid.mask(self.values)

    def accepts(self, value: int) -> bool:
        """Tell whether the value is one of the set."""
        return value in self.values

    def describe(self, grid: Grid) -> str:
        """Name the cells and the values."""
        return f"{grid.names(self.cells)} among {' '.join(map(str, self.values))}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Print the values into the cells, unless they are all there are."""
        if len(set(self.values)) < len(grid.values):
            yield Printed(self.cells, self.values)
