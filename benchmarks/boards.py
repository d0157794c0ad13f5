"""Seeded boards for the benchmarks: random full grids, and grids with some cells emptied."""

from collections.abc import Iterator, Sequence
from math import isqrt
from random import Random

import nonet
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows

#: The shares of empty cells at which random boards of each size are about hardest. With one step
#: more, no contestant answers boards of 36×36.
HARDEST = {9: 0.64, 16: 0.60, 25: 0.55, 36: 0.48}


def with_holes(side: int, share: float, seed: int, *, balanced: bool = False) -> nonet.Puzzle:
    """Return a puzzle with a share of the cells empty, which may have several solutions."""
    return nonet.with_holes(nonet.classic(order=isqrt(side)), share, seed, balanced=balanced)


def filled(order: int, random: Random) -> list[int]:
    """Return a solved board of order² × order²: a pattern, shuffled by all symmetries."""
    side = order**2
    values = shuffled(range(1, side + 1), random)
    rows, columns = (list(lines(order, random)) for _ in range(2))
    return [values[(order * (r % order) + r // order + c) % side] for r in rows for c in columns]


def lines(order: int, random: Random) -> Iterator[int]:
    for band in shuffled(range(order), random):
        for line in shuffled(range(order), random):
            yield band * order + line


def shuffled(items: Sequence[int], random: Random) -> list[int]:
    return random.sample(items, len(items))


def board(order: int, holes: float, random: Random) -> Puzzle:
    """Return a large board with this share of the cells empty."""
    side = order**2
    solution = filled(order, random)
    given = random.sample(range(side**2), round(side**2 * (1 - holes)))
    rules = (Rows(), Columns(), Boxes(order, order))
    return Puzzle(Grid(side, side), rules=rules).with_givens({c: solution[c] for c in given})


def neighbours(grid: Grid, cell: int) -> Iterator[int]:
    row, column = grid.place(cell)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if grid.has(row + down, column + right):
            yield grid.at(row + down, column + right)
