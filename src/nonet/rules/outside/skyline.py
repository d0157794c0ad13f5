"""Clues outside the board that are not sums, such as skyscrapers and numbered rooms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Regular, Values
from nonet.model.grid import Grid
from nonet.rules.fields import CellsField, complaints_of, frozen
from nonet.rules.outside.clue import Outside
from nonet.rules.rule import Lowered
from nonet.rules.value_sets import only
from nonet.system.errors import PuzzleError


@frozen
class Skyscraper(Outside):
    """The clue is the number of visible cells, which are higher than all cells before them.

    >>> Skyscraper([0, 1, 2, 3], 2).holds(Grid(1, 4), [3, 1, 2, 4])
    True
    """

    cells: CellsField
    count: int

    title = "skyscraper"
    template = (
        "A skyscraper clue outside the grid is the number of digits that are higher than all "
        "digits before them, seen from the clue"
    )

    @property
    def text(self) -> str:
        return str(self.count)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.count < 1:
            raise PuzzleError(f"skyscraper: the count must be at least 1, not {self.count}")

    def holds(self, grid: Grid, values: Values) -> bool:
        line = [value for cell in self.cells if (value := values[cell]) is not None]
        return len(line) < len(self.cells) or len(set(accumulate(line, max))) == self.count

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Use an automaton that remembers the highest value, and counts the visible cells."""
        if self.count > min(len(self.cells), len(grid.values)):
            yield Candidates(self.cells[0], frozenset())
            return
        yield Regular(self.cells, _skyscraper(grid.values, self.count))


#: A state of the automaton: the highest value so far (-1 at the start), and how many more cells
#: must be visible.
_Sight: TypeAlias = tuple[int, int]


@lru_cache(maxsize=256)
def _skyscraper(values: range, count: int) -> Automaton:
    """Return the automaton of words in which `count` values are higher than all values before."""

    def step(state: _Sight, value: int) -> _Sight | None:
        highest, missing = state
        if value <= highest:
            return state
        return (value, missing - 1) if missing else None

    with complaints_of(Skyscraper.name):
        return Automaton.exploring((-1, count), step, lambda state: not state[1], values)


@frozen
class Value(Outside, family=True):
    """Base of clues that are a value of the grid."""

    cells: CellsField
    value: int

    @property
    def text(self) -> str:
        return str(self.value)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        grid.mask((self.value,))


class HiddenSkyscraper(Value):
    """The clue is the first value that is hidden, because an earlier value is at least as high.

    >>> HiddenSkyscraper([0, 1, 2, 3], 1).holds(Grid(1, 4), [2, 3, 1, 4])
    True
    """

    title = "hidden skyscraper"
    template = (
        "A hidden skyscraper clue outside the grid is the first digit that is not higher than all "
        "digits before it, seen from the clue"
    )

    def holds(self, grid: Grid, values: Values) -> bool:
        highest = -1
        for cell in self.cells:
            value = values[cell]
            if value is None:
                return True
            if value <= highest:
                return value == self.value
            highest = value
        return False

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Regular(self.cells, _hidden(grid.values, self.value))


@lru_cache(maxsize=256)
def _hidden(values: range, hidden: int) -> Automaton:
    """Return the automaton of words in which this value is the first hidden value."""
    end = values[-1] + 1

    def step(highest: int, value: int) -> int | None:
        if highest == end or value > highest:
            return max(highest, value)
        return end if value == hidden else None

    with complaints_of(HiddenSkyscraper.name):
        return Automaton.exploring(-1, step, lambda highest: highest == end, values)


class NumberedRoom(Value):
    """The clue is the value of the N-th cell, where N is the value of the first cell.

    >>> NumberedRoom([0, 1, 2], 3).holds(Grid(1, 3), [2, 3, 1])
    True
    """

    title = "numbered room"
    template = (
        "A numbered room clue outside the grid is the N-th digit from the clue, where N is the "
        "first digit"
    )

    def holds(self, grid: Grid, values: Values) -> bool:
        first = values[self.cells[0]]
        if first is None:
            return True
        return 1 <= first <= len(self.cells) and values[self.cells[first - 1]] in (None, self.value)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first = self.cells[0]
        places = enumerate(self.cells, start=1)
        yield AnyOf(
            tuple(
                [
                    (only(first, place), only(cell, self.value))
                    for place, cell in places
                    if place in grid.values
                ]
            )
        )
