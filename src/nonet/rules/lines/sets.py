"""Lines on which the order of the values does not matter: renban and nabner."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import combinations, pairwise

from nonet.model.constraints import AllDifferent, Relation, Values
from nonet.model.grid import Grid
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, require_cells, require_pairs
from nonet.rules.value_sets import Table, apart


class LineSet(Line, family=True):
    """Base of lines without repeats. A table has the pairs of values that may occur together."""

    @abstractmethod
    def table(self, grid: Grid) -> Table:
        """Return the pairs of values that may occur together."""

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield AllDifferent(self.cells)
        if len(self.cells) <= len(grid.values):  # a longer line cannot be filled anyway
            table = self.table(grid)
            yield from (Relation(a, b, table) for a, b in combinations(self.cells, 2))


class Renban(LineSet):
    """The values on the line are consecutive and differ, in any order.

    >>> Renban([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, 3, 4])
    True
    >>> Renban([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, None, 2])
    False
    """

    title = "renban"
    template = "A purple line contains consecutive digits without repeats, in any order"
    look = "purple line"

    def holds(self, grid: Grid, values: Values) -> bool:
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(filled)) < len(filled):
            return False
        return not filled or max(filled) - min(filled) < len(self.cells)

    def table(self, grid: Grid) -> Table:
        return apart(grid.values, 1, len(self.cells) - 1)


class Nabner(LineSet):
    """No two values on the line are equal or consecutive, in any position.

    >>> Nabner([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, 1, 3])
    True
    >>> Nabner([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, None, 4])
    False
    """

    title = "nabner"
    template = "No two digits on a yellow line are equal or consecutive, in any position"
    look = "yellow line"

    def holds(self, grid: Grid, values: Values) -> bool:
        filled = sorted(value for cell in self.cells if (value := values[cell]) is not None)
        return all(higher - lower >= 2 for lower, higher in pairwise(filled))

    def table(self, grid: Grid) -> Table:
        return apart(grid.values, 2)
