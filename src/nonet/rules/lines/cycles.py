"""Lines with a repeating order of value groups, such as low, middle and high."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import lru_cache

from nonet.model.constraints import Values
from nonet.model.grid import Grid
from nonet.rules.fields import CellsField, frozen
from nonet.rules.lines.line import Line, filled_pairs
from nonet.rules.rule import Lowered, require_pairs, require_room
from nonet.rules.value_sets import Table, apart, relate, third, thirds_in_words
from nonet.system.errors import PuzzleError


class Cycle(Line, family=True):
    """Base of lines whose values repeat an order of groups, such as low, middle, high.

    Any n successive cells hold values of all n groups.
    """

    @abstractmethod
    def group(self, grid: Grid, value: int) -> int:
        """Return the number of the group that a value belongs to."""

    @abstractmethod
    def period(self) -> int:
        """Return the number of groups."""

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_pairs(grid, self.name)
        require_room(len(self.cells) * len(self._reaches), self.name, "pairs of cells")

    @property
    def _reaches(self) -> range:
        return range(1, min(self.period() + 1, len(self.cells)))

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(
            self.group(grid, one) != self.group(grid, other)
            for steps in range(1, min(self.period(), len(self.cells)))
            for one, other in filled_pairs(self.cells, values, steps)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Cells one period apart have equal groups. Closer cells have different groups.

        The second condition implies the first. Both are stated, because a solver that looks at only
        two cells at a time cannot see this.
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
    """Return the pairs of values in the same group, and the pairs in different groups."""
    members: dict[int, list[int]] = {}
    for value, group in zip(values, groups, strict=True):
        members.setdefault(group, []).append(value)
    same = frozenset((v, w) for group in members.values() for v in group for w in group)
    return same, apart(values, 0) - same


class Entropic(Cycle):
    """Of any three neighbouring cells on the line, one is low, one is middle and one is high.

    The lowest third of the values is low, and the highest third is high. On a line of two cells,
    the values are in different thirds.

    >>> Entropic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 9, 4])
    True
    >>> Entropic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, None, 3])
    False
    """

    title = "entropic line"
    look = "salmon line"

    def group(self, grid: Grid, value: int) -> int:
        return third(grid.values, value)

    def period(self) -> int:
        return 3

    def wording(self, grid: Grid) -> str:
        thirds = thirds_in_words(grid.values)
        return f"Every three neighbouring cells on a salmon line contain {thirds}"


@frozen
class Modular(Cycle):
    """Any `modulus` neighbouring cells on the line have different remainders modulo `modulus`.

    The default modulus is 3. A parity line has the modulus 2: even and odd values alternate.

    >>> Modular([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    True
    >>> Modular([0, 1, 2], modulus=2).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    False
    """

    cells: CellsField
    modulus: int = 3

    title = "modular line"
    look = "teal line"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.modulus < 2:
            raise PuzzleError(f"modular: the modulus must be at least 2, not {self.modulus}")

    def group(self, grid: Grid, value: int) -> int:
        return value % self.modulus

    def period(self) -> int:
        return self.modulus

    def describe(self, grid: Grid) -> str:
        return f"{super().describe(grid)}, modulo {self.modulus}"

    def wording(self, grid: Grid) -> str:
        if self.modulus == 2:
            return "Digits along a teal line alternate between odd and even"
        every = f"Every {self.modulus} neighbouring cells on a teal line"
        return f"{every} contain digits with different remainders modulo {self.modulus}"
