"""Draws pencil marks as text: each cell shows its possible values."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.drawing.borders import borders_of
from nonet.drawing.legend import legend, title
from nonet.drawing.visibility import require_marks
from nonet.puzzle import Puzzle

#: The sign in a cell without candidates.
NOTHING = "×"

_BOLD, _CYAN = "1", "36"


def draw_marks(
    puzzle: Puzzle,
    marks: Sequence[int],
    *,
    colour: bool = False,
) -> str:
    """Return the puzzle as text; each cell shows the values in its mask.

    >>> from nonet.formats import classic
    >>> puzzle = classic("123434122.......")
    >>> print(draw_marks(puzzle, (1, 2, 4, 8, 4, 8, 1, 2, 2, 5, 8, 5, 8, 5, 2, 5)))
    ┏━━━━━━┳━━━━━━┓
    ┃ 1 2  ┃ 3 4  ┃
    ┃ 3 4  ┃ 1 2  ┃
    ┣━━━━━━╋━━━━━━┫
    ┃ 2 13 ┃ 4 13 ┃
    ┃ 4 13 ┃ 2 13 ┃
    ┗━━━━━━┻━━━━━━┛
    """
    require_marks(puzzle.grid, marks)
    grid, borders = puzzle.grid, borders_of(puzzle)
    texts = [_values(puzzle, mask) for mask in marks]
    spaces = borders.ruled_columns[1:]
    rooms = [max(map(len, texts[column :: grid.columns])) for column in range(grid.columns)]
    widths = [1 + room + space for room, space in zip(rooms, spaces, strict=True)]
    lines = []
    for row in range(grid.rows):
        if borders.ruled_rows[row]:
            lines.append(borders.rule(row, widths))
        written = []
        for column, (room, space) in enumerate(zip(rooms, spaces, strict=True)):
            cell = grid.at(row, column)
            style = _style(puzzle, cell, marks[cell]) if colour else ""
            written.append(_written(texts[cell].ljust(room), space, style))
        lines.append(borders.fence(row, written))
    lines.append(borders.rule(grid.rows, widths))
    return "\n".join([*title(puzzle), *lines, *legend(puzzle, [puzzle.givens])])


def _values(puzzle: Puzzle, mask: int) -> str:
    """Return the values of a mask, with spaces between if the grid has values of two digits."""
    gap = "" if puzzle.grid.values[-1] < 10 else ","
    return gap.join(map(str, puzzle.grid.values_of(mask))) or NOTHING


def _style(puzzle: Puzzle, cell: int, mask: int) -> str:
    if puzzle.givens[cell] is not None:
        return _BOLD
    return _CYAN if mask and not mask & (mask - 1) else ""


def _written(text: str, space: bool, style: str) -> str:
    shown = f"\x1b[{style}m{text}\x1b[0m" if style else text
    return f" {shown}{' ' * space}"
