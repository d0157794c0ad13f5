"""Sketches a board in characters, with enough room for the figures of rules.

A cell is four characters wide and two characters high. Figures can be on the corners and edges of
cells, as on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import pairwise

from nonet.drawing.borders import Borders, borders_of, edges_around
from nonet.drawing.legend import legend, open_cells, shown, title
from nonet.drawing.looks import BADGES
from nonet.drawing.terminal import EMPTY
from nonet.model.figures import Badge, Figure, Line, Outline, Point, Shade, centre
from nonet.puzzle import Puzzle

_WIDE, _HIGH = 4, 2
#: The escape codes of colours. The key is the first word of a look's name, such as "red cage".
_COLOURS = {
    **{"green": 32, "teal": 36, "blue": 34, "purple": 35, "lavender": 35, "pink": 95, "red": 31},
    **{"salmon": 91, "orange": 33, "yellow": 93, "brown": 33, "grey": 90, "thick": 90, "thin": 90},
}
#: The characters that show a badge: brackets around a value, or a single sign for a small badge.
_BRACKETS = {"circle": "()", "bulb": "()", "square": "[]", "diamond": "<>"}
_SIGNS = {"white dot": "○", "black dot": "●"}
_HEADS = {(1, 0): "→", (1, 1): "↘", (0, 1): "↓", (-1, 1): "↙"}
_HEADS |= {(-1, 0): "←", (-1, -1): "↖", (0, -1): "↑", (1, -1): "↗"}


def sketch(puzzle: Puzzle, colour: bool = False) -> str:
    """Return the puzzle as text with its figures. Words below the board explain the figures.

    >>> from nonet.formats import classic
    >>> print(sketch(classic("." * 16).arrow("r2c1", "r2c2 r2c3").cage("r3c3 r4c3", 5)))
    ┏━━━━━━━┳━━━━━━━┓
    ┃ ·   · ┃ ·   · ┃
    ┃       ┃       ┃
    ┃(·)──·──→·   · ┃
    ┣━━━━━━━╋5━━━━━━┫
    ┃ ·   · ┃ · ┆ · ┃
    ┃       ┃       ┃
    ┃ ·   · ┃ · ┆ · ┃
    ┗━━━━━━━┻━━━━━━━┛
    """
    signs = shown(puzzle, [puzzle.givens])
    canvas = _Canvas(colour)
    borders = borders_of(puzzle)
    _board(canvas, borders)
    # Figures that are drawn later hide earlier figures.
    for kind in (Shade, Outline, Line, Badge):
        for figure in signs.figures:
            if isinstance(figure, kind):
                _draw(canvas, puzzle, figure)
    _values(canvas, puzzle, signs.printed, borders.absent)
    words = legend(puzzle, [puzzle.givens], signs, open_cells(puzzle, [puzzle.givens]))
    return "\n".join([*title(puzzle), *canvas.lines(), *words])


class _Canvas:
    """Characters by their column and row. The upper left corner of the board is (0, 0)."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour
        self._signs: dict[tuple[int, int], str] = {}

    def put(self, x: float, y: float, text: str, look: str = "") -> None:
        code = _COLOURS.get(look.partition(" ")[0]) if self._colour else None
        for step, sign in enumerate(text):
            shown = f"\x1b[{code}m{sign}\x1b[0m" if code else sign
            self._signs[round(x) + step, round(y)] = shown

    def get(self, x: int, y: int) -> str:
        return self._signs.get((x, y), " ")

    def lines(self) -> Iterator[str]:
        across = [x for x, _ in self._signs]
        down = [y for _, y in self._signs]
        for y in range(min(down), max(down) + 1):
            line = (self.get(x, y) for x in range(min(across), max(across) + 1))
            yield "".join(line).rstrip()


def _board(canvas: _Canvas, borders: Borders) -> None:
    rows, columns = borders.grid.rows, borders.grid.columns
    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = column * _WIDE, row * _HIGH
            corner = borders.corner(row, column)
            if corner != " ":
                canvas.put(x, y, corner)
            if column < columns and borders.above(row, column):
                canvas.put(x + 1, y, "━" * (_WIDE - 1))
            if row < rows and borders.left_of(row, column):
                canvas.put(x, y + 1, "┃")


