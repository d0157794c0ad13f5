"""Arrows from a circle or a pill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

from nonet.formats.links.sudokupad.drawings import WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cells_along
from nonet.model.figures import centre
from nonet.model.grid import Cells, Grid
from nonet.rules import Arrow, Rule
from nonet.rules.connection import breaks

_GREY = "#A1A1A1"
_SHAFT = Stroke((), _GREY, 5, is_arrow=True)
#: How far from the centre of its bulb a shaft begins.
_RADIUS = 0.4
#: The width of a bulb of one cell; those of more are as much longer as there are more.
_BULB = 0.83
#: What is drawn as two lines instead of one shape does not say in which order it is read.
_MOST_CELLS = 4


@dataclass(frozen=True)
class ArrowSign(Sign):
    """A shaft, and a bulb of one cell, or of several that are read from the left or the top."""

    kind = Arrow

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the bulb, and the shaft from the cell of it that it touches first."""
        assert isinstance(rule, Arrow)
        beside = (cell for cell in rule.bulb if not any(breaks(grid, (cell, rule.shaft[0]))))
        passed = (next(beside, rule.bulb[0]), *rule.shaft)
        bulbs = [bulb for bulb in _bulbs_around(grid, rule.bulb[0]) if bulb == rule.bulb]
        if bulbs and not any(breaks(grid, passed)):
            yield _pill(grid, rule.bulb)
            start, second, *rest = (centre(grid, cell) for cell in passed)
            is_straight = start[0] == second[0] or start[1] == second[1]
            gap = _RADIUS if is_straight else _RADIUS / sqrt(2)
            yield replace(_SHAFT, points=(start, second, *rest), gap=gap)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Look for the one bulb in which the shaft begins."""
        if not isinstance(drawing, Stroke) or drawing.style != _SHAFT.style:
            return
        cells = cells_along(grid, drawing.points)
        if len(cells) < 2:
            return
        bulbs = [bulb for bulb in _bulbs_around(grid, cells[0]) if _pill(grid, bulb) in page]
        if len(bulbs) == 1:
            yield Seen(Arrow(bulbs[0], cells[1:]), (drawing, _pill(grid, bulbs[0])))


def _bulbs_around(grid: Grid, cell: int) -> Iterator[Cells]:
    """Yield the bulbs that a cell may belong to: itself, and straight ones in reading order."""
    yield (cell,)
    row, column = grid.place(cell)
    for length in range(2, _MOST_CELLS + 1):
        for before in range(length):
            for down, across in ((0, 1), (1, 0)):
                top, left = row - before * down, column - before * across
                bottom, right = top + (length - 1) * down, left + (length - 1) * across
                if grid.has(top, left) and grid.has(bottom, right):
                    steps = range(length)
                    yield tuple(grid.at(top + i * down, left + i * across) for i in steps)


def _pill(grid: Grid, bulb: Cells) -> Patch:
    (x, y), (end_x, end_y) = centre(grid, bulb[0]), centre(grid, bulb[-1])
    middle = (x + end_x) / 2, (y + end_y) / 2
    width, height = _BULB + end_x - x, _BULB + end_y - y
    return Patch(middle, width, height, True, WHITE, _GREY, edge_width=5, on_top=False)


ARROWS: tuple[Sign, ...] = (ArrowSign(),)
