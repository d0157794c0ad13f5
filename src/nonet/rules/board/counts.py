"""Rules in which the value of a cell counts, selects or requires other cells."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Count, Regular, Relation, Values
from nonet.model.figures import Badge, Figure, Shade, centre, line
from nonet.model.grid import Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import CellField, CellsField, complaints_of, frozen
from nonet.rules.rule import Lowered, OnCells, Rule, require_cells, require_pairs
from nonet.rules.value_sets import apart, filled, only, span_in_words


class CountingCircles(OnCells):
    """A value in a circle tells how many circles have this value: three circles hold 3, or none do.

    If a puzzle has two such rules, each counts only its own circles.

    >>> CountingCircles([0, 1, 2]).holds(Grid(1, 3), [2, 1, 2])
    True
    """

    label = "counting circles {cells}"
    template = "A digit in a circle is the number of circles that contain that digit"
    badges = (("cells", "circle"),)

    def holds(self, grid: Grid, values: Values) -> bool:
        held = Counter(values[cell] for cell in self.cells)
        room = held.pop(None, 0)
        return all(
            value is not None and times <= value <= times + room for value, times in held.items()
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        for value in grid.values:
            yield Count(self.cells, frozenset({value}), frozenset({0, value}))


@frozen
class CountDistinct(Rule):
    """The value of the control cell is the number of different values in the other cells.

    >>> CountDistinct(0, [1, 2, 3]).holds(Grid(1, 4), [2, 1, 4, 1])
    True
    """

    control: CellField
    cells: CellsField

    label = "{control} counts the different values of {cells}"
    template = "The digit in {control} is the number of different digits in {cells}"
    names_cells = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, (self.control, *self.cells), self.name, at_least=2)

    def holds(self, grid: Grid, values: Values) -> bool:
        control = values[self.control]
        held = filled(self.cells, values)
        found, empty = len(set(held)), len(self.cells) - len(held)
        return control is None or found <= control <= found + empty

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        with complaints_of(self.name):
            automaton = _distinct(grid.values, len(self.cells))
        yield Regular((self.control, *self.cells), automaton)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Shade(self.cells, "yellow shade")
        yield Badge(centre(grid, self.control), "circle")


#: A state of the automaton: the values found so far, and the number of different values still
#: missing. The start state is None.
_Found: TypeAlias = tuple[frozenset[int], int] | None


@lru_cache(maxsize=64)
def _distinct(values: range, cells: int) -> Automaton:
    """Return the automaton of words that begin with a number n and then have n different values."""

    def step(state: _Found, value: int) -> _Found:
        if state is None:
            return (frozenset(), value) if value <= cells else None
        found, missing = state
        if value in found:
            return state
        return (found | {value}, missing - 1) if missing else None

    return Automaton.exploring(None, step, lambda state: state is not None and not state[1], values)


@frozen
class Slingshot(Rule):
    """If the control cell holds N, the N-th of the cells has the same value as the stone cell.

    The control cell may be one of the cells.

    >>> Slingshot(0, 1, [2, 3]).holds(Grid(1, 4), [2, 4, 1, 4])
    True
    """

    control: CellField
    stone: CellField
    cells: CellsField

    label = "slingshot: {control} gives the position in {cells} of the value in {stone}"
    template = (
        "A digit N in a slingshot's white circle means that the N-th cell of the arrow beyond it "
        "contains the digit in the grey circle"
    )

    def fit(self, grid: Grid) -> None:
        require_cells(grid, (self.control, self.stone), self.name, at_least=2)
        require_cells(grid, (self.stone, *self.cells), self.name, at_least=2)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        control, stone = values[self.control], values[self.stone]
        if control is None:
            return True
        if not 1 <= control <= len(self.cells):
            return False
        hit = values[self.cells[control - 1]]
        return stone is None or hit is None or stone == hit

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        equal = apart(grid.values, 0, 0)
        places = ((n, cell) for n, cell in enumerate(self.cells, start=1) if n in grid.values)
        yield AnyOf(
            tuple((only(self.control, n), Relation(self.stone, cell, equal)) for n, cell in places)
        )

    def figures(self, grid: Grid) -> Iterator[Figure]:
        path = (self.stone, self.control, *self.cells)
        if not any(breaks(grid, path)):
            yield line(grid, path, "thin line", head=True)
            yield Badge(centre(grid, self.control), "circle")
            yield Badge(centre(grid, self.stone), "grey circle")


#: A cell and a value that the cell may have.
Place: TypeAlias = tuple[int, int]


class Partners(Rule, family=True):
    """Base of rules in which some values require a partner: a value in another cell."""

    of_board = True

    @abstractmethod
    def partners(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        """Yield each pair (cell, value) that needs a partner, with the pairs that are partners."""

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(
            values[cell] != value
            or any(values[other] in (None, wanted) for other, wanted in others)
            for (cell, value), others in self.partners(grid)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        for (cell, value), others in self.partners(grid):
            elsewhere = Candidates(cell, frozenset(grid.values) - {value})
            if others:
                wanted = (Candidates(other, frozenset({wish})) for other, wish in others)
                yield AnyOf(((elsewhere,), *((each,) for each in wanted)))
            else:
                yield elsewhere


class Flatmates(Partners):
    """Dutch flatmates: each 5 has a 1 directly above it, or a 9 directly below it, or both.

    On other grids, the middle value has the lowest value above it or the highest value below it.

    >>> Flatmates().holds(Grid(2, 1, range(1, 4)), [2, 1])
    False
    """

    def fit(self, grid: Grid) -> None:
        if len(grid.values) % 2 == 0 or len(grid.values) < 3:
            raise self.refusal(f"{len(grid.values)} values have no middle value")

    def partners(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        low, middle, high = _ends_and_middle(grid)
        for cell in grid.board:
            row, column = grid.place(cell)
            above = [(grid.at(row - 1, column), low)] if row else []
            below = [(grid.at(row + 1, column), high)] if row + 1 < grid.rows else []
            yield (cell, middle), (*above, *below)

    def describe(self, grid: Grid) -> str:
        low, middle, high = _ends_and_middle(grid)
        return f"flatmates: each {middle} has {low} above or {high} below"

    def wording(self, grid: Grid) -> str:
        low, middle, high = _ends_and_middle(grid)
        return f"Every {middle} has {low} directly above it or {high} directly below it, or both"


def _ends_and_middle(grid: Grid) -> tuple[int, int, int]:
    return grid.values[0], grid.values[len(grid.values) // 2], grid.values[-1]


class TopBottom(Partners):
    """Digits run down from the top row and up from the bottom row, in touching cells.

    A 1 in row 1 needs a 2 in row 2, in a cell that shares an edge or a corner with it. A 2 in row 2
    needs a 3 in row 3, and so on. The same applies upwards from the bottom row.

    >>> TopBottom().holds(Grid(2, 2), [1, 2, 1, 2])
    True
    """

    label = "top-bottom"

    def fit(self, grid: Grid) -> None:
        if grid.rows != (count := len(grid.values)):
            raise self.refusal(f"{grid.rows} rows need {grid.rows} values, not {count}")

    def partners(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        last = grid.rows - 1
        for down in range(last):
            value = grid.values[down]
            for row, after in ((down, down + 1), (last - down, last - down - 1)):
                for column in range(grid.columns):
                    near = [at for at in (column, column - 1, column + 1) if grid.has(0, at)]
                    partners = tuple((grid.at(after, at), value + 1) for at in near)
                    yield (grid.at(row, column), value), partners

    def wording(self, grid: Grid) -> str:
        return (
            f"The digits {span_in_words(grid.values)} run down from the top row, one in each row, "
            "and each touches the next by an edge or a corner; they also run up from the bottom "
            "row in the same way"
        )
