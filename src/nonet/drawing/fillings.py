"""Fillings of a puzzle, given to be drawn: what is required of them, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.constraints import Values
from nonet.errors import PuzzleError
from nonet.grid import Grid
from nonet.puzzle import Puzzle


def differing(boards: Sequence[Values]) -> tuple[int, ...]:
    """Return the cells in which not all boards hold the same.

    >>> differing([(1, 2, 3), (1, 3, 2)])
    (1, 2)
    """
    held = enumerate(zip(*boards, strict=True))
    return tuple(cell for cell, values in held if len(set(values)) > 1)


def require_fillings(puzzle: Puzzle, boards: Sequence[Values]) -> None:
    """Refuse boards that have not a value, or None, for each cell."""
    for values in boards:
        if len(values) != len(puzzle.grid.cells):
            raise PuzzleError(f"{len(values)} values for {len(puzzle.grid.cells)} cells")


def require_cells(grid: Grid, cells: Iterable[int]) -> None:
    """Refuse cells outside the board."""
    for cell in cells:
        if cell not in grid.cells:
            raise PuzzleError(f"cell {cell} is outside the {grid.rows}×{grid.columns} grid")


def require_marks(grid: Grid, marks: Sequence[int]) -> None:
    """Refuse marks that are not a mask of the grid's values for each cell."""
    if len(marks) != len(grid.cells):
        raise PuzzleError(f"{len(marks)} marks for {len(grid.cells)} cells")
    for cell, mask in enumerate(marks):
        if not 0 <= mask <= grid.full:
            raise PuzzleError(f"marks outside {grid.span}", cell=grid.name(cell))
