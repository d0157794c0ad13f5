"""Signs that are lines, some with circles at their ends, and arrows that begin in a bulb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Any

from nonet import rules
from nonet.formats.links.sudokupad.drawings import WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cells_along, middle
from nonet.model.figures import Point, centre
from nonet.model.grid import Cells, Grid
from nonet.rules.connection import breaks


@dataclass(frozen=True)
class _LineSign(Sign):
    """A line of one colour and width, perhaps with circles at its ends."""

    #: The number of ends with a circle: none, only the first, or both.
    ends: int = 0
    circle: Callable[[Point], Patch] | None = None
    #: Whether the line begins and ends at the edge of its circles rather than at their centre.
    is_trimmed: bool = False
    #: Whether a cell counts once if the line passes through it twice.
    is_set: bool = False

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        points = [centre(grid, cell) for cell in rule.cells]
        if self.is_trimmed:
            ends = _trimmed(points[0], points[1]), _trimmed(points[-1], points[-2])
            points[0], points[-1] = ends
        yield from (*self._circles(grid, rule.cells), replace(self.look, points=tuple(points)))

    def see(self, grid: Grid, drawing: Stroke, page: Page) -> Iterator[Seen]:
        points = list(drawing.points)
        if self.is_trimmed and points:
            points[0], points[-1] = middle(points[0]), middle(points[-1])
        cells = cells_along(grid, points)
        for order in (cells, cells[::-1]) if cells else ():
            circles = self._circles(grid, order)
            if all(circle in page for circle in circles):
                passed = tuple(dict.fromkeys(order)) if self.is_set else order
                yield Seen(self.kind(passed), (drawing, *circles))
                return

    def _circles(self, grid: Grid, cells: Cells) -> list[Patch]:
        ends = (cells[0], cells[-1])[: self.ends]
        return [self.circle(centre(grid, cell)) for cell in ends] if self.circle else []


def _trimmed(end: Point, towards: Point) -> Point:
    """Return the point at which a line leaves the circle around its end."""
    across, down = towards[0] - end[0], towards[1] - end[1]
    far = round(0.4 / (hypot(across, down) or 1), 1)
    return end[0] + far * across, end[1] + far * down


def _disc(size: float, colour: str) -> Callable[[Point], Patch]:
    return lambda point: Patch(point, size, size, True, fill=colour, on_top=False)


def _ring(point: Point) -> Patch:
    return Patch(point, 0.8, 0.8, True, WHITE, _GREY)


_GREY, _DARK_GREY = "#CFCFCF", "#A1A1A1"
#: The distance, in cells, from the centre of the bulb to the point where the shaft begins.
_RADIUS = 0.4
#: The width of a bulb of one cell, in cells. A bulb of n cells is n - 1 cells longer.
_BULB = 0.83
#: The most cells of a bulb. The converter draws a longer bulb as two lines without a direction.
_MOST_CELLS = 4


@dataclass(frozen=True)
class _ArrowSign(Sign):
    """A shaft and a bulb. The bulb is one cell, or several cells in a row or column."""

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        beside = (cell for cell in rule.bulb if not any(breaks(grid, (cell, rule.shaft[0]))))
        cells = (next(beside, rule.bulb[0]), *rule.shaft)
        points = tuple(centre(grid, cell) for cell in cells)
        is_straight = points[0][0] == points[1][0] or points[0][1] == points[1][1]
        gap = _RADIUS if is_straight else _RADIUS / sqrt(2)
        yield from (_pill(grid, rule.bulb), replace(self.look, points=points, gap=gap))

    def see(self, grid: Grid, drawing: Stroke, page: Page) -> Iterator[Seen]:
        cells = cells_along(grid, drawing.points)
        if len(cells) < 2:
            return
        bulbs = [bulb for bulb in _bulbs_around(grid, cells[0]) if _pill(grid, bulb) in page]
        if len(bulbs) == 1:
            yield Seen(rules.Arrow(bulbs[0], cells[1:]), (drawing, _pill(grid, bulbs[0])))


def _bulbs_around(grid: Grid, cell: int) -> Iterator[Cells]:
    """Yield the possible bulbs that contain a cell: the cell alone, or several cells in a line."""
    yield (cell,)
    row, column = grid.place(cell)
    for length in range(2, _MOST_CELLS + 1):
        for before in range(length):
            for down, across in ((0, 1), (1, 0)):
                steps = range(-before, length - before)
                places = [(row + step * down, column + step * across) for step in steps]
                if grid.has(*places[0]) and grid.has(*places[-1]):
                    yield tuple(grid.at(*place) for place in places)


def _pill(grid: Grid, bulb: Cells) -> Patch:
    (x, y), (end_x, end_y) = centre(grid, bulb[0]), centre(grid, bulb[-1])
    middle = (x + end_x) / 2, (y + end_y) / 2
    width, height = _BULB + end_x - x, _BULB + end_y - y
    return Patch(middle, width, height, True, WHITE, _DARK_GREY, edge_width=5, on_top=False)


def _line(kind: type[Any], colour: str, width: float, *circles: Any, **others: Any) -> Sign:
    return _LineSign(kind, Stroke((), colour, width), *circles, **others)


LINES: tuple[Sign, ...] = (
    _line(rules.Thermo, _GREY, 21, 1, _disc(0.85, _GREY)),
    _line(rules.Palindrome, _GREY, 16),
    _line(rules.Between, _GREY, 2, 2, _ring, is_trimmed=True),
    # The editor's extension gives these lines only a colour and a width.
    _line(rules.Renban, "#F067F0", 8, is_set=True),
    _line(rules.Nabner, "#C9C883", 8, is_set=True),
    _line(rules.RegionSum, "#2ECBFF", 5),
    _line(rules.Entropic, "#FFCCAA", 5),
    _line(rules.Modular, "#33BBBB", 5),
    _line(rules.Zipper, "#CDB1EC", 5),
    _line(rules.DoubleArrow, "#C54B8B", 4.8, 2, _disc(0.85, "#C54B8B")),
    _line(rules.SlowThermo, "#6495ED", 9.6, 1, _disc(0.8, "#6495ED")),
    _ArrowSign(rules.Arrow, Stroke((), _DARK_GREY, 5, is_arrow=True)),
)
