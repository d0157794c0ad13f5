"""Marks in cells and on corners: odd, even, printed values, quadruples."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from nonet.model.constraints import Candidates, Count, Values
from nonet.model.figures import Badge, Figure, Outline, Printed, between
from nonet.model.grid import Grid
from nonet.rules.connection import in_one_piece
from nonet.rules.fields import CellsField, IntegersField, frozen
from nonet.rules.rule import Lowered, OnCells
from nonet.rules.value_sets import filled, span


class Restriction(OnCells, family=True):
    """Base of rules that accept only some values in each of the cells."""

    reads = "digits"
    has_known_sign = True

    @abstractmethod
    def accepts(self, value: int) -> bool:
        """Tell whether a cell may hold the value."""

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(map(self.accepts, filled(self.cells, values)))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        values = frozenset(filter(self.accepts, grid.values))
        return (Candidates(cell, values) for cell in self.cells)


class Odd(Restriction):
    """Each of the cells holds an odd value.

    >>> Odd([0]).holds(Grid(1, 2), [2, None])
    False
    """

    template = "A cell with a grey circle contains an odd digit"
    badges = (("cells", "grey circle"),)

    def accepts(self, value: int) -> bool:
        return value % 2 == 1


class Even(Restriction):
    """Each of the cells holds an even value.

    >>> Even([0]).holds(Grid(1, 2), [2, None])
    True
    """

    template = "A cell with a grey square contains an even digit"
    badges = (("cells", "grey square"),)

    def accepts(self, value: int) -> bool:
        return value % 2 == 0


@frozen
class Among(Restriction):
    """Each of the cells holds one of the values, which the setter printed in it.

    >>> Among([0, 1], values=[1, 2]).holds(Grid(9, 9), [1, 3] + [None] * 79)
    False
    """

    cells: CellsField
    values: IntegersField

    template = "A cell with small printed digits contains one of them"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if not self.values:
            raise self.refusal("the list of values is empty")
        grid.mask(self.values)

    def accepts(self, value: int) -> bool:
        return value in self.values

    def describe(self, grid: Grid) -> str:
        return f"{grid.names(self.cells)} among {' '.join(map(str, self.values))}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if len(set(self.values)) < len(grid.values):
            yield Printed(self.cells, self.values)


@frozen
class Holding(OnCells, family=True):
    """Base of rules that require listed values in some cells, each as often as it is listed."""

    cells: CellsField
    values: IntegersField

    reads = "digits"
    label = "{name} {cells}: {listed}"
    #: Whether a value must occur exactly as often as it is listed, instead of at least as often.
    exactly = False

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        grid.mask(self.values)
        if not self.values:
            raise self.refusal("the list of values is empty")
        if len(self.values) > len(self.cells):
            room, found = len(self.cells), len(self.values)
            raise self.refusal(f"{room} cells cannot hold {found} values")

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [values[cell] for cell in self.cells]
        room = held.count(None)
        for value in set(self.values):
            times, found = self.values.count(value), held.count(value)
            if found < times:
                room -= times - found
            elif found > times and self.exactly:
                return False
        return room >= 0

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Count each listed value, and also all listed values together, which helps solvers."""
        cells = self.cells
        different = frozenset(self.values)
        for value in dict.fromkeys(self.values):
            times = self.values.count(value)
            most = times if self.exactly else len(cells)
            yield Count(cells, span(value, value), span(times, most))
        if len(different) > 1:
            yield Count(cells, different, span(len(self.values), len(cells)))

    @property
    def listed(self) -> str:
        return " ".join(map(str, sorted(self.values)))


class Quadruple(Holding):
    """The four cells around a corner hold the values, each at least as often as it is listed.

    >>> Quadruple([0, 1, 2, 3], [1, 1, 3]).holds(Grid(2, 2, range(1, 5)), [1, 3, 4, 1])
    True
    """

    template = (
        "Digits in a circle on a corner appear in its four cells, at least as often as written"
    )
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        first, below = min(self.cells), grid.columns
        square = {first, first + 1, first + below, first + below + 1}
        if {*self.cells} != square or first % grid.columns == grid.columns - 1:
            raise self.refusal(f"{grid.names(self.cells)} are not a 2×2 square")

    def figures(self, grid: Grid) -> Iterator[Figure]:
        values = [str(value) for value in sorted(self.values)]
        upper = len(values) if len(values) < 3 else 2
        lines = (" ".join(values[:upper]), " ".join(values[upper:]))
        yield Badge(between(grid, *self.cells), "small circle", "\n".join(filter(None, lines)))


@frozen
class Contains(Holding):
    """The cells hold the values, each at least as often as it is listed.

    With ``exactly=True`` each occurs exactly as often as it is listed. Other values are free.

    >>> Contains([0, 1, 2], [2, 2], exactly=True).holds(Grid(1, 3), [2, 2, 2])
    False
    """

    cells: CellsField
    values: IntegersField
    exactly: bool = False

    def describe(self, grid: Grid) -> str:
        return f"{super().describe(grid)}{' exactly' if self.exactly else ''}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if in_one_piece(grid, self.cells):
            yield Outline(self.cells, "green cage", self.listed)

    def wording(self, grid: Grid) -> str:
        often = "exactly" if self.exactly else "at least"
        return f"A green cage contains the digits in its corner, each {often} as often as written"
