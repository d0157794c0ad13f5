"""What the formats of candidate sets share: classic puzzles with a set of values for each cell.

A cell with one value is a given, a cell with all of them is empty, and any other set restricts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonet.formats.contract import Inexpressible
from nonet.formats.squares import Square, build, default_boxes, require_default_boxes
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def puzzle_of(side: int, candidates: Sequence[Sequence[int]]) -> Puzzle:
    """Return the puzzle of that side with these candidates.

    >>> puzzle_of(2, [[1], [1, 2], [1, 2], [1, 2]]).givens
    (1, None, None, None)
    """
    grid = Grid(side, side)
    for cell, values in enumerate(candidates):
        if not values:
            raise PuzzleError("no candidate is left", cell=grid.name(cell))
    givens = tuple(values[0] if len(values) == 1 else None for values in candidates)
    marks = tuple(grid.full if len(values) == 1 else grid.mask(values) for values in candidates)
    puzzle = build(Square(side, grid.values, givens), default_boxes(side))
    return replace(puzzle, marks=marks)


def candidates_of(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the candidates of a classic puzzle, from which it is read again."""
    grid = puzzle.grid
    require_default_boxes(replace(puzzle, marks=(grid.full,) * len(grid.cells), meta=()))
    if grid.rows != grid.columns or grid.values != range(1, grid.rows + 1):
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid of values from {grid.span}")
    found = []
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        values = tuple(grid.values_of(mask))
        if given is not None and mask == grid.full:
            values = (given,)
        elif given is not None or len(values) < 2:
            raise Inexpressible(f"the marks of {grid.name(cell)}: a single candidate is a given")
        found.append(values)
    return found
