"""The canonical form of a classic puzzle: the smallest text among all its isomorphs.

A puzzle is a row of values or digits, as in `lockstep.arrays`. An empty cell is 0 or ``.``.

>>> found = canon(b"." * 80 + b"7")
>>> found.forms[0].tolist() == [0] * 80 + [1], int(found.automorphisms[0])
(True, 1672151040)

An automorphism is a symmetry that maps a board to itself. All 9!·2·6⁸ symmetries are automorphisms
of the empty board. A board with one clue has 729 times fewer, because a symmetry can move the clue
to 81 cells and give it 9 values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nonet.solvers.abilities import Forms
from nonet.solvers.native.core import core
from nonet.solvers.native.lockstep.arrays import CELLS, as_rows
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.solvers.abilities import RowArray


def canon(rows: RowArray, *, threads: int = 1, stride: int = CELLS) -> Forms:
    """Find each canonical form, a symmetry that leads to it, and the number of such symmetries.

    >>> text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> found = canon(text)
    >>> "".join(map(str, found.forms[0]))[:27]
    '000000001000002034156000270'
    >>> given = np.frombuffer(text.replace(b".", b"0"), np.uint8) - ord("0")
    >>> bool((found.forms[0] == found.values[0][given[found.cells[0]]]).all())
    True
    """
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
