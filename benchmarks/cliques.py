"""Seeded puzzles with groups of cells in which every two cells obey one relation.

Each puzzle has one solution. nonet has no rule for such groups, so this module defines one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeAlias

from boards import filled, shuffled
from proofs import is_only, second_solution

from nonet.model.constraints import Relation, Values
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows, Rule

Pairs: TypeAlias = frozenset[tuple[int, int]]

NINE = range(1, 10)


def pairs(suits: Callable[[int, int], bool]) -> Pairs:
    return frozenset((a, b) for a in NINE for b in NINE if a != b and suits(a, b))


#: For each number of cells, the differences that two values may have in a group of consecutive
#: values.
RENBANS = {size: pairs(lambda a, b, size=size: abs(a - b) < size) for size in range(3, 7)}
APART = pairs(lambda a, b: abs(a - b) >= 2)
THIRDS = pairs(lambda a, b: (a - 1) // 3 != (b - 1) // 3)  # one low, one middle, one high
REMAINDERS = pairs(lambda a, b: a % 3 != b % 3)
PARITY = pairs(lambda a, b: a % 2 == b % 2)
RELATIONS = {
    3: (RENBANS[3], APART, THIRDS, REMAINDERS, PARITY),
    4: (RENBANS[4], APART, PARITY),
    5: (RENBANS[5], APART),
}


@dataclass(frozen=True)
class Pairwise(Rule, family=True):
    """Every two of the cells hold an allowed pair."""

    cells: Cells
    allowed: Pairs

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(relation.holds(values) for relation in self.lower(grid))

    def lower(self, grid: Grid) -> Iterator[Relation]:
        return (Relation(a, b, self.allowed) for a, b in combinations(self.cells, 2))


def renban(random: Random) -> Puzzle:
    """Return a 9×9 puzzle with many renbans and few givens. Its proof takes up to 5000 nodes."""
    return made(renbans, random, nodes=5000, sparse=False)


def sparse_renban(random: Random) -> Puzzle:
    """Return a puzzle with fewer givens and renbans. Its proof takes up to 20,000 nodes."""
    return made(renbans, random, nodes=20_000, sparse=True)


def sparse_mixture(random: Random) -> Puzzle:
    """Return a sparse puzzle with groups of all kinds: near, apart, alike, of different classes."""
    return made(mixture, random, nodes=20_000, sparse=True)


Maker: TypeAlias = Callable[[list[int], Random], Iterator[Pairwise]]


def made(groups: Maker, random: Random, nodes: int, sparse: bool) -> Puzzle:
    solution = filled(3, random)
    rules = list(groups(solution, random))
    given = clues(rules, solution, random)
    for cell in shuffled(given, random):
        fewer = [other for other in given if other != cell]
        if is_only(solution, puzzle(rules, fewer, solution), nodes):
            given = fewer
    for rule in shuffled(rules, random) if sparse else ():
        less = [other for other in rules if other is not rule]
        if is_only(solution, puzzle(less, given, solution), nodes):
            rules = less
    return puzzle(rules, given, solution)


def puzzle(rules: Sequence[Rule], given: Sequence[int], solution: Sequence[int]) -> Puzzle:
    board = Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3), *rules))
    return board.with_givens({cell: solution[cell] for cell in given})


def clues(rules: Sequence[Rule], solution: list[int], random: Random) -> list[int]:
    """Return cells for givens that leave one solution."""
    given: list[int] = []
    while other := second_solution(puzzle(rules, given, solution), solution):
        given.append(random.choice([c for c, value in enumerate(other) if value != solution[c]]))
    return given


def renbans(solution: list[int], random: Random) -> Iterator[Pairwise]:
    """Yield renbans of three to six cells, until no more fit."""
    left = set(range(81))
    for start in shuffled(range(81), random):
        cells = grown(start, random.randint(3, 6), left, random, lambda c: runs_on(c, solution))
        if len(cells) >= 3:
            left -= set(cells)
            yield Pairwise(cells, RENBANS[len(cells)])


def mixture(solution: list[int], random: Random) -> Iterator[Pairwise]:
    """Yield groups of three to five cells, each under a random relation, until no more fit."""
    left = set(range(81))
    for start in shuffled(range(81), random):
        size = random.randint(3, 5)
        allowed = random.choice(RELATIONS[size])

        def suits(cells: Cells, allowed: Pairs = allowed) -> bool:
            return all((solution[a], solution[b]) in allowed for a, b in combinations(cells, 2))

        cells = grown(start, size, left, random, suits)
        if len(cells) == size:
            left -= set(cells)
            yield Pairwise(cells, allowed)


def grown(
    start: int, size: int, left: set[int], random: Random, suits: Callable[[Cells], bool]
) -> Cells:
    """Return up to `size` suitable cells that are connected by edges or corners."""
    cells: Cells = (start,) if start in left else ()
    while 0 < len(cells) < size:
        near = {other for cell in cells for other in around(cell)} & left - set(cells)
        able = sorted(other for other in near if suits((*cells, other)))
        if not able:
            break
        cells = (*cells, random.choice(able))
    return cells


def runs_on(cells: Cells, solution: list[int]) -> bool:
    """Tell whether the values are consecutive, and all different."""
    values = {solution[cell] for cell in cells}
    return len(values) == len(cells) == max(values) - min(values) + 1


def around(cell: int) -> Iterator[int]:
    grid = Grid(9, 9)
    row, column = grid.place(cell)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down or right) and grid.has(row + down, column + right):
                yield grid.at(row + down, column + right)
