"""Signs in single cells and on corners, and the diagonals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nonet.formats.links.sudokupad.drawings import BLACK, WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cell_at
from nonet.model.figures import Point, between, centre
from nonet.model.grid import Grid
from nonet.rules import Diagonals, Even, Maximum, Minimum, Odd, Quadruple, Rule
from nonet.rules.marks.cells import Restriction
from nonet.rules.marks.extremes import Extreme

_GREY = "#CFCFCF"


@dataclass(frozen=True)
class ParitySign(Sign):
    """A grey circle or square in each cell."""

    kind: type[Odd] | type[Even]
    look: Patch

    def parts(self, grid: Grid, rule: Rule) -> Iterator[Rule]:
        """Yield a rule for each cell."""
        assert isinstance(rule, Restriction)
        return (self.kind((cell,)) for cell in rule.cells)

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the shape in each cell."""
        assert isinstance(rule, Restriction)
        return (replace(self.look, centre=centre(grid, cell)) for cell in rule.cells)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Find the cell."""
        if isinstance(drawing, Patch) and drawing.style == self.look.style and not drawing.text:
            cell = cell_at(grid, drawing.centre)
            if cell is not None:
                yield Seen(self.kind((cell,)), (drawing,))


#: From the centre of a cell to its sides: across and down.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: How far from the centre a chevron is, outside and inside, and half of its width.
_OUTER, _INNER, _HALF = 0.44, 0.39, 0.1
_CHEVRON = Stroke((), BLACK, 1)


@dataclass(frozen=True)
class ExtremeSign(Sign):
    """A shaded cell, with chevrons at its sides that point to what is lower.

    There are none at the edge of the board, nor between two cells with the sign.
    """

    kind: type[Minimum] | type[Maximum]
    points_in: bool

    def parts(self, grid: Grid, rule: Rule) -> Iterator[Rule]:
        """Yield a rule for each cell: they exempt one another, as cells of one rule do."""
        assert isinstance(rule, Extreme)
        return (replace(rule, cells=(cell,)) for cell in rule.cells)

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the shade and the chevrons of each cell."""
        assert isinstance(rule, Extreme)
        tip, end = (_INNER, _OUTER) if self.points_in else (_OUTER, _INNER)
        for cell in rule.cells:
            x, y = centre(grid, cell)
            yield _shade((x, y))
            for right, down in _SIDES:
                if _neighbour(grid, (x, y), (right, down)) not in (None, *rule.cells):
                    points = tuple(
                        (x + far * right + aside * down, y + far * down + aside * right)
                        for far, aside in ((end, -_HALF), (tip, 0), (end, _HALF))
                    )
                    yield replace(_CHEVRON, points=points)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Look for the chevrons in a shaded cell."""
        if not isinstance(drawing, Patch) or drawing.style != _SHADE.style or drawing.text:
            return
        point = drawing.centre
        cell = cell_at(grid, point)
        if cell is None:
            return
        inside = page.inside(*grid.place(cell))
        chevrons = [line for line in inside if line.style == _CHEVRON.style]
        found = {_pointing(line.points, point) for line in chevrons}
        sides = {side for side in _SIDES if (*side, self.points_in) in found}
        silent = [
            (point[0] + right, point[1] + down)
            for right, down in _SIDES
            if (right, down) not in sides and _neighbour(grid, point, (right, down)) is not None
        ]
        if len(chevrons) == len(sides) > 0 and all(_shade(beside) in page for beside in silent):
            yield Seen(self.kind((cell,)), (drawing, *chevrons))


def _neighbour(grid: Grid, point: Point, side: tuple[int, int]) -> int | None:
    return cell_at(grid, (point[0] + side[0], point[1] + side[1]))


_SHADE = Patch((0, 0), 1, 1, fill="#CCCCCC", on_top=False)


def _shade(point: Point) -> Patch:
    return replace(_SHADE, centre=point)


def _pointing(points: tuple[Point, ...], middle: Point) -> tuple[int, int, bool] | None:
    """Return the side of a cell on which a chevron lies, and whether its tip is further inside."""
    if len(points) != 3:
        return None
    start, tip, end = ((x - middle[0], y - middle[1]) for x, y in points)
    base = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    along = max(_SIDES, key=lambda side: base[0] * side[0] + base[1] * side[1])
    inner = tip[0] * along[0] + tip[1] * along[1]
    outer = base[0] * along[0] + base[1] * along[1]
    return (*along, inner < outer)


@dataclass(frozen=True)
class QuadrupleSign(Sign):
    """A white circle on a corner with digits in it."""

    kind = Quadruple

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the circle, unless values have more than one digit."""
        assert isinstance(rule, Quadruple)
        if grid.values[-1] <= 9:
            text = "".join(map(str, rule.values))
            yield replace(_CIRCLE, centre=between(grid, *rule.cells), text=text)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Find the four cells around the circle, and the values in it."""
        if not isinstance(drawing, Patch) or drawing.style != _CIRCLE.style:
            return
        x, y = drawing.centre
        corners = [(x + right, y + down) for down in (-0.5, 0.5) for right in (-0.5, 0.5)]
        cells = [cell_at(grid, corner) for corner in corners]
        digits = "".join(drawing.text.split())
        if grid.values[-1] <= 9 and digits.isascii() and digits.isdecimal():
            found = tuple(cell for cell in cells if cell is not None)
            if len(found) == 4:
                yield Seen(Quadruple(found, [int(digit) for digit in digits]), (drawing,))


_CIRCLE = Patch((0, 0), 0.7, 0.7, True, WHITE, BLACK, text_size=14)


@dataclass(frozen=True)
class DiagonalSign(Sign):
    """A blue line from corner to corner."""

    kind = Diagonals

    def parts(self, grid: Grid, rule: Rule) -> Iterator[Rule]:
        """Yield a rule for each diagonal."""
        assert isinstance(rule, Diagonals)
        if rule.falling:
            yield Diagonals(rising=False)
        if rule.rising:
            yield Diagonals(falling=False)

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the diagonals."""
        assert isinstance(rule, Diagonals)
        if rule.falling:
            yield replace(_DIAGONAL, points=_ends(grid, falling=True))
        if rule.rising:
            yield replace(_DIAGONAL, points=_ends(grid, falling=False))

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Compare the ends with those of either diagonal, in either direction."""
        if isinstance(drawing, Stroke) and drawing.style == _DIAGONAL.style:
            for is_falling in (True, False):
                ends = _ends(grid, is_falling)
                if drawing.points in (ends, ends[::-1]):
                    yield Seen(Diagonals(is_falling, not is_falling), (drawing,))


_DIAGONAL = Stroke((), "#34BBE6", 2)


def _ends(grid: Grid, falling: bool) -> tuple[Point, Point]:
    across, down = float(grid.columns), float(grid.rows)
    return ((0.0, 0.0), (across, down)) if falling else ((0.0, down), (across, 0.0))


CELLS: tuple[Sign, ...] = (
    ParitySign(Odd, Patch((0, 0), 0.7, 0.7, True, _GREY, on_top=False)),
    ParitySign(Even, Patch((0, 0), 0.7, 0.7, False, _GREY, on_top=False)),
    ExtremeSign(Minimum, points_in=True),
    ExtremeSign(Maximum, points_in=False),
    QuadrupleSign(),
    DiagonalSign(),
)
