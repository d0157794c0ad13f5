"""What is not marked is not there: dots, X and V are all given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.board.neighbours import ORTHOGONAL, Unlike, dotted
from nonet.rules.marks.dots import BlackDot, EdgeMark, SumMark, WhiteDot
from nonet.rules.rule import Rule


@dataclass(frozen=True)
class NegativeWhiteDots(Unlike):
    """All white dots are given: cells that share an edge but no dot have none of the differences.

    By default the differences are those of the puzzle's white dots, or 1 if it has
    none. A black dot exempts its pair, too, except with ``black_exempts=False``.

    >>> NegativeWhiteDots().holds(Grid(1, 3), [1, 3, 2])
    False
    """

    differences: tuple[int, ...] = ()
    exempt: tuple[Cells, ...] = ()
    black_exempts: bool = True

    if TYPE_CHECKING:

        def __init__(
            self,
            differences: Iterable[int] = (),
            exempt: Iterable[CellsLike] = (),
            black_exempts: bool = True,
        ) -> None: ...

    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether a dot could stand between the values."""
        return abs(a - b) in (self.differences or (1,))

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Exempt the pairs with dots, and find the differences of the white ones."""
        dots = [rule for rule in rules if isinstance(rule, WhiteDot)]
        exempting = dotted(rules) if self.black_exempts else _pairs(dots)
        differences = self.differences or tuple(sorted({dot.difference for dot in dots})) or (1,)
        return replace(self.exempting(exempting), differences=differences)

    def describe(self, grid: Grid) -> str:
        """Say it in the setter's words."""
        return f"all white dots{_of(self.differences)} are given"

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield the pairs that are exempt by name, and whether black dots exempt theirs."""
        yield from super().details(grid)
        if not self.black_exempts:
            yield "beside black dots, too"


@dataclass(frozen=True)
class NegativeBlackDots(Unlike):
    """All black dots are given: cells that share an edge but no dot have none of the ratios.

    By default the ratios are those of the puzzle's black dots, or 2 if it has none. A
    white dot exempts its pair, too, except with ``white_exempts=False``.

    >>> NegativeBlackDots().holds(Grid(1, 3), [1, 3, 6])
    False
    """

    ratios: tuple[int, ...] = ()
    exempt: tuple[Cells, ...] = ()
    white_exempts: bool = True

    if TYPE_CHECKING:

        def __init__(
            self,
            ratios: Iterable[int] = (),
            exempt: Iterable[CellsLike] = (),
            white_exempts: bool = True,
        ) -> None: ...

    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether a dot could stand between the values."""
        return any(a == ratio * b or b == ratio * a for ratio in self.ratios or (2,))

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Exempt the pairs with dots, and find the ratios of the black ones."""
        dots = [rule for rule in rules if isinstance(rule, BlackDot)]
        exempting = dotted(rules) if self.white_exempts else _pairs(dots)
        ratios = self.ratios or tuple(sorted({dot.ratio for dot in dots})) or (2,)
        return replace(self.exempting(exempting), ratios=ratios)

    def describe(self, grid: Grid) -> str:
        """Say it in the setter's words."""
        return f"all black dots{_of(self.ratios)} are given"

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield the pairs that are exempt by name, and whether white dots exempt theirs."""
        yield from super().details(grid)
        if not self.white_exempts:
            yield "beside white dots, too"


@dataclass(frozen=True)
class NegativeXV(Unlike):
    """Every X and V is given: cells that share an edge but no mark add up to neither 10 nor 5.

    Both sums are ruled out also if the puzzle has marks of one kind alone, or other sums may be
    said. Marks of sums exempt their pair, dots do not.

    >>> NegativeXV().holds(Grid(1, 3, range(1, 10)), [1, 4, 7])
    False
    """

    sums: tuple[int, ...] = (5, 10)
    exempt: tuple[Cells, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self, sums: Iterable[int] = (5, 10), exempt: Iterable[CellsLike] = ()
        ) -> None: ...

    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the values have one of the sums."""
        return a + b in self.sums

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Exempt the pairs with marks of sums."""
        return self.exempting(_pairs(rule for rule in rules if isinstance(rule, SumMark)))

    def describe(self, grid: Grid) -> str:
        """Name the sums."""
        return f"all sums of {_either(self.sums)} are marked"


def _pairs(marks: Iterable[EdgeMark]) -> Iterator[Cells]:
    return ((mark.a, mark.b) for mark in marks)


def _of(numbers: tuple[int, ...]) -> str:
    return f" of {_either(numbers)}" if numbers else ""


def _either(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers))
