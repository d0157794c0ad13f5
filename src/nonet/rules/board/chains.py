"""Rules by which a value in one cell requires a value in a neighbouring cell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TypeAlias

from nonet.model.constraints import AnyOf, Candidates, Values
from nonet.model.grid import Grid
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import span_in_words
from nonet.system.errors import PuzzleError

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
        """If a cell holds a value that needs a partner, require one of the partners."""
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

    >>> Flatmates().holds(Grid(2, 1, range(1, 4)), [2, 3])
    True
    >>> Flatmates().holds(Grid(2, 1, range(1, 4)), [2, 1])
    False
    """

    def fit(self, grid: Grid) -> None:
        if len(grid.values) % 2 == 0 or len(grid.values) < 3:
            raise PuzzleError(f"flatmates: {len(grid.values)} values have no middle value")

    def partners(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        low, middle, high = grid.values[0], grid.values[len(grid.values) // 2], grid.values[-1]
        for cell in grid.cells:
            row, column = grid.place(cell)
            above = [(grid.at(row - 1, column), low)] if row else []
            below = [(grid.at(row + 1, column), high)] if row + 1 < grid.rows else []
            yield (cell, middle), (*above, *below)

    def describe(self, grid: Grid) -> str:
        low, middle, high = grid.values[0], grid.values[len(grid.values) // 2], grid.values[-1]
        return f"flatmates: each {middle} has {low} above or {high} below"

    def wording(self, grid: Grid) -> str:
        low, middle, high = grid.values[0], grid.values[len(grid.values) // 2], grid.values[-1]
        return f"Every {middle} has {low} directly above it or {high} directly below it, or both"


class TopBottom(Partners):
    """Digits run down from the top row and up from the bottom row, in touching cells.

    A 1 in row 1 needs a 2 in row 2, in a cell that shares an edge or a corner with it. A 2 in row 2
    needs a 3 in row 3, and so on. The same applies upwards from the bottom row.

    >>> TopBottom().holds(Grid(2, 2), [1, 2, 1, 2])
    True
    >>> TopBottom().holds(Grid(3, 3), [1, 2, 3, None, None, 2, None, None, None])
    True
    """

    def fit(self, grid: Grid) -> None:
        if grid.rows != len(grid.values):
            raise PuzzleError(
                f"topbottom: {grid.rows} rows need {grid.rows} values, not {len(grid.values)}"
            )

    def partners(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        last = grid.rows - 1
        for down in range(last):
            value = grid.values[down]
            for row, after in ((down, down + 1), (last - down, last - down - 1)):
                for column in range(grid.columns):
                    near = (each for each in (column, column - 1, column + 1))
                    yield (
                        (grid.at(row, column), value),
                        tuple(
                            (grid.at(after, each), value + 1) for each in near if grid.has(0, each)
                        ),
                    )

    def describe(self, grid: Grid) -> str:
        return "top-bottom"

    def wording(self, grid: Grid) -> str:
        return (
            f"The digits {span_in_words(grid.values)} run down from the top row, one in each row, "
            "and each touches the next by an edge or a corner; they also run up from the bottom "
            "row in the same way"
        )
