"""The solution that came with a puzzle, beside one that was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle

#: More cells than these are not named.
_MOST_NAMED = 6


def contradictions(puzzle: Puzzle, solution: Sequence[int]) -> list[int]:
    """Return the cells in which a solution is not the one that came with the puzzle.

    >>> from nonet import parse
    >>> from dataclasses import replace
    >>> puzzle = replace(parse("12..34..2......3"), meta=(("solution", "1234341223414132"),))
    >>> contradictions(puzzle, [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3])
    [14, 15]
    """
    stored = dict(puzzle.meta).get("solution")
    if stored is None:
        return []
    from nonet.formats import read_values

    try:
        stated = read_values(puzzle.grid, stored)
    except PuzzleError:  # no solution, of whatever else it may be
        return list(puzzle.grid.cells)
    found = zip(puzzle.grid.cells, stated, solution, strict=True)
    return [cell for cell, said, value in found if said not in (None, value)]


def said_of(puzzle: Puzzle, contradicted: Sequence[int]) -> str:
    """Return a sentence on the cells in which the stored solution differs."""
    from nonet.formats.text import counted

    said = f"the stored solution differs in {counted(len(contradicted), 'cell')}"
    if len(contradicted) > _MOST_NAMED:
        return said
    return f"{said}: {puzzle.grid.names(contradicted)}"
