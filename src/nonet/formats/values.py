"""The values of a grid as text, such as those of a solution, and back."""

from __future__ import annotations

from nonet.formats.text import counted, quoted
from nonet.model.constraints import Values
from nonet.model.grid import Grid
from nonet.system.errors import PuzzleError


def write_values(grid: Grid, values: Values) -> str:
    """Return the values of a grid, such as a solution's, on one line; empty cells are dots.

    Up to a side of 9 the values stand together, beyond with space between.

    >>> write_values(Grid(2, 2), [1, 2, 2, None])
    '122.'
    """
    symbols = ("." if value is None else str(value) for value in values)
    return ("" if _is_short(grid) else " ").join(symbols)


def read_values(grid: Grid, text: str) -> tuple[int | None, ...]:
    """Return the values that `write_values` wrote; there may be more space between them.

    >>> read_values(Grid(2, 2), "12\\n2.")
    (1, 2, 2, None)
    """
    symbols = list("".join(text.split())) if _is_short(grid) else text.split()
    if len(symbols) != len(grid.cells):
        raise PuzzleError(f"{counted(len(symbols), 'value')} for {len(grid.cells)} cells")
    known = {str(value): value for value in grid.values} | {".": None}
    for cell, symbol in enumerate(symbols):
        if symbol not in known:
            message = f"{quoted(symbol)} is not a value from {grid.span}"
            raise PuzzleError(message, cell=grid.name(cell))
    return tuple(known[symbol] for symbol in symbols)


def _is_short(grid: Grid) -> bool:
    return max(grid.rows, grid.columns, grid.values[-1]) <= 9
