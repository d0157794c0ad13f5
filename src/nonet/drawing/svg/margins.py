"""Margins: the space around the board for figures outside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from nonet.drawing.looks import BADGES
from nonet.drawing.svg.style import LETTER
from nonet.model.figures import Badge, Figure, Line, Point
from nonet.model.grid import Grid


@dataclass(frozen=True)
class Margins:
    """How far figures reach beyond each side of the board, in cell units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def across(self) -> float:
        """The left and right margins together."""
        return self.left + self.right

    @property
    def down(self) -> float:
        """The upper and lower margins together."""
        return self.top + self.bottom


def margins(grid: Grid, figures: Collection[Figure]) -> Margins:
    """Return the margins that figures need.

    >>> margins(Grid(9, 9), [Badge((9.5, 0.5), "clue", "12")])
    Margins(left=0.0, top=0.0, right=0.86, bottom=0.0)
    """
    points = [point for figure in figures for point in _ends(figure)]
    across, down = [x for x, _ in points], [y for _, y in points]
    return Margins(
        left=_beyond(-x for x in across),
        top=_beyond(-y for y in down),
        right=_beyond(x - grid.columns for x in across),
        bottom=_beyond(y - grid.rows for y in down),
    )


def _beyond(distances: Iterable[float]) -> float:
    return round(max([0.0, *distances]), 2)


def _ends(figure: Figure) -> Iterator[Point]:
    """Yield the outermost points of a figure."""
    match figure:
        case Line(points):
            yield from points
        case Badge((x, y), look, text):
            radius = BADGES[look].radius
            half = max(radius, LETTER * BADGES[look].text_size * len(text) / 2)
            yield x - half, y - radius
            yield x + half, y + radius
