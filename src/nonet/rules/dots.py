"""Dots between two cells: white for neighbours in value, black for a double."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nonet.constraints import Relation, Values
from nonet.errors import PuzzleError
from nonet.figures import Badge, BadgeLook, Figure, between
from nonet.grid import Cell, CellLike, CellsLike, Grid, spread
from nonet.rules.connection import in_one_piece
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs


@dataclass(frozen=True, init=False)
class Dot(Rule, family=True):
    """The family: the values of two cells suit each other.

    Both cells may be passed in one: ``"r1c1 r1c2"``.
    """

    a: Cell
    b: Cell

    look: ClassVar[BadgeLook]

    def __init__(self, a: CellLike | CellsLike, b: CellLike | None = None) -> None:
        if b is None:
            with complaints_of(self.name):
                cells = spread([a] if isinstance(a, int) else a)
                if len(cells) != 2:
                    raise PuzzleError(f"{len(cells)} cells, not 2")
            a, b = cells
        object.__setattr__(self, "a", a)
        object.__setattr__(self, "b", b)
        self.__post_init__()

    @abstractmethod
    def suits(self, a: int, b: int) -> bool:
        """Tell whether the dot allows the two values."""

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, and too many values."""
        require_cells(grid, (self.a, self.b), self.name)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the two values suit each other, once both cells are filled."""
        a, b = values[self.a], values[self.b]
        return a is None or b is None or self.suits(a, b)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate the two cells."""
        pairs = ((v, w) for v in grid.values for w in grid.values if self.suits(v, w))
        yield Relation(self.a, self.b, frozenset(pairs))

    def describe(self, grid: Grid) -> str:
        """Name the two cells."""
        return f"{self.name} {grid.names((self.a, self.b))}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a dot on the edge between the two, if they share one."""
        if self.a != self.b and in_one_piece(grid, (self.a, self.b)):
            yield Badge(between(grid, self.a, self.b), self.look)


class WhiteDot(Dot):
    """The two values are consecutive.

    >>> WhiteDot("r1c1 r1c2") == WhiteDot("A1", "A2")
    True
    >>> WhiteDot(0, 1).holds(Grid(1, 4), [2, 4, None, None])
    False
    """

    look = "white dot"

    def suits(self, a: int, b: int) -> bool:
        """Tell whether the values differ by one."""
        return abs(a - b) == 1


class BlackDot(Dot):
    """One of the two values is twice the other.

    >>> BlackDot(0, 1).holds(Grid(1, 4), [2, 4, None, None])
    True
    """

    look = "black dot"

    def suits(self, a: int, b: int) -> bool:
        """Tell whether one value is the double of the other."""
        return a == 2 * b or b == 2 * a
