"""The paper of Penpa+: the numbers of its cells, corners and edges, and the objects drawn on it.

The paper extends two cells beyond the grid and its margins on each side. The cells are numbered row
by row. Let ``area`` be the number of cells. Then the lower right corner of a cell, the middle of
its lower edge and the middle of its right edge have the number of the cell plus one, two and three
times ``area``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nonet.formats.json_text import Node
from nonet.model.grid import Grid
from nonet.model.names import MOST_CELLS
from nonet.system.errors import PuzzleError, TooLarge

#: How many cells the paper extends beyond the margins on each side.
_BORDER = 2


@dataclass(frozen=True)
class Paper:
    """A grid with margins (top, bottom, left, right) on its paper.

    >>> paper = Paper(Grid(4, 4))
    >>> paper.cell(0), paper.found(18), paper.edge(2, 3), paper.corner(0, 0)
    (18, 0, 212, 73)
    """

    grid: Grid
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)

    @cached_property
    def width(self) -> int:
        """The number of cells in a row of the paper."""
        return self.grid.columns + self.margins[2] + self.margins[3] + 2 * _BORDER

    @cached_property
    def height(self) -> int:
        """The number of rows of the paper."""
        return self.grid.rows + self.margins[0] + self.margins[1] + 2 * _BORDER

    @property
    def area(self) -> int:
        """The number of cells of the paper."""
        return self.width * self.height

    def cell(self, cell: int) -> int:
        """Return the number that a cell of the grid has on the paper."""
        row, column = self.grid.place(cell)
        return self._at(row, column)

    def _at(self, row: int, column: int) -> int:
        top, left = self.margins[0] + _BORDER, self.margins[2] + _BORDER
        return (row + top) * self.width + column + left

    def found(self, number: int) -> int | None:
        """Return the cell of the grid that has this number on the paper; None outside the grid."""
        row, column = divmod(number, self.width)
        row, column = row - self.margins[0] - _BORDER, column - self.margins[2] - _BORDER
        return self.grid.at(row, column) if self.grid.has(row, column) else None

    def corner(self, row: int, column: int) -> int:
        """Return the number of the corner below this many rows and right of this many columns."""
        return self.area + self._at(row - 1, column - 1)

    def edge(self, a: int, b: int) -> int | None:
        """Return the number of the edge between two cells; None if they do not share an edge."""
        first, other = sorted((a, b))
        (top, left), (bottom, right) = self.grid.place(first), self.grid.place(other)
        if (bottom - top, right - left) not in ((0, 1), (1, 0)):
            return None
        return (3 if top == bottom else 2) * self.area + self.cell(first)

    def pair(self, number: int) -> tuple[int, int] | None:
        """Return the two cells on both sides of the edge with this number."""
        side, place = divmod(number, self.area)
        cell = self.found(place)
        if side not in (2, 3) or cell is None:
            return None
        row, column = self.grid.place(cell)
        row, column = row + (side == 2), column + (side == 3)
        return (cell, self.grid.at(row, column)) if self.grid.has(row, column) else None

    def upper_left(self, cell: int) -> int:
        """Return the number of a small text, and of a joint, in the upper left corner of a cell.

        The next three numbers are those of the other corners.
        """
        return 4 * (self.cell(cell) + self.area)

    def of_joint(self, number: int) -> int | None:
        """Return the cell in which the joint with this number is; None outside the grid."""
        return self.found(number // 4 - self.area)


def paper_of(columns: int, rows: int, margins: tuple[int, int, int, int]) -> Paper:
    """Return the paper for a grid; `rows` and `columns` include the margins."""
    top, bottom, left, right = margins
    if min(margins) < 0:
        raise PuzzleError(f"a margin of {min(margins)} cells")
    if rows * columns > MOST_CELLS:
        raise TooLarge(f"a paper of {rows}×{columns} cells; the limit is {MOST_CELLS}")
    return Paper(Grid(rows - top - bottom, columns - left - right), margins)


#: The collections of objects by name, each with its empty value; a link contains all of them.
COLLECTIONS: dict[str, Any] = {
    "command_redo": {"__a": []},
    "command_undo": {"__a": []},
    "command_replay": {"__a": []},
    "surface": {},
    "number": {},
    "numberS": {},
    "symbol": {},
    "freeline": {},
    "freelineE": {},
    "thermo": [],
    "arrows": [],
    "direction": [],
    "squareframe": [],
    "polygon": [],
    "line": {},
    "lineE": {},
    "wall": {},
    "cage": {},
    "deletelineE": {},
    "killercages": [],
    "nobulbthermo": [],
}

#: The collections that hold the history of the editor.
_COMMANDS = ("command_redo", "command_undo", "command_replay")

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_SEGMENT = re.compile(r"(\d{1,9}),(\d{1,9})", re.ASCII)


class Layer:
    """The drawn objects, by collection. A reader takes the objects that it knows off the layer."""

    def __init__(self, node: Node) -> None:
        self._left: dict[str, Any] = {}
        for name, entry in node.entries().items():
            if name in _COMMANDS:
                continue
            if name not in COLLECTIONS:
                node.fail(f"unknown collection {name[:20]!r}")
            kind = dict if isinstance(COLLECTIONS[name], dict) else list
            if entry.value is not None and not isinstance(entry.value, kind):
                entry.fail(f"not {'an object' if kind is dict else 'a list'}, as it should be")
            if entry.value:
                self._left[name] = entry.value

    def numbered(self, name: str) -> Iterator[tuple[int, Any]]:
        """Yield the objects of a collection, each with its number on the paper."""
        for key, value in list(self._left.get(name, {}).items()):
            if not _NUMBER.fullmatch(key):
                raise PuzzleError(f"{name}: {key[:20]!r} is not a number")
            yield int(key), value

    def segments(self, name: str) -> Iterator[tuple[tuple[int, int], Any]]:
        """Yield the lines of a collection, each with the numbers of its two ends, the lower number
        first.
        """
        for key, value in list(self._left.get(name, {}).items()):
            found = _SEGMENT.fullmatch(key)
            if not found:
                raise PuzzleError(f"{name}: {key[:20]!r} is not a pair of numbers")
            first, second = sorted(map(int, found.groups()))
            yield (first, second), value

    def lists(self, name: str) -> Iterator[list[int]]:
        """Yield the lists of numbers in a collection, except empty lists."""
        for place, item in enumerate(self._left.get(name, [])):
            node = Node(item, f"{name}[{place}]")
            numbers = [each.integer() for each in node.items()]
            if numbers:
                yield numbers

    def at(self, name: str, number: int) -> Any:
        """Return the object at a number; None if there is no object."""
        return self._left.get(name, {}).get(str(number))

    def take(self, name: str, *keys: str) -> None:
        """Remove the objects with these keys from a collection, or all objects if there are no
        keys.
        """
        if not keys:
            self._left.pop(name, None)
        for key in keys:
            found = self._left.get(name, {})
            found.pop(key, None)
            if not found:
                self._left.pop(name, None)

    def take_segment(self, name: str, segment: tuple[int, int]) -> None:
        """Remove a line, which may be stored in either direction."""
        first, second = segment
        self.take(name, f"{first},{second}")
        self.take(name, f"{second},{first}")

    @property
    def left(self) -> dict[str, Any]:
        """The objects that no reader has taken."""
        return self._left
