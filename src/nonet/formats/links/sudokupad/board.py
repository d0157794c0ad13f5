"""The board of a document: its cells, givens and regions.

Some programs write null for a missing entry, or a number for a text. The reader accepts both.
"""

from __future__ import annotations

import re

from nonet.formats.json_text import Node
from nonet.formats.squares import boxes_among
from nonet.formats.text import counted, quoted
from nonet.model.figures import Point
from nonet.model.grid import Cells, Grid
from nonet.rules import ExtraRegion, Regions, Rule
from nonet.system.errors import PuzzleError

_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,20})?")
#: The greatest distance of a drawing from the corner of the board, in cells.
_FAR = 10_000


def present(node: Node) -> dict[str, Node]:
    """Return the entries of an object that are not null."""
    return {key: entry for key, entry in node.entries().items() if entry.value is not None}


def text_of(node: Node) -> str:
    """Return a text, or an integer as text. Zipping turns a text of digits into a number."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.text()


def length_of(node: Node) -> float:
    """Return a length or a position in a drawing."""
    value = node.value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        node.fail("this is not a number")
    if not -_FAR <= value <= _FAR:  # also true for NaN
        node.fail(f"this is not a number from {-_FAR} to {_FAR}")
    return float(value)


def plain(length: float) -> float:
    """Return a number in its shortest form: 16 rather than 16.0."""
    return int(length) if length.is_integer() else length


def point_of(node: Node) -> Point:
    """Return a point as (across, down). Documents have points as (down, across)."""
    found = node.items()
    if len(found) != 2:
        node.fail(f"this list has {counted(len(found), 'item')}, not a row and a column")
    down, across = map(length_of, found)
    return across, down


def cells_of(node: Node, grid: Grid) -> Cells:
    """Return the cells in a list of (row, column) pairs. Rows and columns count from 0."""
    return tuple(_cell(item, grid) for item in node.items())


def _cell(node: Node, grid: Grid) -> int:
    column, row = point_of(node)
    if not (row.is_integer() and column.is_integer() and grid.has(int(row), int(column))):
        size = f"{grid.rows}×{grid.columns}"
        node.fail(f"row {row:g} and column {column:g} are not on the {size} grid")
    return grid.at(int(row), int(column))


def places(grid: Grid, cells: Cells) -> list[list[int]]:
    """Return the row and column of each cell, as a document writes them."""
    return [list(grid.place(cell)) for cell in cells]


#: The most characters in the text of a given. No value has more digits.
_LONGEST = 4


def grid_of(cells: Node) -> Grid:
    """Return the grid of a document. `cells` is a list of rows."""
    rows = [len(row.items()) for row in cells.items()]
    if not rows:
        cells.fail("the grid has no rows")
    if min(rows) < max(rows):
        cells.fail(f"some rows have {min(rows)} cells, and others have {max(rows)}")
    return Grid(len(rows), rows[0])


def givens_of(cells: Node, grid: Grid) -> tuple[tuple[int | None, ...], dict[str, object]]:
    """Return the givens, and the notes of players. The keys of the notes are names of cells."""
    givens: list[int | None] = []
    notes: dict[str, object] = {}
    for node in (cell for row in cells.items() for cell in row.items()):
        entries = present(node)
        text = text_of(entries.get("value", Node(""))).strip()
        is_given = entries.get("given", Node(True)).value is not False
        noted = {key: entries[key].value for key in sorted(entries.keys() - {"value", "given"})}
        if text and not is_given:
            noted |= {"value": text, "given": False}
        if noted:
            notes[grid.name(len(givens))] = noted
        givens.append(_value(text, entries["value"], grid) if text and is_given else None)
    return tuple(givens), notes


def _value(text: str, node: Node, grid: Grid) -> int:
    is_short = text.isascii() and text.isdecimal() and len(text) <= _LONGEST
    if not is_short or int(text) not in grid.values:
        node.fail(f"{quoted(text)} is not a value from {grid.span}")
    return int(text)


def regions_of(node: Node, grid: Grid) -> tuple[Rule, ...]:
    """Return the rules of the regions: boxes, a jigsaw, or groups if some cells have no region."""
    groups = [group for region in node.items() if (group := cells_of(region, grid))]
    if not groups:
        return ()
    largest = max(map(len, groups))
    if largest != len(grid.values):
        node.fail(
            f"the largest region has {largest} cells, so nonet cannot tell the values of the "
            f"{grid.rows}×{grid.columns} grid"
        )
    if sum(map(len, groups)) < len(grid.cells):
        return tuple(map(ExtraRegion, groups))
    try:
        regions = Regions(groups)
        regions.fit(grid)
    except PuzzleError as error:
        raise node.error(error.message, type(error)) from None
    return (boxes_among(grid, groups) or regions,)
