"""Values that bring others with them, all over the board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from nonet.model.constraints import AnyOf, Candidates, Values
from nonet.model.grid import Grid
from nonet.rules.rule import Lowered, Rule
from nonet.system.errors import PuzzleError

#: A cell, and the value that may stand there.
Place: TypeAlias = tuple[int, int]


class Company(Rule, family=True):
    """The family: where a value stands in a cell, one of some other places is filled as said."""

    @abstractmethod
    def companies(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        """Yield each place that needs company, and those of which it needs one."""

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether no filled cell has lost all its company."""
        return all(
            values[cell] != value
            or any(values[other] in (None, wanted) for other, wanted in others)
            for (cell, value), others in self.companies(grid)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Let the cell be something else, or one of the others be as it should."""
        for (cell, value), others in self.companies(grid):
            elsewhere = Candidates(cell, frozenset(grid.values) - {value})
            if others:
                wanted = (Candidates(other, frozenset({wish})) for other, wish in others)
                yield AnyOf(((elsewhere,), *((each,) for each in wanted)))
            else:
                yield elsewhere


@dataclass(frozen=True)
class Flatmates(Company):
    """Dutch flatmates: each 5 has a 1 directly above it or a 9 directly below, or both.

    With other values the one in the middle has the lowest above or the highest below.

    >>> Flatmates().holds(Grid(2, 1, range(1, 4)), [2, 3])
    True
    >>> Flatmates().holds(Grid(2, 1, range(1, 4)), [2, 1])
    False
    """

    def fit(self, grid: Grid) -> None:
        """Refuse an even number of values, and a single one."""
        if len(grid.values) % 2 == 0 or len(grid.values) < 3:
            raise PuzzleError(f"flatmates: of {len(grid.values)} values none is in the middle")

    def companies(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        """Yield what the middle value needs in each cell."""
        low, middle, high = grid.values[0], grid.values[len(grid.values) // 2], grid.values[-1]
        for cell in grid.cells:
            row, column = grid.place(cell)
            above = [(grid.at(row - 1, column), low)] if row else []
            below = [(grid.at(row + 1, column), high)] if row + 1 < grid.rows else []
            yield (cell, middle), (*above, *below)

    def describe(self, grid: Grid) -> str:
        """Say it with the values of the grid."""
        low, middle, high = grid.values[0], grid.values[len(grid.values) // 2], grid.values[-1]
        return f"flatmates: each {middle} has {low} above or {high} below"


@dataclass(frozen=True)
class TopBottom(Company):
    """Values from 1 to n go down from the top row in touching cells, and others up from the bottom.

    Wherever the first value stands in the first row, the second one stands in the second row, in
    the same column or in one beside it; so with the second and the third, and so on, and likewise
    from the bottom row upwards. A row that lacks its value, as some do without `Rows`, asks for
    nothing.

    >>> TopBottom().holds(Grid(2, 2), [1, 2, 1, 2])
    True
    >>> TopBottom().holds(Grid(3, 3), [1, 2, 3, None, None, 2, None, None, None])
    True
    """

    def fit(self, grid: Grid) -> None:
        """Refuse a board that has not as many rows as values."""
        if grid.rows != len(grid.values):
            raise PuzzleError(f"topbottom: {len(grid.values)} values for {grid.rows} rows")

    def companies(self, grid: Grid) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        """Yield what the next row must have, downwards and upwards."""
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
        """Say it in a sentence."""
        span = f"{grid.values[0]} to {grid.values[-1]}"
        return f"top-bottom: {span} in touching cells from the top row down, and from the bottom up"
