"""Killer cages and sums: cells that add up to a total, or whose sum has a digital root."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonet.model.constraints import AllDifferent, Linear, Values
from nonet.model.figures import Figure, Outline
from nonet.model.grid import Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.fields import CellsField, Field, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_line, require_room
from nonet.rules.sums import reach
from nonet.rules.value_sets import either
from nonet.system.errors import PuzzleError


class Totals(Rule, family=True):
    """Base of rules with a total or several allowed totals."""

    total: int | None
    totals: tuple[int, ...] | None

    def fit(self, grid: Grid) -> None:
        if self.totals == ():
            raise PuzzleError(f"{self.name}: the list of totals is empty")

    @property
    def _listed(self) -> tuple[int, ...]:
        return self.totals or (() if self.total is None else (self.total,))


@frozen
class Cage(Totals):
    """A killer cage: the values add up to the total, and no value occurs twice.

    Without a total, the sum is free. With `totals`, the sum is one of these totals. With `root`,
    the sum has this digital root: add up its digits until one digit remains, as in 15 → 6.

    >>> Cage("r1c1-r1c3", 15)
    Cage(cells=('r1c1', 'r1c2', 'r1c3'), total=15)
    >>> Cage([0, 1], 15).holds(Grid(9, 9), [6, 9] + [None] * 79)
    True
    >>> Cage([0, 1], root=6).holds(Grid(9, 9), [6, 9] + [None] * 79)
    True
    """

    cells: CellsField
    total: int | None = None
    totals: Field[tuple[int, ...] | None, Iterable[int] | None] = default(None)
    root: int | None = None

    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, "cage")
        if self.total is not None and self.total < 0:
            raise PuzzleError(f"cage: the total {self.total} is negative")
        if [self.total, self.totals, self.root].count(None) < 2:
            raise PuzzleError("cage: give only one of total, totals and root")
        super().fit(grid)
        if self.root is not None and not 0 <= self.root <= 9:
            raise PuzzleError(f"cage: a digital root is from 0 to 9, not {self.root}")
        if self.root is not None:
            totals = len(self.cells) * (grid.values[-1] - grid.values[0]) // 9
            require_room(totals, self.name, "totals with the digital root")

    def holds(self, grid: Grid, values: Values) -> bool:
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

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield AllDifferent(self.cells)
        terms = tuple((1, cell) for cell in self.cells)
        if self.root is not None:
            yield Linear(terms, "in", frozenset(self._of_root(self.root, grid)))
        elif not self._is_free:
            yield add_up(terms, self._listed)

    def _of_root(self, root: int, grid: Grid) -> Sequence[int]:
        if root == 0:
            return (0,)  # only 0 has the digital root 0
        least, most = (len(self.cells) * end for end in (grid.values[0], grid.values[-1]))
        return range(max(least + (root - least) % 9, root), most + 1, 9)

    def describe(self, grid: Grid) -> str:
        root = f", digital root {self.root}" if self.root is not None else ""
        return f"cage {grid.names(self.cells)}{_equal_to(self._listed)}{root}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if in_one_piece(grid, self.cells):
            totals = "/".join(map(str, self._listed))
            text = totals if self.root is None else f"DR{self.root}"
            yield Outline(self.cells, "dashed cage", text)

    def wording(self, grid: Grid) -> str:
        if self.root is not None:
            return "Digits in a cage with DR do not repeat, and their sum has that digital root"
        if self._is_free:
            return "Digits in a cage without a total do not repeat"
        which = "the total" if self.totals is None else "one of the totals"
        return f"Digits in a cage do not repeat and sum to {which} in its corner"

    def caption(self, grid: Grid) -> str:
        return "" if self.root is None else self.sentence(grid)

    def notes(self, grid: Grid) -> Iterator[str]:
        return (f"{self.describe(grid)}: {note}" for note in strays(grid, self.cells))


def _root(total: int) -> int:
    return total and (total - 1) % 9 + 1


@frozen
class Sum(Totals):
    """The cells add up to the total, or to one of the totals. Values may repeat.

    A cell that is named twice counts twice. `coefficients` lists a factor for each cell.

    >>> Sum([0, 1], 6).holds(Grid(1, 2, range(1, 10)), [3, 3])
    True
    >>> Sum([0, 1], totals=[-2, 2], coefficients=[1, -1]).holds(Grid(1, 2), [1, 2])
    False
    """

    cells: CellsField
    total: int | None = None
    totals: Field[tuple[int, ...] | None, Iterable[int] | None] = default(None)
    coefficients: Field[tuple[int, ...] | None, Iterable[int] | None] = default(None)

    def fit(self, grid: Grid) -> None:
        require_line(grid, self.cells, "sum")
        if (self.total is None) == (self.totals is None):
            raise PuzzleError("sum: give either total or totals")
        super().fit(grid)
        if self.coefficients is not None and len(self.coefficients) != len(self.cells):
            found, needed = len(self.coefficients), len(self.cells)
            raise PuzzleError(f"sum needs a coefficient for each cell: {needed}, not {found}")

    def holds(self, grid: Grid, values: Values) -> bool:
        return reach(grid, values, self.cells, self.coefficients).has(self._listed)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        coefficients = self.coefficients or (1,) * len(self.cells)
        yield add_up(tuple(zip(coefficients, self.cells, strict=True)), self._listed)

    def describe(self, grid: Grid) -> str:
        coefficients = self.coefficients or (1,) * len(self.cells)
        terms = [
            f"{'+' if weight >= 0 else '-'} {'' if abs(weight) == 1 else f'{abs(weight)}·'}{name}"
            for weight, name in zip(coefficients, map(grid.name, self.cells), strict=True)
        ]
        return f"sum {' '.join(terms).removeprefix('+ ')}{_equal_to(self._listed)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a cage around the cells if they are connected and no cell is named twice."""
        are_plain = self.coefficients is None and len(set(self.cells)) == len(self.cells)
        if are_plain and in_one_piece(grid, self.cells):
            yield Outline(self.cells, "solid cage", "/".join(map(str, self._listed)))

    def wording(self, grid: Grid) -> str:
        if not any(self.figures(grid)):
            return self.describe(grid)
        which = "the total" if self.totals is None else "one of the totals"
        return f"Digits in a solid cage sum to {which} in its corner and may repeat"


def add_up(terms: tuple[tuple[int, int], ...], totals: tuple[int, ...]) -> Linear:
    """Return the constraint that a weighted sum is one of the totals.

    >>> add_up(((1, 0), (1, 1)), (5,))
    Linear(terms=((1, 0), (1, 1)), op='==', total=5)
    """
    if len(totals) == 1:
        return Linear(terms, "==", totals[0])
    return Linear(terms, "in", frozenset(totals))


def _equal_to(totals: tuple[int, ...]) -> str:
    return f" = {either(totals)}" if totals else ""
