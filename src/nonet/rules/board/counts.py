"""Cells whose values count, or point at, other cells of a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Count, Regular, Relation, Values
from nonet.model.figures import Badge, Figure, Shade, centre, line
from nonet.model.grid import Cell, CellLike, Cells, CellsLike, Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs
from nonet.rules.tables import apart


@dataclass(frozen=True)
class CountingCircles(Rule):
    """A value in a circle says how many of the circles have it: 3 is in none or in three.

    Two rules of a puzzle are two sets of circles, each of which counts for itself.

    >>> CountingCircles([0, 1, 2]).holds(Grid(1, 3), [2, 1, 2])
    True
    >>> CountingCircles([0, 1, 2]).holds(Grid(1, 3), [2, 1, 1])
    False
    """

    cells: Cells

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board."""
        require_cells(grid, self.cells, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether no value is in too many circles, and those that lack some have room."""
        held = Counter(values[cell] for cell in self.cells)
        room = held.pop(None, 0)
        return all(
            value is not None and times <= value <= times + room for value, times in held.items()
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Count each value: none, or as many as it says."""
        for value in grid.values:
            yield Count(self.cells, frozenset({value}), frozenset({0, value}))

    def describe(self, grid: Grid) -> str:
        """Name the circles."""
        return f"counting circles {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a circle in each cell."""
        return (Badge(centre(grid, cell), "circle") for cell in self.cells)

    def caption(self, grid: Grid) -> str:
        """Say what is counted."""
        return "circle: its value is the number of circles with that value"


@dataclass(frozen=True)
class CountDistinct(Rule):
    """The value of one cell is the number of different values that the others have.

    >>> CountDistinct(0, [1, 2, 3]).holds(Grid(1, 4), [2, 1, 4, 1])
    True
    """

    control: Cell
    cells: Cells

    if TYPE_CHECKING:

        def __init__(self, control: CellLike, cells: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, and one that counts itself."""
        require_cells(grid, (self.control, *self.cells), self.name, at_least=2)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the number is, or can become, that of the control."""
        control = values[self.control]
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        found, empty = len(set(filled)), len(self.cells) - len(filled)
        return control is None or found <= control <= found + empty

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Walk from the control over the cells, with what is found and how much is missing."""
        with complaints_of(self.name):
            automaton = _distinct(grid.values, len(self.cells))
        yield Regular((self.control, *self.cells), automaton)

    def describe(self, grid: Grid) -> str:
        """Name the control and the cells."""
        return f"{grid.name(self.control)} counts the different values of {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Shade the cells, and draw a circle in the control."""
        yield Shade(self.cells, "yellow shade")
        yield Badge(centre(grid, self.control), "circle")


#: The values found so far, and how many others are still to be found; None before the control.
_Found: TypeAlias = tuple[frozenset[int], int] | None


@lru_cache(maxsize=64)
def _distinct(values: range, cells: int) -> Automaton:
    """Return the words of a number and then of cells with that many different values."""

    def step(state: _Found, value: int) -> _Found:
        if state is None:
            return (frozenset(), value) if value <= cells else None
        found, missing = state
        if value in found:
            return state
        return (found | {value}, missing - 1) if missing else None

    return Automaton.exploring(None, step, lambda state: state is not None and not state[1], values)


@dataclass(frozen=True)
class Slingshot(Rule):
    """The control says in which of the cells the value of the stone stands: 1 is the first.

    >>> Slingshot(0, 1, [2, 3]).holds(Grid(1, 4), [2, 4, 1, 4])
    True
    >>> Slingshot(0, 1, [2, 3]).holds(Grid(1, 4), [3, 4, 1, 4])
    False
    """

    control: Cell
    stone: Cell
    cells: Cells

    if TYPE_CHECKING:

        def __init__(self, control: CellLike, stone: CellLike, cells: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board or named twice, and too many values."""
        require_cells(grid, (self.control, self.stone, *self.cells), self.name, at_least=3)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the stone is, or can be, where the control says."""
        control, stone = values[self.control], values[self.stone]
        if control is None:
            return True
        if not 1 <= control <= len(self.cells):
            return False
        hit = values[self.cells[control - 1]]
        return stone is None or hit is None or stone == hit

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Choose one of the cells."""
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
        """Name the control, the stone and the cells."""
        return (
            f"slingshot: {grid.name(self.control)} says in which of {grid.names(self.cells)} "
            f"the value of {grid.name(self.stone)} stands"
        )

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw an arrow from the stone in a grey circle through the control's circle."""
        path = (self.stone, self.control, *self.cells)
        if not any(breaks(grid, path)):
            yield line(grid, path, "thin line", head=True)
            yield Badge(centre(grid, self.control), "circle")
            yield Badge(centre(grid, self.stone), "grey circle")

    def caption(self, grid: Grid) -> str:
        """Say what is where."""
        return "slingshot: the value in the circle counts cells to that of the grey circle"
