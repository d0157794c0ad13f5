"""Clues outside the board that are sums, and what all clues outside the board share.

Such a clue names the cells of its line in the order in which it sees them: ``"r1c1-r1c9"`` is read
from the left, ``"r1c9-r1c1"`` from the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from nonet.automata import Automaton
from nonet.constraints import AnyOf, Candidates, Linear, Regular, Values
from nonet.errors import PuzzleError
from nonet.figures import Badge, Figure, Line, outside
from nonet.grid import Cell, CellLike, Cells, CellsLike, Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_room
from nonet.rules.tables import only

Direction: TypeAlias = Literal["down-right", "down-left", "up-right", "up-left"]
#: The directions in which a diagonal may leave its clue: rows down and columns to the right.
DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "down-right": (1, 1),
    "down-left": (1, -1),
    "up-right": (-1, 1),
    "up-left": (-1, -1),
}


class Outside(Rule, family=True):
    """The family: a clue outside the board speaks of a line of cells.

    Subclasses have the fields `cells` and one for what is written.
    """

    cells: Cells
    #: What setters call the rule.
    title: ClassVar[str]

    @property
    def text(self) -> str:
        """What is written outside the board."""
        raise NotImplementedError

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, and lines that are too long."""
        require_cells(grid, self.cells, self.name)
        pairs = len(self.cells) ** 2
        require_room(pairs, self.name, "pairs of cells")

    def describe(self, grid: Grid) -> str:
        """Name the line by its ends."""
        first, last = grid.name(self.cells[0]), grid.name(self.cells[-1])
        line = first if len(self.cells) == 1 else f"{first}-{last}"
        straight = self.cells == grid.named(line)
        return f"{self.title} {self.text}: {line if straight else grid.names(self.cells)}"

    @property
    def sign(self) -> str:
        """What stands outside the board: what is said, if that is short."""
        return self.text

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Write the clue outside the board, if the line begins at its edge."""
        if len(self.cells) > 1 and not any(breaks(grid, self.cells)):
            x, y = outside(grid, self.cells)
            if not (0 < x < grid.columns and 0 < y < grid.rows):
                yield Badge((x, y), "clue", self.sign)

    def caption(self, grid: Grid) -> str:
        """Say what is written."""
        return f"outside: {self.title}"


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
class LittleKiller(Rule):
    """The values on a diagonal add up to the total; they may repeat.

    The diagonal is named by its first cell, next to the clue, and by its direction.

    >>> LittleKiller("r1c2", "down-left", 3).on(Grid(2, 2)).holds(Grid(2, 2), [1, 1, 2, 2])
    True
    """

    cell: Cell
    direction: Direction
    total: int

    if TYPE_CHECKING:

        def __init__(self, cell: CellLike, direction: Direction, total: int) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse other directions, and a first cell that is not at the edge."""
        if self.direction not in DIRECTIONS:
            known = ", ".join(DIRECTIONS)
            raise PuzzleError(f"littlekiller: no direction {self.direction!r}; there are {known}")
        require_cells(grid, (self.cell,), self.name)
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        if grid.has(row - down, column - right):
            raise PuzzleError(
                f"littlekiller: {grid.name(self.cell)} is not the first cell {self.direction}; "
                f"{grid.name(grid.at(row - down, column - right))} comes before it"
            )
        if self.total < 0:
            raise PuzzleError(f"littlekiller: the total {self.total} is negative")

    def diagonal(self, grid: Grid) -> Cells:
        """Return the cells from the clue on."""
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        cells = []
        while grid.has(row, column):
            cells.append(grid.at(row, column))
            row, column = row + down, column + right
        return tuple(cells)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the sum is the total, or may become so."""
        return _may_be(grid, [values[cell] for cell in self.diagonal(grid)], self.total)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Add the diagonal up."""
        yield sum_of(self.diagonal(grid), self.total)

    def describe(self, grid: Grid) -> str:
        """Name the first cell, the direction and the total."""
        return f"little killer {grid.name(self.cell)} {self.direction} = {self.total}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Write the total outside the board, with an arrow along the diagonal."""
        down, right = DIRECTIONS[self.direction]
        row, column = grid.place(self.cell)
        x, y = column - right + 0.5, row - down + 0.5
        yield Badge((x, y), "clue", str(self.total))
        ends = ((x + share * right, y + share * down) for share in (0.28, 0.46))
        yield Line(tuple(ends), "thin line", head=True)


@dataclass(frozen=True)
class XSum(Total):
    """The first X cells, of which the first holds X, add up to the total.

    >>> XSum([0, 1, 2], 5).holds(Grid(1, 3), [2, 3, 1])
    True
    """

    cells: Cells
    total: int

    title = "x-sum"

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, total: int) -> None: ...

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether some number of cells has the total, or may have it."""
        line = [values[cell] for cell in self.cells]
        return any(
            line[0] in (None, many) and _may_be(grid, [many, *line[1:many]][:many], self.total)
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
        return _may_be(grid, line[start + 1 : end], self.total)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Walk along the line: before, between and after the crusts."""
        if self.total > len(self.cells) * grid.values[-1]:
            yield Candidates(self.cells[0], frozenset())
            return
        with complaints_of(self.name):
            automaton = _sandwich(grid.values, self._crusts(grid), self.total)
        yield Regular(self.cells, automaton)

    @property
    def text(self) -> str:
        """The total, and crusts that are not the usual ones."""
        return f"{self.total}{self._between}"

    @property
    def sign(self) -> str:
        """The total alone: the crusts are in the caption."""
        return str(self.total)

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
    return Automaton.exploring(start, step, lambda state: state[2], values)


def sum_of(cells: Cells, total: int) -> Linear:
    """Say that the cells add up to the total."""
    return Linear(tuple([(1, cell) for cell in cells]), "==", total)


def _may_be(grid: Grid, values: Values, total: int) -> bool:
    """Tell whether the values add up to the total, or may once the empty cells are filled."""
    filled = [value for value in values if value is not None]
    known, empty = sum(filled), len(values) - len(filled)
    if not empty:
        return known == total
    return known + empty * grid.values[0] <= total <= known + empty * grid.values[-1]
