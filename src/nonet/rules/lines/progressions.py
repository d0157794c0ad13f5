"""Lines whose values rise or fall by the same amount at each step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from nonet.model.automata import Automaton
from nonet.model.constraints import Regular, Values
from nonet.model.grid import Grid
from nonet.rules.fields import complaints_of
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered


class Arithmetic(Line):
    """Values change by the same difference at each step of the line; it may be 0, or negative.

    >>> Arithmetic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [7, 4, 1])
    True
    >>> Arithmetic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [7, None, 2])
    False
    """

    title = "arithmetic line"
    look = "brown line"
    least = 3

    def fit(self, grid: Grid) -> None:
        """Refuse a line of fewer than three cells, and too many values."""
        super().fit(grid)
        with complaints_of(self.name):
            _progressions(grid.values, len(self.cells))

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells lie on one progression."""
        word = [values[cell] for cell in self.cells]
        points = [(place, value) for place, value in enumerate(word) if value is not None]
        slopes = {divmod(w - v, q - p) for (p, v), (q, w) in combinations(points, 2)}
        return len(slopes) <= 1 and all(rest == 0 for _, rest in slopes)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Accept words of one difference."""
        yield Regular(self.cells, _progressions(grid.values, len(self.cells)))

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return f"{self.look}: the values change by the same difference at each step"


@lru_cache(maxsize=64)
def _progressions(values: range, length: int) -> Automaton:
    """Return the words of one difference, which can be no larger than the values leave room for."""
    most = (len(values) - 1) // (length - 1)

    def step(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if not state:
            return (value,)
        last, *same = state
        difference = value - last
        if abs(difference) > most or difference not in (same or [difference]):
            return None
        return value, difference

    start: tuple[int, ...] = ()
    return Automaton.exploring(start, step, lambda state: True, values)
