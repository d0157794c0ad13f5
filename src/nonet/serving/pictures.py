"""The pictures that a page shows: a puzzle into which it writes values, and icons of rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import Any
from xml.etree import ElementTree

from nonet.drawing.legend import Shown
from nonet.drawing.looks import CELL
from nonet.drawing.svg import draw_svg, margins
from nonet.drawing.svg.sheet import Sheet, prune
from nonet.drawing.svg.signs import draw_above, draw_below, draw_on_top
from nonet.model.figures import Badge, Outline
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import TooLarge

#: The maximum number of rows, columns and values of a board.
MOST_SIDE = 16
#: The maximum number of cells with all layers.
MOST_CELLS = 4 * MOST_SIDE**2
#: An icon shows at most this many cells of a line or a cage.
_MOST_CELLS = 3
#: The side of the icon of a sign, and the room around the cells of other icons, in cells.
_SIGN_SIDE, _ROOM = 0.9, 0.15


def drawn(empty: Puzzle, signs: Shown) -> dict[str, Any]:
    """Return the picture of a puzzle without values, and what the page needs to write into it."""
    grid = empty.grid
    return {
        "svg": draw_svg(empty),
        "margin": ceil(max(margins(grid, signs.figures))),
        "totals": [min(f.cells) for f in signs.figures if isinstance(f, Outline) and f.text],
        "rows": grid.rows,
        "columns": grid.columns,
        "values": list(grid.values),
        "layers": [
            {
                "name": layer.name,
                "count": len(grid.layer(layer.name)),
                "board": layer.size is None,
                "values": layer.values or list(grid.values),
            }
            for layer in grid.layers
        ],
    }


def require_small(puzzle: Puzzle) -> None:
    """Raise an error if the board cannot show a puzzle."""
    grid = puzzle.grid
    if max(grid.rows, grid.columns, grid.values[-1]) > MOST_SIDE or grid.values[0] != 1:
        raise TooLarge(
            f"The puzzle is {grid.rows}×{grid.columns} with values {grid.span}. The board shows "
            f"puzzles up to {MOST_SIDE}×{MOST_SIDE}, with values from 1."
        )
    if (count := len(grid.cells)) > MOST_CELLS:
        raise TooLarge(
            f"With its layers, the puzzle has {count} cells. The board shows {MOST_CELLS}."
        )


def icon(rule: Rule, grid: Grid, cells: Sequence[int]) -> str:
    """Return a picture of a rule's first cells, of its sign if there are none, or an empty text."""
    figures = tuple(rule.figures(grid))
    signs = [figure.centre for figure in figures if isinstance(figure, Badge)]
    middles = [(column + 0.5, row + 0.5) for row, column in map(grid.place, _first(grid, cells))]
    points = middles or signs[:1]
    if not points:
        return ""
    across, down = zip(*points, strict=True)
    spread = max(max(across) - min(across), max(down) - min(down))
    side = spread + 1 + 2 * _ROOM if middles else _SIGN_SIDE
    left, top = ((max(each) + min(each) - side) / 2 for each in (across, down))
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg")
    root.set("viewBox", " ".join(f"{CELL * each:g}" for each in (left, top, side, side)))
    root.set("aria-hidden", "true")
    for draw in (draw_below, draw_above, draw_on_top):
        draw(Sheet(grid, root), figures)
    prune(root)
    return ElementTree.tostring(root, encoding="unicode") if len(root) else ""


def _first(grid: Grid, cells: Sequence[int]) -> Iterator[int]:
    """Yield the first cells, as long as each touches the next."""
    yield from cells[:1]
    for one, other in pairwise(cells[:_MOST_CELLS]):
        (row, column), (below, beside) = grid.place(one), grid.place(other)
        if max(abs(row - below), abs(column - beside)) > 1:
            return
        yield other
