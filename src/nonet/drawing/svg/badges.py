"""Badges on a board: circles, squares, diamonds and texts."""

from __future__ import annotations

from collections.abc import Collection

from nonet.drawing.looks import BADGES, PAPER, Shape
from nonet.drawing.svg.sheet import Sheet, path, put, write
from nonet.drawing.svg.style import CELL, LETTER
from nonet.model.figures import Badge


def draw_badges(sheet: Sheet, badges: Collection[Badge]) -> None:
    """Draw badges, and then the texts on them."""
    for badge in badges:
        _draw_shape(sheet, badge)
    for badge in badges:
        if badge.text:
            _write(sheet, badge)


def _draw_shape(sheet: Sheet, badge: Badge) -> None:
    look = BADGES[badge.look]
    layer = sheet.again(fill=look.fill, stroke=look.edge, stroke_width=look.edge_width * CELL).layer
    (x, y), radius = _middle(badge), _radius(look, badge.text)
    match look.form:
        case "circle":
            put(layer, "circle", cx=x, cy=y, r=radius)
        case "square":
            side = 2 * radius
            put(layer, "rect", x=x - radius, y=y - radius, width=side, height=side)
        case "diamond":
            tips = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
            put(layer, "path", d=path(tips, closed=True))


def _middle(badge: Badge) -> tuple[float, float]:
    x, y = badge.centre
    return x * CELL, y * CELL


def _radius(look: Shape, text: str) -> float:
    """Return the radius of a badge. A dot with a text is larger."""
    return CELL * (max(look.radius, 0.18) if text else look.radius)


def _write(sheet: Sheet, badge: Badge) -> None:
    """Write the lines of a text in type that is small enough for the badge."""
    look, lines = BADGES[badge.look], badge.text.split("\n")
    longest = max(map(len, lines))
    room = 1.8 * _radius(look, badge.text) / max(len(lines) ** 0.5, 1)
    size = look.text_size * CELL
    if look.form:
        size = min(size, room / (LETTER * longest))
    x, y = _middle(badge)
    # A white edge makes a text without a badge readable on a line.
    halo = {"stroke": PAPER, "stroke_width": 3, "paint_order": "stroke", "font_weight": "bold"}
    bare = halo if badge.look == "text" else {}
    layer = sheet.again(fill=look.ink, text_anchor="middle", font_size=size, **bare).layer
    for number, line in enumerate(lines):
        write(layer, line, x, y + size * (number - (len(lines) - 1) / 2), size)
