"""Lines with a condition on each two successive cells: thermometers and arithmetic lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import ClassVar

from nonet.model.automata import Automaton
from nonet.model.constraints import Regular, Relation, Values
from nonet.model.figures import Badge, BadgeLook, Figure, centre
from nonet.model.grid import Grid
from nonet.rules.fields import complaints_of
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, require_cells, require_pairs
from nonet.rules.value_sets import rising


class RisingLine(Line, family=True):
    """Base of thermometers: values rise from the bulb, which is the first cell, to the tip."""

    has_known_sign = True

    #: The smallest difference allowed between a value and the value before it.
    step: ClassVar[int]
    bulb: ClassVar[BadgeLook]

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        allowed = rising(grid.values, self.step)
        return (Relation(a, b, allowed) for a, b in pairwise(self.cells))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a bulb and a tube, if the cells of the line touch each other."""
        for tube in super().figures(grid):
            yield tube
            yield Badge(centre(grid, self.cells[0]), self.bulb)


class Thermo(RisingLine):
    """A thermometer: values rise strictly from the bulb, the first cell, to the tip.

    >>> Thermo("r5c1-r5c3")
    Thermo(cells=('r5c1', 'r5c2', 'r5c3'))
    >>> Thermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    False
    """

    title = "thermo"
    look, bulb = "thick grey line", "bulb"
    step = 1
    template = "Digits along a thermometer increase from the bulb"

    def holds(self, grid: Grid, values: Values) -> bool:
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return all(lower < higher for lower, higher in pairwise(filled))


class SlowThermo(RisingLine):
    """A slow thermometer: values never fall from the bulb, the first cell, to the tip.

    >>> SlowThermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    True
    """

    title = "slow thermo"
    look, bulb = "thick blue line", "blue bulb"
    step = 0
    has_known_sign = False
    template = "Digits along a blue thermometer increase or stay the same from the bulb"

    def holds(self, grid: Grid, values: Values) -> bool:
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return filled == sorted(filled)


class Arithmetic(Line):
    """Values change by the same difference, which may be 0 or negative, at each step of the line.

    >>> Arithmetic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [7, 4, 1])
    True
    >>> Arithmetic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [7, None, 2])
    False
    """

    title = "arithmetic line"
    template = "Digits along a brown line change by the same amount at each step, which may be 0"
    look = "brown line"
    least = 3

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        with complaints_of(self.name):
            _progressions(grid.values, len(self.cells))

    def holds(self, grid: Grid, values: Values) -> bool:
        word = [values[cell] for cell in self.cells]
        points = [(place, value) for place, value in enumerate(word) if value is not None]
        slopes = {divmod(w - v, q - p) for (p, v), (q, w) in combinations(points, 2)}
        return len(slopes) <= 1 and all(rest == 0 for _, rest in slopes)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Regular(self.cells, _progressions(grid.values, len(self.cells)))


@lru_cache(maxsize=64)
def _progressions(values: range, length: int) -> Automaton:
    """Return the automaton of words that change by the same difference at each step.

    A difference that is too large for the length of the line is left out.
    """
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
