"""The canonical form of a classic puzzle: the smallest text among all its isomorphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.solvers.abilities import Forms
from nonet.solvers.native.core import core
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.solvers.abilities import RowArray


def canon(rows: RowArray, *, threads: int = 1, stride: int = 81) -> Forms:
    """Find the canonical forms of puzzles in an array (`lockstep.arrays` describes arrays).

    The empty board has 9!·2·6⁸ automorphisms. A board with one clue has 729 times fewer, because a
    symmetry can move the clue to 81 cells and give it 9 values.

    >>> found = canon(b"." * 80 + b"7")
    >>> found.forms[0].tolist() == [0] * 80 + [1], int(found.automorphisms[0])
    (True, 1672151040)
    """
    import numpy as np

    from nonet.solvers.native.lockstep.arrays import CELLS, as_rows

    puzzles = as_rows(rows, stride)
    size = len(puzzles)
    found = Forms(
        np.empty((size, CELLS), np.uint8),
        np.empty((size, CELLS), np.uint8),
        np.empty((size, 10), np.uint8),
        np.empty(size, np.uint64),
    )
    try:
        core().canonize(puzzles, *found, threads)
    except ValueError as refused:
        raise PuzzleError(str(refused)) from None
    return found
