"""Pictures: the figures of rules that have no sign, as drawings and cages.

The pictures have the usual colours of SudokuPad puzzles. Their sizes differ slightly from the sizes
of signs, so that a reader does not mistake a picture for a sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.formats.links.sudokupad.board import places
from nonet.formats.links.sudokupad.drawings import BLACK, WHITE, Drawing, Patch, Stroke
from nonet.model import figures
from nonet.model.figures import Badge, Figure, Line, Outline, Shade, centre
from nonet.model.grid import Grid

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
#: A white line of this colour and width covers the inside of a tube. Only the edges of the tube
#: stay visible.
_TUBE = (WHITE, 38.0)

OUTLINES: dict[figures.OutlineLook, str] = {
    "blue cage": "#1857B6",
    "dashed cage": BLACK,
    "green cage": "#1D7A35",
    "purple cage": "#8430A0",
    "red cage": "#B3261E",
    "solid cage": "#555555",
}

SHADES: dict[figures.ShadeLook, str] = {
    "blue shade": "#DCE8F7",
    "green shade": "#DAF0DC",
    "grey shade": "#E6E9EE",
    "purple shade": "#EDDFF3",
    "red shade": "#FAE0DD",
    "yellow shade": "#FBF3CF",
}


def _badge(size: float, rounded: bool = True, **style: object) -> Patch:
    return replace(Patch((0, 0), size, size, rounded), **style)  # type: ignore[arg-type]


BADGES: dict[figures.BadgeLook, Patch] = {
    "black dot": _badge(0.28, fill=BLACK, edge=BLACK, ink=WHITE, text_size=14),
    "blue bulb": _badge(0.78, fill="#6495ED", on_top=False),
    "bulb": _badge(0.84, fill="#CFCFCF", on_top=False),
    "circle": _badge(0.78, edge="#878E99", on_top=False),
    "clue": _badge(0.8, text_size=28),
    "diamond": _badge(0.6, False, edge="#878E99", turn=45, on_top=False),
    "grey circle": _badge(0.72, fill="#CFCFCF", on_top=False),
    "grey square": _badge(0.72, False, fill="#CFCFCF", on_top=False),
    "small circle": _badge(0.5, edge=BLACK, text_size=14),
    "small diamond": _badge(0.36, False, edge=BLACK, turn=45, text_size=14),
    "small square": _badge(0.4, False, edge=BLACK, text_size=14),
    "square": _badge(0.75, False, edge="#878E99", on_top=False),
    "text": _badge(0.26, text_size=20),
    "white dot": _badge(0.28, edge=BLACK, text_size=14),
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
    """Yield the cage that draws an outline. This cage is a drawing with a text, not a rule."""
    if isinstance(figure, Outline):
        cage = {"cells": places(grid, figure.cells), "unique": False, "value": figure.text}
        yield cage | {"borderColor": OUTLINES[figure.look]}
