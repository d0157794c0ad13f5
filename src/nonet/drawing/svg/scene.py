"""Draws a board in layers: highlighted cells, signs, grid lines, then values and candidates."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from nonet.drawing.borders import Borders, borders_of
from nonet.drawing.looks import INK
from nonet.drawing.svg import style
from nonet.drawing.svg.entries import write_candidates, write_values
from nonet.drawing.svg.sheet import Sheet, path, put
from nonet.drawing.svg.signs import draw_above, draw_below, draw_on_top, room
from nonet.drawing.svg.style import CELL
from nonet.drawing.visibility import Shown, open_cells
from nonet.model.constraints import Values
from nonet.model.figures import Point
from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class Emphasis:
    """The emphasised parts of a board: framed cells, shaded cells, and candidates struck out.

    For each cell, `gone` has a mask of the candidates to strike out.
    """

    framed: Collection[int] = ()
    shaded: Collection[int] = ()
    evidence: Collection[int] = ()
    gone: Sequence[int] | None = None


@dataclass(frozen=True)
class Scene:
    """Everything that the boards of one picture share."""

    puzzle: Puzzle
    signs: Shown
    emphasis: Emphasis = Emphasis()
    marks: Sequence[int] | None = None

    @property
    def has_candidates(self) -> bool:
        """Whether open cells have candidates to write."""
        return self.puzzle.restricted or bool(self.signs.printed) or self.marks is not None

    @property
    def printed(self) -> tuple[int, ...]:
        """The mask of each cell's printed candidates, or of all values if none are printed."""
        masks = list(self.puzzle.marks)
        for cell, values in self.signs.printed.items():
            masks[cell] = self.puzzle.grid.mask(values)
        return tuple(masks)


def draw_board(sheet: Sheet, scene: Scene, values: Values) -> None:
    """Draw one filling of the puzzle."""
    puzzle, figures = scene.puzzle, scene.signs.figures
    borders = borders_of(puzzle)
    marked, evidence = set(scene.emphasis.framed), set(scene.emphasis.evidence)
    _tint(sheet, set(scene.emphasis.shaded) - marked - evidence, style.SHADED)
    _tint(sheet, evidence - marked, style.EVIDENCE)
    _tint(sheet, marked, style.MARKED)
    draw_below(sheet, figures)
    _light_lines(sheet)
    draw_above(sheet, figures)
    _heavy_lines(sheet, borders)
    _frame(sheet, sorted(marked))
    write_values(sheet, puzzle, values)
    empty, gone = sorted(open_cells(puzzle, [values])), scene.emphasis.gone
    write_candidates(sheet, empty, scene.printed, scene.marks, gone, room(figures))
    draw_on_top(sheet, figures)


def _tint(sheet: Sheet, cells: Collection[int], colour: str) -> None:
    layer = sheet.on(fill=colour).layer
    for cell in sorted(cells):
        x, y = sheet.corner(cell)
        put(layer, "rect", x=x, y=y, width=CELL, height=CELL)


def _frame(sheet: Sheet, cells: Collection[int]) -> None:
    """Draw frames around the highlighted cells. Frames are visible even without colour."""
    inset = 2.6
    layer = sheet.on(fill="none", stroke=style.MARKED_EDGE, stroke_width=1.8).layer
    for cell in cells:
        x, y = sheet.corner(cell)
        side = CELL - 2 * inset
        put(layer, "rect", x=x + inset, y=y + inset, width=side, height=side, rx=3)


def _light_lines(sheet: Sheet) -> None:
    grid = sheet.grid
    across, down = grid.columns * CELL, grid.rows * CELL
    rules: list[Sequence[Point]] = [
        *([(0, row * CELL), (across, row * CELL)] for row in range(1, grid.rows)),
        *([(column * CELL, 0), (column * CELL, down)] for column in range(1, grid.columns)),
    ]
    if rules:
        data = "".join(map(path, rules))
        put(sheet.layer, "path", d=data, fill="none", stroke=style.LIGHT_LINE, stroke_width=0.8)


def _heavy_lines(sheet: Sheet, borders: Borders) -> None:
    data = "".join(path([(x * CELL, y * CELL) for x, y in line]) for line in _walls(borders))
    look = {"fill": "none", "stroke": INK, "stroke_width": 2.4, "stroke_linecap": "square"}
    put(sheet.layer, "path", d=data, **look)


def _walls(borders: Borders) -> Iterator[list[Point]]:
    """Yield the two ends of each straight line between regions."""
    rows, columns = borders.grid.rows, borders.grid.columns
    for row in range(rows + 1):
        for start, end in _runs([borders.above(row, column) for column in range(columns)]):
            yield [(start, row), (end, row)]
    for column in range(columns + 1):
        for start, end in _runs([borders.left_of(row, column) for row in range(rows)]):
            yield [(column, start), (column, end)]


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of flags that are true.

    >>> list(_runs([True, True, False, True]))
    [(0, 2), (3, 4)]
    """
    start = None
    for place, flag in enumerate((*flags, False)):
        if flag and start is None:
            start = place
        elif not flag and start is not None:
            yield start, place
            start = None
