"""Rules about all pairs of cells that are a certain step apart."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self, TypeAlias

from nonet.model.constraints import AllDifferent, Relation, Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.marks.dots import BlackDot, WhiteDot
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs
from nonet.system.errors import PuzzleError

#: How many rows down and columns to the right; of two opposite steps, one says both.
Step: TypeAlias = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1))
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2))


class Neighbours(Rule, family=True):
    """The family: a rule for every two cells that are a step apart."""

    of_board = True

    @property
    @abstractmethod
    def steps(self) -> tuple[Step, ...]:
        """The steps; of each two opposite ones, one."""

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield all pairs of cells that are a step apart."""
        steps = self.steps
        for cell in grid.cells:
            row, column = grid.place(cell)
            for down, right in steps:
                if grid.has(row + down, column + right):
                    yield cell, grid.at(row + down, column + right)


@lru_cache(maxsize=8)
def _pairs(rule: Neighbours, grid: Grid) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a rule; the same rules are in many puzzles."""
    return tuple(rule.pairs(grid))


class Differ(Neighbours, family=True):
    """Cells a step apart differ."""

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether filled cells a step apart differ."""
        return all(values[a] is None or values[a] != values[b] for a, b in _pairs(self, grid))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Make each pair all different."""
        return map(AllDifferent, _pairs(self, grid))


@dataclass(frozen=True)
class AntiKnight(Differ):
    """Cells a knight's move apart differ.

    >>> AntiKnight().holds(Grid(2, 3), [1, 2, 3, 2, 3, 1])
    False
    """

    steps = KNIGHT


@dataclass(frozen=True)
class AntiKing(Differ):
    """Cells a king's move apart differ.

    >>> AntiKing().holds(Grid(2, 2), [1, 2, 3, 1])
    False
    """

    steps = (*ORTHOGONAL, *DIAGONAL)


class Unlike(Neighbours, family=True):
    """Cells a step apart do not hold two values that clash, unless the pair is exempt."""

    #: Pairs of cells for which the rule does not hold.
    exempt: tuple[Cells, ...] = ()

    @abstractmethod
    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the two values may not stand a step apart; their order does not matter."""

    def fit(self, grid: Grid) -> None:
        """Refuse too many values, and exemptions that are no pairs."""
        require_pairs(grid, self.name)
        for pair in self.exempt:
            require_cells(grid, pair, f"{self.name}: exempt", at_least=2)
            if len(pair) > 2:
                raise PuzzleError(f"{self.name}: exempt: {len(pair)} cells, not 2")

    def pairs(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield the pairs that are not exempt."""
        exempt = set(map(frozenset, self.exempt))
        return (pair for pair in super().pairs(grid) if frozenset(pair) not in exempt)

    def exempting(self, pairs: Iterable[Cells]) -> Self:
        """Return the rule with these pairs exempt, too."""
        exempt = tuple(dict.fromkeys((*self.exempt, *pairs)))
        return self if exempt == self.exempt else replace(self, exempt=exempt)  # type: ignore[type-var]

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield the pairs that are exempt by name."""
        if self.exempt:
            yield f"except {', '.join(map(grid.names, self.exempt))}"

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether no two filled cells of a pair clash."""
        for a, b in _pairs(self, grid):
            left, right = values[a], values[b]
            if left is not None and right is not None and self.clashes(left, right):
                return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate each pair."""
        allowed = frozenset(
            (v, w) for v in grid.values for w in grid.values if not self.clashes(v, w)
        )
        return (Relation(a, b, allowed) for a, b in _pairs(self, grid))


@dataclass(frozen=True)
class NonConsecutive(Unlike):
    """Cells that share an edge do not hold consecutive values.

    Pairs with a white or a black dot of any value are exempt, as in most collections; with
    ``dots_exempt=False`` they are not. More pairs may be exempt by name.

    >>> NonConsecutive().holds(Grid(1, 3), [1, 3, 2])
    False
    >>> NonConsecutive(exempt=["r1c2 r1c3"]).on(Grid(1, 3)).holds(Grid(1, 3), [1, 3, 2])
    True
    """

    exempt: tuple[Cells, ...] = ()
    dots_exempt: bool = True

    told = "Cells that share an edge do not hold consecutive values."

    if TYPE_CHECKING:

        def __init__(self, exempt: Iterable[CellsLike] = (), dots_exempt: bool = True) -> None: ...

    steps = ORTHOGONAL

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the values are consecutive."""
        return abs(a - b) == 1

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Exempt the pairs with dots."""
        return self.exempting(dotted(rules)) if self.dots_exempt else self

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield the pairs that are exempt by name, and whether dots exempt theirs."""
        yield from super().details(grid)
        if not self.dots_exempt:
            yield "beside dots, too"


def dotted(rules: Iterable[Rule]) -> Iterator[Cells]:
    """Yield the pairs of cells that have a white or a black dot."""
    return ((rule.a, rule.b) for rule in rules if isinstance(rule, WhiteDot | BlackDot))


@dataclass(frozen=True)
class DiagonalNonConsecutive(Unlike):
    """Cells that share a corner do not hold consecutive values.

    >>> DiagonalNonConsecutive().holds(Grid(2, 2, range(1, 5)), [1, 3, 4, 2])
    False
    """

    steps = DIAGONAL

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the values are consecutive."""
        return abs(a - b) == 1

    def describe(self, grid: Grid) -> str:
        """Say it in two words."""
        return "diagonally nonconsecutive"


@dataclass(frozen=True)
class Knightmare(Unlike):
    """Cells a knight's move apart do not add up to one of the sums, 5 and 15 by default.

    >>> Knightmare().holds(Grid(2, 3), [1, None, None, None, None, 4])
    False
    """

    sums: tuple[int, ...] = (5, 15)

    if TYPE_CHECKING:

        def __init__(self, sums: Iterable[int] = (5, 15)) -> None: ...

    steps = KNIGHT

    def clashes(self, a: int, b: int) -> bool:
        """Tell whether the values add up to one of the sums."""
        return a + b in self.sums

    def describe(self, grid: Grid) -> str:
        """Name the sums."""
        return f"knightmare: no {' or '.join(map(str, self.sums))} a knight's move apart"
