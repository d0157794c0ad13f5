"""The colour, width and dashes of each look. A figure, such as a line, names its look.

The unit of lengths is the width of a cell. The colours are pale, so that values are readable on
them, even in black-and-white print.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nonet.model.figures import BadgeLook, LineLook, OutlineLook, ShadeLook

PAPER = "#ffffff"
INK = "#16181d"
GREY = "#d5d9df"
GREY_EDGE = "#a8aeb8"
DARK_GREY = "#878e99"


@dataclass(frozen=True)
class Stroke:
    """The look of a line: its colour, width, dashes with gaps, and the colour of its edges."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    edge: str = ""


@dataclass(frozen=True)
class Shape:
    """The look of a badge: its form, its colours and the size of its text.

    A cell has room for three badges in different layers: `under` the value, `around` it, and on
    `top`.
    """

    form: Literal["circle", "square", "diamond", ""]
    radius: float
    layer: Literal["under", "around", "top"]
    fill: str = "none"
    edge: str = "none"
    edge_width: float = 0.02
    ink: str = INK
    text_size: float = 0.0


_NARROW, _WIDE, _THIN = 0.16, 0.3, 0.04
_DASH = (0.0875, 0.0625)

LINES: dict[LineLook, Stroke] = {
    "blue line": Stroke("#8fbcec", _NARROW),
    "brown line": Stroke("#cdb091", _NARROW),
    "green line": Stroke("#8ed39a", _NARROW),
    "grey line": Stroke("#c3c8d0", _NARROW),
    "lavender line": Stroke("#c4bdf2", _NARROW),
    "orange line": Stroke("#f7b267", _NARROW),
    "pill": Stroke(PAPER, 0.76, edge=DARK_GREY),
    "pink line": Stroke("#f4a9cf", _NARROW),
    "purple line": Stroke("#d49be0", _NARROW),
    "red line": Stroke("#f29a94", _NARROW),
    "salmon line": Stroke("#fbc4a4", _NARROW),
    "teal line": Stroke("#7fcfc7", _NARROW),
    "thick blue line": Stroke("#c6dcf5", _WIDE),
    "thick grey line": Stroke(GREY, _WIDE),
    "thin blue line": Stroke("#9db3cf", _THIN),
    "thin line": Stroke(DARK_GREY, 0.05),
    "yellow line": Stroke("#ecd35f", _NARROW),
}

OUTLINES: dict[OutlineLook, Stroke] = {
    "blue cage": Stroke("#1857b6", 0.035, _DASH),
    "dashed cage": Stroke(INK, 0.025, _DASH),
    "green cage": Stroke("#1d7a35", 0.035, _DASH),
    "purple cage": Stroke("#8430a0", 0.035, _DASH),
    "red cage": Stroke("#b3261e", 0.035, _DASH),
    "solid cage": Stroke(INK, 0.025),
}

SHADES: dict[ShadeLook, str] = {
    "blue shade": "#dce8f7",
    "green shade": "#daf0dc",
    "grey shade": "#e6e9ee",
    "purple shade": "#eddff3",
    "red shade": "#fae0dd",
    "yellow shade": "#fbf3cf",
}

BADGES: dict[BadgeLook, Shape] = {
    "black dot": Shape("circle", 0.125, "top", INK, INK, 0.0325, PAPER, 0.24),
    "blue bulb": Shape("circle", 0.39, "under", "#c6dcf5"),
    "bulb": Shape("circle", 0.39, "under", GREY),
    "circle": Shape("circle", 0.39, "around", "none", DARK_GREY, 0.05),
    "clue": Shape("", 0.36, "top", text_size=0.42),
    "diamond": Shape("diamond", 0.46, "around", "none", DARK_GREY, 0.05),
    "grey circle": Shape("circle", 0.37, "under", GREY, GREY_EDGE),
    "grey square": Shape("square", 0.37, "under", GREY, GREY_EDGE),
    "small circle": Shape("circle", 0.25, "top", PAPER, INK, 0.03, text_size=0.26),
    "small diamond": Shape("diamond", 0.25, "top", PAPER, INK, 0.03, text_size=0.24),
    "small square": Shape("square", 0.2, "top", PAPER, INK, 0.03, text_size=0.26),
    "square": Shape("square", 0.37, "around", "none", DARK_GREY, 0.05),
    "text": Shape("", 0.16, "top", text_size=0.34),
    "white dot": Shape("circle", 0.125, "top", PAPER, INK, 0.0325, INK, 0.24),
}
