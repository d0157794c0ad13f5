"""Lines with rising, consecutive or repeating values: thermometers, renbans, entropic lines."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise, repeat
from operator import sub
from typing import ClassVar

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, Regular, Relation, Values
from nonet.model.grid import Grid
from nonet.rules.fields import CellsField, complaints_of, frozen
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, require_room
from nonet.rules.value_sets import (
    Table,
    apart,
    filled,
    relate,
    rising,
    third,
    thirds_in_words,
)


class RisingLine(Line, family=True):
    """Base of thermometers: values rise from the bulb, which is the first cell, to the tip."""

    reads = "counts"
    has_known_sign = True
    may_repeat = False
    needs_pairs = True

    #: The smallest difference allowed between a value and the value before it.
    step: ClassVar[int]

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        return min(map(sub, held[1:], held), default=self.step) >= self.step

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        allowed = rising(grid.values, self.step)
        return map(Relation, self.cells, self.cells[1:], repeat(allowed))


class Thermo(RisingLine):
    """A thermometer: values rise strictly from the bulb, the first cell, to the tip.

    >>> Thermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    False
    """

    look, ends = "thick grey line", ("bulb",)
    step = 1
    template = "Digits along a thermometer increase from the bulb"


class SlowThermo(RisingLine):
    """A slow thermometer: values never fall from the bulb, the first cell, to the tip.

    >>> SlowThermo([0, 1, 2]).holds(Grid(1, 3), [1, None, 1])
    True
    """

    label = "slow thermo {cells}"
    look, ends = "thick blue line", ("blue bulb",)
    step = 0
    has_known_sign = False
    template = "Digits along a blue thermometer increase or stay the same from the bulb"


class Arithmetic(Line):
    """Values change by the same difference, which may be 0 or negative, at each step of the line.

    >>> Arithmetic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [7, 4, 1])
    True
    """

    label = "arithmetic line {cells}"
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
    """Return the automaton of words that change by the same difference at each step."""
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


class LineSet(Line, family=True):
    """Base of lines without repeats, on which the order of the values does not matter."""

    may_repeat = False
    needs_pairs = True

    @abstractmethod
    def table(self, grid: Grid) -> Table:
        """Return the pairs of values that may occur together."""

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield AllDifferent(self.cells)
        if len(self.cells) <= len(grid.values):  # a longer line cannot be filled anyway
            table = self.table(grid)
            for a, b in combinations(self.cells, 2):
                yield Relation(a, b, table)


class Renban(LineSet):
    """The values on the line are consecutive and differ, in any order.

    >>> Renban([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, 3, 4])
    True
    """

    template = "A purple line contains consecutive digits without repeats, in any order"
    look = "purple line"

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        if len(set(held)) < len(held):
            return False
        return not held or max(held) - min(held) < len(self.cells)

    def table(self, grid: Grid) -> Table:
        return apart(grid.values, 1, len(self.cells) - 1)


class Nabner(LineSet):
    """No two values on the line are equal or consecutive, in any position.

    >>> Nabner([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [5, 1, 3])
    True
    """

    template = "No two digits on a yellow line are equal or consecutive, in any position"
    look = "yellow line"

    def holds(self, grid: Grid, values: Values) -> bool:
        held = sorted(filled(self.cells, values))
        return all(higher - lower >= 2 for lower, higher in pairwise(held))

    def table(self, grid: Grid) -> Table:
        return apart(grid.values, 2)


class Cycle(Line, family=True):
    """Base of lines whose values repeat an order of groups, such as low, middle, high."""

    needs_pairs = True

    #: The number of groups.
    modulus: int

    @abstractmethod
    def group(self, grid: Grid, value: int) -> int:
        """Return the number of the group that a value belongs to."""

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        pairs = len(self.cells) * min(self.modulus, len(self.cells) - 1)
        require_room(pairs, self.name, "pairs of cells")

    def holds(self, grid: Grid, values: Values) -> bool:
        word = [values[cell] for cell in self.cells]
        held = [None if value is None else self.group(grid, value) for value in word]
        return all(
            one is None or one != other
            for steps in range(1, min(self.modulus, len(held)))
            for one, other in zip(held, held[steps:], strict=False)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Cells one period apart have equal groups. Closer cells have different groups.

        The first condition follows from the second, but solvers cannot see this from two cells.
        """
        groups = tuple([self.group(grid, value) for value in grid.values])
        same, different = _tables(grid.values, groups)
        for steps in range(1, min(self.modulus + 1, len(self.cells))):
            allowed = same if steps == self.modulus else different
            for a, b in self._apart(steps):
                yield relate(a, b, allowed)

    def _apart(self, steps: int) -> Iterator[tuple[int, int]]:
        return zip(self.cells, self.cells[steps:], strict=False)


@lru_cache(maxsize=32)
def _tables(values: range, groups: tuple[int, ...]) -> tuple[Table, Table]:
    """Return the pairs of values in the same group, and the pairs in different groups."""
    group_of = dict(zip(values, groups, strict=True))
    every = apart(values, 0)
    same = frozenset((v, w) for v, w in every if group_of[v] == group_of[w])
    return same, every - same


class Entropic(Cycle):
    """Of any three neighbouring cells on the line, one is low, one is middle and one is high.

    The lowest third of the values is low, and the highest third is high. On a line of two cells,
    the values are in different thirds.

    >>> Entropic([0, 1, 2]).holds(Grid(1, 3, range(1, 10)), [2, 9, 4])
    True
    """

    label = "entropic line {cells}"
    look = "salmon line"
    modulus = 3

    def group(self, grid: Grid, value: int) -> int:
        return third(grid.values, value)

    def wording(self, grid: Grid) -> str:
        thirds = thirds_in_words(grid.values)
        return f"Every three neighbouring cells on a salmon line contain {thirds}"


@frozen
class Modular(Cycle):
    """Any `modulus` neighbouring cells on the line have different remainders modulo `modulus`.

    The default modulus is 3. A parity line has the modulus 2: even and odd values alternate.

    >>> Modular([0, 1, 2], modulus=2).holds(Grid(1, 3, range(1, 10)), [1, 6, 8])
    False
    """

    cells: CellsField
    modulus: int = 3

    lowest = "modulus", 2
    label = "modular line {cells}, modulo {modulus}"
    look = "teal line"

    def group(self, grid: Grid, value: int) -> int:
        return value % self.modulus

    def wording(self, grid: Grid) -> str:
        if self.modulus == 2:
            return "Digits along a teal line alternate between odd and even"
        every = f"Every {self.modulus} neighbouring cells on a teal line"
        return f"{every} contain digits with different remainders modulo {self.modulus}"
