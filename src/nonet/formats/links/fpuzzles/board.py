"""The board of an f-puzzles document, and the names that the document has for cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from nonet.formats.json_text import Node
from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule
from nonet.system.errors import PuzzleError, TooLarge

R = TypeVar("R", bound=Rule)

#: The most cells of one entry. A line may cross itself, so a link of 1 MB could name 100,000 cells.
MOST_CELLS = 1000

_NAME = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Board:
    """A grid with its regions: the height × width of boxes, and the cells that are in no region."""

    grid: Grid
    boxes: tuple[int, int] | None = None
    loose: frozenset[int] = frozenset()

    def cell(self, node: Node) -> int:
        """Return the cell that a node names."""
        row, column = self.place(node)
        if not self.grid.has(row, column):
            node.fail(f"{node.text()} is outside the {self.grid.rows}×{self.grid.columns} grid")
        return self.grid.at(row, column)

    def place(self, node: Node) -> tuple[int, int]:
        """Return the row and column that a node names. -1 is just outside the board."""
        found = _NAME.fullmatch(node.text())
        if not found:
            node.fail(f"{quoted(node.text())} is not the name of a cell, like 'R1C1'")
        return int(found[1]) - 1, int(found[2]) - 1

    def cells(self, node: Node) -> Cells:
        """Return the cells in a list of names."""
        names = node.items()
        if len(names) > MOST_CELLS:
            raise node.error(f"{len(names)} cells, the limit is {MOST_CELLS}", TooLarge)
        return tuple(map(self.cell, names))

    def build(self, node: Node, rule: R) -> R:
        """Return a rule if it fits the board, else raise an error that begins with the path."""
        try:
            rule = rule.on(self.grid)
            rule.fit(self.grid)
        except PuzzleError as error:
            raise node.error(error.message, type(error)) from None
        return rule

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return name_of(*self.grid.place(cell))

    def names(self, cells: Iterable[int]) -> list[str]:
        """Return the names of cells."""
        return list(map(self.name, cells))


def name_of(row: int, column: int) -> str:
    """Return the name of a place on the board or next to it. Rows and columns count from 0.

    >>> name_of(-1, 3)
    'R0C4'
    """
    return f"R{row + 1}C{column + 1}"


def number(node: Node | None) -> int | None:
    """Return a number that the document may also write as text, or None if it is missing or empty.

    >>> number(Node("12")), number(Node(0)), number(Node("")), number(None)
    (12, 0, None, None)
    """
    if node is None or node.value is None or node.value == "":
        return None
    if isinstance(node.value, str):
        if not _NUMBER.fullmatch(node.value.strip()):
            node.fail(f"{quoted(node.value)} is not a number")
        return int(node.value)
    return node.integer()


def value_of(node: Node | None, grid: Grid) -> int | None:
    """Return a value of the grid, or None if it is missing or empty."""
    value = number(node)
    if node and value is not None and value not in grid.values:
        node.fail(f"{value} is not a value from {grid.span}")
    return value
