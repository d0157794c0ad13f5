"""The signs of rules on the board: cages, thermometers, dots and their kin."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from nonet.drawing.shapes import outlines
from nonet.drawing.svg import style
from nonet.drawing.svg.sheet import Sheet, path, put, write
from nonet.drawing.svg.style import CELL
from nonet.grid import Cells
from nonet.rules import (
    BlackDot,
    Cage,
    Diagonals,
    Even,
    ExtraRegion,
    Odd,
    Rule,
    Thermo,
    WhiteDot,
    Windoku,
)

#: The distance of a cage, and of an extra region, from the edges of its cells, in cell units.
_CAGE_INSET, _REGION_INSET = 0.09, 0.045


def room(rules: Collection[Rule]) -> tuple[float, float]:
    """Return the shares of a cell that signs need at its sides and at its top."""
    cages = [rule for rule in rules if isinstance(rule, Cage)]
    if not cages:
        return 0.06, 0.06
    return 0.14, 0.14 if all(cage.total is None for cage in cages) else 0.3


def draw_below(sheet: Sheet, rules: Collection[Rule]) -> None:
    """Draw the signs below the grid lines and the values."""
    windows = [cells for cells, rule in _groups(sheet, rules) if isinstance(rule, Windoku)]
    regions = [cells for cells, rule in _groups(sheet, rules) if isinstance(rule, ExtraRegion)]
    _shade(sheet, windows, style.WINDOW)
    _shade(sheet, regions, style.REGION)
    _thermos(sheet, [rule.cells for rule in rules if isinstance(rule, Thermo)])
    _parities(sheet, [rule for rule in rules if isinstance(rule, Odd | Even)])
    if any(isinstance(rule, Diagonals) for rule in rules):
        _diagonals(sheet)


def draw_above(sheet: Sheet, rules: Collection[Rule]) -> None:
    """Draw the signs on the grid lines."""
    _cages(sheet, [rule for rule in rules if isinstance(rule, Cage)])


def draw_on_top(sheet: Sheet, rules: Collection[Rule]) -> None:
    """Draw the signs that nothing may cover."""
    _totals(sheet, [rule for rule in rules if isinstance(rule, Cage)])
    _dots(sheet, [rule for rule in rules if isinstance(rule, WhiteDot | BlackDot)])


def _groups(sheet: Sheet, rules: Iterable[Rule]) -> Iterator[tuple[Cells, Rule]]:
    for rule in rules:
        if isinstance(rule, Windoku | ExtraRegion):
            for cells in rule.groups(sheet.grid):
                yield cells, rule


def _shade(sheet: Sheet, groups: Collection[Cells], colour: str) -> None:
    """Shade groups of cells; where two overlap, the outlines tell them apart."""
    layer = sheet.on(fill=colour, fill_opacity=0.75, stroke=style.SIGN_EDGE, stroke_width=0.8)
    for cells in groups:
        put(layer.layer, "path", d=_around(sheet, cells, _REGION_INSET), fill_rule="evenodd")


def _around(sheet: Sheet, cells: Cells, inset: float) -> str:
    return "".join(
        path([(x * CELL, y * CELL) for x, y in outline], closed=True)
        for outline in outlines(sheet.grid, cells, inset)
    )


def _thermos(sheet: Sheet, lines: Collection[Cells]) -> None:
    tubes = sheet.on(
        fill="none",
        stroke=style.SIGN,
        stroke_width=CELL * 0.3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    for cells in lines:
        put(tubes.layer, "path", d=sheet.line(cells))
    bulbs = sheet.on(fill=style.SIGN)
    for cells in lines:
        x, y = sheet.centre(cells[0])
        put(bulbs.layer, "circle", cx=x, cy=y, r=CELL * 0.39)


def _parities(sheet: Sheet, rules: Collection[Odd | Even]) -> None:
    """Draw a circle for odd and a square for even, as printed puzzles do."""
    layer = sheet.on(fill=style.SIGN, stroke=style.SIGN_EDGE, stroke_width=0.8).layer
    for rule in rules:
        for cell in rule.cells:
            x, y = sheet.centre(cell)
            half = CELL * 0.37
            if isinstance(rule, Odd):
                put(layer, "circle", cx=x, cy=y, r=half)
            else:
                put(layer, "rect", x=x - half, y=y - half, width=2 * half, height=2 * half)


def _diagonals(sheet: Sheet) -> None:
    side = sheet.grid.rows * CELL
    crossed = f"{path([(0, 0), (side, side)])}{path([(0, side), (side, 0)])}"
    put(sheet.layer, "path", d=crossed, fill="none", stroke=style.DIAGONAL, stroke_width=1.6)


def _cages(sheet: Sheet, cages: Collection[Cage]) -> None:
    layer = sheet.on(fill="none", stroke=style.INK, stroke_width=1, stroke_dasharray="3.5 2.5")
    for cage in cages:
        put(layer.layer, "path", d=_around(sheet, cage.cells, _CAGE_INSET))


def _totals(sheet: Sheet, cages: Collection[Cage]) -> None:
    """Write each total into the first cell of its cage, on a white background."""
    totals = [cage for cage in cages if cage.total is not None]
    size = 10
    layer = sheet.on(fill=style.INK, font_size=size).layer
    for cage in totals:
        text = str(cage.total)
        x, y = sheet.corner(min(cage.cells))
        width = style.LETTER * size * len(text)
        put(layer, "rect", x=x + 2.2, y=y + 2, width=width + 1.2, height=size, fill=style.PAPER)
        write(layer, text, x + 2.8, y + 7, size)


def _dots(sheet: Sheet, dots: Collection[WhiteDot | BlackDot]) -> None:
    layer = sheet.on(stroke=style.INK, stroke_width=1.3).layer
    for dot in dots:
        (ax, ay), (bx, by) = sheet.centre(dot.a), sheet.centre(dot.b)
        fill = style.INK if isinstance(dot, BlackDot) else style.PAPER
        put(layer, "circle", cx=(ax + bx) / 2, cy=(ay + by) / 2, r=CELL * 0.125, fill=fill)
