"""Figures: the lines, outlines, shades and badges with which rules are drawn on a board.

Each figure names its *look*, such as "green line". `nonet.drawing.looks` gives each look its
colours and widths. Code that draws a rule reads only the figures of the rule.

>>> grid = Grid(9, 9)
>>> line(grid, grid.named("r1c1-r1c3"), "green line")
Line(points=((0.5, 0.5), (1.5, 0.5), (2.5, 0.5)), look='green line', closed=False, head=False)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias, get_args

from nonet.model.grid import Cells, Grid
from nonet.system.errors import PuzzleError

#: A point: its distances from the left edge and from the top edge of the board, in cell widths.
Point: TypeAlias = tuple[float, float]

#: A "thin line" is the shaft of an arrow. A "pill" is a white tube with an edge.
LineLook: TypeAlias = Literal[
    "blue line",
    "brown line",
    "green line",
    "grey line",
    "lavender line",
    "orange line",
    "pill",
    "pink line",
    "purple line",
    "red line",
    "salmon line",
    "teal line",
    "thick blue line",
    "thick grey line",
    "thin blue line",
    "thin line",
    "yellow line",
]
OutlineLook: TypeAlias = Literal[
    "blue cage",
    "dashed cage",
    "green cage",
    "purple cage",
    "red cage",
    "solid cage",
]
ShadeLook: TypeAlias = Literal[
    "blue shade",
    "green shade",
    "grey shade",
    "purple shade",
    "red shade",
    "yellow shade",
]
#: Circles, squares and diamonds fill a cell, below its value. Dots and small shapes lie above
#: lines. A "clue" stands outside the board. A "text" stands at an edge or a corner.
BadgeLook: TypeAlias = Literal[
    "black dot",
    "blue bulb",
    "bulb",
    "circle",
    "clue",
    "diamond",
    "grey circle",
    "grey square",
    "small circle",
    "small diamond",
    "small square",
    "square",
    "text",
    "white dot",
]


#: The colour of each shade.
SHADES: dict[ShadeLook, str] = {
    "blue shade": "#dce8f7",
    "green shade": "#daf0dc",
    "grey shade": "#e6e9ee",
    "purple shade": "#eddff3",
    "red shade": "#fae0dd",
    "yellow shade": "#fbf3cf",
}


class _Looked:
    """Base of figures that name a look."""

    look: str

    def __post_init__(self) -> None:
        kind, looks = type(self).__name__.lower(), get_args(_LOOKS[type(self)])
        if self.look not in looks:
            close = get_close_matches(self.look, looks, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(looks)}"
            raise PuzzleError(f"unknown look {self.look!r} of {kind}s: {hint}")


@dataclass(frozen=True)
class Line(_Looked):
    """A line through points. A line with a head is an arrow."""

    points: tuple[Point, ...]
    look: LineLook
    closed: bool = False
    head: bool = False


@dataclass(frozen=True)
class Outline(_Looked):
    """An outline around cells, with a text in the upper left corner of the first cell."""

    cells: Cells
    look: OutlineLook
    text: str = ""


@dataclass(frozen=True)
class Shade(_Looked):
    """Shaded cells."""

    cells: Cells
    look: ShadeLook


@dataclass(frozen=True)
class Badge(_Looked):
    """A text anywhere, even outside the board. It may have a shape around it."""

    centre: Point
    look: BadgeLook
    text: str = ""


@dataclass(frozen=True)
class Printed:
    """Small candidates, printed in each of these cells that has no value."""

    cells: Cells
    values: tuple[int, ...]


@dataclass(frozen=True)
class Walls:
    """Heavy lines between groups of cells. If a puzzle has several `Walls`, only the last is drawn.

    Cells in no group are absent, so they are not drawn.

    `words` describe the groups in text. Without `words`, the text lists the cells of the groups.
    """

    groups: tuple[Cells, ...]
    words: str = ""


@dataclass(frozen=True)
class Seams:
    """Heavy lines between cells of a layer with different values, when all its cells are filled."""

    layer: range


Figure: TypeAlias = Line | Outline | Shade | Badge | Printed | Walls | Seams


_LOOKS = {Line: LineLook, Outline: OutlineLook, Shade: ShadeLook, Badge: BadgeLook}


def centre(grid: Grid, cell: int) -> Point:
    """Return the centre of a cell."""
    row, column = grid.place(cell)
    return column + 0.5, row + 0.5


def between(grid: Grid, *cells: int) -> Point:
    """Return the centre of several cells. For neighbours, it is the middle of their edge."""
    points = [centre(grid, cell) for cell in cells]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def outside(grid: Grid, cells: Cells) -> Point:
    """Return the place of a clue: one step before the first cell of a straight line."""
    (x, y), (after, below) = centre(grid, cells[0]), centre(grid, cells[1])
    return 2 * x - after, 2 * y - below


def line(
    grid: Grid, cells: Iterable[int], look: LineLook, closed: bool = False, head: bool = False
) -> Line:
    """Return the line through the centres of cells."""
    return Line(tuple(centre(grid, cell) for cell in cells), look, closed, head)
