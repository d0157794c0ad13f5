"""Lines of one colour and width, some with circles at their ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nonet.figures import Point, centre
from nonet.formats.links.sudokupad.drawings import Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cells_along
from nonet.grid import Cells, Grid
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
    """A line of a kind: its colour, its thickness, and the circles at its ends."""

    kind: type[Line]
    colour: str
    thickness: float
    #: At the first end, or at both; of several ways to draw a circle we use the first.
    ends: int = 0
    circles: tuple[Callable[[Point], Patch], ...] = ()
    #: A cell that the line passes twice counts once.
    is_set: bool = False

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the circles and the line, if it is not broken."""
        assert isinstance(rule, Line)
        if not any(breaks(grid, rule.cells)):
            yield from (self.circles[0](point) for point in self._ends(grid, rule.cells))
            points = tuple(centre(grid, cell) for cell in rule.cells)
            yield Stroke(points, self.colour, self.thickness)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Look for the circles at the ends; a line with one circle begins there."""
        if drawing != Stroke(getattr(drawing, "points", ()), self.colour, self.thickness):
            return
        cells = cells_along(grid, drawing.points)
        for order in (cells, cells[::-1]) if cells else ():
            circles = [self._circle(point, page) for point in self._ends(grid, order)]
            found = tuple(circle for circle in circles if circle is not None)
            if len(found) == self.ends:
                passed = tuple(dict.fromkeys(order)) if self.is_set else order
                yield Seen(self.kind(passed), (drawing, *found))
                return

    def _ends(self, grid: Grid, cells: Cells) -> list[Point]:
        return [centre(grid, cell) for cell in (cells[0], cells[-1])[: self.ends]]

    def _circle(self, point: Point, page: Page) -> Patch | None:
        ways = (circle(point) for circle in self.circles)
        return next((patch for patch in ways if patch in page), None)


def _disc(size: float, colour: str) -> Callable[[Point], Patch]:
    return lambda point: Patch(point, size, size, True, fill=colour, on_top=False)


def _ring(size: float, colour: str) -> Callable[[Point], Patch]:
    return lambda point: Patch(point, size, size, True, "#FFFFFF", edge=colour)


_GREY = "#CFCFCF"

LINES: tuple[Sign, ...] = (
    LineSign(Thermo, _GREY, 21, ends=1, circles=(_disc(0.85, _GREY),)),
    LineSign(Palindrome, _GREY, 16),
    LineSign(Between, _GREY, 2, ends=2, circles=(_ring(0.8, _GREY),)),
    # These have no more than the colour and the width that the editor's extension gives them.
    LineSign(Renban, "#F067F0", 8, is_set=True),
    LineSign(Nabner, "#C9C883", 8, is_set=True),
    LineSign(RegionSum, "#2ECBFF", 5),
    LineSign(Entropic, "#FFCCAA", 5),
    LineSign(Modular, "#33BBBB", 5),
    LineSign(Zipper, "#CDB1EC", 5),
    LineSign(
        DoubleArrow,
        *("#C54B8B", 4.8),
        ends=2,
        circles=(_ring(0.85, "#C54B8B"), _disc(0.85, "#C54B8B")),
    ),
    LineSign(SlowThermo, "#6495ED", 9.6, ends=1, circles=(_disc(0.8, "#6495ED"),)),
)
