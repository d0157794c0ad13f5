"""Draws a board in layers: highlighted cells, signs, grid lines, then values and candidates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, isqrt
from operator import ne
from xml.etree import ElementTree

from nonet.drawing import looks
from nonet.drawing.borders import Borders, borders_of
from nonet.drawing.legend import Shown, open_cells
from nonet.drawing.looks import CELL, INK
from nonet.drawing.svg.sheet import Sheet, path, put, write
from nonet.drawing.svg.signs import draw_above, draw_below, draw_on_top, room
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
    puzzle, figures, emphasis = scene.puzzle, scene.signs.figures, scene.emphasis
    board = {*puzzle.grid.board}
    marked, evidence = board.intersection(emphasis.framed), board.intersection(emphasis.evidence)
    shown = [
        given if value is None else value
        for given, value in zip(puzzle.givens, values, strict=True)
    ]
    borders = borders_of(puzzle, shown)
    for cell in borders.absent:
        shown[cell] = None
    _draw_layers(sheet, shown)
    _tint(sheet, board.intersection(emphasis.shaded) - marked - evidence, looks.SHADED)
    _tint(sheet, evidence - marked, looks.EVIDENCE)
    _tint(sheet, marked, looks.MARKED)
    draw_below(sheet, figures)
    light, heavy = list(_lines(borders, lambda a, b: None not in (a, b))), _lines(borders, ne)
    if light:
        _draw_lines(sheet, light, stroke=looks.LIGHT_LINE, stroke_width=0.8)
    draw_above(sheet, figures)
    _draw_lines(sheet, heavy, stroke=INK, stroke_width=2.4, stroke_linecap="square")
    _frame(sheet, marked)
    _write_values(sheet, puzzle, shown[: len(sheet.grid.board)])
    _write_candidates(sheet, scene, sorted(open_cells(puzzle, [values]) - borders.absent))
    draw_on_top(sheet, figures)


def _tint(sheet: Sheet, cells: Collection[int], colour: str) -> None:
    layer = sheet.layer(fill=colour)
    for cell in sorted(cells):
        x, y = sheet.corner(cell)
        put(layer, "rect", x=x, y=y, width=CELL, height=CELL)


def _frame(sheet: Sheet, cells: Collection[int]) -> None:
    """Draw frames around the highlighted cells. Frames are visible even without colour."""
    inset = 2.6
    layer = sheet.layer(fill="none", stroke=looks.MARKED_EDGE, stroke_width=1.8)
    for cell in sorted(cells):
        x, y = sheet.corner(cell)
        side = CELL - 2 * inset
        put(layer, "rect", x=x + inset, y=y + inset, width=side, height=side, rx=3)


def _draw_lines(sheet: Sheet, lines: Iterable[Sequence[Point]], **look: object) -> None:
    data = "".join(path([(x * CELL, y * CELL) for x, y in line]) for line in lines)
    put(sheet.element, "path", d=data, fill="none", **look)


def _lines(
    borders: Borders, is_drawn: Callable[[int | None, int | None], bool]
) -> Iterator[list[Point]]:
    """Yield the two ends of each straight line. `is_drawn` reads the regions at its sides."""
    rows, columns, region = borders.grid.rows, borders.grid.columns, borders.region
    for row in range(rows + 1):
        flags = [is_drawn(region(row - 1, at), region(row, at)) for at in range(columns)]
        for start, end in _runs(flags):
            yield [(start, row), (end, row)]
    for column in range(columns + 1):
        flags = [is_drawn(region(at, column - 1), region(at, column)) for at in range(rows)]
        for start, end in _runs(flags):
            yield [(column, start), (column, end)]


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of flags that are true."""
    start = 0
    for flag, run in groupby(flags):
        end = start + len(list(run))
        if flag:
            yield start, end
        start = end


