"""Clues outside the board that are sums of cells in its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Linear, Regular, Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.fields import complaints_of
from nonet.rules.outside.clue import Outside
from nonet.rules.rule import Lowered
from nonet.rules.tables import only
from nonet.system.errors import PuzzleError


class Total(Outside, family=True):
    """The family: what is written is a sum."""

    total: int

    @property
    def text(self) -> str:
        """The total."""
        return str(self.total)

    def fit(self, grid: Grid) -> None:
        """Refuse a negative total, too."""
        super().fit(grid)
        if self.total < 0:
            raise PuzzleError(f"{self.name}: the total {self.total} is negative")


@dataclass(frozen=True)
class XSum(Total):
    """The first X cells, of which the first holds X, add up to the total; none, if it is 0, to 0.

    >>> XSum([0, 1, 2], 5).holds(Grid(1, 3), [2, 3, 1])
    True
    >>> XSum([0, 1, 2], 0).holds(Grid(1, 3, range(4)), [0, 3, 1])
    True
    """

    cells: Cells
    total: int

    title = "x-sum"

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, total: int) -> None: ...

    def sentence(self, grid: Grid) -> str:
        """Say what is added up, and of what no cells are."""
        none = "; where X is 0 it is 0" if 0 in grid.values else ""
        return f"X-sum outside the board: the sum of the first X values, X being the first{none}."

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether some number of cells has the total, or may have it."""
        line = [values[cell] for cell in self.cells]
        return any(
            line[0] in (None, many) and may_be(grid, [many, *line[1:many]][:many], self.total)
            for many in grid.values
            if many <= len(line)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Choose how many cells are added up."""
        first = self.cells[0]
        terms = sum_of(self.cells, self.total).terms
        alternatives: list[tuple[Linear | Candidates, ...]] = [
            (only(first, many), Linear(terms[:many], "==", self.total))
            for many in grid.values
            if 0 < many <= len(self.cells)
        ]
        if 0 in grid.values and not self.total:
            alternatives.append((only(first, 0),))
        yield AnyOf(tuple(alternatives))


@dataclass(frozen=True)
class Sandwich(Total):
    """The values strictly between the lowest and the highest value of the grid have the total.

    These two, the crusts, stand once each in the line, in either order; 0 says that they are
    neighbours. Other crusts may be said.

    >>> Sandwich([0, 1, 2, 3], 5).holds(Grid(1, 4), [1, 2, 3, 4])
    True
    """

    cells: Cells
    total: int
    crusts: tuple[int, ...] = ()

    title = "sandwich"

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, total: int, crusts: Iterable[int] = ()) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse crusts that are not two values of the grid."""
        super().fit(grid)
        grid.mask(self.crusts)
        if len(set(self._crusts(grid))) != 2 or len(self.crusts) not in (0, 2):
            raise PuzzleError("sandwich: the crusts are not two different values")

    def _crusts(self, grid: Grid) -> tuple[int, ...]:
        return self.crusts or (grid.values[0], grid.values[-1])

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the crusts have the total between them, or may get it."""
        line, crusts = [values[cell] for cell in self.cells], self._crusts(grid)
        counts = [line.count(crust) for crust in crusts]
        if max(counts) > 1:
            return False
        if min(counts) == 0:
            return None in line
        start, end = sorted(map(line.index, crusts))
        return may_be(grid, line[start + 1 : end], self.total)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Walk along the line: before, between and after the crusts."""
        if self.total > len(self.cells) * grid.values[-1]:
            yield Candidates(self.cells[0], frozenset())
            return
        yield Regular(self.cells, _sandwich(grid.values, self._crusts(grid), self.total))

    @property
    def text(self) -> str:
        """The total, and crusts that are not the usual ones."""
        return f"{self.total}{self._between}"

    @property
    def sign(self) -> str:
        """The total alone: the crusts are in the caption."""
        return str(self.total)

    def sentence(self, grid: Grid) -> str:
        """Say between which values is added up."""
        low, high = sorted(self._crusts(grid))
        return (
            f"Sandwich outside the board: the sum of the values between the {low} and the {high}."
        )

    def caption(self, grid: Grid) -> str:
        """Say what is written, and between which values."""
        return f"{super().caption(grid)}{self._between}"

    @property
    def _between(self) -> str:
        return f" between {' and '.join(map(str, self.crusts))}" if self.crusts else ""


#: The crust that opened the sandwich, if any, the sum so far, and whether it is closed.
_Bite: TypeAlias = tuple[int | None, int, bool]


@lru_cache(maxsize=256)
def _sandwich(values: range, crusts: tuple[int, ...], total: int) -> Automaton:
    """Return the words in which each crust stands once and the total between them."""

    def step(state: _Bite, value: int) -> _Bite | None:
        opened, inside, closed = state
        if value not in crusts:
            inside += value if opened is not None and not closed else 0
            return (opened, inside, closed) if inside <= total else None
        if opened is None:
            return value, 0, False
        return (opened, total, True) if not closed and value != opened and inside == total else None

    start: _Bite = None, 0, False
    with complaints_of(Sandwich.name):
        return Automaton.exploring(start, step, lambda state: state[2], values)


def sum_of(cells: Cells, total: int) -> Linear:
    """Say that the cells add up to the total."""
    return Linear(tuple([(1, cell) for cell in cells]), "==", total)


def may_be(grid: Grid, values: Values, total: int) -> bool:
    """Tell whether the values add up to the total, or may once the empty cells are filled."""
    if None not in values:
        return sum(values) == total  # type: ignore[arg-type]  # as the line before says
    filled = [value for value in values if value is not None]
    known, empty = sum(filled), len(values) - len(filled)
    return known + empty * grid.values[0] <= total <= known + empty * grid.values[-1]
