"""The difficulty of placing values by singles alone, for a player who writes no marks.

A path does not count the work of finding pencil marks. So it rates all puzzles that singles solve
alike. But a player without marks has to look at the board.

For a hidden single, the player looks at its house, and at the houses that exclude the other empty
cells of this house. For a naked single, the player looks for every value that the cell cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class Placements:
    """The number of `looks` for each placement, and whether singles `finished` the puzzle.

    >>> from nonet.formats import classic
    >>> placements(classic("12..34..2......3")).finished
    True
    """

    looks: tuple[int, ...]
    finished: bool

    @property
    def most(self) -> int:
        """The number of looks for the hardest placement."""
        return max(self.looks, default=0)


def placements(puzzle: Puzzle) -> Placements:
    """Return the placements in a puzzle of houses, until no single is left."""
    values: list[int | None] = list(puzzle.givens)
    looks: list[int] = []
    while None in values:
        found = min(_singles(puzzle, values), default=None)
        if found is None:
            break
        cost, cell, value = found
        looks.append(cost)
        values[cell] = value
    return Placements(tuple(looks), None not in values)


def _singles(puzzle: Puzzle, values: Sequence[int | None]) -> Iterator[tuple[int, int, int]]:
    """Yield all hidden and naked singles: the number of looks, the cell and the value."""
    grid, exclusions = puzzle.grid, puzzle.geometry.exclusions
    houses = [frozenset(house) for house in puzzle.geometry.houses]
    holders = {
        value: {c for c, held in enumerate(values) if held == value} for value in grid.values
    }
    barred = {
        value: {cell for held in holders[value] for cell in exclusions[held]}
        for value in grid.values
    }
    for house in houses:
        empty = {cell for cell in house if values[cell] is None}
        for value in grid.values:
            left = empty - barred[value]
            if len(left) == 1 and not house & holders[value]:
                [cell] = left
                barring = [other & empty for other in houses if other & holders[value]]
                yield 1 + _fewest(barring, empty - left), cell, value
    for cell, held in enumerate(values):
        if held is None:
            open_values = [value for value in grid.values if cell not in barred[value]]
            if len(open_values) == 1:
                yield len(grid.values) - 1, cell, open_values[0]


def _fewest(houses: Sequence[frozenset[int] | set[int]], cells: set[int]) -> int:
    """Return the smallest number of houses that together have all the cells.

    >>> _fewest([{1, 2}, {3}, {2, 3}, {1}], {1, 2, 3})
    2
    """
    useful = {frozenset(house & cells) for house in houses if house & cells}
    for count in range(len(useful) + 1):
        for chosen in combinations(useful, count):
            if cells <= frozenset().union(*chosen):
                return count
    return len(useful)
