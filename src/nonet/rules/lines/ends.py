"""Lines whose two ends restrict the values between them: between lines and lockout lines."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.model.constraints import AnyOf, Candidates, Values
from nonet.model.grid import Grid
from nonet.rules.lines.line import GapLine, Line
from nonet.rules.rule import Lowered, require_pairs
from nonet.rules.value_sets import apart, relate, rising


class Between(Line):
    """Each inner value lies strictly between the values at the two ends, in either direction.

    >>> Between([0, 1, 2]).holds(Grid(1, 3), [3, 2, 1])
    True
    >>> Between([0, 1, 2]).holds(Grid(1, 3), [1, 1, 3])
    False
    """

    title = "between line"
    template = "Digits on a grey line lie strictly between the digits in the circles at its ends"
    look = "grey line"
    ends = "circle"
    least = 3

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_pairs(grid, self.name)

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


class Lockout(GapLine):
    """The ends differ by a gap or more. No inner value equals an end or lies between the ends.

    The default gap is half the number of values, rounded down: 4 for the values 1 to 9.

    >>> Lockout([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 7, 6])
    True
    >>> Lockout([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 6, 6])
    False
    """

    title = "lockout line"
    look = "thin blue line"
    ends = "diamond"

    def usual_gap(self, grid: Grid) -> int:
        return len(grid.values) // 2

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
        ends = (
            f"The digits in the diamonds of a thin blue line differ by at least {self.gap_on(grid)}"
        )
        return f"{ends}, and no digit on the line is equal to them or between them"
