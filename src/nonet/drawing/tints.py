"""Tints: background colours that show lines, cages and shades on a terminal.

A tint is the number of a pale colour among the 256 colours of a terminal. Black letters are
readable on all tints, in any colour theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonet.model.figures import Figure, Line, Outline, Shade
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle

#: The tints for the colours in the names of looks. A look without a colour takes a tint that no
#: neighbour has.
_NAMED = {
    **{"green": 157, "teal": 159, "blue": 153, "purple": 183, "lavender": 189, "pink": 225},
    **{"red": 217, "salmon": 223, "orange": 215, "yellow": 229, "brown": 180, "grey": 251},
}
_IN_TURN = (230, 195, 225, 194, 189, 223)


def tints(puzzle: Puzzle) -> tuple[dict[int, int], dict[str, int]]:
    """Return the tints of cells with a line, an outline or a shade, and of their legend lines.

    A cell takes the tint of its first rule.

    >>> from nonet.formats import classic
    >>> cells, words = tints(classic("." * 16).whisper("r1c1-r1c3"))
    >>> cells
    {0: 157, 1: 157, 2: 157}
    """
    grid = puzzle.grid
    cells: dict[int, int] = {}
    words: dict[str, int] = {}
    for rule in puzzle.rules:
        for figure in rule.figures(grid):
            mine = [cell for cell in _cells(grid, figure) if cell not in cells]
            if mine:
                tint = _tint(grid, figure, mine, cells)
                cells |= dict.fromkeys(mine, tint)
                words.setdefault(rule.in_words(grid), tint)
    return cells, words


def _cells(grid: Grid, figure: Figure) -> Iterator[int]:
    """Yield the cells that a figure covers."""
    match figure:
        case Outline(cells) | Shade(cells):
            yield from cells
        case Line(points):
            inside = [(int(y), int(x)) for x, y in points if x % 1 and y % 1 and x > 0 and y > 0]
            yield from dict.fromkeys(grid.at(*place) for place in inside if grid.has(*place))
        case _:
            pass


def _tint(grid: Grid, figure: Figure, mine: list[int], taken: Mapping[int, int]) -> int:
    """Return the tint of the figure's colour, or else a tint that no neighbouring cell has."""
    look = getattr(figure, "look", "")
    named = next((_NAMED[word] for word in look.split() if word in _NAMED), None)
    if named is not None:
        return named
    near = {taken.get(cell) for one in mine for cell in _around(grid, one)}
    return next((tint for tint in _IN_TURN if tint not in near), _IN_TURN[0])


def _around(grid: Grid, cell: int) -> Iterator[int]:
    row, column = grid.place(cell)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if grid.has(row + down, column + right):
                yield grid.at(row + down, column + right)
