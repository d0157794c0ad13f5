"""Rules for all pairs of cells that are a certain step apart, and negative constraints.

Negative constraints say that all dots, Xs or Vs are drawn, so a missing sign is a clue, too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Self, TypeAlias

from nonet.model.constraints import AllDifferent, Count, Relation, Values
from nonet.model.grid import Cells, Grid
from nonet.rules.fields import CellsField, GroupsField, IntegersField, default, frozen
from nonet.rules.marks.edges import BlackDot, EdgeMark, SumMark, V, WhiteDot, X
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs, require_room
from nonet.rules.value_sets import either, filled_pairs

#: A step from a cell: rows down, and columns to the right. The opposite step gives the same pairs
#: of cells.
Step: TypeAlias = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1))
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2))


class Neighbours(Rule, family=True):
    """Base of rules for all pairs of cells that are a certain step apart, as in a knight's move."""

    of_board = True

    @property
    @abstractmethod
    def steps(self) -> tuple[Step, ...]:
        """The steps, such as knight's moves. The opposite of a step is not listed."""

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        steps = self.steps
        for cell in grid.board:
            row, column = grid.place(cell)
            for down, right in steps:
                if grid.has(row + down, column + right):
                    yield cell, grid.at(row + down, column + right)


@lru_cache(maxsize=8)
def _pairs(rule: Neighbours, grid: Grid) -> tuple[tuple[int, int], ...]:
    return tuple(rule.pairs(grid))


