"""The solutions found so far, and the pencil marks that they have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from nonet.puzzle import Puzzle
from nonet.solvers import Solution

#: A cell and a value.
Mark: TypeAlias = tuple[int, int]


class SolutionPool:
    """Different solutions of a puzzle. If the pool is `complete`, there are no others.

    A mark is `settled` if its count is exact or has reached the caller's cap.

    >>> from nonet.formats import latin
    >>> pool = SolutionPool(latin(side=2))
    >>> pool.add((1, 2, 2, 1))
    >>> pool.through(0, 1), pool.count(0, 2)
    ([(1, 2, 2, 1)], 0)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.solutions: list[Solution] = []
        self.complete = False
        self.settled: set[Mark] = set()
        self._grid = puzzle.grid
        self._known: set[Solution] = set()
        self._through: dict[Mark, list[Solution]] = {}
        self._counted: dict[Mark, int] = {}

    def add(self, solution: Solution) -> None:
        """Add a solution, unless it is in the pool."""
        if solution in self._known:
            return
        self._known.add(solution)
        self.solutions.append(solution)
        for mark in enumerate(solution):
            self._through.setdefault(mark, []).append(solution)

    def through(self, cell: int, value: int) -> list[Solution]:
        """Return the known solutions with this value in this cell."""
        return self._through.get((cell, value), [])

    def count(self, cell: int, value: int) -> int:
        """Return the known number of solutions with this value in this cell."""
        return max(len(self.through(cell, value)), self._counted.get((cell, value), 0))

    def set_count(self, mark: Mark, count: int) -> None:
        """Record the number of solutions with a mark, even if some are not in the pool."""
        self._counted[mark] = count

    def masks(self) -> tuple[int, ...]:
        """Return for each cell the mask of the values that it has in the solutions."""
        masks = [0] * len(self._grid.cells)
        for cell, value in self._through:
            masks[cell] |= self._grid.bit(value)
        return tuple(masks)

    def equal_cells(self) -> Iterator[tuple[int, ...]]:
        """Yield the groups of cells that are equal in each known solution, but not fixed."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell, column in enumerate(zip(*self.solutions, strict=True)):
            groups.setdefault(column, []).append(cell)
        for column, cells in groups.items():
            if len(cells) > 1 and len(set(column)) > 1:
                yield tuple(cells)
