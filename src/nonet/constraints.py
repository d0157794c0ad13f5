"""The primitives that rules are lowered to, and that encoders and solvers read.

Each constraint can say whether the cells filled so far still agree with it: `holds` takes the
values of all cells, None where a cell is empty, and is False only when no way of filling the
empty cells could make it true again *as far as the filled ones alone show*; on a full grid it is
the constraint's exact meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

Values: TypeAlias = Sequence[int | None]
Comparison: TypeAlias = Literal["==", "<=", ">="]


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No value twice; with as many cells as values, every value once.

    >>> AllDifferent((0, 1, 2)).holds([1, None, 1])
    False
    """

    cells: tuple[int, ...]

    def holds(self, values: Values) -> bool:
        """Tell whether the filled cells differ."""
        filled = [value for cell in self.cells if (value := values[cell]) is not None]
        return len(filled) == len(set(filled))


@dataclass(frozen=True, slots=True)
class Relation:
    """The values of two cells are one of the allowed pairs.

    >>> Relation(0, 1, frozenset({(1, 2), (2, 4)})).holds([2, 4])
    True
    """

    a: int
    b: int
    allowed: frozenset[tuple[int, int]]

    @property
    def cells(self) -> tuple[int, ...]:
        """Both cells."""
        return (self.a, self.b)

    def holds(self, values: Values) -> bool:
        """Tell whether the pair is allowed, once both cells are filled."""
        a, b = values[self.a], values[self.b]
        return a is None or b is None or (a, b) in self.allowed


@dataclass(frozen=True, slots=True)
class Linear:
    """The sum of coefficient · cell compares with a total; terms are (coefficient, cell).

    >>> Linear(((1, 0), (1, 1)), "==", 10).holds([3, 6])
    False
    """

    terms: tuple[tuple[int, int], ...]
    op: Comparison
    total: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells in the order of the terms; a cell may repeat."""
        return tuple(cell for _, cell in self.terms)

    def holds(self, values: Values) -> bool:
        """Compare the sum, once every cell is filled."""
        total = 0
        for coefficient, cell in self.terms:
            value = values[cell]
            if value is None:
                return True
            total += coefficient * value
        return self.compares(total)

    def compares(self, total: int) -> bool:
        """Tell whether a sum of the terms satisfies the comparison."""
        if self.op == "==":
            return total == self.total
        return total <= self.total if self.op == "<=" else total >= self.total


Constraint: TypeAlias = AllDifferent | Relation | Linear


@dataclass(frozen=True, slots=True)
class Candidates:
    """One cell is restricted to the values of a mask.

    Rules may lower to this, but it is no primitive: `Puzzle.domains` takes it up, so no encoder
    and no solver ever meets one.
    """

    cell: int
    mask: int


@lru_cache(maxsize=64)
def excludes_equality(allowed: frozenset[tuple[int, int]]) -> bool:
    """Tell whether no allowed pair repeats a value (cached: relations share their tables)."""
    return all(a != b for a, b in allowed)


def exclusions(constraints: Iterable[Constraint], cells: int) -> list[set[int]]:
    """Return for each cell the others that can never hold the same value.

    >>> exclusions([AllDifferent((0, 2))], cells=3)
    [{2}, set(), {0}]
    """
    exclusions: list[set[int]] = [set() for _ in range(cells)]
    for constraint in constraints:
        if isinstance(constraint, AllDifferent):
            for cell in constraint.cells:
                exclusions[cell].update(constraint.cells)
        elif isinstance(constraint, Relation) and excludes_equality(constraint.allowed):
            exclusions[constraint.a].add(constraint.b)
            exclusions[constraint.b].add(constraint.a)
    for cell, others in enumerate(exclusions):
        others.discard(cell)
    return exclusions
