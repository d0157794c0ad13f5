"""The paper of Penpa+: the numbers of its cells, corners and edges, and the objects drawn on it.

The paper contains the grid, its margins, and a border of two cells. All cells of the paper are
numbered row by row. Their lower right corners come next, then their lower edges, then their right
edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from nonet.formats.json_text import Node
from nonet.formats.text import is_number
from nonet.model.grid import Grid
from nonet.model.names import MOST_CELLS
from nonet.system.errors import PuzzleError, TooLarge

T = TypeVar("T")

#: The width of the border around the margins, in cells.
_BORDER = 2


@dataclass(frozen=True)
class Paper:
    """The paper of a grid, with margins at the top, bottom, left and right of the grid.

    >>> paper = Paper(Grid(4, 4))
    >>> paper.cell(0), paper.found(18), paper.edge(2, 3), paper.corner(0, 0)
    (18, 0, 212, 73)
    """

    grid: Grid
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)

    @cached_property
    def width(self) -> int:
        """The number of cells in a row of the paper."""
        return self.grid.columns + sum(self.margins[2:]) + 2 * _BORDER

    @cached_property
    def area(self) -> int:
        """The number of cells of the paper."""
        return self.width * (self.grid.rows + sum(self.margins[:2]) + 2 * _BORDER)

    def cell(self, cell: int) -> int:
        """Return the number that a cell of the grid has on the paper."""
        return self._at(*self.grid.place(cell))

    def _at(self, row: int, column: int) -> int:
        top, left = self.margins[0] + _BORDER, self.margins[2] + _BORDER
        return (row + top) * self.width + column + left

    def found(self, number: int) -> int | None:
        """Return the cell of the grid that has this number on the paper, or None."""
        row, column = divmod(number, self.width)
        row, column = row - self.margins[0] - _BORDER, column - self.margins[2] - _BORDER
        return self.grid.at(row, column) if self.grid.has(row, column) else None

    def corner(self, row: int, column: int) -> int:
        """Return the number of the corner that is this many rows down and columns right."""
        return self.area + self._at(row - 1, column - 1)

    def edge(self, a: int, b: int) -> int | None:
        """Return the number of the edge between two cells, or None if they share no edge."""
        first, other = sorted((a, b))
        (top, left), (bottom, right) = self.grid.place(first), self.grid.place(other)
        if (bottom - top, right - left) not in ((0, 1), (1, 0)):
            return None
        return (3 if top == bottom else 2) * self.area + self.cell(first)

    def pair(self, number: int) -> tuple[int, int] | None:
        """Return the two cells that share the edge with this number, or None."""
        side, place = divmod(number, self.area)
        cell = self.found(place)
        if side not in (2, 3) or cell is None:
            return None
        row, column = self.grid.place(cell)
        row, column = row + (side == 2), column + (side == 3)
        return (cell, self.grid.at(row, column)) if self.grid.has(row, column) else None

    def upper_left(self, cell: int) -> int:
        """Return the number of the place in the upper left corner of a cell.

        Each cell has a place in each corner, for small texts and the ends of lines. The four places
        have successive numbers.
        """
        return 4 * (self.cell(cell) + self.area)

    def of_joint(self, number: int) -> int | None:
        """Return the cell that has a corner with this number, or None outside the grid."""
        return self.found(number // 4 - self.area)


def paper_of(columns: int, rows: int, margins: tuple[int, int, int, int]) -> Paper:
    """Return the paper for a grid. `rows` and `columns` include the margins."""
    top, bottom, left, right = margins
    if min(margins) < 0:
        raise PuzzleError(f"a margin has {min(margins)} cells")
    if rows * columns > MOST_CELLS:
        raise TooLarge(f"the paper has {rows}×{columns} cells (the limit is {MOST_CELLS})")
    return Paper(Grid(rows - top - bottom, columns - left - right), margins)


#: The collections that hold the history of the editor.
_COMMANDS = ("command_redo", "command_undo", "command_replay")
_LISTS = "thermo arrows direction squareframe polygon killercages nobulbthermo"
_KEYED = "surface number numberS symbol freeline freelineE line lineE wall cage deletelineE"
#: The collections of objects by name, each with its empty value. A link contains all of them.
COLLECTIONS: dict[str, Any] = {
    **{name: {"__a": []} for name in _COMMANDS},
    **{name: {} for name in _KEYED.split()},
    **{name: [] for name in _LISTS.split()},
}

#: The collections of lines that nonet reads. The key of a line has the numbers of both ends.
_LINES = ("lineE", "cage")


class Layer:
    """The drawn objects of a link, by collection. Each reader removes the objects that it reads."""

    def __init__(self, node: Node) -> None:
        #: The objects that no reader has read.
        self.left: dict[str, Any] = {}
        for name, entry in node.entries().items():
            if name in _COMMANDS:
                continue
            if name not in COLLECTIONS:
                node.fail(f"unknown collection {name[:20]!r}")
            kind = dict if isinstance(COLLECTIONS[name], dict) else list
            if entry.value is not None and not isinstance(entry.value, kind):
                entry.fail(f"this must be {'an object' if kind is dict else 'a list'}")
            if entry.value:
                self.left[name] = entry.value

    def keyed(self, name: str) -> Iterator[tuple[str, tuple[int, ...], Any]]:
        """Yield each object with its key, and with the sorted numbers in this key."""
        count, what = (2, "a pair of numbers") if name in _LINES else (1, "a number")
        for key, value in self.left.get(name, {}).items():
            numbers = key.split(",")
            if len(numbers) != count or not all(is_number(each, 9) for each in numbers):
                raise PuzzleError(f"{name}: {key[:20]!r} is not {what}")
            yield key, tuple(sorted(map(int, numbers))), value

    def take(self, name: str, read: Callable[[tuple[int, ...], Any], T | None]) -> list[T]:
        """Call `read` for each object of a collection. Return the results that are not None.

        `read` gets the numbers in an object's key, and the object. Objects that `read` knows are
        removed from the collection.
        """
        found = {key: read(numbers, value) for key, numbers, value in self.keyed(name)}
        left = {key: self.left[name][key] for key, result in found.items() if result is None}
        self.left |= {name: left}
        if not left:
            del self.left[name]
        return [result for result in found.values() if result is not None]

    def take_lists(self, name: str) -> Iterator[list[int]]:
        """Remove all lists of numbers from a collection. Yield the lists that are not empty."""
        for place, item in enumerate(self.left.pop(name, [])):
            numbers = [each.integer() for each in Node(item, f"{name}[{place}]").items()]
            if numbers:
                yield numbers
