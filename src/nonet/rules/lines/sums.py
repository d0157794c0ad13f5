"""Lines with sums: double arrows, zippers and sum lines. A cell named twice counts twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Linear, Regular, Values
from nonet.model.figures import Figure, line
from nonet.model.grid import Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import CellsField, complaints_of, frozen
from nonet.rules.lines.line import Line
from nonet.rules.rule import Lowered, require_room
from nonet.rules.sums import equal_sums, meet, reach
from nonet.system.errors import PuzzleError


class DoubleArrow(Line):
    """The inner cells add up to the sum of the two ends.

    >>> DoubleArrow([0, 1, 2, 3]).holds(Grid(1, 4), [4, 3, 3, 2])
    True
    """

    title = "double arrow"
    template = (
        "Digits on a thin line between two circles have the same sum as the digits in the circles"
    )
    look = "thin line"
    ends = "circle"
    least = 3

    def holds(self, grid: Grid, values: Values) -> bool:
        first, *inner, last = self.cells
        return meet([reach(grid, values, (first, last)), reach(grid, values, inner)])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first, *inner, last = self.cells
        yield Linear(((-1, first), *((1, cell) for cell in inner), (-1, last)), "==", 0)


class Zipper(Line):
    """All pairs of cells equally far from the centre have the same sum. A centre cell holds it.

    >>> Zipper([0, 1, 2, 3, 4]).holds(Grid(1, 5, range(1, 10)), [1, 5, 7, 2, 6])
    True
    """

    title = "zipper"
    template = (
        "On a lavender line, each two digits equally far from the centre have the same sum, "
        "and a digit in the centre is that sum"
    )
    look = "lavender line"
    least = 3

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The groups of cells with the same sum, from the ends of the line to the centre."""
        half = len(self.cells) // 2
        pairs = zip(self.cells[:half], reversed(self.cells), strict=False)
        return [*pairs, *([self.cells[half : half + 1]] if len(self.cells) % 2 else [])]

    def holds(self, grid: Grid, values: Values) -> bool:
        return meet([reach(grid, values, group) for group in self.groups])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Require the same sum for all pairs. If there is a centre cell, it holds this sum."""
        return equal_sums(self.groups)


@frozen
class SumLine(Line):
    """The line can be cut into pieces that each add up to the total.

    In a loop, the first cell follows the last cell, so a piece may contain both.

    >>> SumLine([0, 1, 2, 3], 5).holds(Grid(1, 4), [2, 3, 4, 1])
    True
    >>> SumLine([0, 1, 2, 3], 5).holds(Grid(1, 4), [1, 2, 3, 4])
    False
    >>> SumLine([0, 1, 2, 3], 5, loop=True).holds(Grid(1, 4), [1, 2, 3, 4])
    True
    """

    cells: CellsField
    total: int
    loop: bool = False

    title = "sum line"
    look = "pink line"
    least = 1

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.total < 1:
            raise PuzzleError(f"sumline: the total must be at least 1, not {self.total}")
        if self.loop:
            require_room(len(self.cells) ** 2, self.name, "cells in all rotations of the loop")
        with complaints_of(self.name):
            self._pieces(grid)

    def _pieces(self, grid: Grid) -> Automaton | None:
        most = len(self.cells) * grid.values[-1]
        return _pieces(grid.values, self.total) if self.total <= most else None

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the part before the first empty cell can be cut into pieces."""
        word = [values[cell] for cell in self.cells]
        if not self.loop:
            return self._falls_apart(word)
        starts = range(len(word))
        return None in word or any(self._falls_apart(word[at:] + word[:at]) for at in starts)

    def _falls_apart(self, word: list[int | None]) -> bool:
        piece, cuts = 0, 0
        for value in word:
            if value is None:
                return True
            piece += value
            if piece > self.total:
                return False
            if piece == self.total:
                piece, cuts = 0, cuts + 1
        return piece == 0 and cuts > 0

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Use an automaton that adds up each piece. A loop may be read from any of its cells."""
        pieces, cells = self._pieces(grid), self.cells
        if pieces is None:
            yield AnyOf(())
        elif self.loop:
            turns = (cells[start:] + cells[:start] for start in range(len(cells)))
            yield AnyOf(tuple((Regular(turn, pieces),) for turn in turns))
        else:
            yield Regular(cells, pieces)

    def describe(self, grid: Grid) -> str:
        return f"sum {'loop' if self.loop else 'line'} {grid.names(self.cells)}, {self.total} each"

    def _broken(self, grid: Grid) -> Iterator[str]:
        yield from breaks(grid, self.cells)
        if self.loop:
            yield from breaks(grid, (self.cells[-1], self.cells[0]))

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if not any(self._broken(grid)):
            yield line(grid, self.cells, self.look, closed=self.loop)

    def wording(self, grid: Grid) -> str:
        shape = "loop" if self.loop else "line"
        return f"A pink {shape} can be divided into segments that each sum to {self.total}"

    def notes(self, grid: Grid) -> Iterator[str]:
        return (f"{self.describe(grid)}: {note}" for note in self._broken(grid))


@lru_cache(maxsize=64)
def _pieces(values: range, total: int) -> Automaton:
    """Return the automaton of words that can be cut into pieces with this total."""

    def step(state: tuple[int, bool], value: int) -> tuple[int, bool] | None:
        piece, cut = state[0] + value, state[1]
        return None if piece > total else (0, True) if piece == total else (piece, cut)

    # A word may end with zeros after its last piece, but zeros alone are not a piece.
    return Automaton.exploring((0, False), step, lambda state: state == (0, True), values)
