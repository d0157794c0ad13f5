"""Lines on which groups of values, such as low, middle and high, follow one another in turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.model.constraints import Values
from nonet.model.grid import CellsLike, Grid
from nonet.rules.lines.line import Line, filled_pairs
from nonet.rules.rule import Lowered, require_pairs, require_room
from nonet.rules.tables import Table, apart, relate
from nonet.rules.thirds import third
from nonet.system.errors import PuzzleError


class Cycle(Line, family=True):
    """The family: values are in groups, and neighbours on the line go through all of them.

    So the groups come again and again in the same order.
    """

    @abstractmethod
    def group(self, grid: Grid, value: int) -> int:
        """Return the number of a value's group."""

    @abstractmethod
    def period(self) -> int:
        """Return the number of groups."""

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, too many values, and too many cells of a long period."""
        super().fit(grid)
        require_pairs(grid, self.name)
        require_room(len(self.cells) * len(self._reaches), self.name, "pairs of cells")

    @property
    def _reaches(self) -> range:
        """How many steps apart cells are related."""
        return range(1, min(self.period() + 1, len(self.cells)))

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether neighbours, as many as groups, are in different ones where filled."""
        return all(
            self.group(grid, one) != self.group(grid, other)
            for steps in range(1, min(self.period(), len(self.cells)))
            for one, other in filled_pairs(self.cells, values, steps)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate cells up to a period apart: those before its end differ, that at its end agrees.

        The last follows from the others, but not by looking at one pair at a time.
        """
        groups = tuple([self.group(grid, value) for value in grid.values])
        same, different = _tables(grid.values, groups)
        period = self.period()
        for steps in range(1, min(period + 1, len(self.cells))):
            allowed = same if steps == period else different
            for a, b in zip(self.cells, self.cells[steps:], strict=False):
                yield relate(a, b, allowed)


@lru_cache(maxsize=32)
def _tables(values: range, groups: tuple[int, ...]) -> tuple[Table, Table]:
    """Return the pairs of values in the same group, and those in different ones."""
    members: dict[int, list[int]] = {}
    for value, group in zip(values, groups, strict=True):
        members.setdefault(group, []).append(value)
    same = frozenset((v, w) for group in members.values() for v in group for w in group)
    return same, apart(values, 0) - same


class Entropic(Cycle):
    """Of every three neighbours on the line, one is low, one is middle and one is high.

    These are the thirds of the values; if they cannot be equal, the middle one has the odd size.
    On a line of two cells, both are of different thirds.

    >>> Entropic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 9, 4])
    True
    >>> Entropic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, None, 3])
    False
    """

    title = "entropic line"
    look = "salmon line"

    def group(self, grid: Grid, value: int) -> int:
        """Return 0 for a low value, 1 for a middle one, 2 for a high one."""
        return third(grid.values, value)

    def period(self) -> int:
        """Return 3."""
        return 3

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return f"{self.look}: of every three neighbours one is low, one middle, one high"


@dataclass(frozen=True)
class Modular(Cycle):
    """Of every `modulus` neighbours on the line, no two leave the same remainder.

    The modulus is 3 by default; with 2 it is a parity line, even and odd in turn.

    >>> Modular([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    True
    >>> Modular([0, 1, 2], modulus=2).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    False
    """

    modulus: int = 3

    title = "modular line"
    look = "teal line"

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, modulus: int = 3) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse a modulus below 2, and what no such line may be."""
        super().fit(grid)
        if self.modulus < 2:
            raise PuzzleError(f"modular: the modulus {self.modulus} is less than 2")

    def group(self, grid: Grid, value: int) -> int:
        """Return the remainder."""
        return value % self.modulus

    def period(self) -> int:
        """Return the modulus."""
        return self.modulus

    def describe(self, grid: Grid) -> str:
        """Name the cells and the modulus."""
        return f"{super().describe(grid)}, modulo {self.modulus}"

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        if self.modulus == 2:
            return f"{self.look}: odd and even in turn"
        every = f"of every {self.modulus} neighbours"
        return f"{self.look}: {every} no two leave the same remainder by {self.modulus}"
