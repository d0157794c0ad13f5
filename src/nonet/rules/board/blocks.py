"""Rules for every 2×2 square of the board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator

from nonet.model.constraints import Count, Values
from nonet.model.grid import Cells, Grid
from nonet.rules.fields import frozen
from nonet.rules.rule import Lowered, Rule
from nonet.rules.value_sets import third, thirds_in_words
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
            filled = [value for cell in square if (value := values[cell]) is not None]
            found = {self.kind(grid, value) for value in filled}
            if len(found) + len(square) - len(filled) < kinds:
                return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        groups = self._kinds(grid).values()
        some = frozenset({1, 2, 3, 4})
        return (Count(square, group, some) for square in squares(grid) for group in groups)


class GlobalEntropy(Global):
    """Each 2×2 square has a low value (1–3), a middle value (4–6) and a high value (7–9).

    Other grids have thirds, too. If the number of values is not a multiple of 3, the middle third
    is larger or smaller by one.

    >>> GlobalEntropy().holds(Grid(2, 2, range(1, 10)), [1, 2, 4, 5])
    False
    """

    def fit(self, grid: Grid) -> None:
        if len(grid.values) < 3:
            raise PuzzleError(
                f"globalentropy: {len(grid.values)} values are too few for three thirds"
            )

    def kind(self, grid: Grid, value: int) -> int:
        return third(grid.values, value)

    def describe(self, grid: Grid) -> str:
        return "global entropy"

    def wording(self, grid: Grid) -> str:
        return f"Every 2×2 square contains {thirds_in_words(grid.values)}"


@frozen
class GlobalModular(Global):
    """Each 2×2 square has values with all remainders modulo 3, such as 1, 5 and 9.

    >>> GlobalModular().holds(Grid(2, 2, range(1, 10)), [1, 4, 2, 3])
    True
    """

    modulus: int = 3

    def fit(self, grid: Grid) -> None:
        if not 2 <= self.modulus <= 4:
            raise PuzzleError(f"globalmodular: the modulus must be from 2 to 4, not {self.modulus}")
        if len(grid.values) < self.modulus:
            raise PuzzleError(
                f"globalmodular: {len(grid.values)} values cannot have {self.modulus} remainders"
            )

    def kind(self, grid: Grid, value: int) -> int:
        return value % self.modulus

    def describe(self, grid: Grid) -> str:
        return f"global modular, modulo {self.modulus}"

    def wording(self, grid: Grid) -> str:
        groups = self._kinds(grid).values()
        listed = ", ".join(f"one of {' '.join(map(str, sorted(group)))}" for group in groups)
        return f"Every 2×2 square contains digits of all remainders modulo {self.modulus}: {listed}"


def squares(grid: Grid) -> Iterator[Cells]:
    """Yield the 2×2 squares, row by row.

    >>> list(squares(Grid(2, 3)))
    [(0, 1, 3, 4), (1, 2, 4, 5)]
    """
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            cell = grid.at(row, column)
            yield cell, cell + 1, cell + grid.columns, cell + grid.columns + 1
