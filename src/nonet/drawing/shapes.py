"""The outlines of groups of cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from nonet.model.figures import Point
from nonet.model.grid import Grid

#: The steps right, down, left, up: each is a right turn from the one before.
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def outlines(grid: Grid, cells: Collection[int], inset: float = 0.0) -> Iterator[list[Point]]:
    """Yield the corners of each outline of a group of cells, moved inwards by `inset`.

    An outline is closed and has the cells on its right, so one around a hole runs the other way.
    Cells that only share a corner are not joined there.

    >>> list(outlines(Grid(1, 2), (0, 1), inset=0.25))
    [[(1.75, 0.25), (1.75, 0.75), (0.25, 0.75), (0.25, 0.25)]]
    """
    edges = dict.fromkeys(_edges(grid, frozenset(cells)))
    ahead = edges.copy()
    while ahead:
        x, y, heading = next(iter(ahead))
        corners = []
        while (x, y, heading) in ahead:
            del ahead[x, y, heading]
            right, down = _STEPS[heading]
            x, y = x + right, y + down
            # Right turns come first: they stay at the same cell.
            turn = next(turn for turn in (1, 0, 3) if (x, y, (heading + turn) % 4) in edges)
            if turn:
                across, below = _STEPS[(heading + turn) % 4]
                corners.append((x - inset * (down + below), y + inset * (right + across)))
            heading = (heading + turn) % 4
        yield corners


def _edges(grid: Grid, cells: frozenset[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the edges around a group of cells: where each begins, and its heading."""
    for cell in sorted(cells):
        row, column = grid.place(cell)
        for heading, (across, below) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            there = row + below, column + across
            if not (grid.has(*there) and grid.at(*there) in cells):
                yield column + (heading in (1, 2)), row + (heading in (2, 3)), heading
