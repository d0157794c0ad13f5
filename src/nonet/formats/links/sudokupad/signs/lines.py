"""Lines of one colour and width, some with circles at their ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import hypot

from nonet.formats.links.sudokupad.drawings import WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cells_along, middle
from nonet.model.figures import Point, centre
from nonet.model.grid import Cells, Grid
from nonet.rules import (
    Between,
    DoubleArrow,
    Entropic,
    Modular,
    Nabner,
    Palindrome,
    RegionSum,
    Renban,
    Rule,
    SlowThermo,
    Thermo,
    Zipper,
)
from nonet.rules.connection import breaks
from nonet.rules.lines.line import Line


@dataclass(frozen=True)
class LineSign(Sign):
    """A line of a kind, and the circles at its ends."""

    kind: type[Line]
    look: Stroke
    #: There are circles at the first end, or at both.
    ends: int = 0
    circle: Callable[[Point], Patch] | None = None
    #: It begins and ends at the edge of its circles rather than in their centre.
    is_trimmed: bool = False
    #: A cell that the line passes twice counts once.
    is_set: bool = False

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the circles and the line, if it is not broken."""
        assert isinstance(rule, Line)
        if not any(breaks(grid, rule.cells)):
            yield from self._circles(grid, rule.cells)
            points = [centre(grid, cell) for cell in rule.cells]
            if self.is_trimmed:
                ends = _trimmed(points[0], points[1]), _trimmed(points[-1], points[-2])
                points[0], points[-1] = ends
            yield replace(self.look, points=tuple(points))

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Look for the circles at the ends; a line with one circle begins there."""
        if not isinstance(drawing, Stroke) or drawing.style != self.look.style:
            return
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


def _ring(size: float, colour: str) -> Callable[[Point], Patch]:
    return lambda point: Patch(point, size, size, True, WHITE, colour)


_GREY = "#CFCFCF"

LINES: tuple[Sign, ...] = (
    LineSign(Thermo, Stroke((), _GREY, 21), ends=1, circle=_disc(0.85, _GREY)),
    LineSign(Palindrome, Stroke((), _GREY, 16)),
    LineSign(Between, Stroke((), _GREY, 2), ends=2, circle=_ring(0.8, _GREY), is_trimmed=True),
    # These have no more than the colour and the width that the editor's extension gives them.
    LineSign(Renban, Stroke((), "#F067F0", 8), is_set=True),
    LineSign(Nabner, Stroke((), "#C9C883", 8), is_set=True),
    LineSign(RegionSum, Stroke((), "#2ECBFF", 5)),
    LineSign(Entropic, Stroke((), "#FFCCAA", 5)),
    LineSign(Modular, Stroke((), "#33BBBB", 5)),
    LineSign(Zipper, Stroke((), "#CDB1EC", 5)),
    LineSign(DoubleArrow, Stroke((), "#C54B8B", 4.8), ends=2, circle=_disc(0.85, "#C54B8B")),
    LineSign(SlowThermo, Stroke((), "#6495ED", 9.6), ends=1, circle=_disc(0.8, "#6495ED")),
)
