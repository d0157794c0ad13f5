"""Negative constraints: all dots, Xs or Vs are drawn, so a missing sign is a clue, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Self

from nonet.model.grid import Cells, Grid
from nonet.rules.board.neighbours import ORTHOGONAL, Unlike, dotted
from nonet.rules.fields import GroupsField, IntegersField, default, frozen
from nonet.rules.marks.edges import BlackDot, EdgeMark, SumMark, V, WhiteDot, X
from nonet.rules.rule import Rule
from nonet.rules.value_sets import either


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
    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        return abs(a - b) in (self.differences or (1,))

    def beside(self, rules: Sequence[Rule]) -> Self:
        dots = [rule for rule in rules if isinstance(rule, WhiteDot)]
        exempting = dotted(rules) if self.black_exempts else _pairs(dots)
        differences = self.differences or tuple(sorted({dot.difference for dot in dots})) or (1,)
        return replace(self.exempting(exempting), differences=differences)

    def describe(self, grid: Grid) -> str:
        return f"all white dots{_of(self.differences)} are given"

    def wording(self, grid: Grid) -> str:
        differences = self.differences or (1,)
        is_usual = differences == (1,)
        verb = "contain consecutive digits" if is_usual else f"differ by {either(differences)}"
        return f"All white dots are given: orthogonally adjacent cells without a dot do not {verb}"

    def details(self, grid: Grid) -> Iterator[str]:
        yield from super().details(grid)
        if not self.black_exempts:
            yield "also across black dots"


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
    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        return any(a == ratio * b or b == ratio * a for ratio in self.ratios or (2,))

    def beside(self, rules: Sequence[Rule]) -> Self:
        dots = [rule for rule in rules if isinstance(rule, BlackDot)]
        exempting = dotted(rules) if self.white_exempts else _pairs(dots)
        ratios = self.ratios or tuple(sorted({dot.ratio for dot in dots})) or (2,)
        return replace(self.exempting(exempting), ratios=ratios)

    def describe(self, grid: Grid) -> str:
        return f"all black dots{_of(self.ratios)} are given"

    def wording(self, grid: Grid) -> str:
        ratios = either(f"1:{ratio}" for ratio in self.ratios or (2,))
        cells = "orthogonally adjacent cells without a dot"
        return f"All black dots are given: {cells} are not in a {ratios} ratio"

    def details(self, grid: Grid) -> Iterator[str]:
        yield from super().details(grid)
        if not self.white_exempts:
            yield "also across white dots"


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
        return self.exempting(_pairs(rule for rule in rules if isinstance(rule, SumMark)))

    def wording(self, grid: Grid) -> str:
        sums = either(sorted(self.sums))
        marks = [mark.text for mark in (X, V) if mark.total in self.sums]
        are_letters = marks and len(marks) == len(self.sums)
        given = f"Every {' and '.join(marks)} is" if are_letters else f"All sums of {sums} are"
        return f"{given} given: orthogonally adjacent cells without a mark do not sum to {sums}"


def _pairs(marks: Iterable[EdgeMark]) -> Iterator[Cells]:
    return ((mark.a, mark.b) for mark in marks)


def _of(numbers: tuple[int, ...]) -> str:
    return f" of {either(numbers)}" if numbers else ""
