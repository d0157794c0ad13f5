"""Cages and sums: cells that add up to a total, to one of several, or to a digital root."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.constraints import AllDifferent, Linear, Values
from nonet.model.figures import Figure, Outline
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.rule import Lowered, Rule, require_cells, require_line, require_room
from nonet.rules.sums import reach
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Cage(Rule):
    """A killer cage: no value twice, and the sum is the total if there is one.

    Instead of a total there may be several `totals`, one of which it is, or the digital `root` of
    the sum, which is what remains if its digits are added up until there is one: 6 for 15.

    >>> Cage("r1c1-r1c3", 15)
    Cage(cells=('r1c1', 'r1c2', 'r1c3'), total=15)
    >>> Cage([0, 1], 15).holds(Grid(9, 9), [6, 9] + [None] * 79)
    True
    >>> Cage([0, 1], root=6).holds(Grid(9, 9), [6, 9] + [None] * 79)
    True
    """

    cells: Cells
    total: int | None = None
    totals: tuple[int, ...] | None = None
    root: int | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            total: int | None = None,
            totals: Iterable[int] | None = None,
            root: int | None = None,
        ) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, a negative total, and more than one kind of it."""
        require_cells(grid, self.cells, "cage")
        if self.total is not None and self.total < 0:
            raise PuzzleError(f"cage: the total {self.total} is negative")
        if [self.total, self.totals, self.root].count(None) < 2:
            raise PuzzleError("cage: one of total, totals and root is enough")
        if self.totals is not None:
            require_totals(self.totals, "cage")
        if self.root is not None and not 0 <= self.root <= 9:
            raise PuzzleError(f"cage: {self.root} is no digital root, which are from 0 to 9")
        if self.root is not None:
            totals = len(self.cells) * (grid.values[-1] - grid.values[0]) // 9
            require_room(totals, self.name, "totals with the digital root")

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells differ and their sum can still be as it has to."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(filled)) < len(filled):
            return False
        within = reach(grid, values, self.cells)
        if self.root is not None:
            return any(_root(total) == self.root for total in range(within.least, within.most + 1))
        return self._is_free or within.has(self._listed)

    @property
    def _is_free(self) -> bool:
        return self.total is None and self.totals is None and self.root is None

    @property
    def _listed(self) -> tuple[int, ...]:
        return self.totals or (() if self.total is None else (self.total,))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Make the cells all different, and add them up."""
        yield AllDifferent(self.cells)
        terms = tuple((1, cell) for cell in self.cells)
        if self.root is not None:
            yield Linear(terms, "in", frozenset(self._of_root(self.root, grid)))
        elif not self._is_free:
            yield add_up(terms, self._listed)

    def _of_root(self, root: int, grid: Grid) -> Sequence[int]:
        """Return the totals in reach that have the digital root."""
        if root == 0:
            return (0,)  # only 0 itself has it
        least, most = (len(self.cells) * end for end in (grid.values[0], grid.values[-1]))
        return range(max(least + (root - least) % 9, root), most + 1, 9)

    def describe(self, grid: Grid) -> str:
        """Name the cells and the total."""
        said = f", digital root {self.root}" if self.root is not None else ""
        return f"cage {grid.names(self.cells)}{said_totals(self._listed)}{said}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw the cage with the total in its corner, if it is in one piece."""
        if in_one_piece(grid, self.cells):
            totals = "/".join(map(str, self._listed))
            text = totals if self.root is None else f"DR{self.root}"
            yield Outline(self.cells, "dashed cage", text)

    def sentence(self, grid: Grid) -> str:
        """Say what the number in the corner means, if there is one."""
        if self.root is not None:
            return "Cage with DR: no value twice, and the sum has that digital root."
        if self._is_free:
            return "Cage: no value twice."
        which = "the number" if self.totals is None else "one of the numbers"
        return f"Cage: no value twice, and the sum is {which} in its corner."

    def caption(self, grid: Grid) -> str:
        """Say what DR means."""
        return "" if self.root is None else "DR: the digital root of the sum in the cage"

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note which cells lie apart from the others."""
        return (f"{self.describe(grid)}: {note}" for note in strays(grid, self.cells))


def _root(total: int) -> int:
    return total and (total - 1) % 9 + 1


@dataclass(frozen=True)
class Sum(Rule):
    """The cells add up to the total, or to one of the totals; their values may repeat.

    A cell counts each time that it is named. There may be a coefficient for each cell.

    >>> Sum([0, 1], 6).holds(Grid(1, 2, range(1, 10)), [3, 3])
    True
    >>> Sum([0, 1], totals=[-2, 2], coefficients=[1, -1]).holds(Grid(1, 2), [1, 2])
    False
    """

    cells: Cells
    total: int | None = None
    totals: tuple[int, ...] | None = None
    coefficients: tuple[int, ...] | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            total: int | None = None,
            totals: Iterable[int] | None = None,
            coefficients: Iterable[int] | None = None,
        ) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, other than one kind of total, and odd coefficients."""
        require_line(grid, self.cells, "sum")
        if (self.total is None) == (self.totals is None):
            raise PuzzleError("sum: either a total or totals are needed")
        if self.totals is not None:
            require_totals(self.totals, "sum")
        if self.coefficients is not None and len(self.coefficients) != len(self.cells):
            found = f"{len(self.coefficients)} coefficients for {len(self.cells)} cells"
            raise PuzzleError(f"sum: {found}")

    @property
    def _listed(self) -> tuple[int, ...]:
        return self.totals or (() if self.total is None else (self.total,))

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether a total is still within reach."""
        return reach(grid, values, self.cells, self.coefficients).has(self._listed)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Add the cells up."""
        coefficients = self.coefficients or (1,) * len(self.cells)
        yield add_up(tuple(zip(coefficients, self.cells, strict=True)), self._listed)

    def describe(self, grid: Grid) -> str:
        """Name the cells with their coefficients, and the totals."""
        coefficients = self.coefficients or (1,) * len(self.cells)
        terms = [
            f"{'+' if weight >= 0 else '-'} {'' if abs(weight) == 1 else f'{abs(weight)}·'}{name}"
            for weight, name in zip(coefficients, map(grid.name, self.cells), strict=True)
        ]
        return f"sum {' '.join(terms).removeprefix('+ ')}{said_totals(self._listed)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a cage, if it is in one piece and each cell counts once; words say the others."""
        are_plain = self.coefficients is None and len(set(self.cells)) == len(self.cells)
        if are_plain and in_one_piece(grid, self.cells):
            yield Outline(self.cells, "solid cage", "/".join(map(str, self._listed)))

    def caption(self, grid: Grid) -> str:
        """Tell it from a killer cage."""
        return "solid cage: the sum, and values may repeat" if any(self.figures(grid)) else ""


def add_up(terms: tuple[tuple[int, int], ...], totals: tuple[int, ...]) -> Linear:
    """Return the sum that has one of the totals.

    >>> add_up(((1, 0), (1, 1)), (5,))
    Linear(terms=((1, 0), (1, 1)), op='==', total=5)
    """
    if len(totals) == 1:
        return Linear(terms, "==", totals[0])
    return Linear(terms, "in", frozenset(totals))


def said_totals(totals: tuple[int, ...]) -> str:
    """Return the totals in words, as in `` = 5 or 7``; nothing if there are none."""
    return f" = {' or '.join(map(str, totals))}" if totals else ""


def require_totals(totals: tuple[int, ...], what: str) -> None:
    """Raise `PuzzleError` for a list without totals, which would leave no sum."""
    if not totals:
        raise PuzzleError(f"{what}: the list of totals is empty")
