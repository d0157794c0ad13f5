"""The lines, arrows, shapes and texts of a SudokuPad document, read and written.

A point is (across, down) from the upper left corner of the board, in cells. Two drawings are equal
if they look the same. A rule without a sign is drawn as a *picture*. Pictures have other sizes than
signs, so that a reader does not take a picture for a sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias

from nonet.formats.json_text import Node
from nonet.formats.links.sudokupad import fields
from nonet.formats.links.sudokupad.fields import BLACK, WHITE, plain, plain_colour
from nonet.formats.text import quoted
from nonet.model import figures
from nonet.model.figures import SHADES, Badge, Figure, Line, Outline, Point, Shade, centre
from nonet.model.grid import Grid
from nonet.model.names import name_of
from nonet.system.errors import TooLarge


@dataclass(frozen=True)
class Stroke:
    """A line or an arrow. The thickness is in pixels. A cell is 64 pixels wide.

    The first point of an arrow is the centre of a cell. The arrow begins at the distance `gap` from
    this point. `unusual` lists properties such as dashes, which no line of a rule has.
    """

    points: tuple[Point, ...]
    colour: str
    thickness: float
    is_arrow: bool = False
    unusual: tuple[str, ...] = ()
    gap: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        points = [(_rounded(x), _rounded(y)) for x, y in self.points]
        if self.is_arrow and points:
            points[0] = floor(points[0][0]) + 0.5, floor(points[0][1]) + 0.5
        thickness, colour = _rounded(self.thickness), plain_colour(self.colour)
        vars(self).update(points=tuple(points), thickness=thickness, colour=colour)

    @cached_property
    def style(self) -> tuple[object, ...]:
        """The look of the line, without its points."""
        return self.colour, self.thickness, self.is_arrow, self.unusual

    @property
    def is_visible(self) -> bool:
        return bool(self.points and self.colour and self.thickness) or bool(self.unusual)

    @property
    def look(self) -> str:
        kind = "arrow" if self.is_arrow else "line"
        unusual = f" with {' and '.join(self.unusual)}" if self.unusual else ""
        return f"{kind} {self.colour}, {self.thickness:g} wide{unusual}"


@dataclass(frozen=True)
class Patch:
    """A circle, if it is rounded, or a rectangle, with a text, which may be empty."""

    centre: Point
    width: float
    height: float
    rounded: bool = False
    fill: str = ""
    edge: str = ""
    text: str = ""
    turn: float = 0.0
    unusual: tuple[str, ...] = ()
    edge_width: float = field(default=2.0, compare=False)
    text_size: float = field(default=20.0, compare=False)
    ink: str = field(default=BLACK, compare=False)
    on_top: bool = field(default=True, compare=False)

    def __post_init__(self) -> None:
        fill, edge = plain_colour(self.fill), plain_colour(self.edge)
        centre = tuple(map(_rounded, self.centre))
        width, height = _rounded(self.width), _rounded(self.height)
        vars(self).update(centre=centre, width=width, height=height)
        vars(self).update(fill=fill, edge="" if edge == fill else edge)

    @cached_property
    def style(self) -> tuple[object, ...]:
        """The look of the shape, without its centre and text."""
        size = self.width, self.height, self.turn
        return *size, self.rounded, self.fill, self.edge, self.unusual

    @property
    def is_visible(self) -> bool:
        has_colour = self.fill not in ("", WHITE) or self.edge
        return bool(has_colour or self.text.strip() or self.unusual)

    @property
    def look(self) -> str:
        colours = " and ".join(filter(None, (self.fill, self.edge)))
        shape = "circle" if self.rounded else "rectangle"
        size = f"of {self.width:g}×{self.height:g}" if colours else ""
        text = quoted(self.text) if self.text else ""
        turn = f"turned by {self.turn:g}°" if self.turn else ""
        words = (shape if colours else "text", text, colours, size, turn, *self.unusual)
        return " ".join(filter(None, words))


Drawing: TypeAlias = Stroke | Patch


def _rounded(length: float) -> float:
    return round(length, 2) + 0.0  # adding 0.0 turns -0.0 into 0.0


def places_of(drawing: Drawing) -> str:
    """Return the names of the cells where a drawing is, such as ``r1c1/r1c2`` for an edge."""
    names = []
    for point in drawing.points if isinstance(drawing, Stroke) else (drawing.centre,):
        columns, rows = (sorted({ceil(at) - 1, floor(at)}) for at in point)
        names.append("/".join(name_of(row, column) for row in rows for column in columns))
    return " ".join(dict.fromkeys(names)) or "nowhere"


SECTIONS = ("lines", "arrows", "underlays", "overlays")
#: The maximum number of drawings of a document. No puzzle has more.
MOST_DRAWINGS = 10_000
#: All lines together may pass through at most this many cells.
MOST_PASSED = 1 << 17
#: The length of the head of an arrow, in cells.
_HEAD = 0.3


class Drawn(NamedTuple):
    """A drawing, with its section and node in the document."""

    section: str
    node: Node
    drawing: Drawing


def drawn_in(entries: Mapping[str, Node]) -> list[Drawn]:
    """Return all drawings in a document."""
    sections = [(name, entries[name].items()) for name in SECTIONS if name in entries]
    found = [(name, node) for name, nodes in sections for node in nodes]
    if len(found) > MOST_DRAWINGS:
        raise TooLarge(f"{len(found)} drawings exceed the limit of {MOST_DRAWINGS}")
    drawn = [Drawn(name, node, _read(name, fields.present(node))) for name, node in found]
    lines = [each.drawing.points for each in drawn if isinstance(each.drawing, Stroke)]
    steps = (step for points in lines for step in pairwise(points))
    passed = sum(max(abs(x - left), abs(y - above)) for (left, above), (x, y) in steps)
    if passed > MOST_PASSED:
        raise TooLarge(f"lines through {passed:.0f} cells exceed the limit of {MOST_PASSED}")
    return drawn


def _read(section: str, entries: Mapping[str, Node]) -> Drawing:
    opacity = _length(entries, "opacity", 1)
    faint = () if opacity == 1 else (f"opacity {opacity:g}",)
    if section in ("lines", "arrows"):
        points = tuple(map(fields.point_of, entries.get("wayPoints", Node([])).items()))
        unusual = [key for key in ("stroke-dasharray", "d") if _has(entries, key)]
        unusual += ["fill"] if _colour(entries, "fill") else []
        colour, width = _colour(entries, "color"), _length(entries, "thickness", 0)
        extras = (*unusual, *faint)
        return Stroke(points, colour, width, section == "arrows", extras)
    edge_width = _length(entries, "borderSize", 2)
    return Patch(
        fields.point_of(entries.get("center", Node([0, 0]))),
        _length(entries, "width", 0),
        _length(entries, "height", 0),
        entries.get("rounded", Node(False)).boolean(),
        _colour(entries, "backgroundColor"),
        _colour(entries, "borderColor") if edge_width else "",
        fields.text_of(entries.get("text", Node(""))),
        _length(entries, "angle", 0) % 360,
        ("image", *faint) if _has(entries, "image") else faint,
        edge_width,
        _length(entries, "fontSize", 20),
        _colour(entries, "color") or BLACK,
        section == "overlays",
    )


def _has(entries: Mapping[str, Node], key: str) -> bool:
    return key in entries and entries[key].value not in ("", [])


def _colour(entries: Mapping[str, Node], key: str) -> str:
    return plain_colour(entries.get(key, Node("")).text())


def _length(entries: Mapping[str, Node], key: str, missing: float) -> float:
    return fields.length_of(entries.get(key, Node(missing)))


def sections_of(drawings: Iterable[Drawing]) -> dict[str, list[dict[str, object]]]:
    """Return the sections of a document with these drawings. Equal drawings are written once."""
    found: dict[str, list[dict[str, object]]] = {}
    for drawing in dict.fromkeys(drawings):
        if isinstance(drawing, Stroke):
            section, written = "arrows" if drawing.is_arrow else "lines", _written_stroke(drawing)
        else:
            section = "overlays" if drawing.on_top else "underlays"
            written = _written_patch(drawing)
        found.setdefault(section, []).append(written)
    return found


def _written_stroke(line: Stroke) -> dict[str, object]:
    points = list(line.points)
    if line.gap:  # a diagonal step also has the length 1
        (x, y), (right, below) = points[:2]
        share = line.gap / (max(abs(right - x), abs(below - y)) or 1)
        points[0] = round(x + share * (right - x), 3), round(y + share * (below - y), 3)
    return {
        "wayPoints": [[plain(y), plain(x)] for x, y in points],
        "color": line.colour,
        "thickness": plain(line.thickness),
        **({"headLength": _HEAD} if line.is_arrow else {}),
    }


def _written_patch(patch: Patch) -> dict[str, object]:
    x, y = patch.centre
    text = {"text": patch.text, "fontSize": patch.text_size, "color": patch.ink}
    return {
        "center": [plain(y), plain(x)],
        "width": plain(patch.width),
        "height": plain(patch.height),
        "backgroundColor": patch.fill or WHITE,
        **({"rounded": True} if patch.rounded else {}),
        **({"borderColor": patch.edge, "borderSize": patch.edge_width} if patch.edge else {}),
        **(text if patch.text else {}),
        **({"angle": patch.turn} if patch.turn else {}),
    }


LINES: dict[figures.LineLook, tuple[str, float]] = {
    "blue line": ("#2ECBFF", 7),
    "brown line": ("#CDB091", 7),
    "green line": ("#67F067", 6),
    "grey line": ("#CFCFCF", 7),
    "lavender line": ("#CDB1EC", 7),
    "orange line": ("#FF9A00", 6),
    "pill": ("#A1A1A1", 46),
    "pink line": ("#F4A9CF", 7),
    "purple line": ("#F067F0", 7),
    "red line": ("#F29A94", 7),
    "salmon line": ("#FFCCAA", 7),
    "teal line": ("#33BBBB", 7),
    "thick blue line": ("#6495ED", 12),
    "thick grey line": ("#CFCFCF", 20),
    "thin blue line": ("#9DB3CF", 2),
    "thin line": ("#878E99", 3),
    "yellow line": ("#C9C883", 7),
}
#: The colour and width of the inside of a pill. Only the edges of a pill have another colour.
_TUBE = (WHITE, 38.0)

OUTLINES: dict[figures.OutlineLook, str] = {
    "blue cage": "#1857B6",
    "dashed cage": BLACK,
    "green cage": "#1D7A35",
    "purple cage": "#8430A0",
    "red cage": "#B3261E",
    "solid cage": "#555555",
}


def badge(size: float, rounded: bool = True, **style: Any) -> Patch:
    """Return a circle or a square as an example, to be moved to its place."""
    return Patch((0, 0), size, size, rounded, **style)


BADGES: dict[figures.BadgeLook, Patch] = {
    "black dot": badge(0.28, fill=BLACK, edge=BLACK, ink=WHITE, text_size=14),
    "blue bulb": badge(0.78, fill="#6495ED", on_top=False),
    "bulb": badge(0.84, fill="#CFCFCF", on_top=False),
    "circle": badge(0.78, edge="#878E99", on_top=False),
    "clue": badge(0.8, text_size=28),
    "diamond": badge(0.6, False, edge="#878E99", turn=45, on_top=False),
    "grey circle": badge(0.72, fill="#CFCFCF", on_top=False),
    "grey square": badge(0.72, False, fill="#CFCFCF", on_top=False),
    "small circle": badge(0.5, edge=BLACK, text_size=14),
    "small diamond": badge(0.36, False, edge=BLACK, turn=45, text_size=14),
    "small square": badge(0.4, False, edge=BLACK, text_size=14),
    "square": badge(0.75, False, edge="#878E99", on_top=False),
    "text": badge(0.26, text_size=20),
    "white dot": badge(0.28, edge=BLACK, text_size=14),
}


def drawings_of(grid: Grid, figure: Figure) -> Iterator[Drawing]:
    """Yield the drawings of a line, of shaded cells or of a badge."""
    match figure:
        case Line(points, look):
            points = (*points, points[0]) if figure.closed else points
            colour, thickness = LINES[look]
            yield Stroke(points, colour, thickness, is_arrow=figure.head)
            if look == "pill":
                yield Stroke(points, *_TUBE)
        case Shade(cells, look):
            for cell in cells:
                yield Patch(centre(grid, cell), 1, 1, fill=SHADES[look], on_top=False)
        case Badge(point, look, text):
            yield replace(BADGES[look], centre=point, text=text)
        case _:
            pass


def cages_of(grid: Grid, figure: Figure) -> Iterator[dict[str, object]]:
    """Yield a cage that only draws an outline. Readers do not take it for a rule."""
    if isinstance(figure, Outline):
        cage = {"cells": fields.places(grid, figure.cells), "unique": False, "value": figure.text}
        yield cage | {"borderColor": OUTLINES[figure.look]}
