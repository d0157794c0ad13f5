"""Rules about all pairs of cells that are a certain step apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nonet.constraints import AllDifferent, Relation, Values
from nonet.grid import Grid
from nonet.rules.rule import Lowered, Rule, require_pairs


class Neighbours(Rule, family=True):
    """The family: of each two opposite steps, `steps` has one."""

    steps: ClassVar[tuple[tuple[int, int], ...]]

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield all pairs of cells that are a step apart."""
        for cell in grid.cells:
            row, column = grid.place(cell)
            for down, right in self.steps:
                if grid.has(row + down, column + right):
                    yield cell, grid.at(row + down, column + right)


class Differ(Neighbours, family=True):
    """Cells a step apart differ."""

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether filled cells a step apart differ."""
        return all(values[a] is None or values[a] != values[b] for a, b in self.pairs(grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Make each pair all different."""
        return map(AllDifferent, self.pairs(grid))


@dataclass(frozen=True)
class AntiKnight(Differ):
    """Cells a knight's move apart differ.

    >>> AntiKnight().holds(Grid(2, 3), [1, 2, 3, 2, 3, 1])
    False
    """

    steps = ((1, 2), (2, 1), (2, -1), (1, -2))


@dataclass(frozen=True)
class AntiKing(Differ):
    """Cells a king's move apart differ.

    >>> AntiKing().holds(Grid(2, 2), [1, 2, 3, 1])
    False
    """

    steps = ((0, 1), (1, 1), (1, 0), (1, -1))


@dataclass(frozen=True)
class NonConsecutive(Neighbours):
    """Cells that share an edge do not hold consecutive values.

    >>> NonConsecutive().holds(Grid(1, 3), [1, 3, 2])
    False
    """

    steps = ((0, 1), (1, 0))

    def fit(self, grid: Grid) -> None:
        """Refuse too many values."""
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether no two filled neighbours are consecutive."""
        for a, b in self.pairs(grid):
            left, right = values[a], values[b]
            if left is not None and right is not None and abs(left - right) == 1:
                return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate each pair."""
        allowed = frozenset((v, w) for v in grid.values for w in grid.values if abs(v - w) != 1)
        return (Relation(a, b, allowed) for a, b in self.pairs(grid))
