"""Rules about areas of the board: 2×2 squares, and cells that shared edges connect."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator
from functools import lru_cache

from nonet.model.constraints import Connected, Count, Values
from nonet.model.grid import Cells, Grid
from nonet.rules.connection import pieces, touching
from nonet.rules.fields import IntegersField, default, frozen
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import either, filled, third, thirds_in_words
from nonet.system.errors import PuzzleError


class Global(Rule, family=True):
    """Base of rules that require a value of every kind (such as low or high) in each 2×2 square."""

    of_board = True

    @abstractmethod
    def kind(self, grid: Grid, value: int) -> Hashable:
        """Return the kind of a value."""

    def _kinds(self, grid: Grid) -> dict[Hashable, frozenset[int]]:
        kinds: dict[Hashable, set[int]] = {}
        for value in grid.values:
            kinds.setdefault(self.kind(grid, value), set()).add(value)
        return {kind: frozenset(values) for kind, values in kinds.items()}

    def holds(self, grid: Grid, values: Values) -> bool:
        kinds = len(self._kinds(grid))
        for square in squares(grid):
            held = filled(square, values)
            found = {self.kind(grid, value) for value in held}
            if len(found) + len(square) - len(held) < kinds:
                return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        groups = self._kinds(grid).values()
        some = frozenset({1, 2, 3, 4})
        return (Count(square, group, some) for square in squares(grid) for group in groups)


class GlobalEntropy(Global):
    """Each 2×2 square has a low value (1–3), a middle value (4–6) and a high value (7–9).

    If the number of values is not a multiple of 3, the middle third is larger or smaller by one.

    >>> GlobalEntropy().holds(Grid(2, 2, range(1, 10)), [1, 2, 4, 5])
    False
    """

    label = "global entropy"

    def fit(self, grid: Grid) -> None:
        if (count := len(grid.values)) < 3:
            raise PuzzleError(f"globalentropy: {count} values are too few for three thirds")

    def kind(self, grid: Grid, value: int) -> int:
        return third(grid.values, value)

    def wording(self, grid: Grid) -> str:
        return f"Every 2×2 square contains {thirds_in_words(grid.values)}"


@frozen
class GlobalModular(Global):
    """Each 2×2 square has values with all remainders modulo 3, such as 1, 5 and 9.

    >>> GlobalModular().holds(Grid(2, 2, range(1, 10)), [1, 4, 2, 3])
    True
    """

    modulus: int = 3

    label = "global modular, modulo {modulus}"

    def fit(self, grid: Grid) -> None:
        if not 2 <= self.modulus <= 4:
            raise PuzzleError(f"globalmodular: the modulus must be from 2 to 4, not {self.modulus}")
        if (count := len(grid.values)) < self.modulus:
            problem = f"{count} values cannot have {self.modulus} remainders"
            raise PuzzleError(f"globalmodular: {problem}")

    def kind(self, grid: Grid, value: int) -> int:
        return value % self.modulus

    def wording(self, grid: Grid) -> str:
        groups = self._kinds(grid).values()
        listed = ", ".join(f"one of {' '.join(map(str, sorted(group)))}" for group in groups)
        return f"Every 2×2 square contains digits of all remainders modulo {self.modulus}: {listed}"


def squares(grid: Grid) -> Iterator[Cells]:
    """Yield the 2×2 squares, row by row."""
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            cell = grid.at(row, column)
            yield cell, cell + 1, cell + grid.columns, cell + grid.columns + 1


@frozen
class ConnectedValues(Rule):
    """All cells that hold one of the values form a single area, connected by shared edges.

    At least one cell holds one of the values. If there is a size, the area has so many cells.

    >>> ConnectedValues([1]).holds(Grid(2, 2), [1, 2, 2, 1])
    False
    """

    values: IntegersField
    size: int | None = default(None)

    of_board = True

    def fit(self, grid: Grid) -> None:
        if not grid.mask(self.values):
            raise PuzzleError(f"{self.name}: the list of values is empty")
        if self.size is not None and not 1 <= self.size <= len(grid.cells):
            span = f"1 to {len(grid.cells)}"
            raise PuzzleError(f"{self.name}: the size must be from {span}, not {self.size}")

    def holds(self, grid: Grid, values: Values) -> bool:
        sure = {cell for cell in grid.cells if values[cell] in self.values}
        areas = pieces(grid, [c for c in grid.cells if c in sure or values[c] is None])
        return any(
            sure.issubset(area) and (self.size is None or len(sure) <= self.size <= len(area))
            for area in areas
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        values = frozenset(self.values)
        yield Connected(tuple(grid.cells), values, edges(grid), self.size or 1)
        if self.size is not None:
            yield Count(tuple(grid.cells), values, frozenset({self.size}))

    def describe(self, grid: Grid) -> str:
        size = "" if self.size is None else f", {self.size} cells"
        return f"connected values {' '.join(map(str, self.values))}{size}"

    def wording(self, grid: Grid) -> str:
        size = "" if self.size is None else f" of {self.size} cells"
        return f"All cells with {either(self.values)} form one orthogonally connected area{size}"


@lru_cache(maxsize=16)
def edges(grid: Grid) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that share an edge."""
    pairs = ((cell, near) for cell in grid.cells for near in touching(grid, cell))
    return tuple((cell, near) for cell, near in pairs if near > cell)
