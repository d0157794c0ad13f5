"""Finds breaks in a line of cells, and the connected parts of a group of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise

from nonet.model.grid import Grid

#: The steps from a cell to the four neighbours that share an edge with it.
EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def touching(grid: Grid, cell: int) -> Iterator[int]:
    """Yield the cells that share an edge with a cell."""
    row, column = grid.place(cell)
    for down, right in EDGES:
        if grid.has(row + down, column + right):
            yield grid.at(row + down, column + right)


def breaks(grid: Grid, line: Collection[int]) -> Iterator[str]:
    """Yield a text for each two successive cells of a line on the board that do not touch.

    >>> list(breaks(Grid(9, 9), (0, 10, 40)))
    ['r2c2 and r5c5 do not touch']
    """
    for one, other in pairwise(cell for cell in line if cell in grid.board):
        (row, column), (below, right) = grid.place(one), grid.place(other)
        if max(abs(below - row), abs(right - column)) > 1:
            yield f"{grid.name(one)} and {grid.name(other)} do not touch"


def pieces(
    grid: Grid, cells: Collection[int], is_open: Callable[[int, int], bool] | None = None
) -> list[list[int]]:
    """Return the parts of a group of cells that are connected by shared edges.

    `is_open` may say that the edge between two cells does not connect them.

    >>> pieces(Grid(2, 2), (0, 1, 3)), pieces(Grid(2, 2), (0, 3))
    ([[0, 1, 3]], [[0], [3]])
    """
    left = dict.fromkeys(cells)
    found = []
    while left:
        ahead, piece = [next(iter(left))], []
        while ahead:
            cell = ahead.pop()
            if cell in left:
                del left[cell]
                piece.append(cell)
                beside = touching(grid, cell)
                ahead += beside if is_open is None else [n for n in beside if is_open(cell, n)]
        found.append(sorted(piece))
    return found


def in_one_piece(grid: Grid, cells: Collection[int]) -> bool:
    """Tell whether shared edges connect all the cells, which must be on the board."""
    return {*cells} <= {*grid.board} and len(pieces(grid, cells)) == 1


def strays(grid: Grid, group: Collection[int]) -> Iterator[str]:
    """Yield a note that names the cells outside the largest connected part of a group.

    >>> list(strays(Grid(9, 9), (0, 1, 40)))
    ['r5c5 lies apart']
    """
    on_board = [cell for cell in group if cell in grid.board]
    smaller = sorted(pieces(grid, on_board), key=len, reverse=True)[1:]
    apart = sorted(cell for piece in smaller for cell in piece)
    if apart:
        yield f"{grid.names(apart)} {'lies' if len(apart) == 1 else 'lie'} apart"
