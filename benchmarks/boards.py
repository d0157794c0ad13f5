"""Seeded boards for the benchmarks: full grids, shuffled, with random cells taken out."""

from math import isqrt
from random import Random

from nonet.formats import classic
from nonet.puzzle import Puzzle

#: Shares of empty cells at which random boards are hardest, or nearly: one step further, boards of
#: 36×36 are answered by nobody.
HARDEST = {9: 0.64, 16: 0.60, 25: 0.55, 36: 0.48}


def full(side: int, random: Random) -> list[int]:
    """Return a solved board: lines shuffled within bands, bands and values shuffled."""
    order = isqrt(side)
    rows, columns = (
        [
            order * band + line
            for band in random.sample(range(order), order)
            for line in random.sample(range(order), order)
        ]
        for _ in range(2)
    )
    values = random.sample(range(1, side + 1), side)
    return [
        values[(order * (row % order) + row // order + column) % side]
        for row in rows
        for column in columns
    ]


def with_holes(side: int, share: float, seed: int, *, balanced: bool = False) -> Puzzle:
    """Return a puzzle with a share of the cells empty, which may have several solutions.

    The holes are anywhere, or *balanced*: as many in each row, column and box as in any other, or
    one more. In a second full board each value stands once in every house, so they come value by
    value.
    """
    random = Random(seed)
    board = full(side, random)
    order = random.sample(range(side**2), side**2)
    if balanced:
        template = full(side, random)
        order.sort(key=lambda cell: template[cell])
    kept = order[round(side**2 * share) :]
    return classic(order=isqrt(side)).with_givens({cell: board[cell] for cell in kept})
