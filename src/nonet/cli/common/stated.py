"""The solution that came with a puzzle, beside one that was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle

#: More cells than these are not named.
_MOST_NAMED = 6


class Contradiction(NamedTuple):
    """How a stored solution contradicts one that was found: in words, and by its cells.

    One that cannot be read contradicts every solution, and no cell in particular.
    """

    said: str
    cells: tuple[int, ...] = ()


def stored_values(puzzle: Puzzle) -> tuple[int | None, ...] | None:
    """Return the solution that came with the puzzle, None if there is none."""
    stored = dict(puzzle.meta).get("solution")
    if stored is None:
        return None
    from nonet.formats import read_values

    try:
        return read_values(puzzle.grid, stored)
    except PuzzleError as error:
        raise PuzzleError(f"the stored solution cannot be read: {error}") from None


def contradiction(puzzle: Puzzle, solution: Sequence[int]) -> Contradiction | None:
    """Return how a solution is not the one that came with the puzzle.

    >>> from nonet import parse
    >>> from dataclasses import replace
    >>> puzzle = replace(parse("12..34..2......3"), meta=(("solution", "1234341223414132"),))
    >>> contradiction(puzzle, [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3]).cells
    (14, 15)
    """
    try:
        stated = stored_values(puzzle)
    except PuzzleError as error:
        return Contradiction(str(error))
    if stated is None:
        return None
    found = zip(puzzle.grid.cells, stated, solution, strict=True)
    cells = tuple(cell for cell, said, value in found if said not in (None, value))
    return Contradiction(_differing(puzzle, cells), cells) if cells else None


def _differing(puzzle: Puzzle, cells: Sequence[int]) -> str:
    from nonet.formats.text import counted

    said = f"the stored solution differs in {counted(len(cells), 'cell')}"
    return said if len(cells) > _MOST_NAMED else f"{said}: {puzzle.grid.names(cells)}"
