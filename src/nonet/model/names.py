"""Names of cells in texts. `Grid` turns names into the numbers of cells.

``r1c1`` names the cell in row 1 and column 1. ``A1`` names the same cell: its letter is the row.
``r3`` names a whole row, and ``c4`` names a whole column.

Two names with a hyphen are a range: ``r1c1-r1c9`` is a row, and ``r1c1-r3c3`` is a square. A range
is read row by row, from the first named cell to the second. Spaces or commas separate names, as in
``A1-A3, B1``.

The name of a layer and a dot precede the name of its cell, as in ``shade.r1c1-r1c9``. Layers of
single cells number them, as in ``extra.1-3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import index
from typing import NoReturn, TypeAlias

from nonet.system.errors import PuzzleError, TooLarge

#: The types of arguments that name one cell or several cells.
CellLike: TypeAlias = int | str
CellsLike: TypeAlias = str | Iterable[int | str]

#: The maximum number of cells of a grid: 256×256. A cell takes kilobytes in drawings and solvers.
MOST_CELLS = 1 << 16

_NUMBER = "[1-9][0-9]{0,39}"
_CELL_NAME = re.compile(f"[Rr]({_NUMBER})[Cc]({_NUMBER})|([A-Z])({_NUMBER})")
_LAYER = "[a-z][a-z0-9_]*"
# Only small letters name whole rows and columns, because C9 is a cell in row C.
_LINE_NAME = re.compile(rf"(?:{_LAYER}\.)?(?:r({_NUMBER})|c({_NUMBER}))")
_NUMBERS = re.compile(rf"({_LAYER}\.)({_NUMBER})(?:-({_NUMBER}))?")


def spread(names: CellsLike) -> Iterator[CellLike]:
    """Yield numbers, and names like ``r1c1`` for each cell of a range. The caller can stop early.

    Names like ``r3`` stay unchanged, because the cells of a row depend on the grid.

    >>> list(spread("A1-A3, r2c1")), list(spread([0, "r1c1-r1c2"]))
    (['r1c1', 'r1c2', 'r1c3', 'r2c1'], [0, 'r1c1', 'r1c2'])
    """
    try:
        items = iter((names,) if isinstance(names, str) else names)
    except TypeError:
        _refuse(names)
    for item in items:
        if isinstance(item, str):
            yield from _spread(item)
        else:
            yield number_of(item)


def _spread(names: str) -> Iterator[str]:
    for name in names.replace(",", " ").split():
        if line_of(name):
            yield name
        elif numbers := _NUMBERS.fullmatch(name):
            layer, first, last = numbers.groups()
            _require_few(name, abs(int(last or first) - int(first)) + 1)
            for number in _through(int(first), int(last or first)):
                yield f"{layer}{number}"
        else:
            layer, dot, places = name.rpartition(".")
            first, hyphen, last = places.partition("-")
            (top, left), (bottom, right) = place_of(first), place_of(last if hyphen else first)
            _require_few(name, (abs(bottom - top) + 1) * (abs(right - left) + 1))
            for row in _through(top, bottom):
                for column in _through(left, right):
                    yield f"{layer}{dot}{name_of(row, column)}"


def _require_few(name: str, cells: int) -> None:
    if cells > MOST_CELLS:
        raise TooLarge(f"{name[:20]!r} has more than {MOST_CELLS} cells")


def _through(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def is_layer_name(name: str) -> bool:
    """Tell whether a layer may have this name: small letters, digits and underscores."""
    return re.fullmatch(_LAYER, name) is not None


def name_of(row: int, column: int) -> str:
    """Return the name of the cell in a row and a column, both from 0."""
    return f"r{row + 1}c{column + 1}"


def place_of(name: str) -> tuple[int, int]:
    """Return the row and the column of a name, both from 0."""
    found = _CELL_NAME.fullmatch(name)
    if not found:
        raise PuzzleError(f"{name[:20]!r} is not the name of a cell, like 'r1c1'")
    row, column, letter, number = found.groups()
    return (int(row) - 1, int(column) - 1) if row else (ord(letter) - ord("A"), int(number) - 1)


def count_of(name: str) -> int:
    """Return the number in the name of a layer's cell, or 0 for any other text."""
    return int(name) if re.fullmatch(_NUMBER, name) else 0


def line_of(name: str) -> tuple[int, None] | tuple[None, int] | None:
    """Return (row, None) or (None, column) for the name of a whole row or column, else None."""
    found = _LINE_NAME.fullmatch(name)
    if not found:
        return None
    return (int(found[1]) - 1, None) if found[1] else (None, int(found[2]) - 1)


def number_of(cell: object) -> int:
    """Return the number of a cell as an `int`. Integers of numpy are accepted, but True is not."""
    if isinstance(cell, bool) or not hasattr(cell, "__index__"):
        _refuse(cell)
    return index(cell)


def _refuse(cells: object) -> NoReturn:
    raise TypeError(
        f"{cells!r} names no cells: use names like 'r1c1 r1c2', 'r1c1-r3c3' or 'A1', "
        "or a list of names or numbers"
    )
