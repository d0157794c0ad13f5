"""The signs of rules: how SudokuPad draws each rule of a puzzle from f-puzzles.

A sign must show the whole rule. A whisper line has no sign, because its drawing does not show the
gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
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

    def beside(self, patch: Any, example: Drawing) -> list[Any]:
        """Return the other drawings at the centre of a shape that look like an example."""
        there = (each for each in self.at(patch.centre) if each != patch)
        return [each for each in there if each.style == example.style]


class Seen(NamedTuple):
    """A rule, and all drawings that show the rule."""

    rule: Rule
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True)
class Sign:
    """How one kind of rule is drawn (`draw`), and recognised in drawings (`guess`)."""

    kind: type[Any]
    #: An example of a drawing. The reader calls `guess` for drawings of the same style.
    look: Any
    #: Returns the drawings of a rule. The drawings may show only a part of the rule.
    draw: Callable[[Grid, Any], Iterable[Drawing]]
    #: Returns the rules that a drawing shows if their other drawings are on the page.
    guess: Callable[[Grid, Any, Page], Iterable[Rule]]
    #: Splits a rule into the rules that have their own drawings.
    parts: Callable[[Any], Iterable[Rule]] = lambda rule: [rule]
    #: An example of the other drawings, if their style and place are enough to know them.
    others: Any = None
    #: Whether each rule has only one drawing.
    is_alone: bool = False


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


def _line(
    kind: Any,
    colour: str,
    width: float,
    ends: int = 0,
    circle: Patch | None = None,
    is_trimmed: bool = False,
    is_set: bool = False,
) -> Sign:
    """Return a line with circles at 0, 1 (the first) or 2 ends.

    A trimmed line stops at the edge of its circles. In a set, a cell that is passed twice is once.
    """
    look = Stroke((), colour, width)

    def draw(grid: Grid, rule: Any) -> Iterator[Drawing]:
        points = [centre(grid, cell) for cell in rule.cells]
        if circle:
            for end in (points[0], points[-1])[:ends]:
                yield replace(circle, centre=end)
        if is_trimmed:
            trimmed = _trimmed(points[0], points[1]), _trimmed(points[-1], points[-2])
            points[0], points[-1] = trimmed
        yield replace(look, points=tuple(points))

    def guess(grid: Grid, drawing: Stroke, page: Page) -> Iterator[Rule]:
        points = list(drawing.points)
        if is_trimmed and points:
            points[0], points[-1] = middle(points[0]), middle(points[-1])
        cells = cells_along(grid, points)
        if cells:
            if circle and replace(circle, centre=points[0]) not in page:
                cells = cells[::-1]
            yield kind(tuple(dict.fromkeys(cells)) if is_set else cells)

    return Sign(kind, look, draw, guess, is_alone=circle is None)


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


_ARROW = Stroke((), _DARK_GREY, 5, is_arrow=True)


def _draw_arrow(grid: Grid, rule: Any) -> Iterator[Drawing]:
    points = tuple(centre(grid, cell) for cell in rule.drawn(grid))
    is_straight = points[0][0] == points[1][0] or points[0][1] == points[1][1]
    gap = _RADIUS if is_straight else _RADIUS / sqrt(2)
    yield from (_pill(grid, rule.bulb), replace(_ARROW, points=points, gap=gap))


def _guess_arrow(grid: Grid, drawing: Stroke, page: Page) -> Iterator[Rule]:
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
    Sign(rules.Arrow, _ARROW, _draw_arrow, _guess_arrow),
)


def _cells(kind: Any, look: Patch) -> Sign:
    def draw(grid: Grid, rule: Any) -> Iterable[Drawing]:
        return (replace(look, centre=centre(grid, cell)) for cell in rule.cells)

    return Sign(kind, look, draw, partial(_guess_cell, kind), _single, is_alone=True)


def _guess_cell(kind: Any, grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
    cell = cell_at(grid, drawing.centre)
    if cell is not None and not drawing.text:
        yield kind((cell,))


def _single(rule: Any) -> Iterable[Rule]:
    return [replace(rule, cells=(cell,)) for cell in rule.cells]


#: The steps (across, down) from the centre of a cell to its upper, right, lower and left side.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: The distances from the centre of a cell to the two ends of a chevron, and half the width of a
#: chevron. All lengths are in cells.
_OUTER, _INNER, _HALF = 0.44, 0.39, 0.1
_CHEVRON = Stroke((), BLACK, 1)


def _extremes(kind: Any, points_in: bool) -> Sign:
    """Return shaded cells. Chevrons on the sides to unshaded cells point to the lower value."""

    def draw(grid: Grid, rule: Any) -> Iterator[Drawing]:
        tip, end = (_INNER, _OUTER) if points_in else (_OUTER, _INNER)
        for cell in rule.cells:
            x, y = centre(grid, cell)
            yield replace(_SHADE, centre=(x, y))
            for right, down in _SIDES:
                if cell_at(grid, (x + right, y + down)) not in (None, *rule.cells):
                    points = tuple(
                        (x + far * right + aside * down, y + far * down + aside * right)
                        for far, aside in ((end, -_HALF), (tip, 0), (end, _HALF))
                    )
                    yield replace(_CHEVRON, points=points)

    def guess(grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = drawing.centre
        chevrons = page.beside(drawing, _CHEVRON)
        found = {_pointing(line, (x, y)) for line in chevrons}
        sides = {side for side in _SIDES if (*side, points_in) in found}
        beside = [(x + right, y + down) for right, down in _SIDES if (right, down) not in sides]
        on_board = [point for point in beside if cell_at(grid, point) is not None]
        are_shaded = all(replace(_SHADE, centre=point) in page for point in on_board)
        if are_shaded and len(chevrons) == len(sides) > 0:
            yield from _guess_cell(kind, grid, drawing, page)

    return Sign(kind, _SHADE, draw, guess, _single, _CHEVRON)


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


_QUADRUPLE = badge(0.7, fill=WHITE, edge=BLACK, text_size=14)


def _draw_quadruple(grid: Grid, rule: Any) -> Iterator[Drawing]:
    text = "".join(map(str, rule.values))
    yield replace(_QUADRUPLE, centre=between(grid, *rule.cells), text=text)


def _guess_quadruple(grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
    x, y = drawing.centre
    corners = [(x + right, y + down) for down in (-0.5, 0.5) for right in (-0.5, 0.5)]
    cells = [cell for corner in corners if (cell := cell_at(grid, corner)) is not None]
    digits = "".join(drawing.text.split())
    is_plain = grid.values[-1] <= 9 and digits.isascii() and digits.isdecimal()
    if is_plain and len(cells) == len(corners):
        yield rules.Quadruple(cells, list(map(int, digits)))


_DIAGONAL = Stroke((), "#34BBE6", 2)


def _draw_diagonals(grid: Grid, rule: Any) -> Iterable[Drawing]:
    parts: Iterable[Any] = halves(rule)
    return (replace(_DIAGONAL, points=_ends(grid, half.falling)) for half in parts)


def _guess_diagonal(grid: Grid, drawing: Stroke, page: Page) -> Iterator[Rule]:
    for is_falling in (True, False):
        ends = _ends(grid, is_falling)
        if drawing.points in (ends, ends[::-1]):
            yield rules.Diagonals(is_falling, not is_falling)


def _ends(grid: Grid, falling: bool) -> tuple[Point, Point]:
    across, down = float(grid.columns), float(grid.rows)
    return ((0.0, 0.0), (across, down)) if falling else ((0.0, down), (across, 0.0))


def _edge(kind: Any, look: Patch, usual: str | None = "", has_number: bool = True) -> Sign:
    """Return a mark on an edge. Its text is a number or, unless each mark has a number, `usual`."""

    def draw(grid: Grid, rule: Any) -> Iterator[Drawing]:
        yield replace(look, centre=between(grid, rule.a, rule.b), text=rule.text)

    def guess(grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = drawing.centre
        sides = ((x - 0.5, y), (x + 0.5, y)) if x % 1 == 0 else ((x, y - 0.5), (x, y + 0.5))
        cells = [cell_at(grid, point) for point in sides]
        text = drawing.text.strip()
        number = [int(text)] if has_number and is_number(text, _LONGEST) else []
        if None not in cells and (number or text == usual):
            yield kind(*cells, *number)

    return Sign(kind, look, draw, guess, _in_order, is_alone=True)


def _in_order(rule: Any) -> Iterable[Rule]:
    return [replace(rule, a=min(rule.a, rule.b), b=max(rule.a, rule.b))]


#: The length of a clue's arrow, in cells.
_TIP = 0.48
_NUMBER = badge(0.25, False, fill=WHITE, edge=WHITE, text_size=28)


def _draw_little_killer(grid: Grid, rule: Any) -> Iterator[Drawing]:
    down, across = DIRECTIONS[rule.direction]
    x, y = centre(grid, rule.cell)
    x, y = x - across, y - down
    yield replace(_NUMBER, centre=(x, y), text=str(rule.total))
    points = (x, y), (x + _TIP * across, y + _TIP * down)
    yield Stroke(points, BLACK, 2, is_arrow=True, gap=0.3)


def _guess_little_killers(grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
    column, row = map(floor, drawing.centre)
    if is_number(drawing.text, _LONGEST) and not grid.has(row, column):
        for direction, cell in diagonals_from(grid, row, column).items():
            rule = rules.LittleKiller(cell, direction, int(drawing.text))
            if drawing in _draw_little_killer(grid, rule):
                yield rule


def _clue(kind: Any, shape: str) -> Sign:
    """Return a number outside the board, in a large shape that shows the kind of clue."""
    look = badge(0.25, False, text=shape, text_size=38)

    def draw(grid: Grid, rule: Any) -> Iterator[Drawing]:
        if len(rule.cells) > 1:
            point = outside(grid, rule.cells)
            yield replace(look, centre=point)
            yield replace(look, centre=point, text=rule.clue(grid), text_size=22)

    def guess(grid: Grid, drawing: Patch, page: Page) -> Iterator[Rule]:
        x, y = map(floor, drawing.centre)
        cells, there = line_from(grid, y, x), page.beside(drawing, drawing)
        if cells and drawing.text == shape and len(page.at(drawing.centre)) == 2 == 1 + len(there):
            [number] = there
            if is_number(number.text, _LONGEST):
                yield kind(cells, int(number.text))

    return Sign(kind, look, draw, guess, others=look)


_SHADE = badge(1, False, fill="#CCCCCC", on_top=False)
_WHITE = badge(0.3, fill=WHITE, edge=BLACK, text_size=14)
_BLACK = badge(0.3, fill=BLACK, edge=BLACK, ink=WHITE, text_size=14)
_LETTER = badge(0.25, False, fill=WHITE, edge=WHITE, text_size=21)

MARKS: tuple[Sign, ...] = (
    _edge(rules.WhiteDot, _WHITE),
    _edge(rules.BlackDot, _BLACK),
    _edge(rules.X, _LETTER, usual="X", has_number=False),
    _edge(rules.V, _LETTER, usual="V", has_number=False),
    _edge(rules.PairSum, _LETTER, usual=None),
    _cells(rules.Odd, badge(0.7, fill=_GREY, on_top=False)),
    _cells(rules.Even, badge(0.7, False, fill=_GREY, on_top=False)),
    _extremes(rules.Minimum, points_in=True),
    _extremes(rules.Maximum, points_in=False),
    Sign(rules.Quadruple, _QUADRUPLE, _draw_quadruple, _guess_quadruple),
    Sign(rules.Diagonals, _DIAGONAL, _draw_diagonals, _guess_diagonal, halves),
    Sign(rules.LittleKiller, _NUMBER, _draw_little_killer, _guess_little_killers),
    _clue(rules.XSum, "\N{LARGE CIRCLE}"),
    _clue(rules.Skyscraper, "\N{WHITE VERTICAL RECTANGLE}"),
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
                drawings = () if sign.is_alone or sign.others else sign.draw(grid, rule)
                others = [each for each in drawings if each.style != drawing.style]
                others += page.beside(drawing, sign.others) if sign.others else []
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
    if type(rule) is Windoku:
        return tuple(map(ExtraRegion, rule.groups(grid)))
    sign = _BY_KIND.get(type(rule))
    return tuple(sign.parts(rule)) if sign else (rule,)
