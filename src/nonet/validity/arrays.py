"""Check many solutions at once with NumPy. `violations` checks one solution.

Rows, columns and other groups without repeats are checked in all grids together. All other rules
are checked grid by grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.board.houses import Houses
from nonet.validity.meaning import violations

#: Grids with more values than this are checked one by one, because a set of their values does not
#: fit in one machine word.
MOST_VALUES = 64


def wrong_grids(puzzles: Sequence[Puzzle], solutions: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the indices of wrong solutions. All puzzles must have the same rules."""
    if not puzzles:
        return []
    grid = puzzles[0].grid
    table = _table(grid, solutions)
    if table is None:
        return [i for i, puzzle in enumerate(puzzles) if violations(puzzle, solutions[i])]
    in_range = (table >= grid.values[0]) & (table <= grid.values[-1])
    right = np.asarray(in_range.all(axis=1)) & _as_given(puzzles, table)
    for row, puzzle in enumerate(puzzles):
        if puzzle.restricted and right[row]:
            marked = zip(puzzle.marks, solutions[row], strict=True)
            right[row] = all(mask & grid.bit(value) for mask, value in marked)
    bits = np.left_shift(np.uint64(1), (table - grid.values.start).astype(np.uint64))
    for rule in puzzles[0].meant:
        if isinstance(rule, Houses) and type(rule).holds is Houses.holds:
            for groups in _groups(rule, grid):
                union = np.bitwise_or.reduce(bits[:, groups], axis=2)
                right &= (np.bitwise_count(union) == groups.shape[1]).all(axis=1)
        else:
            for row in right.nonzero()[0].tolist():
                right[row] = rule.holds(grid, solutions[row])
    return (~right).nonzero()[0].tolist()


def _table(grid: Grid, solutions: Sequence[tuple[int, ...]]) -> NDArray[np.int64] | None:
    """Return an array with a row for each solution, or None if the solutions do not fit in one."""
    if len(grid.values) > MOST_VALUES:
        return None
    try:
        table = np.asarray(solutions, np.int64)
    except (OverflowError, ValueError):  # a value is too large, or rows have different lengths
        return None
    return table if table.shape == (len(solutions), len(grid.cells)) else None


def _as_given(puzzles: Sequence[Puzzle], table: NDArray[np.int64]) -> NDArray[np.bool_]:
    free = puzzles[0].grid.values[0] - 1
    givens = np.array([[free if g is None else g for g in puzzle.givens] for puzzle in puzzles])
    return np.asarray(((givens == free) | (givens == table)).all(axis=1))


@lru_cache(maxsize=256)
def _groups(rule: Houses, grid: Grid) -> list[NDArray[np.intp]]:
    sizes: dict[int, list[tuple[int, ...]]] = {}
    for group in rule.groups(grid):
        sizes.setdefault(len(group), []).append(group)
    return [np.array(groups, np.intp) for groups in sizes.values()]
