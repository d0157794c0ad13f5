"""The sections of a document that hold drawings, for reading and for writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from nonet.formats.json_text import Node
from nonet.formats.links.sudokupad.board import length_of, plain, point_of, present, text_of
from nonet.formats.links.sudokupad.drawings import (
    BLACK,
    WHITE,
    Drawing,
    Patch,
    Stroke,
    plain_colour,
)
from nonet.model.figures import Point
from nonet.system.errors import TooLarge

SECTIONS = ("lines", "arrows", "underlays", "overlays")
#: More drawings than any puzzle has.
MOST_DRAWINGS = 10_000
#: Most cells that all lines pass together: a few points can name many cells.
MOST_PASSED = 1 << 17
#: The head of an arrow, in cell units.
_HEAD = 0.3


class Drawn(NamedTuple):
    """A drawing, and its section and node in the document."""

    section: str
    node: Node
    drawing: Drawing


def drawn_in(entries: Mapping[str, Node]) -> list[Drawn]:
    """Return all drawings of a document."""
    found = [
        (section, node)
        for section in SECTIONS
        if section in entries
        for node in entries[section].items()
    ]
    if len(found) > MOST_DRAWINGS:
        raise TooLarge(f"{len(found)} drawings; the limit is {MOST_DRAWINGS}")
    drawn = [Drawn(section, node, _read(section, node)) for section, node in found]
    passed = sum(_steps(each.drawing) for each in drawn if isinstance(each.drawing, Stroke))
    if passed > MOST_PASSED:
        raise TooLarge(f"lines through {passed:.0f} cells; the limit is {MOST_PASSED}")
    return drawn


def _steps(line: Stroke) -> float:
    return sum(
        max(abs(x - left), abs(y - above)) for (left, above), (x, y) in pairwise(line.points)
    )


def _read(section: str, node: Node) -> Drawing:
    entries = present(node)
    if section in ("lines", "arrows"):
        return _read_stroke(entries, is_arrow=section == "arrows")
    return _read_patch(entries, on_top=section == "overlays")


def _read_stroke(entries: Mapping[str, Node], is_arrow: bool) -> Stroke:
    points = entries["wayPoints"].items() if "wayPoints" in entries else []
    unusual = [key for key in ("stroke-dasharray", "d") if _is_said(entries, key)]
    if _colour(entries, "fill"):
        unusual.append("fill")
    return Stroke(
        tuple(map(point_of, points)),
        _colour(entries, "color"),
        _length(entries, "thickness", 0),
        is_arrow,
        (*unusual, *_faint(entries)),
    )


def _read_patch(entries: Mapping[str, Node], on_top: bool) -> Patch:
    edge_width = _length(entries, "borderSize", 2)
    return Patch(
        point_of(entries["center"]) if "center" in entries else (0, 0),
        _length(entries, "width", 0),
        _length(entries, "height", 0),
        "rounded" in entries and entries["rounded"].boolean(),
        _colour(entries, "backgroundColor"),
        _colour(entries, "borderColor") if edge_width else "",
        text_of(entries["text"]) if "text" in entries else "",
        _length(entries, "angle", 0) % 360,
        (*(["image"] if _is_said(entries, "image") else []), *_faint(entries)),
        edge_width,
        _length(entries, "fontSize", 20),
        _colour(entries, "color") or BLACK,
        on_top,
    )


def _is_said(entries: Mapping[str, Node], key: str) -> bool:
    return key in entries and entries[key].value not in ("", [])


def _faint(entries: Mapping[str, Node]) -> tuple[str, ...]:
    opacity = _length(entries, "opacity", 1)
    return () if opacity == 1 else (f"opacity {opacity:g}",)


def _colour(entries: Mapping[str, Node], key: str) -> str:
    return plain_colour(entries[key].text()) if key in entries else ""


def _length(entries: Mapping[str, Node], key: str, missing: float) -> float:
    return length_of(entries[key]) if key in entries else missing


def sections_of(drawings: Iterable[Drawing]) -> dict[str, list[dict[str, object]]]:
    """Return the sections of a document with these drawings, each of them once.

    >>> sections_of([Stroke(((0.5, 0.5), (1.5, 0.5)), "#CFCFCF", 16)])
    {'lines': [{'wayPoints': [[0.5, 0.5], [0.5, 1.5]], 'color': '#cfcfcf', 'thickness': 16}]}
    """
    found: dict[str, list[dict[str, object]]] = {}
    for drawing in dict.fromkeys(drawings):
        if isinstance(drawing, Stroke):
            section = "arrows" if drawing.is_arrow else "lines"
            found.setdefault(section, []).append(_written_stroke(drawing))
        else:
            section = "overlays" if drawing.on_top else "underlays"
            found.setdefault(section, []).append(_written_patch(drawing))
    return found


def _written_stroke(line: Stroke) -> dict[str, object]:
    points = list(line.points)
    if line.gap:
        points[0] = _towards(points[0], points[1], line.gap)
    return {
        "wayPoints": [[plain(y), plain(x)] for x, y in points],
        "color": line.colour,
        "thickness": plain(line.thickness),
        **({"headLength": _HEAD} if line.is_arrow else {}),
    }


def _towards(start: Point, goal: Point, share: float) -> Point:
    """Return the point at a distance from the start. Along a diagonal the distance is counted in
    each direction.
    """
    across, down = goal[0] - start[0], goal[1] - start[1]
    far = max(abs(across), abs(down)) or 1
    return round(start[0] + share * across / far, 3), round(start[1] + share * down / far, 3)


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
