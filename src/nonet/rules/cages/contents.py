"""Cages with conditions other than a total: look-and-say, rellik, equality cages, lunchboxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Regular,
    Relation,
    Values,
)
from nonet.model.figures import Figure, Outline, OutlineLook
from nonet.model.grid import Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.fields import CellsField, Field, complaints_of, frozen
from nonet.rules.rule import Lowered, OnCells, require_cells, require_pairs, require_room
from nonet.rules.sums import sum_of
from nonet.rules.value_sets import rising, span_in_words
from nonet.system.errors import PuzzleError
from nonet.system.limits import check_limits

#: The largest number of partial sums of a rellik cage. Each state of its automaton has one bit for
#: each partial sum.
MOST_SUMS = 1 << 12


class Enclosure(OnCells, family=True):
    """Base of rules for the cells of a cage."""

    def _cage(self, grid: Grid, look: OutlineLook, text: str) -> Iterator[Figure]:
        if in_one_piece(grid, self.cells):
            yield Outline(self.cells, look, text)

    def notes(self, grid: Grid) -> Iterator[str]:
        return (f"{self.describe(grid)}: {note}" for note in strays(grid, self.cells))


@frozen
class LookAndSay(Enclosure):
    """A look-and-say cage: it holds each listed value exactly as often as the list says.

    `counts` lists pairs of a count and a value. For example, ``[(2, 1), (1, 3)]`` means two 1s and
    one 3, which setters write as "21 13". Values that are not listed may occur any number of times.

    >>> LookAndSay([0, 1, 2], [(2, 1)]).holds(Grid(1, 3), [1, 3, 1])
    True
    >>> LookAndSay([0, 1, 2], [(2, 1)]).holds(Grid(1, 3), [1, 1, 1])
    False
    """

    cells: CellsField
    counts: Field[tuple[tuple[int, int], ...], Iterable[tuple[int, int]]]

    template = (
        "A blue cage lists how often digits appear in it: 2×1 means exactly two 1s. "
        "Digits in it may repeat"
    )

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if not self.counts:
            raise PuzzleError("lookandsay: the list of counts is empty")
        counted = [value for _, value in self.counts]
        grid.mask(counted)
        if len(set(counted)) < len(counted):
            raise PuzzleError("lookandsay: a value is counted twice")
        if min(count for count, _ in self.counts) < 0:
            raise PuzzleError("lookandsay: a count is negative")

    def holds(self, grid: Grid, values: Values) -> bool:
        held = [values[cell] for cell in self.cells]
        empty = held.count(None)
        return all(
            held.count(value) <= count <= held.count(value) + empty for count, value in self.counts
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        for count, value in self.counts:
            yield Count(self.cells, frozenset({value}), frozenset({count}))

    def describe(self, grid: Grid) -> str:
        listed = ", ".join(f"{count} × {value}" for count, value in self.counts)
        return f"look-and-say {grid.names(self.cells)}: {listed}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        listed = " ".join(f"{count}×{value}" for count, value in self.counts)
        return self._cage(grid, "blue cage", listed)


@frozen
class Rellik(Enclosure):
    """A rellik cage: no cell and no group of cells in it adds up to the total.

    As in a killer cage, no value occurs twice, unless ``repeats=True``.

    >>> Rellik([0, 1, 2], 7).holds(Grid(1, 3, range(1, 10)), [2, 6, 5])
    False
    >>> Rellik([0, 1, 2], 8).holds(Grid(1, 3, range(1, 10)), [4, 4, None])
    False
    """

    cells: CellsField
    total: int
    repeats: bool = False

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.total < 1:
            raise PuzzleError(f"rellik: the total must be at least 1, not {self.total}")
        require_room(self._reachable(grid), self.name, "partial sums", MOST_SUMS)
        with complaints_of(self.name):
            self._avoiding(grid)

    def _reachable(self, grid: Grid) -> int:
        return min(self.total, len(self.cells) * grid.values[-1] + 1)

    def _avoiding(self, grid: Grid) -> Automaton:
        return _avoiding(grid.values, self._reachable(grid), len(self.cells))

    def holds(self, grid: Grid, values: Values) -> bool:
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        if not self.repeats and len(set(filled)) < len(filled):
            return False
        sums = {0}
        for value in filled:
            sums |= {total + value for total in sums}
        return self.total not in sums

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Use an automaton that reads the cells one by one, and remembers all partial sums."""
        if not self.repeats:
            yield AllDifferent(self.cells)
        yield Regular(self.cells, self._avoiding(grid))

    def describe(self, grid: Grid) -> str:
        repeats = ", values may repeat" if self.repeats else ""
        return f"rellik {grid.names(self.cells)} ≠ {self.total}{repeats}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return self._cage(grid, "red cage", f"≠{self.total}")

    def wording(self, grid: Grid) -> str:
        repeats = "and digits may repeat" if self.repeats else "and digits do not repeat"
        return f"No cell or group of cells in a red cage sums to its total, {repeats}"


