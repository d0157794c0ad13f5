"""Thermometers: values rise, or at least do not fall, from the bulb to the tip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from nonet.model.constraints import Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, centre
from nonet.model.grid import Grid
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, require_cells, require_pairs
from nonet.rules.tables import rising


class RisingLine(Line, family=True):
    """The family: values rise from the bulb, the first cell, to the tip; no cell twice."""

    #: By how much a value is higher than the one before, or more.
    step: ClassVar[int]
    bulb: ClassVar[BadgeLook]

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, outside the board or through a cell twice."""
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate neighbours on the line."""
        allowed = rising(grid.values, self.step)
        return (Relation(a, b, allowed) for a, b in pairwise(self.cells))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a bulb and a tube, if the line is not broken."""
        for tube in super().figures(grid):
            yield tube
            yield Badge(centre(grid, self.cells[0]), self.bulb)


class Thermo(RisingLine):
    """A thermometer: values rise strictly from the bulb, the first cell, to the tip.

    >>> Thermo("r5c1-r5c3")
    Thermo(cells=('r5c1', 'r5c2', 'r5c3'))
    >>> Thermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    False
    """

    title = "thermo"
    look, bulb = "thick grey line", "bulb"
    step = 1
    told = "Thermometer: values rise strictly from the bulb to the tip."

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells rise."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return all(lower < higher for lower, higher in pairwise(filled))


class SlowThermo(RisingLine):
    """A slow thermometer: values never fall from the bulb, the first cell, to the tip.

    >>> SlowThermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    True
    """

    title = "slow thermo"
    look, bulb = "thick blue line", "blue bulb"
    step = 0

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells never fall."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return filled == sorted(filled)

    def caption(self, grid: Grid) -> str:
        """Tell it from a thermometer."""
        return "blue thermometer: values never fall from the bulb to the tip"
