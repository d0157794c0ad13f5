"""All drawings of a document as a page, and the base class of signs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, NamedTuple

from nonet.formats.links.sudokupad.drawings import Drawing, Patch
from nonet.model.figures import Point
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule


class Page:
    """All drawings of a document, with an index for drawings that belong together."""

    def __init__(self, drawings: Iterable[Drawing]) -> None:
        self._drawings = frozenset(drawings)
        self._at: dict[Point, list[Drawing]] = {}
        for drawing in self._drawings:
            if isinstance(drawing, Patch):
                points = {drawing.centre}
            else:
                points = {*map(middle, drawing.points)}
            if len(points) == 1:
                self._at.setdefault(points.pop(), []).append(drawing)

    def __contains__(self, drawing: Drawing) -> bool:
        return drawing in self._drawings

    def at(self, point: Point) -> list[Drawing]:
        """Return the shapes with this centre, and the lines inside the cell with this centre."""
        return self._at.get(point, [])


class Seen(NamedTuple):
    """A rule, and all drawings that show the rule."""

    rule: Rule
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True)
class Sign(ABC):
    """How one kind of rule is drawn (`draw`), and recognised in drawings (`see`)."""

    kind: type[Any]
    #: An example of a drawing. The reader calls `see` for drawings of the same style.
    look: Any

    @abstractmethod
    def draw(self, grid: Grid, rule: Any) -> Iterable[Drawing]:
        """Yield the drawings of a rule. The drawings may show only a part of the rule."""

    @abstractmethod
    def see(self, grid: Grid, drawing: Any, page: Page) -> Iterable[Seen]:
        """Yield each rule that a drawing may show, with all its drawings on the page."""

    def parts(self, grid: Grid, rule: Any) -> Iterable[Rule]:
        """Split a rule into the rules that have their own drawings."""
        return [rule]


def cell_at(grid: Grid, point: Point) -> int | None:
    """Return the cell whose centre is this point."""
    column, row = floor(point[0]), floor(point[1])
    is_on_board = point == middle(point) and grid.has(row, column)
    return grid.at(row, column) if is_on_board else None


def middle(point: Point) -> Point:
    """Return the centre of the cell in which a point lies."""
    return floor(point[0]) + 0.5, floor(point[1]) + 0.5


def cells_along(grid: Grid, points: Sequence[Point]) -> Cells:
    """Return the cells on a line, or () if the line does not go from centre to centre.

    >>> cells_along(Grid(9, 9), ((0.5, 0.5), (2.5, 0.5), (3.5, 1.5)))
    (0, 1, 2, 12)
    """
    passed: list[int] = []
    for corner in (cell_at(grid, point) for point in points):
        if corner is None:
            return ()
        if passed:
            (row, column), (below, right) = grid.place(passed[-1]), grid.place(corner)
            down, across = below - row, right - column
            steps = max(abs(down), abs(across))
            if steps == 0 or {abs(down), abs(across)} - {0, steps}:
                return ()
            for step in range(1, steps):
                place = row + down // steps * step, column + across // steps * step
                passed.append(grid.at(*place))
        passed.append(corner)
    return tuple(passed)
