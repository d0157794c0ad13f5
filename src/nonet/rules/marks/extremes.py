"""Cells compared with their neighbours: minima, maxima and inequality signs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar, Self

from nonet.model.constraints import Relation, Values
from nonet.model.figures import Badge, Figure, Line, between, centre
from nonet.model.grid import Grid
from nonet.rules.connection import EDGES, in_one_piece, touching
from nonet.rules.fields import CellsField, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs
from nonet.rules.value_sets import rising


@frozen
class Extreme(Rule, family=True):
    """Base of marks that compare a cell with its neighbours, except those with the same mark.

    With ``others_exempt=False``, only the cells of the same rule are exempt. `exempt` lists more
    exempt cells.
    """

    has_known_sign = True

    cells: CellsField
    exempt: CellsField = default(())
    others_exempt: bool = True

    #: Where arrows begin and end: the distances from the centre of the cell, in cell widths.
    ends: ClassVar[tuple[float, float]]

    @abstractmethod
    def ordered(self, cell: int, neighbour: int) -> tuple[int, int]:
        """Return the two cells. The cell with the lower value comes first."""

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name)
        require_cells(grid, self.exempt, f"{self.name}: exempt", at_least=0)
        require_pairs(grid, self.name)

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Exempt the cells that get the same mark from other rules."""
        if not self.others_exempt:
            return self
        marked = [cell for rule in rules if isinstance(rule, type(self)) for cell in rule.cells]
        new = dict.fromkeys(cell for cell in marked if cell not in (*self.cells, *self.exempt))
        return replace(self, exempt=(*self.exempt, *new)) if new else self

    def _pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        exempt = {*self.cells, *self.exempt}
        for cell in self.cells:
            for neighbour in touching(grid, cell):
                if neighbour not in exempt:
                    yield self.ordered(cell, neighbour)

    def holds(self, grid: Grid, values: Values) -> bool:
        pairs = ((values[a], values[b]) for a, b in self._pairs(grid))
        return all(low is None or high is None or low < high for low, high in pairs)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return (Relation(a, b, rising(grid.values)) for a, b in self._pairs(grid))

    def describe(self, grid: Grid) -> str:
        return f"{self.name} {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw an arrow at each edge of a cell."""
        for cell in self.cells:
            x, y = centre(grid, cell)
            for down, right in EDGES:
                points = tuple((x + end * right, y + end * down) for end in self.ends)
                yield Line(points, "thin line", head=True)

    def details(self, grid: Grid) -> Iterator[str]:
        if self.exempt:
            yield f"except {grid.names(self.exempt)}"
        if not self.others_exempt:
            yield f"also next to another {self.name}"


class Minimum(Extreme):
    """Each of the cells is lower than its neighbours, except neighbours that are a minimum, too.

    With ``others_exempt=False``, the cells of other `Minimum` rules are not exempt. `exempt` lists
    more exempt cells.

    >>> Minimum("r1c2").on(Grid(1, 3)).holds(Grid(1, 3), [3, 2, 1])
    False
    """

    ends = 0.48, 0.34
    template = (
        "A cell with arrows pointing inwards contains a lower digit than its orthogonal neighbours "
        "without such arrows"
    )

    def ordered(self, cell: int, neighbour: int) -> tuple[int, int]:
        return cell, neighbour


class Maximum(Extreme):
    """Each of the cells is higher than its neighbours, except neighbours that are a maximum, too.

    With ``others_exempt=False``, the cells of other `Maximum` rules are not exempt. `exempt` lists
    more exempt cells.

    >>> Maximum("r1c1 r1c2").on(Grid(1, 3)).holds(Grid(1, 3), [3, 2, 1])
    True
    """

    ends = 0.34, 0.48
    template = (
        "A cell with arrows pointing outwards contains a higher digit than its orthogonal "
        "neighbours without such arrows"
    )

    def ordered(self, cell: int, neighbour: int) -> tuple[int, int]:
        return neighbour, cell


@frozen
class Greater(Rule):
    """Each of the cells is greater than the next: ``Greater("r1c1 r1c2")`` is r1c1 > r1c2.

    >>> Greater([0, 1, 2]).holds(Grid(1, 3), [3, 1, 2])
    False
    """

    cells: CellsField

    template = "An inequality sign between two cells points to the lower digit"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return all(higher > lower for higher, lower in pairwise(filled))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return (Relation(b, a, rising(grid.values)) for a, b in pairwise(self.cells))

    def describe(self, grid: Grid) -> str:
        return " > ".join(map(grid.name, self.cells))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if all(in_one_piece(grid, pair) for pair in pairwise(self.cells)):
            for a, b in pairwise(self.cells):
                signs = "<>" if grid.place(a)[0] == grid.place(b)[0] else "∧∨"
                yield Badge(between(grid, a, b), "text", signs[a < b])
