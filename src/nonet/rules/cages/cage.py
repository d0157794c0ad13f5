"""Cages: groups of cells with a total or another condition, such as killer cages and lunchboxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import ClassVar

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
    Values,
)
from nonet.model.figures import Figure, Outline, OutlineLook
from nonet.model.grid import Grid
from nonet.rules.connection import in_one_piece, strays
from nonet.rules.fields import CellsField, Field, complaints_of, default, frozen
from nonet.rules.rule import Lowered, OnCells, Rule, require_room
from nonet.rules.value_sets import either, filled, may_add_up, rising, span_in_words, sum_of
from nonet.system.errors import PuzzleError
from nonet.system.limits import check_limits


class Enclosure(OnCells, family=True):
    """Base of rules for the cells of a cage."""

    look: ClassVar[OutlineLook]
    #: The text in the corner of the cage.
    corner: ClassVar[str] = ""

    def figures(self, grid: Grid) -> Iterator[Figure]:
        if in_one_piece(grid, self.cells):
            yield Outline(self.cells, self.look, self.worded(self.corner, grid))

    def flaws(self, grid: Grid) -> Iterator[str]:
        return strays(grid, self.cells)


class Totals(OnCells, family=True):
    """Base of rules with a total or several allowed totals."""

    total: int | None
    totals: tuple[int, ...] | None

    reads = "counts"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if self.totals == ():
            raise self.refusal("the list of totals is empty")

    @property
    def _listed(self) -> tuple[int, ...]:
        return self.totals or (() if self.total is None else (self.total,))


@frozen
class Cage(Totals, Enclosure):
    """A killer cage: the values add up to the total, and no value occurs twice.

    Without a total, the sum is free. With `totals`, the sum is one of these totals. With `root`,
    the sum has this digital root: add up its digits until one digit remains, as in 15 → 6.

    >>> Cage("r1c1-r1c3", 15)
    Cage(cells=('r1c1', 'r1c2', 'r1c3'), total=15)
    >>> Cage([0, 1], root=6).holds(Grid(1, 2, range(1, 10)), [6, 9])
    True
    """

    cells: CellsField
    total: int | None = None
    totals: Field[tuple[int, ...] | None, Iterable[int] | None] = default(None)
    root: int | None = None

    lowest = "total", 0
    look = "dashed cage"
    corner = "{sign}"
    has_known_sign = True

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if [self.total, self.totals, self.root].count(None) < 2:
            raise self.refusal("give only one of total, totals and root")
        if self.root is not None and not 0 <= self.root <= 9:
            raise self.refusal(f"a digital root is from 0 to 9, not {self.root}")
        if self.root is not None:
            totals = len(self.cells) * (grid.values[-1] - grid.values[0]) // 9
            require_room(totals, self.name, "totals with the digital root")

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        if len(set(held)) < len(held):
            return False
        allowed = self._allowed(grid)
        return allowed is None or may_add_up(grid, values, self.cells, allowed)

    @property
    def _is_free(self) -> bool:
        return self.total is None and self.totals is None and self.root is None

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield AllDifferent(self.cells)
        allowed = self._allowed(grid)
        if allowed is not None:
            yield add_up(tuple([(1, cell) for cell in self.cells]), allowed)

    def _allowed(self, grid: Grid) -> Sequence[int] | None:
        """Return the allowed totals, or None if the sum is free."""
        if self.root is None:
            return self._listed or None
        if self.root == 0:
            return (0,)  # only 0 has the digital root 0
        least, most = (len(self.cells) * end for end in (grid.values[0], grid.values[-1]))
        return range(max(least + (self.root - least) % 9, self.root), most + 1, 9)

    def split(self, grid: Grid) -> tuple[Sequence[Rule], Sequence[Rule]]:
        if self.root is not None:
            raise self.refusal("nonet cannot apply a digital root together with doublers")
        sums = () if self._is_free else (Sum(self.cells, self.total, self.totals),)
        return (replace(self, total=None, totals=None),), sums

    def describe(self, grid: Grid) -> str:
        root = f", digital root {self.root}" if self.root is not None else ""
        return f"cage {grid.names(self.cells)}{_equal_to(self._listed)}{root}"

    @property
    def sign(self) -> str:
        """The text in the corner."""
        return "/".join(map(str, self._listed)) if self.root is None else f"DR{self.root}"

    def wording(self, grid: Grid) -> str:
        if self.root is not None:
            return "Digits in a cage with DR do not repeat, and their sum has that digital root"
        if self._is_free:
            return "Digits in a cage without a total do not repeat"
        which = "the total" if self.totals is None else "one of the totals"
        return f"Digits in a cage do not repeat and sum to {which} in its corner"

    def caption(self, grid: Grid) -> str:
        return "" if self.root is None else self.sentence(grid)


@frozen
class Sum(Totals):
    """The cells add up to the total, or to one of the totals. Values may repeat.

    A cell that is named twice counts twice. `coefficients` lists a factor for each cell.

    >>> Sum([0, 1], totals=[-2, 2], coefficients=[1, -1]).holds(Grid(1, 2), [1, 2])
    False
    """

    cells: CellsField
    total: int | None = None
    totals: Field[tuple[int, ...] | None, Iterable[int] | None] = default(None)
    coefficients: Field[tuple[int, ...] | None, Iterable[int] | None] = default(None)

    may_repeat = True

    def fit(self, grid: Grid) -> None:
        if (self.total is None) == (self.totals is None):
            raise self.refusal("give either total or totals")
        super().fit(grid)
        if self.coefficients is not None and len(self.coefficients) != len(self.cells):
            found, needed = len(self.coefficients), len(self.cells)
            raise PuzzleError(f"sum needs a coefficient for each cell: {needed}, not {found}")

    def holds(self, grid: Grid, values: Values) -> bool:
        return may_add_up(grid, values, self.cells, self._listed, self.coefficients)

    @property
    def _terms(self) -> Iterator[tuple[int, int]]:
        return zip(self.coefficients or (1,) * len(self.cells), self.cells, strict=True)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield add_up(tuple(self._terms), self._listed)

    def describe(self, grid: Grid) -> str:
        terms = [
            f"{'+' if weight >= 0 else '-'} {'' if abs(weight) == 1 else f'{abs(weight)}·'}"
            f"{grid.name(cell)}"
            for weight, cell in self._terms
        ]
        return f"sum {' '.join(terms).removeprefix('+ ')}{_equal_to(self._listed)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        are_plain = self.coefficients is None and len(set(self.cells)) == len(self.cells)
        if are_plain and in_one_piece(grid, self.cells):
            yield Outline(self.cells, "solid cage", "/".join(map(str, self._listed)))

    def wording(self, grid: Grid) -> str:
        if not any(self.figures(grid)):
            return self.describe(grid)
        which = "the total" if self.totals is None else "one of the totals"
        return f"Digits in a solid cage sum to {which} in its corner and may repeat"


def add_up(terms: tuple[tuple[int, int], ...], totals: Sequence[int]) -> Linear:
    """Return the constraint that a weighted sum is one of the totals."""
    if len(totals) == 1:
        return Linear(terms, "==", totals[0])
    return Linear(terms, "in", frozenset(totals))


def _equal_to(totals: tuple[int, ...]) -> str:
    return f" = {either(totals)}" if totals else ""


#: The largest number of partial sums of a rellik cage. Each state of its automaton has one bit for
#: each partial sum.
MOST_SUMS = 1 << 12


@frozen
class LookAndSay(Enclosure):
    """A look-and-say cage: it holds each listed value exactly as often as the list says.

    `counts` lists pairs of a count and a value. For example, ``[(2, 1), (1, 3)]`` means two 1s and
    one 3, which setters write as "21 13". Values that are not listed may occur any number of times.

    >>> LookAndSay([0, 1, 2], [(2, 1)]).holds(Grid(1, 3), [1, 1, 1])
    False
    """

    cells: CellsField
    counts: Field[tuple[tuple[int, int], ...], Iterable[tuple[int, int]]]

    look = "blue cage"
    corner = "{sign}"
    template = (
        "A blue cage lists how often digits appear in it: 2×1 means exactly two 1s. "
        "Digits in it may repeat"
    )

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if not self.counts:
            raise self.refusal("the list of counts is empty")
        counted = [value for _, value in self.counts]
        grid.mask(counted)
        if len(set(counted)) < len(counted):
            raise self.refusal("a value is counted twice")
        if min(count for count, _ in self.counts) < 0:
            raise self.refusal("a count is negative")

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

    @property
    def sign(self) -> str:
        """The text in the corner."""
        return " ".join(f"{count}×{value}" for count, value in self.counts)


@frozen
class Rellik(Enclosure):
    """A rellik cage: no cell and no group of cells in it adds up to the total.

    As in a killer cage, no value occurs twice, unless ``repeats=True``.

    >>> Rellik([0, 1, 2], 7).holds(Grid(1, 3, range(1, 10)), [2, 6, 5])
    False
    """

    cells: CellsField
    total: int
    repeats: bool = False

    lowest = "total", 1
    look = "red cage"
    corner = "≠{total}"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_room(self._reachable(grid), self.name, "partial sums", MOST_SUMS)
        with complaints_of(self.name):
            self._avoiding(grid)

    def _reachable(self, grid: Grid) -> int:
        return min(self.total, len(self.cells) * grid.values[-1] + 1)

    def _avoiding(self, grid: Grid) -> Automaton:
        return _avoiding(grid.values, self._reachable(grid), len(self.cells))

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        if not self.repeats and len(set(held)) < len(held):
            return False
        sums = {0}
        for value in held:
            sums |= {total + value for total in sums}
        return self.total not in sums

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        if not self.repeats:
            yield AllDifferent(self.cells)
        yield Regular(self.cells, self._avoiding(grid))

    def describe(self, grid: Grid) -> str:
        repeats = ", values may repeat" if self.repeats else ""
        return f"rellik {grid.names(self.cells)} ≠ {self.total}{repeats}"

    def wording(self, grid: Grid) -> str:
        repeats = "and digits may repeat" if self.repeats else "and digits do not repeat"
        return f"No cell or group of cells in a red cage sums to its total, {repeats}"


@lru_cache(maxsize=64)
def _avoiding(values: range, total: int, length: int) -> Automaton:
    """Return the automaton of words without a subset of this total. A state has a bit per sum."""
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
    """

    label = "equality cage {cells}"
    look = "green cage"

    def _halves(self, grid: Grid) -> tuple[range, range]:
        half = len(grid.values) // 2
        return grid.values[:half], grid.values[len(grid.values) - half :]

    def holds(self, grid: Grid, values: Values) -> bool:
        low, high = self._halves(grid)
        held = filled(self.cells, values)
        if len(set(held)) < len(held) or not all(v in low or v in high for v in held):
            return False
        size = len(self.cells)
        return size % 2 == 0 and all(
            2 * sum(fitting) <= size <= 2 * (sum(fitting) + size - len(held))
            for fitting in ([v % 2 == 0 for v in held], [v in low for v in held])
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        low, high = self._halves(grid)
        size = len(self.cells)
        half = frozenset({size // 2} if size % 2 == 0 else ())
        yield AllDifferent(self.cells)
        yield from (Candidates(cell, frozenset((*low, *high))) for cell in self.cells)
        yield Count(self.cells, frozenset(value for value in grid.values if value % 2 == 0), half)
        yield Count(self.cells, frozenset(low), half)

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

    lowest = "total", 0
    label = "lunchbox {cells} = {total}"
    look = "blue cage"
    corner = "{total}"
    least = 2
    needs_pairs = True
    template = (
        "Digits in a blue cage do not repeat, and the digits between the lowest and the highest of "
        "them sum to its total"
    )

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_room(len(self.cells) ** 3, self.name, "comparisons of cells")

    def holds(self, grid: Grid, values: Values) -> bool:
        line = filled(self.cells, values)
        if len(set(line)) < len(line):
            return False
        if len(line) < len(self.cells):
            return True
        start, end = sorted((line.index(min(line)), line.index(max(line))))
        return sum(line[start + 1 : end]) == self.total

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """List one alternative for each choice of a lowest and a highest cell."""
        less = rising(grid.values)
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
        yield AllDifferent(self.cells)
        yield AnyOf(tuple(choices))
