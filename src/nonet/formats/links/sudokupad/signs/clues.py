"""Clues outside the board: numbers that point along a diagonal, and numbers in a sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import floor

from nonet.formats.links.sudokupad.drawings import BLACK, WHITE, Drawing, Patch, Stroke
from nonet.formats.links.sudokupad.signs.contract import Page, Seen, Sign, is_number
from nonet.model.figures import Point, centre, outside
from nonet.model.grid import Cells, Grid
from nonet.rules import LittleKiller, Rule, Skyscraper, XSum
from nonet.rules.outside.clue import Outside
from nonet.rules.outside.diagonals import DIRECTIONS

_SHORT = Stroke((), BLACK, 2, is_arrow=True, gap=0.3)
#: How far from the centre of its place an arrow outside the board ends.
_TIP = 0.48


@dataclass(frozen=True)
class DiagonalClueSign(Sign):
    """A number outside the board, with a short arrow along the diagonal."""

    kind = LittleKiller

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the number and the arrow."""
        assert isinstance(rule, LittleKiller)
        down, across = DIRECTIONS[rule.direction]
        x, y = centre(grid, rule.cell)
        x, y = x - across, y - down
        yield Patch((x, y), 0.25, 0.25, False, WHITE, WHITE, str(rule.total), text_size=28)
        yield replace(_SHORT, points=((x, y), (x + _TIP * across, y + _TIP * down)))

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Look for the place from which a number and an arrow point to a cell."""
        if not isinstance(drawing, Patch) or not is_number(drawing.text):
            return
        column, row = int(drawing.centre[0] // 1), int(drawing.centre[1] // 1)
        for direction, (down, across) in DIRECTIONS.items():
            if grid.has(row + down, column + across) and not grid.has(row, column):
                cell = grid.at(row + down, column + across)
                rule = LittleKiller(cell, direction, int(drawing.text))
                drawings = tuple(self.draw(grid, rule))
                if drawings[0] == drawing and drawings[1] in page:
                    yield Seen(rule, drawings)


_TEXT = Patch((0, 0), 0.25, 0.25)


@dataclass(frozen=True)
class SignedClueSign(Sign):
    """A large sign outside the board that says which clue the number in it is."""

    kind: type[XSum] | type[Skyscraper]
    sign: str
    make: Callable[[Cells, int], Outside]

    def draw(self, grid: Grid, rule: Rule) -> Iterator[Drawing]:
        """Draw the sign and the number, if the clue speaks of a whole row or column."""
        assert isinstance(rule, Outside)
        if len(rule.cells) > 1:
            point = outside(grid, rule.cells)
            if _seen_from(grid, point) == rule.cells:
                yield replace(_TEXT, centre=point, text=self.sign, text_size=38)
                yield replace(_TEXT, centre=point, text=rule.text, text_size=22)

    def see(self, grid: Grid, drawing: Drawing, page: Page) -> Iterator[Seen]:
        """Look for the one number in the sign."""
        if not isinstance(drawing, Patch) or (drawing.text, drawing.style) != (
            self.sign,
            _TEXT.style,
        ):
            return
        cells = _seen_from(grid, drawing.centre)
        there = [text for text in page.at(drawing.centre) if text != drawing]
        if cells and len(there) == 1 and is_number(there[0].text):
            [number] = there
            if number.style == _TEXT.style:
                yield Seen(self.make(cells, int(number.text)), (drawing, number))


def _seen_from(grid: Grid, point: Point) -> Cells:
    """Return the row or column that is seen from a place next to the board.

    >>> _seen_from(Grid(2, 2), (-0.5, 1.5)), _seen_from(Grid(2, 2), (0.5, 2.5))
    ((2, 3), (2, 0))
    """
    column, row = floor(point[0]), floor(point[1])
    if 0 <= row < grid.rows and column in (-1, grid.columns):
        cells = tuple(grid.at(row, across) for across in range(grid.columns))
        return cells if column < 0 else cells[::-1]
    if 0 <= column < grid.columns and row in (-1, grid.rows):
        cells = tuple(grid.at(down, column) for down in range(grid.rows))
        return cells if row < 0 else cells[::-1]
    return ()


CLUES: tuple[Sign, ...] = (
    DiagonalClueSign(),
    SignedClueSign(XSum, "\N{LARGE CIRCLE}", XSum),
    SignedClueSign(Skyscraper, "\N{WHITE VERTICAL RECTANGLE}", Skyscraper),
)
