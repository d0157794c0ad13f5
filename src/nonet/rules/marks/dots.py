"""Marks on the edge between two cells: white and black dots, X and V, other sums."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import ClassVar

from nonet.model.constraints import Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, between
from nonet.model.grid import Cell, CellLike, CellsLike, Grid
from nonet.model.names import spread
from nonet.rules.connection import in_one_piece
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs
from nonet.rules.tables import Table
from nonet.system.errors import PuzzleError


@dataclass(frozen=True, init=False)
class EdgeMark(Rule, family=True):
    """The family: the values of two cells suit each other, in whatever order.

    Both cells may be passed in one: ``"r1c1 r1c2"``. They need not be neighbours.
    """

    a: Cell
    b: Cell

    look: ClassVar[BadgeLook]

    def __init__(self, a: CellLike | CellsLike, b: CellLike | None = None) -> None:
        self._take(a, b)

    def _take(self, a: CellLike | CellsLike, b: CellLike | None, **others: int) -> None:
        if b is None:
            with complaints_of(self.name):
                cells = spread([a] if isinstance(a, int) else a)
                if len(cells) != 2:
                    raise PuzzleError(f"{len(cells)} cells, not 2")
            a, b = cells
        self.__dict__.update(a=a, b=b, **others)
        self.__post_init__()

    @abstractmethod
    def suits(self, a: int, b: int) -> bool:
        """Tell whether the mark allows the two values."""

    @property
    def text(self) -> str:
        """What is written on the mark."""
        return ""

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
        yield Relation(self.a, self.b, self.table(grid.values))

    def table(self, values: range) -> Table:
        """Return the pairs of values that suit each other."""
        others = tuple([(name, getattr(self, name)) for name in _others(type(self))])
        return _table(type(self), others, values)

    def describe(self, grid: Grid) -> str:
        """Name the two cells, and what is written on the mark."""
        kind = "" if self.look == "text" else self.look
        mark = " ".join(filter(None, (kind, self.text)))
        return f"{mark} between {grid.name(self.a)} and {grid.name(self.b)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Put the mark on the edge between the two cells, if they share one."""
        if self.a != self.b and in_one_piece(grid, (self.a, self.b)):
            yield Badge(between(grid, self.a, self.b), self.look, self.text)


@cache
def _others(kind: type[EdgeMark]) -> tuple[str, ...]:
    """Return the fields of a mark beside its two cells."""
    return tuple(field.name for field in fields(kind)[2:])


@lru_cache(maxsize=32)
def _table(kind: type[EdgeMark], others: tuple[tuple[str, int], ...], values: range) -> Table:
    """Return the pairs that suit all marks of a kind with these other fields."""
    mark = kind(0, 1, **dict(others))
    return frozenset((v, w) for v in values for w in values if mark.suits(v, w))


@dataclass(frozen=True, init=False)
class WhiteDot(EdgeMark):
    """The two values are consecutive, or differ by another amount that the dot says.

    >>> WhiteDot("r1c1 r1c2") == WhiteDot("A1", "A2")
    True
    >>> WhiteDot(0, 1).holds(Grid(1, 4), [2, 4, None, None])
    False
    >>> WhiteDot(0, 1, difference=2).holds(Grid(1, 4), [2, 4, None, None])
    True
    """

    difference: int = 1

    look = "white dot"

    def __init__(
        self, a: CellLike | CellsLike, b: CellLike | None = None, difference: int = 1
    ) -> None:
        self._take(a, b, difference=difference)

    @property
    def text(self) -> str:
        """The difference, unless it is 1."""
        return "" if self.difference == 1 else str(self.difference)

    def sentence(self, grid: Grid) -> str:
        """Say what the dot means, and the number in it."""
        if self.difference == 1:
            return "White dot: the two values are consecutive."
        return "White dot with a number: the two values differ by it."

    def fit(self, grid: Grid) -> None:
        """Refuse a difference below 1, too."""
        super().fit(grid)
        if self.difference < 1:
            raise PuzzleError(f"whitedot: a difference of {self.difference}; the least is 1")

    def suits(self, a: int, b: int) -> bool:
        """Tell whether the values have the difference."""
        return abs(a - b) == self.difference


@dataclass(frozen=True, init=False)
class BlackDot(EdgeMark):
    """One of the two values is twice the other, or another multiple that the dot says.

    >>> BlackDot(0, 1).holds(Grid(1, 4), [2, 4, None, None])
    True
    >>> BlackDot(0, 1, ratio=3).holds(Grid(1, 4), [2, 4, None, None])
    False
    """

    ratio: int = 2

    look = "black dot"

    def __init__(self, a: CellLike | CellsLike, b: CellLike | None = None, ratio: int = 2) -> None:
        self._take(a, b, ratio=ratio)

    @property
    def text(self) -> str:
        """The ratio, unless it is 2."""
        return "" if self.ratio == 2 else str(self.ratio)

    def sentence(self, grid: Grid) -> str:
        """Say what the dot means, and the number in it."""
        if self.ratio == 2:
            return "Black dot: one of the two values is twice the other."
        return "Black dot with a number: one of the two values is so many times the other."

    def fit(self, grid: Grid) -> None:
        """Refuse a ratio below 2, too."""
        super().fit(grid)
        if self.ratio < 2:
            raise PuzzleError(f"blackdot: a ratio of {self.ratio}; the least is 2")

    def suits(self, a: int, b: int) -> bool:
        """Tell whether one value is that multiple of the other."""
        return a == self.ratio * b or b == self.ratio * a


class SumMark(EdgeMark, family=True):
    """The family: the two values add up to a total."""

    total: int

    look = "text"

    def suits(self, a: int, b: int) -> bool:
        """Tell whether the values add up to the total."""
        return a + b == self.total


class X(SumMark):
    """The two values add up to 10.

    >>> X("r1c1 r1c2").on(Grid(9, 9)).holds(Grid(9, 9), [4, 6] + [None] * 79)
    True
    """

    total = 10
    text = "X"
    told = "X between two cells: their values add up to 10."


class V(SumMark):
    """The two values add up to 5.

    >>> V(0, 1).holds(Grid(1, 4), [4, 2, None, None])
    False
    """

    total = 5
    text = "V"
    told = "V between two cells: their values add up to 5."


@dataclass(frozen=True, init=False)
class PairSum(SumMark):
    """The two values add up to the total; `X` and `V` are those of 10 and 5.

    >>> PairSum("r1c1 r1c2", total=7).on(Grid(1, 4)).holds(Grid(1, 4), [3, 4, None, None])
    True
    """

    total: int

    told = "{total} between two cells: their values add up to it."

    def __init__(
        self, a: CellLike | CellsLike, b: CellLike | None = None, total: int | None = None
    ) -> None:
        if total is None:
            raise TypeError("pairsum: the total is missing")
        self._take(a, b, total=total)

    @property
    def text(self) -> str:
        """The total."""
        return str(self.total)

    def describe(self, grid: Grid) -> str:
        """Name the sum and the two cells."""
        return f"sum {super().describe(grid)}"
