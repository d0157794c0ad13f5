"""The board of a document: its cells with their givens, and its regions."""

from __future__ import annotations

from nonet.formats.links.sudokupad.values import cells_of, present, text_of
from nonet.formats.nodes import Node
from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.rules import Boxes, ExtraRegion, Regions, Rule
from nonet.system.errors import PuzzleError

#: No text of a given is longer: more digits than any value has.
_LONGEST = 4


def grid_of(cells: Node) -> Grid:
    """Return the grid that rows of cells make."""
    rows = [len(row.items()) for row in cells.items()]
    if not rows:
        cells.fail("no rows")
    if len(set(rows)) > 1:
        cells.fail(f"rows of {min(rows)} and of {max(rows)} cells")
    return Grid(len(rows), rows[0])


def givens_of(cells: Node, grid: Grid) -> tuple[tuple[int | None, ...], dict[str, object]]:
    """Return the printed values, and by the names of cells what players wrote into them."""
    givens: list[int | None] = []
    notes: dict[str, object] = {}
    for node in (cell for row in cells.items() for cell in row.items()):
        entries = present(node)
        text = text_of(entries["value"]).strip() if "value" in entries else ""
        is_given = "given" not in entries or entries["given"].value is not False
        others = entries.keys() - {"value", "given"}
        noted = {key: entries[key].value for key in sorted(others)}
        if text and not is_given:
            noted |= {"value": text, "given": False}
        if noted:
            notes[grid.name(len(givens))] = noted
        givens.append(_value(text, entries["value"], grid) if text and is_given else None)
    return tuple(givens), notes


def _value(text: str, node: Node, grid: Grid) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST):
        node.fail(f"{quoted(text)} is not a value from {grid.span}")
    if int(text) not in grid.values:
        node.fail(f"{text} is not a value from {grid.span}")
    return int(text)


def regions_of(node: Node, grid: Grid) -> tuple[Rule, ...]:
    """Return the rules of the regions: boxes, a jigsaw, or some groups if they leave cells out."""
    groups = [cells_of(region, grid) for region in node.items()]
    groups = [group for group in groups if group]
    if not groups:
        return ()
    largest = max(map(len, groups))
    if largest != len(grid.values):
        node.fail(
            f"{largest} cells in the largest region of a {grid.rows}×{grid.columns} grid: "
            "the link does not say which values there are"
        )
    if sum(map(len, groups)) < len(grid.cells):
        return tuple(map(ExtraRegion, groups))
    try:
        regions = Regions(groups)
        regions.fit(grid)
    except PuzzleError as error:
        raise node.error(error.message, type(error)) from None
    return (_as_boxes(grid, groups) or regions,)


def _as_boxes(grid: Grid, groups: list[Cells]) -> Boxes | None:
    """Return the boxes that the groups are, in whatever order."""
    found = set(map(frozenset, groups))
    size = len(groups[0])
    for height in range(1, size + 1):
        width = size // height
        if height * width == size and not grid.rows % height and not grid.columns % width:
            boxes = Boxes(height, width)
            if set(map(frozenset, boxes.groups(grid))) == found:
                return boxes
    return None
