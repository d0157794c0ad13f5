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
    """Return the puzzle as text. Each cell shows the values in its mask.

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
    rooms = [max(map(len, texts[column :: grid.columns])) for column in range(grid.columns)]
    columns = list(zip(rooms, borders.ruled_columns[1:], strict=True))
    written = []
    for cell, (room, space) in enumerate(columns * grid.rows):
        style = _style(puzzle, cell, marks[cell]) if colour else ""
        text = texts[cell].ljust(room)
        shown = f"\x1b[{style}m{text}\x1b[0m" if style else text
        written.append(f" {shown}{' ' * space}")
    lines = borders.lines(written, [1 + room + space for room, space in columns])
    return "\n".join([*title(puzzle), *lines, *legend(puzzle, [puzzle.givens])])


def _values(puzzle: Puzzle, mask: int) -> str:
    """Return the values of a mask, with commas if the grid has values of two digits."""
    gap = "" if puzzle.grid.values[-1] < 10 else ","
    return gap.join(map(str, puzzle.grid.values_of(mask))) or NOTHING


def _style(puzzle: Puzzle, cell: int, mask: int) -> str:
    if puzzle.givens[cell] is not None:
        return _BOLD
    return _CYAN if mask and not mask & (mask - 1) else ""
