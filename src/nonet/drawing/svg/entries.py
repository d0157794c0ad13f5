"""Writes the contents of cells: values, and candidates as pencil marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, isqrt

from nonet.drawing.looks import INK
from nonet.drawing.svg import style
from nonet.drawing.svg.sheet import Sheet, path, put, write
from nonet.drawing.svg.style import CELL
from nonet.model.constraints import Values
from nonet.model.figures import Point
from nonet.puzzle import Puzzle


def write_values(sheet: Sheet, puzzle: Puzzle, values: Values) -> None:
    """Write the givens in bold, and other values in normal type and another colour."""
    shown = [
        given if value is None else value
        for given, value in zip(puzzle.givens, values, strict=True)
    ]
    letters = max(
        len(str(value)) for value in (*shown, puzzle.grid.values[-1]) if value is not None
    )
    size = CELL * min(0.6, 1 / letters)
    givens = sheet.on(text_anchor="middle", font_size=size, font_weight="bold", fill=INK)
    found = sheet.on(text_anchor="middle", font_size=size, fill=style.FOUND)
    for cell, value in enumerate(shown):
        if value is not None:
            layer = givens if value == puzzle.givens[cell] else found
            write(layer.layer, str(value), *sheet.centre(cell), size)


def write_candidates(
    sheet: Sheet,
    cells: Iterable[int],
    printed: Sequence[int],
    alive: Sequence[int] | None,
    gone: Sequence[int] | None,
    room: tuple[float, float],
) -> None:
    """Write the candidates of open cells, each value at a fixed place in the cell.

    `printed`, `alive` and `gone` have a mask of candidates for each cell. Candidates that the
    puzzle prints are bold, or pale if they are no longer `alive`. Candidates in `gone` are struck
    out. If `printed` has all values of a cell, the puzzle prints none.

    `room` is the space to leave free at the sides and at the top of a cell, as shares of the cell.
    """
    places, full = _Places(sheet, *room), sheet.grid.full
    look = {"text_anchor": "middle", "font_size": places.size}
    bold = sheet.on(**look, font_weight="bold", fill=INK)
    light = sheet.on(**look, fill=style.FOUND)
    pale = sheet.on(**look, fill=style.FAINT)
    struck = sheet.on(**look, fill=style.MARKED_EDGE, font_weight="bold")
    for cell in cells:
        if alive is None and printed[cell] == full:
            continue
        on_paper = 0 if printed[cell] == full else printed[cell]
        left = on_paper if alive is None else alive[cell]
        lost = gone[cell] & left if gone else 0
        places.write(bold, cell, on_paper & left & ~lost)
        places.write(light, cell, left & ~on_paper & ~lost)
        places.write(struck, cell, lost)
        places.strike(struck, cell, lost)
        places.write(pale, cell, on_paper & ~left)
        if not left:
            _cross_out(sheet, cell)


class _Places:
    """The places of candidates in a cell, in rows and columns that form nearly a square."""

    def __init__(self, sheet: Sheet, side: float, top: float) -> None:
        self._grid = sheet.grid
        values = len(self._grid.values)
        self._across = 1 + isqrt(values - 1)
        self._left, self._top = CELL * side, CELL * top
        self._wide = CELL * (1 - 2 * side) / self._across
        self._high = CELL * (1 - side - top) / ceil(values / self._across)
        letters = len(str(self._grid.values[-1]))
        self.size = min(self._high * 0.95, 1.4 * self._wide / letters)

    def write(self, sheet: Sheet, cell: int, mask: int) -> None:
        for value in self._grid.values_of(mask):
            write(sheet.layer, str(value), *self._middle(sheet, cell, value), self.size)

    def strike(self, sheet: Sheet, cell: int, mask: int) -> None:
        arm = self.size * 0.45
        for value in self._grid.values_of(mask):
            x, y = self._middle(sheet, cell, value)
            stroke = path([(x - arm, y + arm), (x + arm, y - arm)])
            put(sheet.layer, "path", d=stroke, stroke=style.MARKED_EDGE, stroke_width=1.1)

    def _middle(self, sheet: Sheet, cell: int, value: int) -> Point:
        x, y = sheet.corner(cell)
        row, column = divmod(value - self._grid.values.start, self._across)
        middle = x + self._left + self._wide * (column + 0.5)
        return middle, y + self._top + self._high * (row + 0.5)


def _cross_out(sheet: Sheet, cell: int) -> None:
    """Cross out a cell that has lost all candidates."""
    x, y = sheet.centre(cell)
    arm = CELL * 0.14
    crossed = "".join(
        path([(x - arm, y - arm * slope), (x + arm, y + arm * slope)]) for slope in (1, -1)
    )
    put(sheet.layer, "path", d=crossed, stroke=style.MARKED_EDGE, stroke_width=2.5)
