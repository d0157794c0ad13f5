"""Rules for single cells: odd, even, or one of some values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from nonet.model.constraints import Candidates, Values
from nonet.model.figures import Badge, Figure, Printed, centre
from nonet.model.grid import Grid
from nonet.rules.fields import CellsField, IntegersField, frozen
from nonet.rules.rule import Lowered, OnCells
from nonet.system.errors import PuzzleError


class Restriction(OnCells, family=True):
    """Base of rules that accept only some values in each of the cells."""

    @abstractmethod
    def accepts(self, value: int) -> bool:
        """Tell whether a cell may hold the value."""

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(
            value is None or self.accepts(value) for value in map(values.__getitem__, self.cells)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        values = frozenset(filter(self.accepts, grid.values))
        return (Candidates(cell, values) for cell in self.cells)

    def describe(self, grid: Grid) -> str:
        return f"{self.name} {grid.names(self.cells)}"


class Odd(Restriction):
    """Each of the cells holds an odd value.

    >>> Odd([0]).holds(Grid(1, 2), [2, None])
    False
    """

    template = "A cell with a grey circle contains an odd digit"
    has_known_sign = True

    def accepts(self, value: int) -> bool:
        return value % 2 == 1

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return (Badge(centre(grid, cell), "grey circle") for cell in self.cells)


class Even(Restriction):
    """Each of the cells holds an even value.

    >>> Even([0]).holds(Grid(1, 2), [2, None])
    True
    """

    template = "A cell with a grey square contains an even digit"
    has_known_sign = True

    def accepts(self, value: int) -> bool:
        return value % 2 == 0

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return (Badge(centre(grid, cell), "grey square") for cell in self.cells)


@frozen
class Among(Restriction):
    """Each of the cells holds one of the values, which the setter printed in it.

    >>> Among([0, 1], values=[1, 2]).holds(Grid(9, 9), [1, 3] + [None] * 79)
    False
    """

    cells: CellsField
    values: IntegersField

    template = "A cell with small printed digits contains one of them"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if not self.values:
            raise PuzzleError("among: the list of values is empty")
        grid.mask(self.values)

    def accepts(self, value: int) -> bool:
        return value in self.values

    def describe(self, grid: Grid) -> str:
        return f"{grid.names(self.cells)} among {' '.join(map(str, self.values))}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Print the values into the cells, unless the cells may hold every value."""
        if len(set(self.values)) < len(grid.values):
            yield Printed(self.cells, self.values)
