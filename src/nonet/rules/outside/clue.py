"""The base class of clues outside the board, X-sums and sandwiches.

The cells of a clue are listed from the clue on: ``"r1c1-r1c9"`` is read from the left, and
``"r1c9-r1c1"`` from the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Linear, Regular, Values
from nonet.model.figures import Badge, Figure, outside
from nonet.model.grid import Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import CellsField, IntegersField, complaints_of, default, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_room
from nonet.rules.sums import reach, sum_of
from nonet.rules.value_sets import only
from nonet.system.errors import PuzzleError


@frozen
class Outside(Rule, family=True):
    """Base of clues that stand outside the board and concern a line of cells."""

    cells: CellsField
    #: The setters' name for the rule.
    title: ClassVar[str]

    @property
    def text(self) -> str:
        """The clue in words."""
        raise NotImplementedError

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name)
        pairs = len(self.cells) ** 2
        require_room(pairs, self.name, "pairs of cells")

    def describe(self, grid: Grid) -> str:
        first, last = grid.name(self.cells[0]), grid.name(self.cells[-1])
        line = first if len(self.cells) == 1 else f"{first}-{last}"
        straight = self.cells == grid.named(line)
        return f"{self.title} {self.text}: {line if straight else grid.names(self.cells)}"

    @property
    def sign(self) -> str:
        """The clue as it is drawn outside the board."""
        return self.text

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if len(self.cells) > 1 and not any(breaks(grid, self.cells)):
            x, y = outside(grid, self.cells)
            if not (0 < x < grid.columns and 0 < y < grid.rows):
                yield Badge((x, y), "clue", self.sign)


@frozen
class Total(Outside, family=True):
    """Base of clues that are a sum."""

    cells: CellsField
    total: int

    @property
    def text(self) -> str:
        return str(self.total)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.total < 0:
            raise PuzzleError(f"{self.name}: the total {self.total} is negative")


class XSum(Total):
    """The first X cells add up to the total, where X is the value of the first cell.

    If X is 0, the total must be 0.

    >>> XSum([0, 1, 2], 5).holds(Grid(1, 3), [2, 3, 1])
    True
    >>> XSum([0, 1, 2], 0).holds(Grid(1, 3, range(4)), [0, 3, 1])
    True
    """

    title = "x-sum"

    def wording(self, grid: Grid) -> str:
        zero = "; it is 0 if X is 0" if 0 in grid.values else ""
        clue = "An X-sum clue outside the grid is the sum of the first X digits from the clue"
        return f"{clue}, where X is the first digit{zero}"

    def holds(self, grid: Grid, values: Values) -> bool:
        line = [values[cell] for cell in self.cells]
        return any(
            line[0] in (None, many)
            and reach(grid, [many, *line[1:]], range(many)).has((self.total,))
            for many in grid.values
            if many <= len(line)
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first = self.cells[0]
        terms = sum_of(self.cells, self.total).terms
        alternatives: list[tuple[Linear | Candidates, ...]] = [
            (only(first, many), Linear(terms[:many], "==", self.total))
            for many in grid.values
            if 0 < many <= len(self.cells)
        ]
        if 0 in grid.values and not self.total:
            alternatives.append((only(first, 0),))
        yield AnyOf(tuple(alternatives))


@frozen
class Sandwich(Total):
    """The cells between the lowest and the highest value of the grid add up to the total.

    The lowest and the highest value are the crusts. The line holds each crust once. `crusts` may
    name two other values.

    >>> Sandwich([0, 1, 2, 3], 5).holds(Grid(1, 4), [1, 2, 3, 4])
    True
    """

    cells: CellsField
    crusts: IntegersField = default(())

    title = "sandwich"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        grid.mask(self.crusts)
        if len(set(self._crusts(grid))) != 2 or len(self.crusts) not in (0, 2):
            raise PuzzleError("sandwich: the crusts must be two different values")

    def _crusts(self, grid: Grid) -> tuple[int, ...]:
        return self.crusts or (grid.values[0], grid.values[-1])

    def holds(self, grid: Grid, values: Values) -> bool:
        line, crusts = [values[cell] for cell in self.cells], self._crusts(grid)
        counts = [line.count(crust) for crust in crusts]
        if max(counts) > 1:
            return False
        if min(counts) == 0:
            return None in line
        start, end = sorted(map(line.index, crusts))
        return reach(grid, line, range(start + 1, end)).has((self.total,))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Use an automaton that adds up the values between the crusts."""
        if self.total > len(self.cells) * grid.values[-1]:
            yield Candidates(self.cells[0], frozenset())
            return
        yield Regular(self.cells, _sandwich(grid.values, self._crusts(grid), self.total))

    @property
    def text(self) -> str:
        return f"{self.total}{self._between}"

    @property
    def sign(self) -> str:
        """The total. The caption names the crusts."""
        return str(self.total)

    def wording(self, grid: Grid) -> str:
        low, high = sorted(self._crusts(grid))
        digits = f"the digits between the {low} and the {high}"
        return f"A sandwich clue outside the grid is the sum of {digits} in its row or column"

    @property
    def _between(self) -> str:
        return f" between {' and '.join(map(str, self.crusts))}" if self.crusts else ""


#: A state of the automaton: the first crust or None, the sum so far, and whether the second crust
#: was seen.
_Bite: TypeAlias = tuple[int | None, int, bool]


@lru_cache(maxsize=256)
def _sandwich(values: range, crusts: tuple[int, ...], total: int) -> Automaton:
    """Return the automaton of lines with this total between the crusts, and each crust once."""

    def step(state: _Bite, value: int) -> _Bite | None:
        opened, inside, closed = state
        if value not in crusts:
            inside += value if opened is not None and not closed else 0
            return (opened, inside, closed) if inside <= total else None
        if opened is None:
            return value, 0, False
        return (opened, total, True) if not closed and value != opened and inside == total else None

    start: _Bite = None, 0, False
    with complaints_of(Sandwich.name):
        return Automaton.exploring(start, step, lambda state: state[2], values)
