"""Digging many classic 9×9 puzzles side by side, on the engine that checks arrays of them.

Each step tries one removal in every puzzle, and one call checks them all. What becomes of a puzzle
does not depend on those beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nonet.grid import Cells
from nonet.solvers.native import arrays

Boards = NDArray[np.uint8]


def dig(full: Boards, orbits: Sequence[Cells], orders: NDArray[np.intp], least: int = 0) -> Boards:
    """Take orbits out of each board, in its order, where one solution and `least` clues remain."""
    members = np.zeros((len(orbits), full.shape[1]), np.bool_)
    for orbit, cells in enumerate(orbits):
        members[orbit, list(cells)] = True
    sizes = members.sum(axis=1)
    dug, clues = full.copy(), np.full(len(full), full.shape[1])
    for tried in orders.T:
        able = np.flatnonzero(clues - sizes[tried] >= least)
        trial = np.where(members[tried[able]], np.uint8(0), dug[able])
        unique = is_unique(trial)
        changed = able[unique]
        dug[changed] = trial[unique]
        clues[changed] -= sizes[tried[changed]]
    return dug


def is_unique(boards: Boards) -> NDArray[np.bool_]:
    """Tell of each board whether it has one solution."""
    one: NDArray[np.bool_] = arrays.count(boards, limit=2).counts == 1
    return one


def is_minimal(boards: Boards, fixed: Sequence[int] = ()) -> NDArray[np.bool_]:
    """Tell of each board with one solution whether every clue that is not fixed is needed."""
    free = boards.copy()
    free[:, list(fixed)] = 0
    owners, cells = np.nonzero(free)
    without = boards[owners]
    without[np.arange(len(owners)), cells] = 0
    minimal = np.ones(len(boards), np.bool_)
    minimal[owners[is_unique(without)]] = False
    return minimal
