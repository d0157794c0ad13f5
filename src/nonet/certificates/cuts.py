"""Cuts in formulas: the clauses that a formula has instead of connections (`Connected`).

`nonet.solvers.cuts` explains cuts. A checker need not know how a cut was found. A clause of pencil
marks follows from a connection if the connection is broken when all these marks are wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.model.constraints import AnyOf, Candidates, Connected, Constraint
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle


def follows(puzzle: Puzzle, clause: Sequence[int]) -> bool:
    """Tell whether a connection of the puzzle implies a clause of pencil marks."""
    grid = puzzle.grid
    if not all(0 < mark <= grid.marks for mark in clause):
        return False
    left = [grid.full] * len(grid.cells)
    for cell, value in map(grid.unmark, clause):
        left[cell] &= ~grid.bit(value)
    return all(left) and any(_breaks(part, left, grid) for part in puzzle.geometry.connections)


def _breaks(part: Constraint | Candidates, left: Sequence[int], grid: Grid) -> bool:
    """Tell whether no values that are left satisfy a primitive. False may also mean unknown."""
    if isinstance(part, AnyOf):
        return all(any(_breaks(each, left, grid) for each in parts) for parts in part.alternatives)
    # For a connection, it only matters whether a cell has one of the values.
    inside = grid.overlap(part.values) if isinstance(part, Connected) else 0
    values = [
        next(grid.values_of(mask))
        if mask & (mask - 1) == 0 or (inside and mask & inside in (0, mask))
        else None
        for mask in left
    ]
    return not part.holds(values)
