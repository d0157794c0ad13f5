"""The base classes of lines, and lines with gaps or ends: palindromes, whispers, between lines.

Neighbours on a line are successive cells in the line's list of cells. They need not be neighbours
on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, repeat
from typing import ClassVar

from nonet.model.constraints import AnyOf, Candidates, Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, LineLook, centre, line
from nonet.model.grid import Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import CellsField, frozen
from nonet.rules.rule import Lowered, OnCells, Rule
from nonet.rules.value_sets import apart, filled_pairs, relate, rising


class Line(OnCells, family=True):
    """Base of rules for cells along a line. A line may pass a cell twice."""

    least = 2
    may_repeat = True

    #: The look of the line, and of the signs at its first and its last cell.
    look: ClassVar[LineLook]
    ends: ClassVar[tuple[BadgeLook, ...]] = ()
    #: Whether the first cell follows the last cell.
    loop: bool = False

    def look_on(self, grid: Grid) -> LineLook:
        """Return the look of the line, which may depend on the grid."""
        return self.look

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if not any(self.flaws(grid)):
            yield line(grid, self.cells, self.look_on(grid), closed=self.loop)
            for end, look in zip((self.cells[0], self.cells[-1]), self.ends, strict=False):
                yield Badge(centre(grid, end), look)

    def flaws(self, grid: Grid) -> Iterator[str]:
        return breaks(grid, (*self.cells, self.cells[0]) if self.loop else self.cells)


class Palindrome(Line):
    """The line reads the same from both ends.

    >>> Palindrome([0, 1, 2]).holds(Grid(1, 3), [1, None, 2])
    False
    """

    template = "Digits along a grey line read the same from both ends"
    look = "grey line"
    needs_pairs = True

    def holds(self, grid: Grid, values: Values) -> bool:
        pairs = zip(self.cells, reversed(self.cells), strict=True)
        return all(one == other for one, other in filled_pairs(pairs, values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        equal = apart(grid.values, 0, 0)
        half = len(self.cells) // 2
        pairs = zip(self.cells[:half], reversed(self.cells), strict=False)
        return (Relation(a, b, equal) for a, b in pairs if a != b)


@frozen
class GapLine(Line, family=True):
    """Base of lines with a gap: the smallest allowed difference between two values."""

    cells: CellsField
    gap: int | None = None

    reads = "counts"
    lowest = "gap", 1
    needs_pairs = True

    #: Whether half of an odd number of values is rounded up.
    rounds_up: ClassVar[bool]

    def usual_gap(self, grid: Grid) -> int:
        """Return the default gap on a grid: half the number of values."""
        return (len(grid.values) + self.rounds_up) // 2

    def gap_on(self, grid: Grid) -> int:
        return self.usual_gap(grid) if self.gap is None else self.gap

    def split(self, grid: Grid) -> tuple[Sequence[Rule], Sequence[Rule]]:
        return (), (replace(self, gap=self.gap_on(grid)),)

    def describe(self, grid: Grid) -> str:
        return f"{super().describe(grid)}, gap {self.gap_on(grid)}"


class Whisper(GapLine):
    """Neighbours on the line differ by a gap or more.

    The default gap is half the number of values, rounded up: 5 for the values 1 to 9, as on a
    German whisper. A Dutch whisper has a gap of 4.

    >>> Whisper([0, 1], gap=4).holds(Grid(1, 2, range(1, 10)), [1, 5])
    True
    """

    rounds_up = True

    def holds(self, grid: Grid, values: Values) -> bool:
        gap = self.gap_on(grid)
        pairs = filled_pairs(pairwise(self.cells), values)
        return all(abs(one - other) >= gap for one, other in pairs)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        allowed = apart(grid.values, self.gap_on(grid))
        return map(relate, self.cells, self.cells[1:], repeat(allowed))

    def look_on(self, grid: Grid) -> LineLook:
        """Return green for the usual gap and orange for other gaps."""
        return "green line" if self.gap_on(grid) == self.usual_gap(grid) else "orange line"

    def wording(self, grid: Grid) -> str:
        line, gap = self.look_on(grid), self.gap_on(grid)
        article = "a" if line.startswith("g") else "an"
        return f"Neighbouring digits on {article} {line} differ by at least {gap}"


class Between(Line):
    """Each inner value lies strictly between the values at the two ends, in either direction.

    >>> Between([0, 1, 2]).holds(Grid(1, 3), [3, 2, 1])
    True
    """

    reads = "counts"
    label = "between line {cells}"
    template = "Digits on a grey line lie strictly between the digits in the circles at its ends"
    look = "grey line"
    ends = "circle", "circle"
    least = 3
    needs_pairs = True

    def holds(self, grid: Grid, values: Values) -> bool:
        first, *inner, last = (values[cell] for cell in self.cells)
        if first is None or last is None:
            return True
        low, high = sorted((first, last))
        return high - low > 1 and all(value is None or low < value < high for value in inner)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first, *inner, last = self.cells
        less = rising(grid.values)
        yield relate(first, last, apart(grid.values, 2))
        for cell in inner:
            yield Candidates(cell, frozenset(grid.values[1:-1]))
        ways: list[tuple[Relation | Candidates, ...]] = []
        for low, high in ((first, last), (last, first)):
            pairs = [pair for cell in dict.fromkeys(inner) for pair in ((low, cell), (cell, high))]
            ways.append(tuple(relate(a, b, less) for a, b in pairs))
        yield AnyOf(tuple(ways))


class Lockout(GapLine):
    """The ends differ by a gap or more. No inner value equals an end or lies between the ends.

    The default gap is half the number of values, rounded down: 4 for the values 1 to 9.

    >>> Lockout([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 7, 6])
    True
    """

    label = "lockout line {cells}"
    look = "thin blue line"
    ends = "diamond", "diamond"
    rounds_up = False

    def holds(self, grid: Grid, values: Values) -> bool:
        first, *inner, last = (values[cell] for cell in self.cells)
        if first is None or last is None:
            return True
        low, high = sorted((first, last))
        return high - low >= self.gap_on(grid) and not any(
            value is not None and low <= value <= high for value in inner
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first, *inner, last = self.cells
        less = rising(grid.values)
        yield relate(first, last, apart(grid.values, self.gap_on(grid)))
        for cell in dict.fromkeys(inner):
            below = tuple(relate(cell, end, less) for end in (first, last))
            above = tuple(relate(end, cell, less) for end in (first, last))
            yield AnyOf((below, above))

    def wording(self, grid: Grid) -> str:
        return (
            "The digits in the diamonds of a thin blue line differ by at least "
            f"{self.gap_on(grid)}, and no digit on the line is equal to them or between them"
        )
