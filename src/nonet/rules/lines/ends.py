"""Lines whose ends say what may stand between them."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.model.constraints import AnyOf, Candidates, Values
from nonet.model.grid import Grid
from nonet.rules.lines.line import GapLine, Line
from nonet.rules.rule import Lowered, require_pairs
from nonet.rules.tables import apart, relate, rising


class Between(Line):
    """Each inner cell lies strictly between the two ends, whichever of them is higher.

    >>> Between([0, 1, 2]).holds(Grid(1, 3), [3, 2, 1])
    True
    >>> Between([0, 1, 2]).holds(Grid(1, 3), [1, 1, 3])
    False
    """

    title = "between line"
    look = "grey line"
    ends = "circle"
    least = 3

    def fit(self, grid: Grid) -> None:
        """Refuse a line without inner cells, and too many values."""
        super().fit(grid)
        require_pairs(grid, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled inner cells are between the ends, once these are filled."""
        first, *inner, last = (values[cell] for cell in self.cells)
        if first is None or last is None:
            return True
        low, high = sorted((first, last))
        return high - low > 1 and all(value is None or low < value < high for value in inner)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Rise along the line in one direction or in the other."""
        first, *inner, last = self.cells
        less = rising(grid.values)
        yield relate(first, last, apart(grid.values, 2))
        for cell in inner:
            yield Candidates(cell, frozenset(grid.values[1:-1]))
        yield AnyOf(
            tuple(
                tuple(
                    part
                    for cell in dict.fromkeys(inner)
                    for part in (relate(low, cell, less), relate(cell, high, less))
                )
                for low, high in ((first, last), (last, first))
            )
        )

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return f"{self.look} between circles: the values are between those in the circles"


class Lockout(GapLine):
    """The ends differ by a gap or more, and no inner value equals an end or lies between them.

    The gap is half the number of values, rounded down, by default: 4 for the values 1 to 9.

    >>> Lockout([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 7, 6])
    True
    >>> Lockout([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 6, 6])
    False
    """

    title = "lockout line"
    look = "thin blue line"
    ends = "diamond"

    def usual_gap(self, grid: Grid) -> int:
        """Return half the number of values, rounded down."""
        return len(grid.values) // 2

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the ends are apart and the inner cells outside, once the ends are filled."""
        first, *inner, last = (values[cell] for cell in self.cells)
        if first is None or last is None:
            return True
        low, high = sorted((first, last))
        return high - low >= self.gap_on(grid) and not any(
            value is not None and low <= value <= high for value in inner
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Keep the ends apart, and each inner cell below both or above both."""
        first, *inner, last = self.cells
        less = rising(grid.values)
        yield relate(first, last, apart(grid.values, self.gap_on(grid)))
        for cell in dict.fromkeys(inner):
            below = tuple(relate(cell, end, less) for end in (first, last))
            above = tuple(relate(end, cell, less) for end in (first, last))
            yield AnyOf((below, above))

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        ends = f"these differ by {self.gap_on(grid)} or more"
        return f"{self.look} between diamonds: {ends}, no value on it is equal to one or between"
