"""The sizes and colours of pictures, and the colour, width and dashes of each look.

A figure, such as a line, names its look. The areas of signs are pale, so that values on them have a
contrast of 4.5. Their edges have a contrast of 3 on white paper, even in black-and-white print.

Pictures have a white background, and look the same on light and dark pages. They use attributes
instead of a style sheet, because a style sheet would apply to the whole page of a notebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nonet.model.figures import BadgeLook, LineLook, OutlineLook

#: The length of a cell's side, the margin around the board, and the space between two boards.
CELL, MARGIN, GAP = 40, 14, 28

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
#: The estimated maximum width of a letter, as a share of the font size.
LETTER = 0.6
#: The distance from the middle of capitals down to the baseline, as a share of the font size.
DROP = 0.36
#: The height of a line as a multiple of the font size, and the font sizes.
LEADING = 1.45
TITLE, CAPTION, LEGEND = 17, 14, 12.5

PAPER = "#ffffff"
INK = "#16181d"
GREY = "#d5d9df"
DARK_GREY = "#878e99"
#: The colour of values that a solver found, and of candidates that are still possible.
FOUND = "#1857b6"
FAINT = "#545b68"
LIGHT_LINE = "#8f959f"
WORDS = "#3c424c"
SHADED = "#e8eef6"
EVIDENCE = "#bcdcc0"
MARKED = "#ffe9ad"
MARKED_EDGE = "#964100"


@dataclass(frozen=True)
class Stroke:
    """The look of a line. Lengths are in widths of a cell. Dashes alternate with gaps."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    #: The colour of the edges.
    edge: str = ""


@dataclass(frozen=True)
class Shape:
    """The look of a badge: its form, its colours and the size of its text, in widths of a cell.

    A cell has room for three badges in different layers: `under` the value, `around` it, and on
    `top`. A bulb is a circle that continues a line.
    """

    form: Literal["circle", "bulb", "square", "diamond", ""]
    radius: float
    layer: Literal["under", "around", "top"]
    fill: str = "none"
    edge: str = "none"
    edge_width: float = 0.02
    ink: str = INK
    text_size: float = 0.0


#: The width of the edge of a line or a shade.
EDGE = 0.03
_NARROW, _WIDE, _THIN = 0.12, 0.27, 0.04
_DASH = (0.0875, 0.0625)

LINES: dict[LineLook, Stroke] = {
    "blue line": Stroke("#bdd7f4", _NARROW, edge="#4d95e1"),
    "brown line": Stroke("#e2d2c0", _NARROW, edge="#b4895a"),
    "green line": Stroke("#afe0b8", _NARROW, edge="#40a552"),
    "grey line": Stroke("#d1d4db", _NARROW, edge=DARK_GREY),
    "lavender line": Stroke("#d5d0f6", _NARROW, edge="#9184e7"),
    "orange line": Stroke("#facd9b", _NARROW, edge="#db770c"),
    "pill": Stroke(PAPER, 0.76, edge=DARK_GREY),
    "pink line": Stroke("#f8c6df", _NARROW, edge="#ea5ea5"),
    "purple line": Stroke("#e8cbef", _NARROW, edge="#c372d3"),
    "red line": Stroke("#f8cac6", _NARROW, edge="#eb675e"),
    "salmon line": Stroke("#fbcbae", _NARROW, edge="#da7747"),
    "teal line": Stroke("#a8dfd9", _NARROW, edge="#3ca196"),
    "thick blue line": Stroke("#c6dcf5", _WIDE, edge="#5194e1"),
    "thick grey line": Stroke(GREY, _WIDE, edge=DARK_GREY),
    "thin blue line": Stroke("#7493bb", _THIN),
    "thin line": Stroke(DARK_GREY, 0.05),
    "yellow line": Stroke("#ecd463", _NARROW, edge="#aa8f14"),
}

OUTLINES: dict[OutlineLook, Stroke] = {
    "blue cage": Stroke("#1857b6", 0.035, _DASH),
    "dashed cage": Stroke(INK, 0.025, _DASH),
    "green cage": Stroke("#1d7a35", 0.035, _DASH),
    "purple cage": Stroke("#8430a0", 0.035, _DASH),
    "red cage": Stroke("#b3261e", 0.035, _DASH),
    "solid cage": Stroke(INK, 0.025),
}

BADGES: dict[BadgeLook, Shape] = {
    "black dot": Shape("circle", 0.125, "top", INK, INK, 0.0325, PAPER, 0.24),
    "blue bulb": Shape("bulb", 0.39, "under", "#c6dcf5", "#5194e1"),
    "bulb": Shape("bulb", 0.39, "under", GREY, DARK_GREY),
    "circle": Shape("circle", 0.39, "around", "none", DARK_GREY, 0.05),
    "clue": Shape("", 0.36, "top", text_size=0.42),
    "diamond": Shape("diamond", 0.46, "around", "none", DARK_GREY, 0.05),
    "grey circle": Shape("circle", 0.37, "under", GREY, DARK_GREY, 0.03),
    "grey square": Shape("square", 0.37, "under", GREY, DARK_GREY, 0.03),
    "small circle": Shape("circle", 0.25, "top", PAPER, INK, 0.03, text_size=0.26),
    "small diamond": Shape("diamond", 0.25, "top", PAPER, INK, 0.03, text_size=0.24),
    "small square": Shape("square", 0.2, "top", PAPER, INK, 0.03, text_size=0.26),
    "square": Shape("square", 0.37, "around", "none", DARK_GREY, 0.05),
    "text": Shape("", 0.16, "top", text_size=0.34),
    "white dot": Shape("circle", 0.125, "top", PAPER, INK, 0.0325, INK, 0.24),
}
