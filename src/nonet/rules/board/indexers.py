"""Indexers: a cell in column 1 with the value 4 says that the 1 of its row is in column 4."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Self

from nonet.model.constraints import Candidates, Relation, Values
from nonet.model.figures import Figure, Shade, ShadeLook
from nonet.model.grid import Cells, Grid
from nonet.rules.board.houses import block, require_tiling
from nonet.rules.fields import CellsField, default, frozen
from nonet.rules.rule import Lowered, OnCells, Rule, require_cells, require_room
from nonet.rules.value_sets import Table


class Indexing(Rule, family=True):
    """Base of indexers. If place 2 of a line holds 5 and place 5 holds 2, place 2 is an indexer."""

    reads = "digits"

    @abstractmethod
    def line(self, grid: Grid, cell: int) -> Cells:
        """Return the cells of the line through a cell."""

    def fit(self, grid: Grid) -> None:
        pairs = len(grid.values) ** 4  # n² tables with n² entries
        require_room(pairs, self.name, "entries of tables")
        super().fit(grid)

    def indexes(self, grid: Grid, cell: int, values: Values) -> bool | None:
        """Tell whether a cell is an indexer, or return None if this depends on empty cells."""
        line, value = self.line(grid, cell), values[cell]
        if value is None:
            return None
        if not 1 <= value <= len(line):
            return False
        found = values[line[value - 1]]
        return None if found is None else found == line.index(cell) + 1

    def _relations(self, grid: Grid, cell: int, indexes: bool) -> Iterator[Relation]:
        """Yield the relations by which a cell is an indexer, or is none."""
        line = self.line(grid, cell)
        place = line.index(cell) + 1
        for value, target in enumerate(line, start=1):
            if value in grid.values and target != cell:
                yield Relation(cell, target, _followed(grid.values, value, place, indexes))


class Indexer(Indexing, OnCells, family=True):
    """Base of the rules that mark indexers."""

    label = "{title} {cells}"
    look: ClassVar[ShadeLook]
    #: The setters' name for the rule.
    title: ClassVar[str]
    #: Parts of the sentence for players, such as "in row R", "R" and "row N of its column".
    place: ClassVar[str]
    letter: ClassVar[str]
    target: ClassVar[str]

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(self.indexes(grid, cell, values) is not False for cell in self.cells)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        for cell in self.cells:
            places = range(1, len(self.line(grid, cell)) + 1)
            yield Candidates(cell, frozenset(grid.values).intersection(places))
            yield from self._relations(grid, cell, indexes=True)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Shade(self.cells, self.look)

    def wording(self, grid: Grid) -> str:
        colour = self.look.partition(" ")[0]
        return (
            f"If a {colour} cell {self.place} contains N, then {self.target} contains {self.letter}"
        )


class NegativeIndexers(Indexing, family=True):
    """Base of negative constraints: cells without a mark are not indexers."""

    of_board = True
    label = "every {marking.title} is marked"
    template = (
        "Every {marking.title} is marked: if any other cell {marking.place} contains N, then "
        "{marking.target} does not contain {marking.letter}"
    )
    remarks = (("exempt", "", "except {exempt}"),)

    #: Cells that may be indexers without a mark.
    exempt: Cells
    #: The rule that marks the indexers.
    marking: ClassVar[type[Indexer]]

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.exempt, f"{self.name}: exempt", at_least=0)

    def beside(self, rules: Sequence[Rule]) -> Self:
        marked = [c for rule in rules if isinstance(rule, self.marking) for c in rule.cells]
        exempt = tuple(dict.fromkeys((*self.exempt, *marked)))
        return replace(self, exempt=exempt)  # type: ignore[call-arg]

    def line(self, grid: Grid, cell: int) -> Cells:
        return self.marking.line(self, grid, cell)

    def _unmarked(self, grid: Grid) -> Iterator[int]:
        exempt = frozenset(self.exempt)
        return (cell for cell in grid.board if cell not in exempt)

    def holds(self, grid: Grid, values: Values) -> bool:
        return not any(self.indexes(grid, cell, values) for cell in self._unmarked(grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        for cell in self._unmarked(grid):
            place = self.line(grid, cell).index(cell) + 1
            yield Candidates(cell, frozenset(grid.values) - {place})
            yield from self._relations(grid, cell, indexes=False)


class RowIndexer(Indexer):
    """If a cell in row r holds v, then row v of its column holds r.

    >>> RowIndexer([0]).holds(Grid(2, 1), [2, 1])
    True
    """

    look = "green shade"
    title = "row indexer"
    place, letter, target = "in row R", "R", "row N of its column"

    def line(self, grid: Grid, cell: int) -> Cells:
        _, column = grid.place(cell)
        return tuple(grid.at(row, column) for row in range(grid.rows))


class ColumnIndexer(Indexer):
    """If a cell in column c holds v, then column v of its row holds c.

    In the variant "159", the cells are columns 1, 5 and 9.

    >>> ColumnIndexer([1]).holds(Grid(1, 2), [2, 1])
    True
    """

    look = "red shade"
    title = "column indexer"
    place, letter, target = "in column C", "C", "column N of its row"

    def line(self, grid: Grid, cell: int) -> Cells:
        row, _ = grid.place(cell)
        return tuple(grid.at(row, column) for column in range(grid.columns))


@frozen
class BoxIndexer(Indexer):
    """If a cell at place p of its box holds v, then place v of the box holds p.

    The places of a box of ``height × width`` cells are counted in reading order.

    >>> BoxIndexer([0], 2, 2).holds(Grid(2, 2, range(1, 5)), [4, 2, 3, 1])
    True
    """

    cells: CellsField
    height: int
    width: int

    look = "blue shade"
    title = "box indexer"
    place, letter, target = "at place P of its box", "P", "place N of the box"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_tiling(grid, self.height, self.width, self.name)

    def line(self, grid: Grid, cell: int) -> Cells:
        row, column = grid.place(cell)
        top, left = row - row % self.height, column - column % self.width
        return block(grid, top, left, self.height, self.width)


@frozen
class NegativeRowIndexers(NegativeIndexers):
    """No cell is a row indexer, except the cells of `RowIndexer` rules.

    >>> NegativeRowIndexers().holds(Grid(2, 1), [2, 1])
    False
    """

    exempt: CellsField = default(())

    marking = RowIndexer


@frozen
class NegativeColumnIndexers(NegativeIndexers):
    """No cell is a column indexer, except the cells of `ColumnIndexer` rules.

    >>> NegativeColumnIndexers().holds(Grid(1, 2), [2, 1])
    False
    """

    exempt: CellsField = default(())

    marking = ColumnIndexer


@frozen
class NegativeBoxIndexers(NegativeIndexers):
    """No cell is a box indexer, except the cells of `BoxIndexer` rules.

    >>> NegativeBoxIndexers(2, 2).holds(Grid(2, 2, range(1, 5)), [4, 3, 2, 1])
    False
    """

    height: int
    width: int
    exempt: CellsField = default(())

    marking = BoxIndexer

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_tiling(grid, self.height, self.width, self.name)


@lru_cache(maxsize=2048)
def _followed(values: range, value: int, place: int, always: bool) -> Table:
    """Return the pairs of values in which `value` is always, or never, followed by `place`."""
    return frozenset((v, w) for v in values for w in values if v != value or (w == place) is always)
