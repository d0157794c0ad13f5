"""The lines, arrows, shapes and texts of a SudokuPad document, read and written.

A point is (across, down) from the upper left corner of the board, in cells. The document has points
as (down, across). Two drawings are equal if they look the same. So the colours have one notation,
lengths are rounded, and invisible details do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from nonet.formats.json_text import Node
from nonet.formats.links.sudokupad.board import length_of, plain, point_of, present, text_of
from nonet.formats.text import quoted
from nonet.model.figures import Point
from nonet.model.names import name_of
from nonet.system.errors import TooLarge

BLACK, WHITE = "#000000", "#ffffff"

_NAMED = {"white": WHITE, "black": BLACK, "transparent": "", "none": ""}
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")


@dataclass(frozen=True)
class Stroke:
    """A line or an arrow. Its thickness is in pixels, and a cell is 64 pixels wide.

    The first point of an arrow is the centre of a cell. The arrow begins at the distance `gap` from
    this point. `unusual` lists the properties that no line of a rule has, such as dashes.

    >>> Stroke(((0.9, 0.5), (2.5, 0.5)), "#A1A1A1", 5, is_arrow=True).points
    ((0.5, 0.5), (2.5, 0.5))
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
        """Everything that comparisons use, except the points."""
        return self.colour, self.thickness, self.is_arrow, self.unusual

    @property
    def is_visible(self) -> bool:
        """Whether the line can be seen."""
        return bool(self.points and self.colour and self.thickness) or bool(self.unusual)

    @property
    def look(self) -> str:
        """The look of the line in words."""
        kind = "arrow" if self.is_arrow else "line"
        unusual = f" with {' and '.join(self.unusual)}" if self.unusual else ""
        return f"{kind} {self.colour}, {self.thickness:g} wide{unusual}"


@dataclass(frozen=True)
class Patch:
    """A shape and its text. A rounded shape is a circle. Any other shape is a rectangle.

    The text may be empty.

    >>> dot = Patch((1, 0.5), 0.3, 0.3, rounded=True, fill="white", edge="#000")
    >>> dot == Patch((1, 0.5), 0.3, 0.3, rounded=True, fill="#FFF", edge="black", on_top=False)
    True
    """

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
        """Everything that comparisons use, except the centre and the text."""
        size = self.width, self.height, self.turn
        return *size, self.rounded, self.fill, self.edge, self.unusual

    @property
    def is_visible(self) -> bool:
        """Whether the shape or its text can be seen."""
        has_colour = self.fill not in ("", WHITE) or self.edge
        return bool(has_colour or self.text.strip() or self.unusual)

    @property
    def look(self) -> str:
        """The look of the shape in words."""
        colours = " and ".join(filter(None, (self.fill, self.edge)))
        shape = "circle" if self.rounded else "rectangle"
        size = f"of {self.width:g}×{self.height:g}" if colours else ""
        text = quoted(self.text) if self.text else ""
        turn = f"turned by {self.turn:g}°" if self.turn else ""
        words = (shape if colours else "text", text, colours, size, turn, *self.unusual)
        return " ".join(filter(None, words))


Drawing: TypeAlias = Stroke | Patch


def plain_colour(colour: str) -> str:
    """Return a colour as six lower-case digits, or "" if the colour is transparent.

    >>> plain_colour("#CCC"), plain_colour("#CFCFCFFF"), plain_colour("#00000000")
    ('#cccccc', '#cfcfcf', '')
    """
    low = colour.strip().lower()
    low = _NAMED.get(low, low)
    if not _HEX.fullmatch(low):
        return low
    digits = low[1:]
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    opacity = digits[6:]
    return "" if opacity == "00" else f"#{digits[:6]}{'' if opacity == 'ff' else opacity}"


def _rounded(length: float) -> float:
    return round(length, 2) + 0.0  # adding 0.0 turns -0.0 into 0.0


def places_of(drawing: Drawing) -> str:
    """Return the names of the cells at the points of a line, or around the centre of a patch.

    >>> places_of(Stroke(((1, 0.5), (2.5, 0.5), (3.5, -0.5)), BLACK, 1))
    'r1c1/r1c2 r1c3 r0c4'
    """
    names = []
    for point in drawing.points if isinstance(drawing, Stroke) else (drawing.centre,):
        columns, rows = (sorted({ceil(at) - 1, floor(at)}) for at in point)
        names.append("/".join(name_of(row, column) for row in rows for column in columns))
    return " ".join(dict.fromkeys(names)) or "nowhere"


SECTIONS = ("lines", "arrows", "underlays", "overlays")
#: The most drawings of a document. No puzzle has so many.
MOST_DRAWINGS = 10_000
#: All lines together may pass through at most this many cells. A line with few points can pass
#: through many cells.
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
    drawn = [Drawn(name, node, _read(name, present(node))) for name, node in found]
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
        points = entries.get("wayPoints", Node([])).items()
        unusual = [key for key in ("stroke-dasharray", "d") if _has(entries, key)]
        unusual += ["fill"] if _colour(entries, "fill") else []
        colour, width = _colour(entries, "color"), _length(entries, "thickness", 0)
        extras = (*unusual, *faint)
        return Stroke(tuple(map(point_of, points)), colour, width, section == "arrows", extras)
    edge_width = _length(entries, "borderSize", 2)
    return Patch(
        point_of(entries.get("center", Node([0, 0]))),
        _length(entries, "width", 0),
        _length(entries, "height", 0),
        entries.get("rounded", Node(False)).boolean(),
        _colour(entries, "backgroundColor"),
        _colour(entries, "borderColor") if edge_width else "",
        text_of(entries.get("text", Node(""))),
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
    return length_of(entries.get(key, Node(missing)))


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
