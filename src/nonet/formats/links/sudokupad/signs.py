"""The signs of rules: how SudokuPad draws each rule of a puzzle from f-puzzles.

A sign must show the whole rule. A whisper line has no sign, because its drawing does not show the
gap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor, hypot, sqrt
from typing import Any, NamedTuple

from nonet import rules
from nonet.formats.contract import attempt
from nonet.formats.links.contract import halves
from nonet.formats.links.entries import diagonals_from
from nonet.formats.links.sudokupad.drawings import Drawing, Patch, Stroke, badge
from nonet.formats.links.sudokupad.fields import BLACK, WHITE
from nonet.formats.squares import line_from
from nonet.formats.text import is_number
from nonet.model.figures import Point, between, centre, outside
from nonet.model.grid import Cells, Grid
from nonet.rules import ExtraRegion, Rule, Windoku
from nonet.rules.outside import DIRECTIONS
from nonet.system.errors import PuzzleError


class Page:
    """All drawings of a document, with an index for drawings that belong together."""

    def __init__(self, drawings: Iterable[Drawing]) -> None:
        self._drawings = frozenset(drawings)
        self._at: dict[Point, list[Drawing]] = {}
        for drawing in self._drawings:
            if isinstance(drawing, Patch):
                points = {drawing.centre}
            else:
                points = {*map(middle, drawing.points)}
            if len(points) == 1:
                self._at.setdefault(points.pop(), []).append(drawing)

    def __contains__(self, drawing: Drawing) -> bool:
        return drawing in self._drawings

    def at(self, point: Point) -> list[Drawing]:
        """Return the shapes with this centre, and the lines inside the cell with this centre."""
        return self._at.get(point, [])


class Seen(NamedTuple):
    """A rule, and all drawings that show the rule."""

    rule: Rule
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True)
class Sign(ABC):
    """How one kind of rule is drawn (`draw`), and recognised in drawings (`guess`)."""

    kind: type[Any]
    #: An example of a drawing. The reader calls `guess` for drawings of the same style.
    look: Any

    @abstractmethod
    def draw(self, grid: Grid, rule: Any) -> Iterable[Drawing]:
        """Yield the drawings of a rule. The drawings may show only a part of the rule."""

    @abstractmethod
    def guess(self, grid: Grid, drawing: Any, page: Page) -> Iterable[Rule]:
        """Yield the rules that a drawing shows if their other drawings are on the page."""

    def beside(self, grid: Grid, drawing: Drawing, rule: Rule, page: Page) -> Iterable[Drawing]:
        """Return the drawings of other styles that show a rule together with a drawing."""
        return [each for each in self.draw(grid, rule) if each.style != drawing.style]

    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        """Split a rule into the rules that have their own drawings."""
        return [rule]


def cell_at(grid: Grid, point: Point) -> int | None:
    """Return the cell whose centre is this point."""
    column, row = floor(point[0]), floor(point[1])
    is_on_board = point == middle(point) and grid.has(row, column)
    return grid.at(row, column) if is_on_board else None


def middle(point: Point) -> Point:
    """Return the centre of the cell in which a point lies."""
    return floor(point[0]) + 0.5, floor(point[1]) + 0.5


def cells_along(grid: Grid, points: Sequence[Point]) -> Cells:
    """Return the cells on a line, or () if the line does not go from centre to centre."""
    passed: list[int] = []
    for corner in (cell_at(grid, point) for point in points):
        if corner is None:
            return ()
        if passed:
            (row, column), (below, right) = grid.place(passed[-1]), grid.place(corner)
            down, across = below - row, right - column
            steps = max(abs(down), abs(across))
            if steps == 0 or {abs(down), abs(across)} - {0, steps}:
                return ()
            for step in range(1, steps):
                place = row + down // steps * step, column + across // steps * step
                passed.append(grid.at(*place))
        passed.append(corner)
    return tuple(passed)


#: The maximum number of digits of a number in a drawing.
_LONGEST = 6


@dataclass(frozen=True)
class _LineSign(Sign):
    """A line of one colour and width, perhaps with circles at its ends."""

    #: The number of ends with a circle: 0, 1 (the first end) or 2.
    ends: int = 0
    circle: Patch | None = None
    #: Whether the line stops at the edge of its circles. Other lines reach their centre.
    is_trimmed: bool = False
    #: Whether a cell counts only once, even if the line passes through it twice.
    is_set: bool = False

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        points = [centre(grid, cell) for cell in rule.cells]
        if self.circle:
            for end in (points[0], points[-1])[: self.ends]:
                yield replace(self.circle, centre=end)
        if self.is_trimmed:
            ends = _trimmed(points[0], points[1]), _trimmed(points[-1], points[-2])
            points[0], points[-1] = ends
        yield replace(self.look, points=tuple(points))

    def guess(self, grid: Grid, drawing: Stroke, page: Page) -> Iterator[Rule]:
        points = list(drawing.points)
        if self.is_trimmed and points:
            points[0], points[-1] = middle(points[0]), middle(points[-1])
        cells = cells_along(grid, points)
        if cells:
            if self.circle and replace(self.circle, centre=points[0]) not in page:
                cells = cells[::-1]
            yield self.kind(tuple(dict.fromkeys(cells)) if self.is_set else cells)


def _trimmed(end: Point, towards: Point) -> Point:
    across, down = towards[0] - end[0], towards[1] - end[1]
    far = round(0.4 / (hypot(across, down) or 1), 1)
    return end[0] + far * across, end[1] + far * down


_GREY, _DARK_GREY = "#CFCFCF", "#A1A1A1"
#: The distance, in cells, from the centre of the bulb to the point where the shaft begins.
_RADIUS = 0.4
#: The width of a bulb of one cell, in cells. A bulb of n cells is n - 1 cells longer.
_BULB = 0.83
#: The maximum number of cells of a bulb. SudokuPad draws longer bulbs in another way.
_MOST_CELLS = 4


@dataclass(frozen=True)
class _ArrowSign(Sign):
    """An arrow with a bulb. The bulb is one cell, or several cells in a row or column."""

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        points = tuple(centre(grid, cell) for cell in rule.drawn(grid))
        is_straight = points[0][0] == points[1][0] or points[0][1] == points[1][1]
        gap = _RADIUS if is_straight else _RADIUS / sqrt(2)
        yield from (_pill(grid, rule.bulb), replace(self.look, points=points, gap=gap))

    def guess(self, grid: Grid, drawing: Stroke, page: Page) -> Iterator[Rule]:
        cells = cells_along(grid, drawing.points)
        around = _bulbs_around(grid, cells[0]) if len(cells) > 1 else ()
        bulbs = [bulb for bulb in around if _pill(grid, bulb) in page]
        if len(bulbs) == 1:
            yield rules.Arrow(bulbs[0], cells[1:])


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
    _line(rules.Thermo, _GREY, 21, 1, badge(0.85, fill=_GREY, on_top=False)),
    _line(rules.Palindrome, _GREY, 16),
    _line(rules.Between, _GREY, 2, 2, badge(0.8, fill=WHITE, edge=_GREY), is_trimmed=True),
    _line(rules.Renban, "#F067F0", 8, is_set=True),
    _line(rules.Nabner, "#C9C883", 8, is_set=True),
    _line(rules.RegionSum, "#2ECBFF", 5),
    _line(rules.Entropic, "#FFCCAA", 5),
    _line(rules.Modular, "#33BBBB", 5),
    _line(rules.Zipper, "#CDB1EC", 5),
    _line(rules.DoubleArrow, "#C54B8B", 4.8, 2, badge(0.85, fill="#C54B8B", on_top=False)),
    _line(rules.SlowThermo, "#6495ED", 9.6, 1, badge(0.8, fill="#6495ED", on_top=False)),
    _ArrowSign(rules.Arrow, Stroke((), _DARK_GREY, 5, is_arrow=True)),
)


@dataclass(frozen=True)
class _CellSign(Sign):
    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        return [replace(rule, cells=(cell,)) for cell in rule.cells]

    def draw(self, grid: Grid, rule: Any) -> Iterable[Drawing]:
        return (replace(self.look, centre=centre(grid, cell)) for cell in rule.cells)

    def guess(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        cell = cell_at(grid, drawing.centre)
        if cell is not None and not drawing.text:
            yield self.kind((cell,))


#: The steps (across, down) from the centre of a cell to its upper, right, lower and left side.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: The distances from the centre of a cell to the two ends of a chevron, and half the width of a
#: chevron. All lengths are in cells.
_OUTER, _INNER, _HALF = 0.44, 0.39, 0.1
_CHEVRON = Stroke((), BLACK, 1)


@dataclass(frozen=True)
class _ExtremeSign(_CellSign):
    """A shaded cell. Chevrons on the sides to unshaded cells point to the lower value."""

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

    def guess(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = drawing.centre
        chevrons = self.beside(grid, drawing, None, page)
        found = {_pointing(line, (x, y)) for line in chevrons}
        sides = {side for side in _SIDES if (*side, self.points_in) in found}
        beside = [(x + right, y + down) for right, down in _SIDES if (right, down) not in sides]
        on_board = [point for point in beside if cell_at(grid, point) is not None]
        are_shaded = all(replace(self.look, centre=point) in page for point in on_board)
        if are_shaded and len(chevrons) == len(sides) > 0:
            yield from super().guess(grid, drawing, page)

    def beside(self, grid: Grid, drawing: Any, rule: object, page: Page) -> list[Drawing]:
        return [line for line in page.at(drawing.centre) if line.style == _CHEVRON.style]


def _pointing(chevron: Any, middle: Point) -> tuple[int, int, bool] | None:
    """Return the side of a chevron, and whether the chevron points to the centre of its cell."""
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

    def guess(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = drawing.centre
        corners = [(x + right, y + down) for down in (-0.5, 0.5) for right in (-0.5, 0.5)]
        cells = [cell_at(grid, corner) for corner in corners]
        digits = "".join(drawing.text.split())
        is_plain = grid.values[-1] <= 9 and digits.isascii() and digits.isdecimal()
        if is_plain and None not in cells:
            yield self.kind(cells, list(map(int, digits)))


@dataclass(frozen=True)
class _DiagonalSign(Sign):
    """A blue line from one corner of the board to the opposite corner."""

    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        return halves(rule)

    def draw(self, grid: Grid, rule: Any) -> Iterable[Drawing]:
        halves: Iterable[Any] = self.parts(grid, rule)
        return (replace(self.look, points=_ends(grid, half.falling)) for half in halves)

    def guess(self, grid: Grid, drawing: Stroke, page: Page) -> Iterator[Rule]:
        for is_falling in (True, False):
            ends = _ends(grid, is_falling)
            if drawing.points in (ends, ends[::-1]):
                yield rules.Diagonals(is_falling, not is_falling)


def _ends(grid: Grid, falling: bool) -> tuple[Point, Point]:
    across, down = float(grid.columns), float(grid.rows)
    return ((0.0, 0.0), (across, down)) if falling else ((0.0, down), (across, 0.0))


@dataclass(frozen=True)
class _EdgeSign(Sign):
    """A mark on the edge between two cells, with a number or a letter."""

    #: The text of a mark without a number, or None if every mark has a number.
    usual: str | None = ""
    has_number: bool = True

    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        return [replace(rule, a=min(rule.a, rule.b), b=max(rule.a, rule.b))]

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        yield replace(self.look, centre=between(grid, rule.a, rule.b), text=rule.text)

    def guess(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = drawing.centre
        sides = ((x - 0.5, y), (x + 0.5, y)) if x % 1 == 0 else ((x, y - 0.5), (x, y + 0.5))
        cells = [cell_at(grid, point) for point in sides]
        text = drawing.text.strip()
        number = [int(text)] if self.has_number and is_number(text, _LONGEST) else []
        if None not in cells and (number or text == self.usual):
            yield self.kind(*cells, *number)


#: The length of a clue's arrow, in cells.
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

    def guess(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        column, row = map(floor, drawing.centre)
        if is_number(drawing.text, _LONGEST) and not grid.has(row, column):
            for direction, cell in diagonals_from(grid, row, column).items():
                rule = rules.LittleKiller(cell, direction, int(drawing.text))
                if drawing in self.draw(grid, rule):
                    yield rule


@dataclass(frozen=True)
class _SignedClueSign(Sign):
    """A clue outside the board: a number in a large shape. The shape shows the kind of clue."""

    def draw(self, grid: Grid, rule: Any) -> Iterator[Drawing]:
        if len(rule.cells) > 1:
            point = outside(grid, rule.cells)
            yield replace(self.look, centre=point)
            yield replace(self.look, centre=point, text=rule.clue(grid), text_size=22)

    def guess(self, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = map(floor, drawing.centre)
        match line_from(grid, y, x), self.beside(grid, drawing, None, page):
            case (_, *_) as cells, [Patch(text=text, style=drawing.style)] if (
                drawing.text == self.look.text and is_number(text, _LONGEST)
            ):
                yield self.kind(cells, int(text))

    def beside(self, grid: Grid, drawing: Any, rule: object, page: Page) -> list[Drawing]:
        return [each for each in page.at(drawing.centre) if each != drawing]


_SHADE = badge(1, False, fill="#CCCCCC", on_top=False)
_WHITE = badge(0.3, fill=WHITE, edge=BLACK, text_size=14)
_BLACK = badge(0.3, fill=BLACK, edge=BLACK, ink=WHITE, text_size=14)
_LETTER = badge(0.25, False, fill=WHITE, edge=WHITE, text_size=21)
_NUMBER = badge(0.25, False, fill=WHITE, edge=WHITE, text_size=28)
_CIRCLE = badge(0.25, False, text="\N{LARGE CIRCLE}", text_size=38)

MARKS: tuple[Sign, ...] = (
    _EdgeSign(rules.WhiteDot, _WHITE),
    _EdgeSign(rules.BlackDot, _BLACK),
    _EdgeSign(rules.X, _LETTER, usual="X", has_number=False),
    _EdgeSign(rules.V, _LETTER, usual="V", has_number=False),
    _EdgeSign(rules.PairSum, _LETTER, usual=None),
    _CellSign(rules.Odd, badge(0.7, fill=_GREY, on_top=False)),
    _CellSign(rules.Even, badge(0.7, False, fill=_GREY, on_top=False)),
    _ExtremeSign(rules.Minimum, _SHADE, points_in=True),
    _ExtremeSign(rules.Maximum, _SHADE, points_in=False),
    _QuadrupleSign(rules.Quadruple, badge(0.7, fill=WHITE, edge=BLACK, text_size=14)),
    _DiagonalSign(rules.Diagonals, Stroke((), "#34BBE6", 2)),
    _DiagonalClueSign(rules.LittleKiller, _NUMBER),
    _SignedClueSign(rules.XSum, _CIRCLE),
    _SignedClueSign(rules.Skyscraper, replace(_CIRCLE, text="\N{WHITE VERTICAL RECTANGLE}")),
)


SIGNS: tuple[Sign, ...] = (*LINES, *MARKS)


_BY_KIND = {sign.kind: sign for sign in SIGNS}
_BY_STYLE: dict[object, list[Sign]] = {}
for _sign in SIGNS:
    _BY_STYLE.setdefault(_sign.look.style, []).append(_sign)


def seen(grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
    """Yield the rules that a drawing shows, perhaps together with other drawings on its page."""
    for sign in _BY_STYLE.get(drawing.style, ()):
        for rule in sign.guess(grid, drawing, page):
            if not isinstance(attempt(rule.fit, grid), PuzzleError):
                others = sign.beside(grid, drawing, rule, page)
                if all(other in page for other in others):
                    yield Seen(rule, (drawing, *others))


def drawn(grid: Grid, rule: Rule) -> tuple[Drawing, ...]:
    """Return the drawings that show the whole rule, or () if the rule has no sign."""
    sign = _BY_KIND.get(type(rule))
    drawings = tuple(sign.draw(grid, rule)) if sign else ()
    page = Page(drawings)
    shown = {found.rule for drawing in drawings for found in seen(grid, drawing, page)}
    return drawings if shown.issuperset(parts_of(grid, rule)) else ()


def parts_of(grid: Grid, rule: Rule) -> tuple[Rule, ...]:
    """Split a rule into the rules that a reader finds in its drawings."""
    if isinstance(rule, Windoku):
        return tuple(map(ExtraRegion, rule.groups(grid)))
    sign = _BY_KIND.get(type(rule))
    return tuple(sign.parts(grid, rule)) if sign else (rule,)
