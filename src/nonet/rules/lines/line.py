"""Lines: what they share, and those with one colour and one sentence.

Neighbours on a line are the cells that are named one after the other, wherever they lie.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from nonet.model.constraints import Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, LineLook, centre, line
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.connection import breaks
from nonet.rules.rule import Lowered, Rule, require_line, require_pairs
from nonet.rules.tables import apart, relate
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Line(Rule, family=True):
    """The family: cells along a line, in their order; a cell may be passed twice."""

    cells: Cells

    #: What setters call it.
    title: ClassVar[str]
    #: Its look, and that of the signs at its ends.
    look: ClassVar[LineLook]
    ends: ClassVar[BadgeLook | None] = None
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

    def look_on(self, grid: Grid) -> LineLook:
        """Return the look of the line."""
        return self.look

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw the line with its ends, if it is not broken."""
        if not any(breaks(grid, self.cells)):
            yield line(grid, self.cells, self.look_on(grid))
            if self.ends:
                for end in (self.cells[0], self.cells[-1]):
                    yield Badge(centre(grid, end), self.ends)

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note where the line is broken."""
        return (f"{self.describe(grid)}: {note}" for note in breaks(grid, self.cells))


class Palindrome(Line):
    """A line that reads the same from both ends.

    >>> Palindrome([0, 1, 2]).holds(Grid(1, 3), [1, None, 2])
    False
    """

    title = "palindrome"
    look = "grey line"

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

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return f"{self.look}: reads the same from both ends"


@dataclass(frozen=True)
class GapLine(Line, family=True):
    """The family: lines with a gap between values; each has a usual one."""

    gap: int | None = None

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, gap: int | None = None) -> None: ...

    @abstractmethod
    def usual_gap(self, grid: Grid) -> int:
        """Return the gap if none is said."""

    def gap_on(self, grid: Grid) -> int:
        """Return the gap on a grid."""
        return self.usual_gap(grid) if self.gap is None else self.gap

    def fit(self, grid: Grid) -> None:
        """Refuse a line of one cell, a gap that keeps nothing apart, and too many values."""
        super().fit(grid)
        if self.gap is not None and self.gap < 1:
            raise PuzzleError(f"{self.name}: the gap {self.gap} is less than 1")
        require_pairs(grid, self.name)

    def describe(self, grid: Grid) -> str:
        """Name the cells and the gap."""
        return f"{super().describe(grid)}, gap {self.gap_on(grid)}"


class Whisper(GapLine):
    """Neighbours on the line differ by a gap or more.

    The gap is half the number of values, rounded up, by default: 5 for the values 1 to 9,
    as on a German whisper. On a Dutch whisper it is 4.

    >>> Whisper([0, 1]).holds(Grid(1, 2, range(1, 10)), [1, 5])
    False
    >>> Whisper([0, 1], gap=4).holds(Grid(1, 2, range(1, 10)), [1, 5])
    True
    """

    title = "whisper"

    def usual_gap(self, grid: Grid) -> int:
        """Return half the number of values, rounded up."""
        return (len(grid.values) + 1) // 2

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether filled neighbours differ by the gap."""
        gap = self.gap_on(grid)
        return all(abs(one - other) >= gap for one, other in filled_pairs(self.cells, values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate neighbours on the line."""
        allowed = apart(grid.values, self.gap_on(grid))
        return (relate(a, b, allowed) for a, b in pairwise(self.cells))

    def look_on(self, grid: Grid) -> LineLook:
        """Return green for the usual gap and orange for others."""
        return "green line" if self.gap_on(grid) == self.usual_gap(grid) else "orange line"

    def caption(self, grid: Grid) -> str:
        """Say the gap."""
        return f"{self.look_on(grid)}: neighbours differ by {self.gap_on(grid)} or more"


def filled_pairs(cells: Sequence[int], values: Values, steps: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the values of cells a number of steps apart on a line, where both are filled.

    >>> list(filled_pairs((0, 1, 2, 3), [5, 6, None, 7])), list(filled_pairs((0, 1), [5, 6], 2))
    ([(5, 6)], [])
    """
    for a, b in zip(cells, cells[steps:], strict=False):
        one, other = values[a], values[b]
        if one is not None and other is not None:
            yield one, other
