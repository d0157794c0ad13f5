"""Lines that say which values stand on them, wherever on the line that is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import combinations, pairwise

from nonet.model.constraints import AllDifferent, Relation, Values
from nonet.model.grid import Grid
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, require_cells, require_pairs
from nonet.rules.tables import Table, apart


class LineSet(Line, family=True):
    """The family: the values on the line differ, and every two of them suit each other."""

    @abstractmethod
    def table(self, grid: Grid) -> Table:
        """Return the pairs that suit each other."""

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, outside the board or through a cell twice."""
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Make the cells all different, and relate every two of them."""
        yield AllDifferent(self.cells)
        if len(self.cells) <= len(grid.values):  # else nothing more is needed to refute them
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
    look = "purple line"

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells differ and lie within as many values as cells."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(filled)) < len(filled):
            return False
        return not filled or max(filled) - min(filled) < len(self.cells)

    def table(self, grid: Grid) -> Table:
        """Return the pairs within as many values as there are cells."""
        return apart(grid.values, 1, len(self.cells) - 1)

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return f"{self.look}: consecutive values, none twice, in any order"


class Nabner(LineSet):
    """No two values on the line are equal or consecutive, wherever on it they stand.

    >>> Nabner([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, 1, 3])
    True
    >>> Nabner([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, None, 4])
    False
    """

    title = "nabner"
    look = "yellow line"

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells are two or more apart."""
        filled = sorted(value for cell in self.cells if (value := values[cell]) is not None)
        return all(higher - lower >= 2 for lower, higher in pairwise(filled))

    def table(self, grid: Grid) -> Table:
        """Return the pairs that are two or more apart."""
        return apart(grid.values, 2)

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return f"{self.look}: no two values are equal or consecutive"
