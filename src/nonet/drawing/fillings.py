"""Fillings of a puzzle to be drawn: their requirements, and the cells in which they differ."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.model.constraints import Values
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def differing(fillings: Sequence[Values]) -> tuple[int, ...]:
    """Return the cells in which not all fillings agree.

    >>> differing([(1, 2, 3), (1, 3, 2)])
    (1, 2)
    """
    held = enumerate(zip(*fillings, strict=True))
    return tuple(cell for cell, values in held if len(set(values)) > 1)


def require_fillings(puzzle: Puzzle, fillings: Sequence[Values]) -> None:
    """Refuse fillings that do not have one value, or None, for each cell."""
    for values in fillings:
        if len(values) != len(puzzle.grid.cells):
            raise PuzzleError(f"{len(values)} values for {len(puzzle.grid.cells)} cells")


def require_marks(grid: Grid, marks: Sequence[int]) -> None:
    """Refuse marks that are not one mask of the grid's values for each cell."""
    if len(marks) != len(grid.cells):
        raise PuzzleError(f"{len(marks)} marks for {len(grid.cells)} cells")
    for cell, mask in enumerate(marks):
        if not 0 <= mask <= grid.full:
            raise PuzzleError(f"marks outside {grid.span}", cell=grid.name(cell))
