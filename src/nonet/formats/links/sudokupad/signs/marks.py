"""Signs in cells, on edges and on corners; the diagonals; and clues outside the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import floor
from typing import Any

from nonet import rules
from nonet.formats.links.sudokupad.drawings import BLACK, WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, cell_at, is_number
from nonet.formats.squares import line_from
from nonet.model.figures import Point, between, centre, outside
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule
from nonet.rules.connection import in_one_piece
from nonet.rules.marks.dots import EdgeMark
from nonet.rules.outside.clue import Outside
from nonet.rules.outside.diagonals import DIRECTIONS

_GREY = "#CFCFCF"


@dataclass(frozen=True)
class _ParitySign(Sign):
    """A grey circle or square in each cell of the rule."""

    kind: type[rules.Odd] | type[rules.Even]
    look: Patch

    def parts(self, grid: Grid, rule: Any) -> Iterator[Rule]:
        return (self.kind((cell,)) for cell in rule.cells)

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        return (replace(self.look, centre=centre(grid, cell)) for cell in rule.cells)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        if isinstance(drawing, Patch) and drawing.style == self.look.style and not drawing.text:
            cell = cell_at(grid, drawing.centre)
            if cell is not None:
                yield Seen(self.kind((cell,)), (drawing,))


#: The steps (across, down) from the centre of a cell to its upper, right, lower and left side.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: The distances of the outer and inner end of a chevron from the centre, and half its width, in
#: cells.
_OUTER, _INNER, _HALF = 0.44, 0.39, 0.1
_CHEVRON = Stroke((), BLACK, 1)


@dataclass(frozen=True)
class _ExtremeSign(Sign):
    """A shaded cell, and a chevron on each of its sides that points to the lower value.

    There is no chevron at the edge of the board, nor between two cells that both have this sign.
    """

    kind: type[rules.Minimum] | type[rules.Maximum]
    points_in: bool

    def parts(self, grid: Grid, rule: Any) -> Iterator[Rule]:
        return (replace(rule, cells=(cell,)) for cell in rule.cells)

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
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
    """Return the side of a cell on which a chevron is, and whether the tip points to the centre."""
    if len(points) != 3:
        return None
    start, tip, end = ((x - middle[0], y - middle[1]) for x, y in points)
    base = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    along = max(_SIDES, key=lambda side: base[0] * side[0] + base[1] * side[1])
    inner = tip[0] * along[0] + tip[1] * along[1]
    outer = base[0] * along[0] + base[1] * along[1]
    return (*along, inner < outer)


@dataclass(frozen=True)
class _QuadrupleSign(Sign):
    """A white circle with digits on a corner of cells."""

    kind = rules.Quadruple

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        if grid.values[-1] <= 9:
            text = "".join(map(str, rule.values))
            yield replace(_CIRCLE, centre=between(grid, *rule.cells), text=text)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        if not isinstance(drawing, Patch) or drawing.style != _CIRCLE.style:
            return
        x, y = drawing.centre
        corners = [(x + right, y + down) for down in (-0.5, 0.5) for right in (-0.5, 0.5)]
        cells = [cell_at(grid, corner) for corner in corners]
        digits = "".join(drawing.text.split())
        if grid.values[-1] <= 9 and digits.isascii() and digits.isdecimal():
            found = tuple(cell for cell in cells if cell is not None)
            if len(found) == 4:
                yield Seen(rules.Quadruple(found, [int(digit) for digit in digits]), (drawing,))


_CIRCLE = Patch((0, 0), 0.7, 0.7, True, WHITE, BLACK, text_size=14)


@dataclass(frozen=True)
class _DiagonalSign(Sign):
    """A blue line from one corner of the board to the opposite corner."""

    kind = rules.Diagonals

    def parts(self, grid: Grid, rule: Any) -> Iterator[Rule]:
        if rule.falling:
            yield rules.Diagonals(rising=False)
        if rule.rising:
            yield rules.Diagonals(falling=False)

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        if rule.falling:
            yield replace(_DIAGONAL, points=_ends(grid, falling=True))
        if rule.rising:
            yield replace(_DIAGONAL, points=_ends(grid, falling=False))

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        if isinstance(drawing, Stroke) and drawing.style == _DIAGONAL.style:
            for is_falling in (True, False):
                ends = _ends(grid, is_falling)
                if drawing.points in (ends, ends[::-1]):
                    yield Seen(rules.Diagonals(is_falling, not is_falling), (drawing,))


_DIAGONAL = Stroke((), "#34BBE6", 2)


def _ends(grid: Grid, falling: bool) -> tuple[Point, Point]:
    across, down = float(grid.columns), float(grid.rows)
    return ((0.0, 0.0), (across, down)) if falling else ((0.0, down), (across, 0.0))


CELLS: tuple[Sign, ...] = (
    _ParitySign(rules.Odd, Patch((0, 0), 0.7, 0.7, True, _GREY, on_top=False)),
    _ParitySign(rules.Even, Patch((0, 0), 0.7, 0.7, False, _GREY, on_top=False)),
    _ExtremeSign(rules.Minimum, points_in=True),
    _ExtremeSign(rules.Maximum, points_in=False),
    _QuadrupleSign(),
    _DiagonalSign(),
)


@dataclass(frozen=True)
class _EdgeSign(Sign):
    """A mark on the edge between two cells: its look, and the rule that its text means."""

    kind: type[EdgeMark]
    look: Patch
    rule_of: Callable[[int, int, str], EdgeMark | None]

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        if rule.a != rule.b and in_one_piece(grid, (rule.a, rule.b)):
            yield replace(self.look, centre=between(grid, rule.a, rule.b), text=rule.text)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        if isinstance(drawing, Patch) and drawing.style == self.look.style:
            match [cell_at(grid, point) for point in _sides(drawing.centre)]:
                case [int(a), int(b)] if rule := self.rule_of(a, b, drawing.text.strip()):
                    yield Seen(rule, (drawing,))

    def parts(self, grid: Grid, rule: Any) -> Iterator[Rule]:
        yield replace(rule, a=min(rule.a, rule.b), b=max(rule.a, rule.b))


def _sides(point: Point) -> list[Point]:
    """Return the centres of the two cells at an edge; nothing if the point is not the middle of an
    edge.
    """
    x, y = point
    if x % 1 == 0 and y % 1 == 0.5:
        return [(x - 0.5, y), (x + 0.5, y)]
    if x % 1 == 0.5 and y % 1 == 0:
        return [(x, y - 0.5), (x, y + 0.5)]
    return []


def _numbered(
    kind: Callable[[int, int, int], EdgeMark], usual: int | None = None
) -> Callable[[int, int, str], EdgeMark | None]:
    """Return a function that makes a mark of the number in a text, or of `usual` if there is no
    text.
    """

    def rule_of(a: int, b: int, text: str) -> EdgeMark | None:
        if not text and usual is not None:
            return kind(a, b, usual)
        return kind(a, b, int(text)) if is_number(text) else None

    return rule_of


def _lettered(kind: type[rules.X] | type[rules.V]) -> Callable[[int, int, str], EdgeMark | None]:
    return lambda a, b, text: kind(a, b) if text == kind.text else None


_ANYWHERE: Point = (0.0, 0.0)
_WHITE = Patch(_ANYWHERE, 0.3, 0.3, True, WHITE, BLACK, text_size=14)
_BLACK = Patch(_ANYWHERE, 0.3, 0.3, True, BLACK, BLACK, ink=WHITE, text_size=14)
_LETTER = Patch(_ANYWHERE, 0.25, 0.25, fill=WHITE, edge=WHITE, text_size=21)

EDGES: tuple[Sign, ...] = (
    _EdgeSign(rules.WhiteDot, _WHITE, _numbered(rules.WhiteDot, usual=1)),
    _EdgeSign(rules.BlackDot, _BLACK, _numbered(rules.BlackDot, usual=2)),
    _EdgeSign(rules.X, _LETTER, _lettered(rules.X)),
    _EdgeSign(rules.V, _LETTER, _lettered(rules.V)),
    _EdgeSign(rules.PairSum, _LETTER, _numbered(rules.PairSum)),
)


_SHORT = Stroke((), BLACK, 2, is_arrow=True, gap=0.3)
#: The distance, in cells, from the centre of a place outside the board to the tip of its arrow.
_TIP = 0.48


@dataclass(frozen=True)
class _DiagonalClueSign(Sign):
    """A number outside the board, with a short arrow that points along its diagonal."""

    kind = rules.LittleKiller

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        down, across = DIRECTIONS[rule.direction]
        x, y = centre(grid, rule.cell)
        x, y = x - across, y - down
        yield Patch((x, y), 0.25, 0.25, False, WHITE, WHITE, str(rule.total), text_size=28)
        yield replace(_SHORT, points=((x, y), (x + _TIP * across, y + _TIP * down)))

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        if not isinstance(drawing, Patch) or not is_number(drawing.text):
            return
        column, row = int(drawing.centre[0] // 1), int(drawing.centre[1] // 1)
        for direction, (down, across) in DIRECTIONS.items():
            if grid.has(row + down, column + across) and not grid.has(row, column):
                cell = grid.at(row + down, column + across)
                rule = rules.LittleKiller(cell, direction, int(drawing.text))
                drawings = tuple(self.draw(grid, rule))
                if drawings[0] == drawing and drawings[1] in page:
                    yield Seen(rule, drawings)


_TEXT = Patch((0, 0), 0.25, 0.25)


@dataclass(frozen=True)
class _SignedClueSign(Sign):
    """A large sign outside the board with a number in it; the sign tells the kind of the clue."""

    kind: type[rules.XSum] | type[rules.Skyscraper]
    sign: str
    make: Callable[[Cells, int], Outside]

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        if len(rule.cells) > 1:
            point = outside(grid, rule.cells)
            if _seen_from(grid, point) == rule.cells:
                yield replace(_TEXT, centre=point, text=self.sign, text_size=38)
                yield replace(_TEXT, centre=point, text=rule.text, text_size=22)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        if not isinstance(drawing, Patch) or (drawing.text, drawing.style) != (
            self.sign,
            _TEXT.style,
        ):
            return
        cells = _seen_from(grid, drawing.centre)
        there = [text for text in page.at(drawing.centre) if text != drawing]
        if cells and len(there) == 1 and is_number(there[0].text):
            [number] = there
            if number.style == _TEXT.style:
                yield Seen(self.make(cells, int(number.text)), (drawing, number))


def _seen_from(grid: Grid, point: Point) -> Cells:
    return line_from(grid, floor(point[1]), floor(point[0]))


CLUES: tuple[Sign, ...] = (
    _DiagonalClueSign(),
    _SignedClueSign(rules.XSum, "\N{LARGE CIRCLE}", rules.XSum),
    _SignedClueSign(rules.Skyscraper, "\N{WHITE VERTICAL RECTANGLE}", rules.Skyscraper),
)