@lru_cache(maxsize=64)
def _avoiding(values: range, total: int, length: int) -> Automaton:
    """Return the automaton of words in which no subset of the letters adds up to the total.

    A state is a bit mask of partial sums.
    """
    below = (1 << total) - 1

    def step(sums: int, value: int) -> int | None:
        sums |= sums << value
        return None if sums >> total & 1 else sums & below

    return Automaton.exploring(1, step, lambda sums: True, values, longest=length)


class EqualityCage(Enclosure):
    """The cells hold as many even as odd values, and as many low as high values, without repeats.

    The lower half of the values are low, and the upper half are high. If the number of values is
    odd, the middle value may not occur.

    >>> EqualityCage([0, 1, 2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 2, 7, 8])
    True
    >>> EqualityCage([0, 1, 2, 3]).holds(Grid(1, 4, range(1, 10)), [1, 2, 5, 8])
    False
    """

    def _halves(self, grid: Grid) -> tuple[range, range]:
        half = len(grid.values) // 2
        return grid.values[:half], grid.values[len(grid.values) - half :]

    def holds(self, grid: Grid, values: Values) -> bool:
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
        """Require half of the values to be even, and half to be low."""
        low, high = self._halves(grid)
        size = len(self.cells)
        half = frozenset({size // 2} if size % 2 == 0 else ())
        yield AllDifferent(self.cells)
        yield from (Candidates(cell, frozenset((*low, *high))) for cell in self.cells)
        yield Count(self.cells, frozenset(value for value in grid.values if value % 2 == 0), half)
        yield Count(self.cells, frozenset(low), half)

    def describe(self, grid: Grid) -> str:
        return f"equality cage {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return self._cage(grid, "green cage", "")

    def wording(self, grid: Grid) -> str:
        low, high = map(span_in_words, self._halves(grid))
        return (
            "A green cage contains as many even digits as odd digits and as many low digits "
            f"({low}) as high digits ({high}), without repeats"
        )


@frozen
class Lunchbox(Enclosure):
    """The cells between the lowest and the highest value add up to the total. No value repeats.

    >>> Lunchbox([0, 1, 2, 3], 2).holds(Grid(1, 4), [3, 1, 2, 4])
    True
    """

    cells: CellsField
    total: int

    template = (
        "Digits in a blue cage do not repeat, and the digits between the lowest and the highest of "
        "them sum to its total"
    )

    def fit(self, grid: Grid) -> None:
        require_cells(grid, self.cells, self.name, at_least=2)
        require_pairs(grid, self.name)
        if self.total < 0:
            raise PuzzleError(f"lunchbox: the total {self.total} is negative")
        terms = len(self.cells) ** 3
        require_room(terms, self.name, "comparisons of cells")

    def holds(self, grid: Grid, values: Values) -> bool:
        line = [value for cell in self.cells if (value := values[cell]) is not None]
        if len(set(line)) < len(line):
            return False
        if len(line) < len(self.cells):
            return True
        start, end = sorted((line.index(min(line)), line.index(max(line))))
        return sum(line[start + 1 : end]) == self.total

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """List one alternative for each choice of a lowest and a highest cell."""
        less = rising(grid.values)
        yield AllDifferent(self.cells)
        choices: list[tuple[Lowered, ...]] = []
        for low, high in permutations(range(len(self.cells)), 2):
            check_limits()
            others = [cell for at, cell in enumerate(self.cells) if at not in (low, high)]
            bottom, top = self.cells[low], self.cells[high]
            below = (Relation(bottom, cell, less) for cell in (*others, top))
            above = (Relation(cell, top, less) for cell in others)
            between = self.cells[min(low, high) + 1 : max(low, high)]
            if between:
                choices.append((*below, *above, sum_of(between, self.total)))
            elif self.total == 0:
                choices.append((*below, *above))
        yield AnyOf(tuple(choices))

    def describe(self, grid: Grid) -> str:
        return f"lunchbox {grid.names(self.cells)} = {self.total}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return self._cage(grid, "blue cage", str(self.total))