def _draw(canvas: _Canvas, puzzle: Puzzle, figure: Figure) -> None:
    match figure:
        case Shade(cells, look):
            for cell in cells:
                x, y = _place(centre(puzzle.grid, cell))
                canvas.put(x - 1, y, "░ ░", look)
        case Outline():
            _outline(canvas, puzzle, figure)
        case Line():
            _line(canvas, figure)
        case Badge():
            _badge(canvas, figure)


def _place(point: Point) -> tuple[int, int]:
    return round(point[0] * _WIDE), round(point[1] * _HIGH)


def _outline(canvas: _Canvas, puzzle: Puzzle, figure: Outline) -> None:
    """Draw an outline except where walls are, with its text on the first edge."""
    for column, row, heading in edges_around(puzzle.grid, figure.cells):
        left, top = (column - (heading == 2)) * _WIDE, (row - (heading == 3)) * _HIGH
        if heading in (1, 3):
            sign, places = "┆", [(left, top + 1)]
        else:
            sign, places = "┄", [(left + step, top) for step in range(_WIDE + 1)]
        for place in places:
            if canvas.get(*place) == " ":
                canvas.put(*place, sign, figure.look)
    row, column = puzzle.grid.place(min(figure.cells))
    canvas.put(column * _WIDE + 1, row * _HIGH, figure.text, figure.look)


def _line(canvas: _Canvas, figure: Line) -> None:
    points = [*figure.points, *(figure.points[:1] if figure.closed else ())]
    for start, end in pairwise(map(_place, points)):
        across, down = end[0] - start[0], end[1] - start[1]
        if not down:
            x, wide = min(start[0], end[0]) + 1, abs(across) - 1
            canvas.put(x, start[1], "─" * wide, figure.look)
        elif not across:
            for y in range(min(start[1], end[1]) + 1, max(start[1], end[1])):
                canvas.put(start[0], y, "│", figure.look)
        else:
            sign = "╲" if (across > 0) == (down > 0) else "╱"  # noqa: RUF001
            for step in range(1, abs(down)):
                share = step / abs(down)
                place = start[0] + across * share, start[1] + down * share
                canvas.put(*place, sign, figure.look)
    if figure.head and len(points) > 1:
        _head(canvas, figure)


def _head(canvas: _Canvas, figure: Line) -> None:
    """Draw the head of an arrow one step before its end, where it hides no value."""
    (x, y), end = figure.points[-2:]
    across, down = _sign(end[0] - x), _sign(end[1] - y)
    if across or down:
        is_long = max(abs(end[0] - x), abs(end[1] - y)) >= 1
        end_x, end_y = _place(end)
        back = is_long * (2 if across and down else 1)
        place = (end_x - back * across, end_y - is_long * down)
        canvas.put(*place, _HEADS[across, down], figure.look)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _badge(canvas: _Canvas, badge: Badge) -> None:
    look, (x, y) = BADGES[badge.look], _place(badge.centre)
    if look.layer != "top":
        brackets = _BRACKETS[look.form]
        canvas.put(x - 1, y, brackets[0], badge.look)
        canvas.put(x + 1, y, brackets[1], badge.look)
    else:
        text = badge.text.replace("\n", "") or _SIGNS.get(badge.look, "◇")
        canvas.put(x - len(text) // 2, y, text, badge.look)


def _values(
    canvas: _Canvas, puzzle: Puzzle, printed: Mapping[int, tuple[int, ...]], absent: Set[int]
) -> None:
    for cell in sorted({*puzzle.grid.board} - absent):
        value = puzzle.givens[cell]
        held = printed.get(cell, ()) if value is None else (value,)
        text = "".join(map(str, held)) or EMPTY
        x, y = _place(centre(puzzle.grid, cell))
        canvas.put(x - (len(text) - 1) // 2, y, text)
