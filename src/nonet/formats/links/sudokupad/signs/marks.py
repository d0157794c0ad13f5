"""Signs in cells, on edges, on corners, on diagonals and outside the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import floor
from typing import Any

from nonet import rules
from nonet.formats.links.sudokupad.drawings import BLACK, WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cell_at, is_number
from nonet.formats.squares import line_from
from nonet.model.figures import Point, between, centre, outside
from nonet.model.grid import Grid
from nonet.rules import Rule
from nonet.rules.outside.diagonals import DIRECTIONS


@dataclass(frozen=True)
class _CellSign(Sign):
    """A shape in each cell of the rule."""

    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        return [replace(rule, cells=(cell,)) for cell in rule.cells]

    def draw(self, grid: Grid, rule: Any) -> Iterable[Drawing]:
        return (replace(self.look, centre=centre(grid, cell)) for cell in rule.cells)

    def see(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Seen]:
        cell = cell_at(grid, drawing.centre)
        if cell is not None and not drawing.text:
            yield Seen(self.kind((cell,)), (drawing,))


#: The steps (across, down) from the centre of a cell to its upper, right, lower and left side.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: Lengths in cells. `_OUTER` and `_INNER` are the distances from the centre of a cell to the outer
#: and inner ends of a chevron. `_HALF` is half the width of a chevron.
_OUTER, _INNER, _HALF = 0.44, 0.39, 0.1
_CHEVRON = Stroke((), BLACK, 1)


@dataclass(frozen=True)
class _ExtremeSign(_CellSign):
    """A shaded cell with chevrons on its sides. Each chevron points to the lower value.

    There is no chevron at the edge of the board, nor between two cells that both have this sign.
    """

    points_in: bool

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        tip, end = (_INNER, _OUTER) if self.points_in else (_OUTER, _INNER)
        for cell in rule.cells:
            x, y = centre(grid, cell)
            yield replace(self.look, centre=(x, y))
            for right, down in _SIDES:
                if cell_at(grid, (x + right, y + down)) not in (None, *rule.cells):
                    points = tuple(
                        (x + far * right + aside * down, y + far * down + aside * right)
                        for far, aside in ((end, -_HALF), (tip, 0), (end, _HALF))
                    )
                    yield replace(_CHEVRON, points=points)

    def see(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Seen]:
        x, y = drawing.centre
        chevrons = [line for line in page.at((x, y)) if line.style == _CHEVRON.style]
        found = {_pointing(line, (x, y)) for line in chevrons}
        sides = {side for side in _SIDES if (*side, self.points_in) in found}
        beside = [(x + right, y + down) for right, down in _SIDES if (right, down) not in sides]
        on_board = [point for point in beside if cell_at(grid, point) is not None]
        are_shaded = all(replace(self.look, centre=point) in page for point in on_board)
        if are_shaded and len(chevrons) == len(sides) > 0:
            for rule, _ in super().see(grid, drawing, page):
                yield Seen(rule, (drawing, *chevrons))


def _pointing(chevron: Any, middle: Point) -> tuple[int, int, bool] | None:
    """Return the side on which a chevron is, and whether its tip points to the cell's centre."""
    if len(chevron.points) != 3:
        return None
    start, tip, end = ((x - middle[0], y - middle[1]) for x, y in chevron.points)
    base = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    along = max(_SIDES, key=lambda side: base[0] * side[0] + base[1] * side[1])
    inner = tip[0] * along[0] + tip[1] * along[1]
    outer = base[0] * along[0] + base[1] * along[1]
    return (*along, inner < outer)


@dataclass(frozen=True)
class _QuadrupleSign(Sign):
    """A white circle with digits on the corner where cells meet."""

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        text = "".join(map(str, rule.values))
        yield replace(self.look, centre=between(grid, *rule.cells), text=text)

    def see(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Seen]:
        x, y = drawing.centre
        corners = [(x + right, y + down) for down in (-0.5, 0.5) for right in (-0.5, 0.5)]
        cells = [cell_at(grid, corner) for corner in corners]
        digits = "".join(drawing.text.split())
        is_plain = grid.values[-1] <= 9 and digits.isascii() and digits.isdecimal()
        if is_plain and None not in cells:
            yield Seen(self.kind(cells, list(map(int, digits))), (drawing,))


@dataclass(frozen=True)
class _DiagonalSign(Sign):
    """A blue line from one corner of the board to the opposite corner."""

    def parts(self, grid: Grid, rule: Any) -> Iterator[Rule]:
        if rule.falling:
            yield rules.Diagonals(rising=False)
        if rule.rising:
            yield rules.Diagonals(falling=False)

    def draw(self, grid: Grid, rule: Any) -> Iterable[Drawing]:
        halves: Iterable[Any] = self.parts(grid, rule)
        return (replace(self.look, points=_ends(grid, half.falling)) for half in halves)

    def see(self, grid: Grid, drawing: Stroke, page: Page) -> Iterator[Seen]:
        for is_falling in (True, False):
            ends = _ends(grid, is_falling)
            if drawing.points in (ends, ends[::-1]):
                yield Seen(rules.Diagonals(is_falling, not is_falling), (drawing,))


