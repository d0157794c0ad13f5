"""Draws the figures of rules on a board, below and above its lines and values.

Lengths in figures are in widths of a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import hypot

from nonet.drawing.borders import edges_around
from nonet.drawing.looks import (
    BADGES,
    CELL,
    DARK_GREY,
    EDGE,
    INK,
    LETTER,
    LINES,
    OUTLINES,
    PAPER,
    Shape,
    Stroke,
)
from nonet.drawing.svg.sheet import Sheet, path, put, write
from nonet.model.figures import SHADES, Badge, Figure, Line, Outline, Point, Shade
from nonet.model.grid import Grid

#: How far outlines and shades lie inside the edges of their cells.
_CAGE_INSET, _SHADE_INSET = 0.09, 0.045
#: The font size of an outline's text, and the height of the gap for the text.
_TEXT, _GAP = 0.25, 0.3
#: The length of each half of an arrow's head.
_HEAD = 0.16


def room(figures: Collection[Figure]) -> tuple[float, float]:
    """Return the share of a cell that outlines take at the sides, and the share at the top."""
    cages = [figure for figure in figures if isinstance(figure, Outline)]
    if not cages:
        return 0.06, 0.06
    return 0.14, 0.3 if any(cage.text for cage in cages) else 0.14


def draw_below(sheet: Sheet, figures: Collection[Figure]) -> None:
    """Draw the figures below the grid lines and the values."""
    badges = [figure for figure in figures if isinstance(figure, Badge)]
    under = [badge for badge in badges if BADGES[badge.look].layer == "under"]
    bulbs = [badge for badge in under if BADGES[badge.look].form == "bulb"]
    around = [badge for badge in badges if BADGES[badge.look].layer == "around"]
    rings = {badge.centre: BADGES[badge.look].radius for badge in around}
    strokes = [_line(figure, rings) for figure in figures if isinstance(figure, Line)]
    _shades(sheet, [figure for figure in figures if isinstance(figure, Shade)])
    # Wide lines are drawn first, so that they do not hide narrow lines.
    wide = [each for each in strokes if each[0].width > _HEAD]
    _draw_strokes(sheet, [*map(_bulb, bulbs), *wide])
    draw_badges(sheet, [badge for badge in under if badge not in bulbs])
    _draw_strokes(sheet, [each for each in strokes if each not in wide])
    draw_badges(sheet, around)


def draw_above(sheet: Sheet, figures: Collection[Figure]) -> None:
    """Draw the outlines on the grid lines."""
    for cage in figures:
        if isinstance(cage, Outline):
            _stroked(sheet, OUTLINES[cage.look], "".join(_fence(sheet, cage)))


def draw_on_top(sheet: Sheet, figures: Collection[Figure]) -> None:
    """Draw the texts of outlines and the badges of the layer `top`, which nothing may cover."""
    for cage in figures:
        if isinstance(cage, Outline) and cage.text:
            size = _text_size(sheet, cage) * CELL
            x, y = sheet.corner(min(cage.cells))
            write(sheet.layer(fill=INK, font_size=size), cage.text, x + 2.8, y + 7, size)
    badges = [figure for figure in figures if isinstance(figure, Badge)]
    draw_badges(sheet, [badge for badge in badges if BADGES[badge.look].layer == "top"])


def _shades(sheet: Sheet, shades: Collection[Shade]) -> None:
    """Shade groups of cells. Outline each group, because groups may overlap."""
    for shade in shades:
        data = "".join(
            path(_scaled(corners), closed=True)
            for corners in outlines(sheet.grid, shade.cells, _SHADE_INSET)
        )
        look = {"fill": SHADES[shade.look], "fill_opacity": 0.75, "stroke": DARK_GREY}
        layer = put(sheet.element, "g", **look, stroke_width=EDGE * CELL)
        put(layer, "path", d=data, fill_rule="evenodd")


def _fence(sheet: Sheet, cage: Outline) -> Iterator[str]:
    """Yield the paths of an outline, with a gap for its text in the upper left corner."""
    found = list(outlines(sheet.grid, cage.cells, _CAGE_INSET))
    if cage.text:
        # The first outline begins at the upper left corner of the first cell, where the text is.
        *corners, (x, y) = found.pop(0)
        wide = LETTER * _text_size(sheet, cage) * len(cage.text) + 0.04
        yield path(_scaled([(x + wide, y), *corners, (x, y + _GAP - _CAGE_INSET)]))
    yield from (path(_scaled(corners), closed=True) for corners in found)


def _text_size(sheet: Sheet, cage: Outline) -> float:
    """Return the font size at which a text fits at the top of its cage."""
    row, column = sheet.grid.place(min(cage.cells))
    cells = set(cage.cells)
    end = column
    while sheet.grid.has(row, end) and sheet.grid.at(row, end) in cells:
        end += 1
    room = end - column - 2 * _CAGE_INSET - 0.04
    return min(_TEXT, room / (LETTER * len(cage.text)))


def _line(line: Line, rings: Mapping[Point, float]) -> tuple[Stroke, str]:
    """Return the look and the path of a line. Its ends stop at rings of these radii."""
    points = line.points if line.closed else _trimmed(line.points, rings)
    data = path(_scaled(points), line.closed)
    return LINES[line.look], data + (_head(points) if line.head else "")


def _bulb(badge: Badge) -> tuple[Stroke, str]:
    """Return a bulb as a short line with round ends."""
    look = BADGES[badge.look]
    return Stroke(look.fill, 2 * look.radius, edge=look.edge), path(_scaled([badge.centre] * 2))


def _draw_strokes(sheet: Sheet, strokes: Collection[tuple[Stroke, str]]) -> None:
    """Draw the edges of all lines and bulbs, then what is inside. So touching ones have no seam."""
    ordered = sorted(strokes, key=lambda stroke: -stroke[0].width)
    for look, data in ordered:
        if look.edge:
            _stroked(sheet, Stroke(look.edge, look.width + 2 * EDGE), data)
    for look, data in ordered:
        _stroked(sheet, look, data)


def _trimmed(points: Sequence[Point], rings: Mapping[Point, float]) -> list[Point]:
    """Cut off the parts of a line that are inside the circles at its ends."""
    trimmed = list(points)
    if len(points) > 1:
        for end, towards in ((0, 1), (-1, -2)):
            trimmed[end] = _towards(points[end], points[towards], rings.get(points[end], 0.0))
    return trimmed


def _towards(start: Point, goal: Point, distance: float) -> Point:
    across, down = goal[0] - start[0], goal[1] - start[1]
    share = distance / hypot(across, down) if start != goal else 0.0
    return start[0] + share * across, start[1] + share * down


def _head(points: Sequence[Point]) -> str:
    (x, y), before = points[-1], points[-2]
    back_x, back_y = _towards((x, y), before, _HEAD)
    down, right = back_y - y, back_x - x
    barbs = [(back_x - down, back_y + right), (x, y), (back_x + down, back_y - right)]
    return path(_scaled(barbs))


def _stroked(sheet: Sheet, look: Stroke, data: str) -> None:
    """Draw a path. Successive paths with the same look share a layer."""
    attributes: dict[str, object] = {
        "fill": "none",
        "stroke": look.colour,
        "stroke_width": look.width * CELL,
    }
    if look.dash:
        attributes["stroke_dasharray"] = " ".join(f"{length * CELL:g}" for length in look.dash)
    else:
        attributes |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    put(sheet.layer(**attributes), "path", d=data)


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * CELL, y * CELL) for x, y in points]


#: The steps right, down, left and up. Each step is a right turn from the previous one.
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def outlines(grid: Grid, cells: Collection[int], inset: float = 0.0) -> Iterator[list[Point]]:
    """Yield the corners of each outline of a group of cells, moved inwards by `inset`.

    An outline is closed. The cells are on its right, so an outline around a hole runs
    anticlockwise. Cells that share only a corner have separate outlines.

    >>> list(outlines(Grid(1, 2), (0, 1), inset=0.25))
    [[(1.75, 0.25), (1.75, 0.75), (0.25, 0.75), (0.25, 0.25)]]
    """
    edges = dict.fromkeys(edges_around(grid, cells))
    ahead = edges.copy()
    while ahead:
        x, y, heading = next(iter(ahead))
        corners = []
        while (x, y, heading) in ahead:
            del ahead[x, y, heading]
            right, down = _STEPS[heading]
            x, y = x + right, y + down
            # Right turns are tried first, because a right turn stays at the same cell.
            turn = next(turn for turn in (1, 0, 3) if (x, y, (heading + turn) % 4) in edges)
            if turn:
                across, below = _STEPS[(heading + turn) % 4]
                corners.append((x - inset * (down + below), y + inset * (right + across)))
            heading = (heading + turn) % 4
        yield corners


def draw_badges(sheet: Sheet, badges: Collection[Badge]) -> None:
    """Draw badges, and then the texts on them."""
    for badge in badges:
        _draw_shape(sheet, badge)
    for badge in badges:
        if badge.text:
            _write(sheet, badge)


def _draw_shape(sheet: Sheet, badge: Badge) -> None:
    look = BADGES[badge.look]
    layer = sheet.layer(fill=look.fill, stroke=look.edge, stroke_width=look.edge_width * CELL)
    [(x, y)], radius = _scaled([badge.centre]), _radius(look, badge.text)
    match look.form:
        case "circle":
            put(layer, "circle", cx=x, cy=y, r=radius)
        case "square":
            side = 2 * radius
            put(layer, "rect", x=x - radius, y=y - radius, width=side, height=side)
        case "diamond":
            tips = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
            put(layer, "path", d=path(tips, closed=True))


def _radius(look: Shape, text: str) -> float:
    return CELL * (max(look.radius, 0.18) if text else look.radius)


def _write(sheet: Sheet, badge: Badge) -> None:
    look, lines = BADGES[badge.look], badge.text.split("\n")
    size = look.text_size * CELL
    if look.form:
        room = 1.8 * _radius(look, badge.text) / len(lines) ** 0.5
        size = min(size, room / (LETTER * max(map(len, lines))))
    [(x, y)] = _scaled([badge.centre])
    is_bare = badge.look == "text"
    weight = {"font_weight": "bold"} if is_bare else {}
    layer = sheet.layer(fill=look.ink, text_anchor="middle", font_size=size, **weight)
    for number, line in enumerate(lines):
        place = (x, y + size * (number - (len(lines) - 1) / 2), size)
        if is_bare:
            # A white edge makes the text readable on a line. The edge is a separate text, because
            # CairoSVG, which prints, would draw the edge of a text over its fill.
            write(layer, line, *place, stroke=PAPER, stroke_width=3)
        write(layer, line, *place)
