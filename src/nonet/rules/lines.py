"""Lines along which the values of neighbours, or of cells a few steps apart, suit each other.

Neighbours on a line are the cells that are named one after the other, wherever they lie.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from nonet.constraints import Relation, Values
from nonet.errors import PuzzleError
from nonet.grid import Cells, CellsLike, Grid
from nonet.rules.connection import breaks
from nonet.rules.rule import Lowered, Rule, require_cells, require_line, require_pairs
from nonet.rules.tables import apart, relate, rising
from nonet.rules.thirds import third


@dataclass(frozen=True)
class Line(Rule, family=True):
    """The family: cells along a line, in their order; a cell may be passed twice."""

    cells: Cells

    #: What setters call it.
    title: ClassVar[str]
    #: A line of fewer cells says nothing.
    least: ClassVar[int] = 2

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse a line that is too short or leaves the board."""
        require_line(grid, self.cells, self.name, self.least)

    def describe(self, grid: Grid) -> str:
        """Name the cells in the order of the line."""
        return f"{self.title} {grid.names(self.cells)}"

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note where the line is broken."""
        return (f"{self.describe(grid)}: {note}" for note in breaks(grid, self.cells))


class RisingLine(Line, family=True):
    """The family: values rise from the bulb, the first cell, to the tip; no cell twice."""

    #: By how much a value is higher than the one before, or more.
    step: ClassVar[int]

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, outside the board or through a cell twice."""
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate neighbours on the line."""
        allowed = rising(grid.values, self.step)
        return (Relation(a, b, allowed) for a, b in pairwise(self.cells))


class Thermo(RisingLine):
    """A thermometer: values rise strictly from the bulb, the first cell, to the tip.

    >>> Thermo("r5c1-r5c3")
    Thermo(cells=('r5c1', 'r5c2', 'r5c3'))
    >>> Thermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    False
    """

    title = "thermo"
    step = 1

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells rise."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return all(lower < higher for lower, higher in pairwise(filled))


class SlowThermo(RisingLine):
    """A slow thermometer: values never fall from the bulb, the first cell, to the tip.

    >>> SlowThermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    True
    """

    title = "slow thermo"
    step = 0

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells never fall."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return filled == sorted(filled)


class Palindrome(Line):
    """A line that reads the same from both ends.

    >>> Palindrome([0, 1, 2]).holds(Grid(1, 3), [1, None, 2])
    False
    """

    title = "palindrome"

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, and too many values."""
        super().fit(grid)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells read the same from both ends."""
        word = [values[cell] for cell in self.cells]
        pairs = zip(word, reversed(word), strict=True)
        return all(one is None or other is None or one == other for one, other in pairs)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate the cells that are equally far from the ends."""
        equal = apart(grid.values, 0, 0)
        half = len(self.cells) // 2
        pairs = zip(self.cells[:half], reversed(self.cells), strict=False)
        return (Relation(a, b, equal) for a, b in pairs if a != b)


@dataclass(frozen=True)
class Whisper(Line):
    """Neighbours on the line differ by a gap or more.

    The gap is half the number of values, rounded up, unless it is said: 5 for the values 1 to 9,
    as on a German whisper. On a Dutch whisper it is 4.

    >>> Whisper([0, 1]).holds(Grid(1, 2, range(1, 10)), [1, 5])
    False
    >>> Whisper([0, 1], gap=4).holds(Grid(1, 2, range(1, 10)), [1, 5])
    True
    """

    gap: int | None = None

    title = "whisper"

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, gap: int | None = None) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, a gap that is none, and too many values."""
        super().fit(grid)
        require_gap(self.gap, self.name)
        require_pairs(grid, self.name)

    def gap_on(self, grid: Grid) -> int:
        """Return the gap on a grid."""
        return (len(grid.values) + 1) // 2 if self.gap is None else self.gap

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether filled neighbours differ by the gap."""
        gap = self.gap_on(grid)
        return all(abs(one - other) >= gap for one, other in filled_pairs(self.cells, values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate neighbours on the line."""
        allowed = apart(grid.values, self.gap_on(grid))
        return (relate(a, b, allowed) for a, b in pairwise(self.cells))

    def describe(self, grid: Grid) -> str:
        """Name the cells and the gap."""
        return f"{super().describe(grid)}, gap {self.gap_on(grid)}"


class Cycle(Line, family=True):
    """The family: values are in groups, and so many neighbours as there are groups have one each.

    So the groups come again and again in the same order.
    """

    @abstractmethod
    def group(self, grid: Grid, value: int) -> int:
        """Return the number of a value's group."""

    @abstractmethod
    def period(self) -> int:
        """Return the number of groups."""

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, and too many values."""
        super().fit(grid)
        require_pairs(grid, self.name)

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
        members: dict[int, list[int]] = {}
        for value in grid.values:
            members.setdefault(self.group(grid, value), []).append(value)
        same = frozenset((v, w) for group in members.values() for v in group for w in group)
        different = apart(grid.values, 0) - same
        period = self.period()
        for steps in range(1, min(period + 1, len(self.cells))):
            allowed = same if steps == period else different
            for a, b in zip(self.cells, self.cells[steps:], strict=False):
                yield relate(a, b, allowed)


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

    def group(self, grid: Grid, value: int) -> int:
        """Return 0 for a low value, 1 for a middle one, 2 for a high one."""
        return third(grid.values, value)

    def period(self) -> int:
        """Return 3."""
        return 3


@dataclass(frozen=True)
class Modular(Cycle):
    """Of every `modulus` neighbours on the line, no two leave the same remainder.

    The modulus is 3 unless it is said; with 2 it is a parity line, even and odd in turn.

    >>> Modular([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    True
    >>> Modular([0, 1, 2], modulus=2).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    False
    """

    modulus: int = 3

    title = "modular line"

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, modulus: int = 3) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, a modulus below 2, and too many values."""
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


def filled_pairs(cells: Sequence[int], values: Values, steps: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the values of cells so many steps apart on a line, where both are filled.

    >>> list(filled_pairs((0, 1, 2, 3), [5, 6, None, 7])), list(filled_pairs((0, 1), [5, 6], 2))
    ([(5, 6)], [])
    """
    for a, b in zip(cells, cells[steps:], strict=False):
        one, other = values[a], values[b]
        if one is not None and other is not None:
            yield one, other


def require_gap(gap: int | None, what: str) -> None:
    """Raise `PuzzleError` for a gap that keeps nothing apart."""
    if gap is not None and gap < 1:
        raise PuzzleError(f"{what}: the gap {gap} is less than 1")
