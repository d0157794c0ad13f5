"""Marks on the edges of cells: dots, X and V, inequality signs, minima and maxima."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import ClassVar, Self

from nonet.model.constraints import Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, Line, between, centre
from nonet.model.grid import Cell, CellLike, CellsLike, Grid
from nonet.model.names import spread
from nonet.rules.connection import EDGES, in_one_piece, touching
from nonet.rules.fields import CellsField, complaints_of, default, frozen
from nonet.rules.rule import Lowered, OnCells, Rule, require_cells, require_pairs
from nonet.rules.value_sets import Table, filled, filled_pairs, rising
from nonet.system.errors import PuzzleError


@dataclass(frozen=True, init=False)
class EdgeMark(Rule, family=True):
    """Base of marks that restrict the values of two cells, in either order.

    One text may name both cells: ``"r1c1 r1c2"``. They need not be neighbours.
    """

    reads = "counts"
    has_known_sign = True

    a: Cell
    b: Cell

    look: ClassVar[BadgeLook]

    def __init__(self, a: CellLike | CellsLike, b: CellLike | None = None) -> None:
        self._take(a, b)

    def _take(self, a: CellLike | CellsLike, b: CellLike | None, **others: int) -> None:
        if b is None:
            with complaints_of(self.name):
                cells = tuple(spread([a] if isinstance(a, int) else a))
                if len(cells) != 2:
                    raise PuzzleError(f"a mark needs 2 cells, not {len(cells)}")
            a, b = cells
        self.__dict__.update(a=a, b=b, **others)
        self.__post_init__()

    @abstractmethod
    def suits(self, a: int, b: int) -> bool:
        """Tell whether the mark allows the two values."""

    @property
    def text(self) -> str:
        return ""

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, (self.a, self.b), self.name)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        a, b = values[self.a], values[self.b]
        return a is None or b is None or self.suits(a, b)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Relation(self.a, self.b, self.table(grid.values))

    def table(self, values: range) -> Table:
        others = tuple([(name, getattr(self, name)) for name in _others(type(self))])
        return _table(type(self), others, values)

    def describe(self, grid: Grid) -> str:
        kind = "" if self.look == "text" else self.look
        mark = " ".join(filter(None, (kind, self.text)))
        return f"{mark} between {grid.name(self.a)} and {grid.name(self.b)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if self.a != self.b and in_one_piece(grid, (self.a, self.b)):
            yield Badge(between(grid, self.a, self.b), self.look, self.text)


@cache
def _others(kind: type[EdgeMark]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)[2:])


@lru_cache(maxsize=32)
def _table(kind: type[EdgeMark], others: tuple[tuple[str, int], ...], values: range) -> Table:
    mark = kind(0, 1, **dict(others))
    return frozenset((v, w) for v in values for w in values if mark.suits(v, w))


@dataclass(frozen=True, init=False)
class WhiteDot(EdgeMark):
    """The two values are consecutive, or differ by the number on the dot.

    >>> WhiteDot("r1c1 r1c2") == WhiteDot("A1", "A2")
    True
    >>> WhiteDot(0, 1, difference=2).holds(Grid(1, 4), [2, 4, None, None])
    True
    """

    difference: int = 1

    lowest = "difference", 1
    look = "white dot"

    def __init__(
        self, a: CellLike | CellsLike, b: CellLike | None = None, difference: int = 1
    ) -> None:
        self._take(a, b, difference=difference)

    @property
    def text(self) -> str:
        return "" if self.difference == 1 else str(self.difference)

    def wording(self, grid: Grid) -> str:
        if self.difference == 1:
            return "Cells separated by a white dot contain consecutive digits"
        return "Digits separated by a numbered white dot differ by that number"

    def suits(self, a: int, b: int) -> bool:
        return abs(a - b) == self.difference


@dataclass(frozen=True, init=False)
class BlackDot(EdgeMark):
    """One of the two values is twice the other, or the multiple on the dot.

    >>> BlackDot(0, 1).holds(Grid(1, 4), [2, 4, None, None])
    True
    """

    ratio: int = 2

    lowest = "ratio", 2
    look = "black dot"

    def __init__(self, a: CellLike | CellsLike, b: CellLike | None = None, ratio: int = 2) -> None:
        self._take(a, b, ratio=ratio)

    @property
    def text(self) -> str:
        return "" if self.ratio == 2 else str(self.ratio)

    def wording(self, grid: Grid) -> str:
        if self.ratio == 2:
            return "One of two digits separated by a black dot is double the other"
        return "One of two digits separated by a numbered black dot is that many times the other"

    def suits(self, a: int, b: int) -> bool:
        return a == self.ratio * b or b == self.ratio * a


class SumMark(EdgeMark, family=True):
    """Base of marks by which the two values add up to a total."""

    total: int

    look = "text"

    def suits(self, a: int, b: int) -> bool:
        return a + b == self.total


class X(SumMark):
    """The two values add up to 10.

    >>> X("r1c1 r1c2").on(Grid(9, 9)).holds(Grid(9, 9), [4, 6] + [None] * 79)
    True
    """

    total = 10
    text = "X"
    template = "Digits separated by an X sum to 10"


class V(SumMark):
    """The two values add up to 5.

    >>> V(0, 1).holds(Grid(1, 4), [4, 2, None, None])
    False
    """

    total = 5
    text = "V"
    template = "Digits separated by a V sum to 5"


@dataclass(frozen=True, init=False)
class PairSum(SumMark):
    """The two values add up to the total. `X` and `V` are the marks for 10 and 5.

    >>> PairSum("r1c1 r1c2", total=7).on(Grid(1, 4)).holds(Grid(1, 4), [3, 4, None, None])
    True
    """

    total: int

    template = "Digits separated by a number sum to that number"

    def __init__(
        self, a: CellLike | CellsLike, b: CellLike | None = None, total: int | None = None
    ) -> None:
        if total is None:
            raise TypeError("pairsum: the total is missing")
        self._take(a, b, total=total)

    @property
    def text(self) -> str:
        return str(self.total)

    def describe(self, grid: Grid) -> str:
        return f"sum {super().describe(grid)}"


@frozen
class Extreme(OnCells, family=True):
    """Base of marks that compare a cell with its neighbours without the mark."""

    reads = "counts"
    has_known_sign = True
    needs_pairs = True
    remarks = (
        ("exempt", "", "except {exempt}"),
        ("others_exempt", "also next to another {name}", ""),
    )

    cells: CellsField
    exempt: CellsField = default(())
    others_exempt: bool = True

    #: Where arrows begin and end: the distances from the centre of the cell, in cell widths.
    ends: ClassVar[tuple[float, float]]
    #: Whether the cells are lower than their neighbours, instead of higher.
    is_lower: ClassVar[bool]

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.exempt, f"{self.name}: exempt", at_least=0)

    def beside(self, rules: Sequence[Rule]) -> Self:
        if not self.others_exempt:
            return self
        marked = [cell for rule in rules if isinstance(rule, type(self)) for cell in rule.cells]
        new = dict.fromkeys(cell for cell in marked if cell not in (*self.cells, *self.exempt))
        return replace(self, exempt=(*self.exempt, *new)) if new else self

    def _pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield the pairs of cells to compare. The cell with the lower value comes first."""
        exempt = {*self.cells, *self.exempt}
        for cell in self.cells:
            for neighbour in touching(grid, cell):
                if neighbour not in exempt:
                    yield (cell, neighbour) if self.is_lower else (neighbour, cell)

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(low < high for low, high in filled_pairs(self._pairs(grid), values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return (Relation(a, b, rising(grid.values)) for a, b in self._pairs(grid))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        for cell in self.cells:
            x, y = centre(grid, cell)
            for down, right in EDGES:
                points = tuple((x + end * right, y + end * down) for end in self.ends)
                yield Line(points, "thin line", head=True)


class Minimum(Extreme):
    """Each of the cells is lower than its neighbours, except neighbours that are a minimum, too.

    With ``others_exempt=False``, the cells of other `Minimum` rules are not exempt. `exempt` lists
    more exempt cells.

    >>> Minimum("r1c2").on(Grid(1, 3)).holds(Grid(1, 3), [3, 2, 1])
    False
    """

    ends, is_lower = (0.48, 0.34), True
    template = (
        "A cell with arrows pointing inwards contains a lower digit than its orthogonal neighbours "
        "without such arrows"
    )


class Maximum(Extreme):
    """Each of the cells is higher than its neighbours, except neighbours that are a maximum, too.

    With ``others_exempt=False``, the cells of other `Maximum` rules are not exempt. `exempt` lists
    more exempt cells.

    >>> Maximum("r1c1 r1c2").on(Grid(1, 3)).holds(Grid(1, 3), [3, 2, 1])
    True
    """

    ends, is_lower = (0.34, 0.48), False
    template = (
        "A cell with arrows pointing outwards contains a higher digit than its orthogonal "
        "neighbours without such arrows"
    )


class Greater(OnCells):
    """Each of the cells is greater than the next: ``Greater("r1c1 r1c2")`` is r1c1 > r1c2.

    >>> Greater([0, 1, 2]).holds(Grid(1, 3), [3, 1, 2])
    False
    """

    template = "An inequality sign between two cells points to the lower digit"
    reads = "counts"
    has_known_sign = True
    least = 2
    needs_pairs = True

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        return all(higher > lower for higher, lower in pairwise(held))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return (Relation(b, a, rising(grid.values)) for a, b in pairwise(self.cells))

    def describe(self, grid: Grid) -> str:
        return " > ".join(map(grid.name, self.cells))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if all(in_one_piece(grid, pair) for pair in pairwise(self.cells)):
            for a, b in pairwise(self.cells):
                signs = "<>" if grid.place(a)[0] == grid.place(b)[0] else "∧∨"
                yield Badge(between(grid, a, b), "text", signs[a < b])
