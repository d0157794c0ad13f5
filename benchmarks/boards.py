"""Seeded boards for the benchmarks: random full grids with a share of their cells taken out."""

from math import isqrt

import nonet

#: Shares of empty cells at which random boards are hardest, or nearly: one step further, boards of
#: 36×36 are answered by nobody.
HARDEST = {9: 0.64, 16: 0.60, 25: 0.55, 36: 0.48}


def with_holes(side: int, share: float, seed: int, *, balanced: bool = False) -> nonet.Puzzle:
    """Return a puzzle with a share of the cells empty, which may have several solutions."""
    return nonet.with_holes(nonet.classic(order=isqrt(side)), share, seed, balanced=balanced)
