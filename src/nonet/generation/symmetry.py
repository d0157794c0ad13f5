"""Symmetries of the clues, and orbits: sets of cells of which all or none are clues."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NoReturn

from nonet.model.grid import Cells, Grid
from nonet.system.errors import PuzzleError


class Symmetry(StrEnum):
    """The moves of the board under which the pattern of clues stays the same.

    A reflection is named after the direction in which cells move. With ``horizontal``, the left
    half is the mirror image of the right half; with ``vertical``, the upper half is the mirror
    image of the lower half. ``diagonal`` swaps rows and columns. ``dihedral`` has all moves of the
    other symmetries.

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


Place = tuple[int, int]
Move = Callable[[Grid, int, int], Place]


def _half_turn(grid: Grid, row: int, column: int) -> Place:
    return grid.rows - 1 - row, grid.columns - 1 - column


def _quarter_turn(grid: Grid, row: int, column: int) -> Place:
    return column, grid.rows - 1 - row


def _left_to_right(grid: Grid, row: int, column: int) -> Place:
    return row, grid.columns - 1 - column


def _top_to_bottom(grid: Grid, row: int, column: int) -> Place:
    return grid.rows - 1 - row, column


def _across(grid: Grid, row: int, column: int) -> Place:
    return column, row


#: The moves that generate each symmetry.
_MOVES: dict[Symmetry, tuple[Move, ...]] = {
    Symmetry.NONE: (),
    Symmetry.ROTATIONAL: (_half_turn,),
    Symmetry.ROTATIONAL90: (_quarter_turn,),
    Symmetry.HORIZONTAL: (_left_to_right,),
    Symmetry.VERTICAL: (_top_to_bottom,),
    Symmetry.DIAGONAL: (_across,),
    Symmetry.DIHEDRAL: (_quarter_turn, _across),
}

_NEEDS_SQUARE = (_quarter_turn, _across)


def orbits(grid: Grid, symmetry: Symmetry) -> tuple[Cells, ...]:
    """Return the sets of cells of which all or none are clues, sorted by their first cells.

    >>> orbits(Grid(2, 2), Symmetry.ROTATIONAL)
    ((0, 3), (1, 2))
    >>> orbits(Grid(2, 3), Symmetry.DIAGONAL)
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: diagonal symmetry needs a square board, not 2×3
    """
    moves = _MOVES[symmetry]
    if grid.rows != grid.columns and any(move in _NEEDS_SQUARE for move in moves):
        size = f"{grid.rows}×{grid.columns}"
        raise PuzzleError(f"{symmetry} symmetry needs a square board, not {size}")
    found: list[Cells] = []
    seen: set[int] = set()
    for cell in grid.cells:
        if cell not in seen:
            orbit = [cell]
            for member in orbit:  # grows during the loop
                images = (grid.at(*move(grid, *grid.place(member))) for move in moves)
                orbit += dict.fromkeys(image for image in images if image not in orbit)
            seen.update(orbit)
            found.append(tuple(sorted(orbit)))
    return tuple(found)