def _ends(grid: Grid, falling: bool) -> tuple[Point, Point]:
    across, down = float(grid.columns), float(grid.rows)
    return ((0.0, 0.0), (across, down)) if falling else ((0.0, down), (across, 0.0))


@dataclass(frozen=True)
class _EdgeSign(Sign):
    """A mark on the edge between two cells, with a number or with the usual text."""

    #: The text of a mark without a number, or None if every mark has a number.
    usual: str | None = ""
    has_number: bool = True

    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        return [replace(rule, a=min(rule.a, rule.b), b=max(rule.a, rule.b))]

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        yield replace(self.look, centre=between(grid, rule.a, rule.b), text=rule.text)

    def see(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Seen]:
        x, y = drawing.centre
        sides = ((x - 0.5, y), (x + 0.5, y)) if x % 1 == 0 else ((x, y - 0.5), (x, y + 0.5))
        cells = [cell_at(grid, point) for point in sides]
        text = drawing.text.strip()
        number = [int(text)] if self.has_number and is_number(text) else []
        if None not in cells and (number or text == self.usual):
            yield Seen(self.kind(*cells, *number), (drawing,))


#: The distance, in cells, from the centre of a place outside the board to the tip of its arrow.
_TIP = 0.48


@dataclass(frozen=True)
class _DiagonalClueSign(Sign):
    """A number outside the board, with a short arrow that points along its diagonal."""

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        down, across = DIRECTIONS[rule.direction]
        x, y = centre(grid, rule.cell)
        x, y = x - across, y - down
        yield replace(self.look, centre=(x, y), text=str(rule.total))
        points = (x, y), (x + _TIP * across, y + _TIP * down)
        yield Stroke(points, BLACK, 2, is_arrow=True, gap=0.3)

    def see(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Seen]:
        column, row = floor(drawing.centre[0]), floor(drawing.centre[1])
        if grid.has(row, column) or not is_number(drawing.text):
            return
        for direction, (down, across) in DIRECTIONS.items():
            if grid.has(row + down, column + across):
                cell = grid.at(row + down, column + across)
                rule = rules.LittleKiller(cell, direction, int(drawing.text))
                drawings = tuple(self.draw(grid, rule))
                if drawings[0] == drawing and drawings[1] in page:
                    yield Seen(rule, drawings)


@dataclass(frozen=True)
class _SignedClueSign(Sign):
    """A number in a large shape outside the board. The shape shows the kind of the clue."""

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        if len(rule.cells) > 1:
            point = outside(grid, rule.cells)
            yield replace(self.look, centre=point)
            yield replace(self.look, centre=point, text=rule.text, text_size=22)

    def see(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Seen]:
        if drawing.text != self.look.text:
            return
        x, y = map(floor, drawing.centre)
        cells = line_from(grid, y, x)
        there: list[Any] = [each for each in page.at(drawing.centre) if each != drawing]
        if cells and [each.style for each in there] == [drawing.style]:
            [number] = there
            if is_number(number.text):
                yield Seen(self.kind(cells, int(number.text)), (drawing, number))


def _patch(size: float, rounded: bool, fill: str, edge: str = "", **others: Any) -> Patch:
    return Patch((0, 0), size, size, rounded, fill, edge, **others)


_GREY, _SHADE = "#CFCFCF", _patch(1, False, "#CCCCCC", on_top=False)
_WHITE = _patch(0.3, True, WHITE, BLACK, text_size=14)
_BLACK = _patch(0.3, True, BLACK, BLACK, ink=WHITE, text_size=14)
_LETTER = _patch(0.25, False, WHITE, WHITE, text_size=21)
_NUMBER = _patch(0.25, False, WHITE, WHITE, text_size=28)
_CIRCLE = _patch(0.25, False, "", text="\N{LARGE CIRCLE}", text_size=38)

MARKS: tuple[Sign, ...] = (
    _EdgeSign(rules.WhiteDot, _WHITE),
    _EdgeSign(rules.BlackDot, _BLACK),
    _EdgeSign(rules.X, _LETTER, usual="X", has_number=False),
    _EdgeSign(rules.V, _LETTER, usual="V", has_number=False),
    _EdgeSign(rules.PairSum, _LETTER, usual=None),
    _CellSign(rules.Odd, _patch(0.7, True, _GREY, on_top=False)),
    _CellSign(rules.Even, _patch(0.7, False, _GREY, on_top=False)),
    _ExtremeSign(rules.Minimum, _SHADE, points_in=True),
    _ExtremeSign(rules.Maximum, _SHADE, points_in=False),
    _QuadrupleSign(rules.Quadruple, _patch(0.7, True, WHITE, BLACK, text_size=14)),
    _DiagonalSign(rules.Diagonals, Stroke((), "#34BBE6", 2)),
    _DiagonalClueSign(rules.LittleKiller, _NUMBER),
    _SignedClueSign(rules.XSum, _CIRCLE),
    _SignedClueSign(rules.Skyscraper, replace(_CIRCLE, text="\N{WHITE VERTICAL RECTANGLE}")),
)
