"""The picture of a puzzle, into which a page writes values and candidates."""

from __future__ import annotations

from math import ceil
from typing import Any

from nonet.drawing.legend import Shown
from nonet.drawing.svg import draw_svg, margins
from nonet.model.figures import Outline
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge

#: The maximum number of rows, columns and values of a board.
MOST_SIDE = 16


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
    }


def require_small(puzzle: Puzzle) -> None:
    """Raise `TooLarge` if the board cannot show a puzzle."""
    grid = puzzle.grid
    if max(grid.rows, grid.columns, grid.values[-1]) > MOST_SIDE or grid.values[0] != 1:
        raise TooLarge(
            f"The puzzle is {grid.rows}×{grid.columns} with values {grid.span}. The board shows "
            f"puzzles up to {MOST_SIDE}×{MOST_SIDE}, with values from 1."
        )
