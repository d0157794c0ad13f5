"""Symmetries of the clues. An *orbit* is a set of cells: either all are clues, or all are empty."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from nonet.model.grid import Cells, Grid
from nonet.system.errors import PuzzleError


class Symmetry(StrEnum):
    """The symmetry of the pattern of clues.

    With ``horizontal``, the left half of the clues mirrors the right half. With ``vertical``, the
    upper half mirrors the lower half. With ``diagonal``, the clues mirror each other across the
    falling diagonal. ``dihedral`` is all symmetries together.

    >>> Symmetry("diagonal")
    <Symmetry.DIAGONAL: 'diagonal'>
    """

    NONE = "none"
    ROTATIONAL = "rotational"
    ROTATIONAL90 = "rotational90"
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    DIAGONAL = "diagonal"
    DIHEDRAL = "dihedral"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise PuzzleError(f"the symmetry must be one of {', '.join(cls)}, not {value!r:.40}")


#: The moves of the board that keep the pattern of clues. A move rearranges an array of cells.
_MOVES: dict[Symmetry, tuple[Callable[[NDArray[np.intp]], NDArray[np.intp]], ...]] = {
    Symmetry.NONE: (),
    Symmetry.ROTATIONAL: (np.flip,),
    Symmetry.ROTATIONAL90: (np.rot90,),
    Symmetry.HORIZONTAL: (np.fliplr,),
    Symmetry.VERTICAL: (np.flipud,),
    Symmetry.DIAGONAL: (np.transpose,),
    Symmetry.DIHEDRAL: (np.rot90, np.transpose),
}


def orbits(grid: Grid, symmetry: Symmetry) -> tuple[Cells, ...]:
    """Return the orbits of a symmetry, sorted by their first cells.

    >>> orbits(Grid(2, 2), Symmetry.ROTATIONAL)
    ((0, 3), (1, 2))
    >>> orbits(Grid(2, 3), Symmetry.DIAGONAL)
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: diagonal symmetry needs a square board, not 2×3
    """
    board = np.arange(len(grid.cells)).reshape(grid.rows, grid.columns)
    images = [move(board) for move in _MOVES[symmetry]]
    if any(image.shape != board.shape for image in images):
        size = f"{grid.rows}×{grid.columns}"
        raise PuzzleError(f"{symmetry} symmetry needs a square board, not {size}")
    found = {cell: {cell} for cell in grid.cells}
    for image in images:
        for pair in enumerate(image.ravel().tolist()):
            joined = set[int]().union(*map(found.__getitem__, pair))
            found |= dict.fromkeys(joined, joined)
    return tuple(sorted({tuple(sorted(orbit)) for orbit in found.values()}))