def _draw_layers(sheet: Sheet, shown: Values) -> None:
    """Draw the layers over the board: the higher of two values is grey, other values are digits."""
    grid = sheet.grid
    for layer in grid.layers:
        if layer.size:
            continue
        held = enumerate(shown[cell] for cell in grid.layer(layer.name))
        if len(layer.values) == 2:
            dark = max(layer.values)
            _tint(sheet, [cell for cell, value in held if value == dark], looks.GREY)
        else:
            size = CELL * 0.22
            small = sheet.layer(text_anchor="end", font_size=size, fill=looks.FOUND)
            for cell, value in held:
                if value is not None:
                    x, y = sheet.corner(cell)
                    write(small, str(value), x + CELL * 0.93, y + CELL * 0.86, size)


def _write_values(sheet: Sheet, puzzle: Puzzle, shown: Values) -> None:
    """Write the givens in bold, and other values in normal type and another colour."""
    letters = max(
        len(str(value)) for value in (*shown, puzzle.grid.values[-1]) if value is not None
    )
    size = CELL * min(0.6, 1 / letters)
    givens = sheet.layer(text_anchor="middle", font_size=size, font_weight="bold", fill=INK)
    found = sheet.layer(text_anchor="middle", font_size=size, fill=looks.FOUND)
    for cell, value in enumerate(shown):
        if value is not None:
            layer = givens if value == puzzle.givens[cell] else found
            write(layer, str(value), *sheet.centre(cell), size)


def _write_candidates(sheet: Sheet, scene: Scene, cells: Iterable[int]) -> None:
    """Write the candidates of open cells: bold if printed, and struck out if they are gone."""
    alive, gone, printed = scene.marks, scene.emphasis.gone, scene.printed
    places, full = _Places(sheet, *room(scene.signs.figures)), sheet.grid.full
    look = {"text_anchor": "middle", "font_size": places.size}
    bold = sheet.layer(**look, font_weight="bold", fill=INK)
    light = sheet.layer(**look, fill=looks.FOUND)
    pale = sheet.layer(**look, fill=looks.FAINT)
    struck = sheet.layer(**look, fill=looks.MARKED_EDGE, font_weight="bold")
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
    """The places of candidates in a cell, in rows and columns that form nearly a square.

    `side` and `top` are the shares of the cell to leave free at the sides and at the top.
    """

    def __init__(self, sheet: Sheet, side: float, top: float) -> None:
        self._sheet, self._grid = sheet, sheet.grid
        values = len(self._grid.values)
        self._across = 1 + isqrt(values - 1)
        self._left, self._top = CELL * side, CELL * top
        self._wide = CELL * (1 - 2 * side) / self._across
        self._high = CELL * (1 - side - top) / ceil(values / self._across)
        letters = len(str(self._grid.values[-1]))
        self.size = min(self._high * 0.95, 1.4 * self._wide / letters)

    def write(self, layer: ElementTree.Element, cell: int, mask: int) -> None:
        for value in self._grid.values_of(mask):
            write(layer, str(value), *self._middle(cell, value), self.size)

    def strike(self, layer: ElementTree.Element, cell: int, mask: int) -> None:
        arm = self.size * 0.45
        for value in self._grid.values_of(mask):
            x, y = self._middle(cell, value)
            stroke = path([(x - arm, y + arm), (x + arm, y - arm)])
            put(layer, "path", d=stroke, stroke=looks.MARKED_EDGE, stroke_width=1.1)

    def _middle(self, cell: int, value: int) -> Point:
        x, y = self._sheet.corner(cell)
        row, column = divmod(value - self._grid.values.start, self._across)
        middle = x + self._left + self._wide * (column + 0.5)
        return middle, y + self._top + self._high * (row + 0.5)


def _cross_out(sheet: Sheet, cell: int) -> None:
    x, y = sheet.centre(cell)
    arm = CELL * 0.14
    crossed = "".join(
        path([(x - arm, y - arm * slope), (x + arm, y + arm * slope)]) for slope in (1, -1)
    )
    put(sheet.element, "path", d=crossed, stroke=looks.MARKED_EDGE, stroke_width=2.5)
