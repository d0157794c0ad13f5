"""Names of cells in texts. `Grid` turns names into the numbers of cells.

A cell is ``r1c1``, or ``A1`` with a capital letter for the row, as in textbooks. Two names with a
hyphen between them are a range: a piece of a row or column, or a rectangle. A rectangle is read row
by row from the first named cell to the second. ``r3`` is a whole row, and ``c4`` is a whole column.
Spaces or commas separate names, as in ``r1c1 r1c2`` and ``A1-A3, B1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import index
from typing import NoReturn, TypeAlias

from nonet.system.errors import PuzzleError, TooLarge

#: Types of parameters for one cell and for several cells.
CellLike: TypeAlias = int | str
CellsLike: TypeAlias = str | Iterable[int | str]

#: The maximum number of cells of a grid: 256×256. A cell takes kilobytes in drawings and solvers.
MOST_CELLS = 1 << 16

_CELL_NAME = re.compile(r"[Rr]([1-9][0-9]{0,39})[Cc]([1-9][0-9]{0,39})|([A-Z])([1-9][0-9]{0,39})")
# Only small letters name whole rows and columns, because C9 is a cell in row C.
_LINE_NAME = re.compile(r"r([1-9][0-9]{0,39})|c([1-9][0-9]{0,39})")


def spread(names: CellsLike) -> tuple[CellLike, ...]:
    """Expand ranges of cells into names like ``r1c1``.

    Numbers stay as they are. Names like ``r3`` stay too, because only a grid knows the cells of a
    whole row or column.

    >>> spread("A1-A3, r2c1"), spread([0, "r1c1-r2c2"])
    (('r1c1', 'r1c2', 'r1c3', 'r2c1'), (0, 'r1c1', 'r1c2', 'r2c1', 'r2c2'))
    """
    return tuple(one_by_one(names))


def one_by_one(names: CellsLike) -> Iterator[CellLike]:
    """Yield the items of `spread` one by one. The caller can stop if there are too many cells."""
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
            continue
        first, hyphen, last = name.partition("-")
        (top, left), (bottom, right) = place_of(first), place_of(last if hyphen else first)
        if (abs(bottom - top) + 1) * (abs(right - left) + 1) > MOST_CELLS:
            raise TooLarge(f"{name[:20]!r} has more than {MOST_CELLS} cells")
        for row in _through(top, bottom):
            for column in _through(left, right):
                yield name_of(row, column)


def _through(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


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


def line_of(name: str) -> tuple[int, None] | tuple[None, int] | None:
    """Return (row, None) or (None, column) for the name of a whole row or column, else None.

    >>> line_of("r3"), line_of("c1"), line_of("r1c1")
    ((2, None), (None, 0), None)
    """
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
        "or a list of names or of numbers from 0"
    )