class Differ(Neighbours, family=True):
    """Base of rules that forbid equal values in cells that are a certain step apart."""

    reads = "digits"

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(values[a] is None or values[a] != values[b] for a, b in _pairs(self, grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return map(AllDifferent, _pairs(self, grid))


class AntiKnight(Differ):
    """Cells a knight's move apart differ.

    >>> AntiKnight().holds(Grid(2, 3), [1, 2, 3, 2, 3, 1])
    False
    """

    template = "Cells a knight's move apart cannot contain the same digit"
    steps = KNIGHT


class AntiKing(Differ):
    """Cells a king's move apart differ.

    >>> AntiKing().holds(Grid(2, 2), [1, 2, 3, 1])
    False
    """

    template = "Cells a king's move apart cannot contain the same digit"
    steps = (*ORTHOGONAL, *DIAGONAL)


class Unlike(Neighbours, family=True):
    """Base of rules that forbid some pairs of values in cells that are a certain step apart."""

    #: Pairs of cells to which the rule does not apply.
    exempt: tuple[Cells, ...] = ()

    @abstractmethod
    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the rule forbids these two values. Their order does not matter."""

    def fit(self, grid: Grid) -> None:
        require_pairs(grid, self.name)
        for pair in self.exempt:
            require_cells(grid, pair, f"{self.name}: exempt", at_least=2)
            if len(pair) > 2:
                raise self.refusal(f"exempt must have pairs of cells, not groups of {len(pair)}")

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        exempt = set(map(frozenset, self.exempt))
        return (pair for pair in super().pairs(grid) if frozenset(pair) not in exempt)

    def exempting(self, pairs: Iterable[Cells]) -> Self:
        """Return a copy of the rule that also exempts these pairs of cells."""
        exempt = tuple(dict.fromkeys((*self.exempt, *pairs)))
        return self if exempt == self.exempt else replace(self, exempt=exempt)  # type: ignore[call-arg]

    def details(self, grid: Grid) -> Iterator[str]:
        if self.exempt:
            yield f"except {', '.join(map(grid.names, self.exempt))}"
        yield from super().details(grid)

    def holds(self, grid: Grid, values: Values) -> bool:
        return not any(self.clashes(*pair) for pair in filled_pairs(_pairs(self, grid), values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        allowed = frozenset(
            (v, w) for v in grid.values for w in grid.values if not self.clashes(v, w)
        )
        return (Relation(a, b, allowed) for a, b in _pairs(self, grid))


@frozen
class NonConsecutive(Unlike):
    """Cells that share an edge do not hold consecutive values.

    Two cells with a white or a black dot are exempt, unless ``dots_exempt=False``. `exempt` lists
    more pairs.

    >>> NonConsecutive(exempt=["r1c2 r1c3"]).on(Grid(1, 3)).holds(Grid(1, 3), [1, 3, 2])
    True
    """

    exempt: GroupsField = default(())
    dots_exempt: bool = True

    template = "Orthogonally adjacent cells cannot contain consecutive digits"
    remarks = (("dots_exempt", "also across dots", ""),)
    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        return abs(a - b) == 1

    def beside(self, rules: Sequence[Rule]) -> Self:
        return self.exempting(dotted(rules)) if self.dots_exempt else self


def dotted(rules: Iterable[Rule]) -> Iterator[Cells]:
    """Yield the pairs of cells that have a white or a black dot."""
    return _marked(rule for rule in rules if isinstance(rule, WhiteDot | BlackDot))


def _marked(marks: Iterable[EdgeMark]) -> Iterator[Cells]:
    return ((mark.a, mark.b) for mark in marks)


class DiagonalNonConsecutive(Unlike):
    """Cells that share a corner do not hold consecutive values.

    >>> DiagonalNonConsecutive().holds(Grid(2, 2, range(1, 5)), [1, 3, 4, 2])
    False
    """

    label = "diagonally nonconsecutive"
    template = "Diagonally adjacent cells cannot contain consecutive digits"
    steps = DIAGONAL

    def clashes(self, a: int, b: int) -> bool:
        return abs(a - b) == 1


@frozen
class Knightmare(Unlike):
    """Cells a knight's move apart do not add up to one of the sums, 5 and 15 by default.

    >>> Knightmare().holds(Grid(2, 3), [1, None, None, None, None, 4])
    False
    """

    sums: IntegersField = default((5, 15))

    label = "knightmare, no {sums}"
    template = "Cells a knight's move apart cannot sum to {sums}"
    steps = KNIGHT

    def clashes(self, a: int, b: int) -> bool:
        return a + b in self.sums


@frozen
class AntiLeaper(Unlike):
    """Cells that are `down` rows and `right` columns apart, or the other way round, differ.

    ``AntiLeaper(1, 2)`` is anti-knight, and ``AntiLeaper(1, 3)`` is anti-camel. With `values`, only
    these values may not repeat. With `cells`, the rule applies only to pairs with one of these
    cells.

    >>> AntiLeaper(0, 2, values=[3]).holds(Grid(1, 3), [1, 2, 1])
    True
    """

    down: int
    right: int
    values: IntegersField = default(())
    cells: CellsField = default(())

    reads = "digits"

    @property
    def steps(self) -> tuple[Step, ...]:
        ways = sorted({(self.down, self.right), (self.right, self.down)})
        rising = ((down, right) for down, right in ways if right)
        falling = ((down, -right) for down, right in ways if down)
        return (*rising, *falling)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        cells = frozenset(self.cells or grid.board)
        return (pair for pair in super().pairs(grid) if not cells.isdisjoint(pair))

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        if min(self.down, self.right) < 0 or self.down == self.right == 0:
            problem = f"{self.down} rows and {self.right} columns do not lead to another cell"
            raise self.refusal(problem)
        require_cells(grid, self.cells, self.name, at_least=0)
        grid.mask(self.values)

    def clashes(self, a: int, b: int) -> bool:
        return a == b and (not self.values or a in self.values)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return super().lower(grid) if self.values else map(AllDifferent, self.pairs(grid))

    def describe(self, grid: Grid) -> str:
        values = f", values {' '.join(map(str, self.values))}" if self.values else ""
        cells = f", {grid.names(self.cells)}" if self.cells else ""
        return f"no equal values {self.down} and {self.right} apart{values}{cells}"

    def wording(self, grid: Grid) -> str:
        ways = dict.fromkeys(((self.down, self.right), (self.right, self.down)))
        apart = ", or ".join(f"{_in_words(*way)} apart" for way in ways)
        digit = f"the digit {either(self.values)} twice" if self.values else "the same digit"
        cells = either(map(grid.name, self.cells))
        condition = f" if one of them is {cells}" if self.cells else ""
        return f"Cells {apart}{',' * (len(ways) > 1)} cannot contain {digit}{condition}"


@frozen
class Taxicab(Differ):
    """Cells that are `distance` steps apart differ. Each step goes up, down, left or right.

    >>> Taxicab(3).holds(Grid(2, 3), [1, 2, 3, 2, 3, 1])
    False
    """

    distance: int

    lowest = "distance", 1
    label = "no equal values at taxicab distance {distance}"
    template = "Cells at taxicab distance {distance} cannot contain the same digit"

    @property
    def steps(self) -> tuple[Step, ...]:
        rising = ((down, self.distance - down) for down in range(self.distance))
        falling = ((down, down - self.distance) for down in range(1, self.distance + 1))
        return (*rising, *falling)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        if self.distance <= grid.rows + grid.columns - 2:
            yield from super().pairs(grid)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        _require_few_pairs(grid, 2 * self.distance, self.name)


class SelfTaxicab(Rule):
    """Two cells with the same value N are not N steps up, down, left or right apart.

    >>> SelfTaxicab().holds(Grid(1, 3), [2, 1, 2]), SelfTaxicab().holds(Grid(1, 3), [3, 1, 3])
    (False, True)
    """

    label = "no value twice at its own taxicab distance"
    template = "Two cells that contain the same digit N cannot be at taxicab distance N"
    of_board = True

    def fit(self, grid: Grid) -> None:
        require_pairs(grid, self.name)
        _require_few_pairs(grid, len(grid.values) * (grid.values[-1] + 1), self.name)

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int, int]]:
        for value in grid.values:
            if 0 < value <= grid.rows + grid.columns - 2:
                yield from ((a, b, value) for a, b in Taxicab(value).pairs(grid))

    def holds(self, grid: Grid, values: Values) -> bool:
        return not any(values[a] == values[b] == far for a, b, far in self.pairs(grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        once = frozenset({0, 1})
        return (Count((a, b), frozenset({far}), once) for a, b, far in self.pairs(grid))


def _in_words(down: int, right: int) -> str:
    rows, columns = f"{down} row{'s' * (down != 1)}", f"{right} column{'s' * (right != 1)}"
    return " and ".join(words for words, steps in ((rows, down), (columns, right)) if steps)


def _require_few_pairs(grid: Grid, steps: int, what: str) -> None:
    require_room(len(grid.board) * min(steps, len(grid.board)), what, "pairs of cells")


@frozen
class NegativeWhiteDots(Unlike):
    """All white dots are given: adjacent cells without a dot do not differ by 1.

    `differences` lists the forbidden differences. By default, these are the differences of the
    puzzle's white dots, or 1. Cells with a black dot are exempt, too, unless
    ``black_exempts=False``.

    >>> NegativeWhiteDots().holds(Grid(1, 3), [1, 3, 2])
    False
    """

    differences: IntegersField = default(())
    exempt: GroupsField = default(())
    black_exempts: bool = True

    reads = "counts"
    remarks = (("black_exempts", "also across black dots", ""),)
    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        return abs(a - b) in (self.differences or (1,))

    def beside(self, rules: Sequence[Rule]) -> Self:
        dots = [rule for rule in rules if isinstance(rule, WhiteDot)]
        exempting = dotted(rules) if self.black_exempts else _marked(dots)
        differences = self.differences or tuple(sorted({dot.difference for dot in dots})) or (1,)
        return replace(self.exempting(exempting), differences=differences)

    def describe(self, grid: Grid) -> str:
        return f"all white dots{_of(self.differences)} are given"

    def wording(self, grid: Grid) -> str:
        differences = self.differences or (1,)
        is_usual = differences == (1,)
        verb = "contain consecutive digits" if is_usual else f"differ by {either(differences)}"
        return f"All white dots are given: orthogonally adjacent cells without a dot do not {verb}"


@frozen
class NegativeBlackDots(Unlike):
    """All black dots are given: adjacent cells without a dot are not in the ratio 1:2.

    `ratios` lists the forbidden ratios. By default, these are the ratios of the puzzle's black
    dots, or 2. Cells with a white dot are exempt, too, unless ``white_exempts=False``.

    >>> NegativeBlackDots().holds(Grid(1, 3), [1, 3, 6])
    False
    """

    ratios: IntegersField = default(())
    exempt: GroupsField = default(())
    white_exempts: bool = True

    reads = "counts"
    remarks = (("white_exempts", "also across white dots", ""),)
    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        return any(a == ratio * b or b == ratio * a for ratio in self.ratios or (2,))

    def beside(self, rules: Sequence[Rule]) -> Self:
        dots = [rule for rule in rules if isinstance(rule, BlackDot)]
        exempting = dotted(rules) if self.white_exempts else _marked(dots)
        ratios = self.ratios or tuple(sorted({dot.ratio for dot in dots})) or (2,)
        return replace(self.exempting(exempting), ratios=ratios)

    def describe(self, grid: Grid) -> str:
        return f"all black dots{_of(self.ratios)} are given"

    def wording(self, grid: Grid) -> str:
        ratios = either(f"1:{ratio}" for ratio in self.ratios or (2,))
        cells = "orthogonally adjacent cells without a dot"
        return f"All black dots are given: {cells} are not in a {ratios} ratio"


@frozen
class NegativeXV(Unlike):
    """All Xs and Vs are given: adjacent cells without a mark add up to neither 10 nor 5.

    Both sums are forbidden even if the puzzle has only Xs or only Vs. `sums` may list other sums. A
    mark for any sum exempts its two cells, but a dot does not.

    >>> NegativeXV().holds(Grid(1, 3, range(1, 10)), [1, 4, 7])
    False
    """

    sums: IntegersField = default((5, 10))
    exempt: GroupsField = default(())

    label = "all sums of {sums} are marked"
    reads = "counts"
    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        return a + b in self.sums

    def beside(self, rules: Sequence[Rule]) -> Self:
        return self.exempting(_marked(rule for rule in rules if isinstance(rule, SumMark)))

    def wording(self, grid: Grid) -> str:
        sums = either(sorted(self.sums))
        marks = [mark.text for mark in (X, V) if mark.total in self.sums]
        are_letters = marks and len(marks) == len(self.sums)
        given = f"Every {' and '.join(marks)} is" if are_letters else f"All sums of {sums} are"
        return f"{given} given: orthogonally adjacent cells without a mark do not sum to {sums}"


def _of(numbers: tuple[int, ...]) -> str:
    return f" of {either(numbers)}" if numbers else ""
