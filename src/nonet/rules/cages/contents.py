"""Cages that say something else than their sum: what they contain, and what no part adds up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.model.automata import Automaton
from nonet.model.constraints import AllDifferent, Candidates, Count, Regular, Values
from nonet.model.figures import Figure, Outline, OutlineLook
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_room
from nonet.system.errors import PuzzleError

#: Each takes a bit in each state of a rellik cage.
MOST_SUMS = 1 << 12


@dataclass(frozen=True)
class Enclosure(Rule, family=True):
    """The family: cells in a cage."""

    cells: Cells

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board."""
        require_cells(grid, self.cells, self.name)

    def _cage(self, grid: Grid, look: OutlineLook, text: str) -> Iterator[Figure]:
        if in_one_piece(grid, self.cells):
            yield Outline(self.cells, look, text)

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note which cells lie apart from the others."""
        return (f"{self.describe(grid)}: {note}" for note in strays(grid, self.cells))


@dataclass(frozen=True)
class LookAndSay(Enclosure):
    """A cage that says how often it holds some values: pairs of a count and a value.

    What setters write as "21 13" is ``[(2, 1), (1, 3)]``: two 1s and one 3. Other values are free,
    and values may repeat.

    >>> LookAndSay([0, 1, 2], [(2, 1)]).holds(Grid(1, 3), [1, 3, 1])
    True
    >>> LookAndSay([0, 1, 2], [(2, 1)]).holds(Grid(1, 3), [1, 1, 1])
    False
    """

    counts: tuple[tuple[int, int], ...]

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, counts: Iterable[tuple[int, int]]) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells and values outside the board, negative counts, and a value counted twice."""
        super().fit(grid)
        if not self.counts:
            raise PuzzleError("lookandsay: no counts")
        counted = [value for _, value in self.counts]
        grid.mask(counted)
        if len(set(counted)) < len(counted):
            raise PuzzleError("lookandsay: a value is counted twice")
        if min(count for count, _ in self.counts) < 0:
            raise PuzzleError("lookandsay: a count is negative")

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether each count can still be met."""
        held = [values[cell] for cell in self.cells]
        empty = held.count(None)
        return all(
            held.count(value) <= count <= held.count(value) + empty for count, value in self.counts
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Count."""
        for count, value in self.counts:
            yield Count(self.cells, frozenset({value}), frozenset({count}))

    def describe(self, grid: Grid) -> str:
        """Name the cells, and say the counts."""
        said = ", ".join(f"{count} × {value}" for count, value in self.counts)
        return f"look-and-say {grid.names(self.cells)}: {said}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a cage with the counts, if it is in one piece."""
        said = " ".join(f"{count}×{value}" for count, value in self.counts)
        return self._cage(grid, "blue cage", said)

    def caption(self, grid: Grid) -> str:
        """Say what a count means."""
        return "blue cage: 2×1 says that it has exactly two 1s; values may repeat"


@dataclass(frozen=True)
class Rellik(Enclosure):
    """A rellik cage: no cells of it, one or more, add up to the total.

    Its values differ, as in a killer cage, unless they may repeat.

    >>> Rellik([0, 1, 2], 7).holds(Grid(1, 3, range(1, 10)), [2, 6, 5])
    False
    >>> Rellik([0, 1, 2], 8).holds(Grid(1, 3, range(1, 10)), [4, 4, None])
    False
    """

    total: int
    repeats: bool = False

    if TYPE_CHECKING:

        def __init__(self, cells: CellsLike, total: int, repeats: bool = False) -> None: ...

    def fit(self, grid: Grid) -> None:
        """Refuse cells outside the board, a total below 1, and one with too many partial sums."""
        super().fit(grid)
        if self.total < 1:
            raise PuzzleError(f"rellik: the total {self.total} is less than 1")
        require_room(self._reachable(grid), self.name, "partial sums", MOST_SUMS)
        with complaints_of(self.name):
            self._avoiding(grid)

    def _reachable(self, grid: Grid) -> int:
        """Return the total, or the least that is beyond all cells together."""
        return min(self.total, len(self.cells) * grid.values[-1] + 1)

    def _avoiding(self, grid: Grid) -> Automaton:
        return _avoiding(grid.values, self._reachable(grid), len(self.cells))

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells differ and none of them add up to the total."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if not self.repeats and len(set(filled)) < len(filled):
            return False
        sums = {0}
        for value in filled:
            sums |= {total + value for total in sums}
        return self.total not in sums

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Follow the set of the sums that some of the cells so far have."""
        if not self.repeats:
            yield AllDifferent(self.cells)
        yield Regular(self.cells, self._avoiding(grid))

    def describe(self, grid: Grid) -> str:
        """Name the cells and the total."""
        repeats = ", values may repeat" if self.repeats else ""
        return f"rellik {grid.names(self.cells)} ≠ {self.total}{repeats}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a cage with the total, if it is in one piece."""
        return self._cage(grid, "red cage", f"≠{self.total}")

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        values = "values may repeat" if self.repeats else "no value twice"
        return f"red cage: no cells of it, one or more, have that sum; {values}"


@lru_cache(maxsize=64)
def _avoiding(values: range, total: int, length: int) -> Automaton:
    """Return the words of which no letters add up to the total; a state is a mask of sums."""
    below = (1 << total) - 1

    def step(sums: int, value: int) -> int | None:
        sums |= sums << value
        return None if sums >> total & 1 else sums & below

    return Automaton.exploring(1, step, lambda sums: True, values, longest=length)


class EqualityCage(Enclosure):
    """No value twice, as many even values as odd ones, and as many low ones as high ones.

    Low and high are the halves of the values. If their number is odd, the one in the middle is
    neither, and not allowed.

    >>> EqualityCage([0, 1, 2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 2, 7, 8])
    True
    >>> EqualityCage([0, 1, 2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 2, 5, 8])
    False
    """

    def _halves(self, grid: Grid) -> tuple[range, range]:
        half = len(grid.values) // 2
        return grid.values[:half], grid.values[len(grid.values) - half :]

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells differ, and both halves of them can become equal."""
        low, high = self._halves(grid)
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(filled)) < len(filled) or not all(v in low or v in high for v in filled):
            return False
        size = len(self.cells)
        return size % 2 == 0 and all(
            2 * sum(fitting) <= size <= 2 * (sum(fitting) + size - len(filled))
            for fitting in ([v % 2 == 0 for v in filled], [v in low for v in filled])
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Count the even values and the low ones; an odd number of cells has no half."""
        low, high = self._halves(grid)
        size = len(self.cells)
        half = frozenset({size // 2} if size % 2 == 0 else ())
        yield AllDifferent(self.cells)
        yield from (Candidates(cell, frozenset((*low, *high))) for cell in self.cells)
        yield Count(self.cells, frozenset(value for value in grid.values if value % 2 == 0), half)
        yield Count(self.cells, frozenset(low), half)

    def describe(self, grid: Grid) -> str:
        """Name the cells."""
        return f"equality cage {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a cage, if it is in one piece."""
        return self._cage(grid, "green cage", "")

    def caption(self, grid: Grid) -> str:
        """Say the rule."""
        return "green cage: as many even values as odd, as many low as high, none twice"
