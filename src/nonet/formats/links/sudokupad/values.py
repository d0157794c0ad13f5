"""The values of a document, which strangers' programs write in several ways: null for absent, a
number for its text.
"""

from __future__ import annotations

import re

from nonet.formats.nodes import Node
from nonet.model.figures import Point
from nonet.model.grid import Cells, Grid

_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,20})?")
#: No drawing lies further away, in cells.
_FAR = 10_000


def present(node: Node) -> dict[str, Node]:
    """Return the entries of an object that are not null."""
    return {key: entry for key, entry in node.entries().items() if entry.value is not None}


def text_of(node: Node) -> str:
    """Return a text, also of a whole number: zipping makes one of each text that looks like it."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.text()


def length_of(node: Node) -> float:
    """Return a number, as far as a drawing may have it."""
    value = node.value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        node.fail("not a number")
    if not -_FAR <= value <= _FAR:  # nor is NaN
        node.fail(f"not a number from {-_FAR} to {_FAR}")
    return float(value)


def plain(length: float) -> float:
    """Return a number as short as it is written: 16 rather than 16.0.

    >>> plain(16.0), plain(0.5)
    (16, 0.5)
    """
    return int(length) if length.is_integer() else length


def point_of(node: Node) -> Point:
    """Return a point across and down, which a document has down and across."""
    found = node.items()
    if len(found) != 2:
        node.fail(f"a list of {len(found)}, not of 2")
    return length_of(found[1]), length_of(found[0])


def cells_of(node: Node, grid: Grid) -> Cells:
    """Return the cells of a list of rows and columns, both from 0."""
    return tuple(_cell(item, grid) for item in node.items())


def places(grid: Grid, cells: Cells) -> list[list[int]]:
    """Return the row and the column of each cell, as a document has them."""
    return [list(grid.place(cell)) for cell in cells]


def _cell(node: Node, grid: Grid) -> int:
    found = node.items()
    if len(found) != 2:
        node.fail(f"a list of {len(found)}, not a row and a column")
    row, column = (length_of(item) for item in found)
    if not (row.is_integer() and column.is_integer() and grid.has(int(row), int(column))):
        node.fail(
            f"row {row:g} and column {column:g} are not on the {grid.rows}×{grid.columns} grid"
        )
    return grid.at(int(row), int(column))
