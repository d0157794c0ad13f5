"""Rules in which the value of a cell counts other cells, or is the position of another cell."""

from __future__ import annotations

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
from nonet.rules.value_sets import apart


class CountingCircles(OnCells):
    """A value in a circle tells how many circles have this value: three circles hold 3, or none do.

    If a puzzle has two such rules, each counts only its own circles.

    >>> CountingCircles([0, 1, 2]).holds(Grid(1, 3), [2, 1, 2])
    True
    >>> CountingCircles([0, 1, 2]).holds(Grid(1, 3), [2, 1, 1])
    False
    """

    template = "A digit in a circle is the number of circles that contain that digit"

    def holds(self, grid: Grid, values: Values) -> bool:
        held = Counter(values[cell] for cell in self.cells)
        room = held.pop(None, 0)
        return all(
            value is not None and times <= value <= times + room for value, times in held.items()
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        for value in grid.values:
            yield Count(self.cells, frozenset({value}), frozenset({0, value}))

    def describe(self, grid: Grid) -> str:
        return f"counting circles {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return (Badge(centre(grid, cell), "circle") for cell in self.cells)


@frozen
class CountDistinct(Rule):
    """The value of the control cell is the number of different values in the other cells.

    >>> CountDistinct(0, [1, 2, 3]).holds(Grid(1, 4), [2, 1, 4, 1])
    True
    """

    control: CellField
    cells: CellsField

    names_cells = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, (self.control, *self.cells), self.name, at_least=2)

    def holds(self, grid: Grid, values: Values) -> bool:
        control = values[self.control]
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        found, empty = len(set(filled)), len(self.cells) - len(filled)
        return control is None or found <= control <= found + empty

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Use an automaton that reads the control cell first, and then the cells that it counts."""
        with complaints_of(self.name):
            automaton = _distinct(grid.values, len(self.cells))
        yield Regular((self.control, *self.cells), automaton)

    def describe(self, grid: Grid) -> str:
        return f"{grid.name(self.control)} counts the different values of {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        yield Shade(self.cells, "yellow shade")
        yield Badge(centre(grid, self.control), "circle")

    def wording(self, grid: Grid) -> str:
        cells = grid.names(self.cells)
        return (
            f"The digit in {grid.name(self.control)} is the number of different digits in {cells}"
        )


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

    >>> Slingshot(0, 1, [2, 3]).holds(Grid(1, 4), [2, 4, 1, 4])
    True
    >>> Slingshot(0, 1, [2, 3]).holds(Grid(1, 4), [3, 4, 1, 4])
    False
    """

    control: CellField
    stone: CellField
    cells: CellsField

    template = (
        "A digit N in a slingshot's white circle means that the N-th cell of the arrow beyond it "
        "contains the digit in the grey circle"
    )

    def fit(self, grid: Grid) -> None:
        require_cells(grid, (self.control, self.stone, *self.cells), self.name, at_least=3)
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
        yield AnyOf(
            tuple(
                (
                    Candidates(self.control, frozenset({place})),
                    Relation(self.stone, cell, equal),
                )
                for place, cell in enumerate(self.cells, start=1)
                if place in grid.values
            )
        )

    def describe(self, grid: Grid) -> str:
        return (
            f"slingshot: {grid.name(self.control)} gives the position in {grid.names(self.cells)} "
            f"of the value in {grid.name(self.stone)}"
        )

    def figures(self, grid: Grid) -> Iterator[Figure]:
        path = (self.stone, self.control, *self.cells)
        if not any(breaks(grid, path)):
            yield line(grid, path, "thin line", head=True)
            yield Badge(centre(grid, self.control), "circle")
            yield Badge(centre(grid, self.stone), "grey circle")
