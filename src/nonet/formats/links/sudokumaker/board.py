"""The board of a SudokuMaker document: numbers of places, the grid, the givens and the regions.

Cells, corners and places outside the board are numbered row by row, also edges. The reader ignores
what players entered: values that are not marked as given, and pencil marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonet.formats.contract import Inexpressible
from nonet.formats.json_text import Node, unknown
from nonet.formats.links import entries as shared
from nonet.formats.links.entries import MOST_SIDE, sized, value_of
from nonet.formats.text import counted
from nonet.model.grid import Cells, Grid
from nonet.system.errors import PuzzleError, TooLarge


@dataclass(frozen=True)
class Board(shared.Board):
    """A board whose documents number all places."""

    def cell(self, node: Node) -> int:
        """Return the cell with a number."""
        return _index(node, len(self.grid.cells), "cell")

    def place(self, node: Node) -> tuple[int, int]:
        """Return the row and column of a place outside the board. Row -1 is just above it."""
        width = self.grid.columns + 2
        row, column = divmod(_index(node, width * (self.grid.rows + 2), "place"), width)
        return row - 1, column - 1

    def edge(self, node: Node) -> Cells:
        """Return the two cells at an edge. Each row has its upright edges first."""
        width = self.grid.columns
        row, place = divmod(_index(node, 2 * width * self.grid.rows, "edge"), 2 * width)
        is_upright = place < width
        down, right = (0, 1) if is_upright else (1, 0)
        column = place - 1 if is_upright else place - width
        if column < 0 or not self.grid.has(row + down, column + right):
            node.fail(f"the edge {node.value} is not between two cells")
        return self.grid.at(row, column), self.grid.at(row + down, column + right)

    def corner(self, node: Node) -> Cells:
        """Return the four cells at a corner."""
        width = self.grid.columns + 1
        row, column = divmod(_index(node, width * (self.grid.rows + 1), "corner"), width)
        if not (0 < row < self.grid.rows and 0 < column < self.grid.columns):
            node.fail(f"the corner {node.value} is not between four cells")
        cell = self.grid.at(row, column)
        return tuple(cell - step for step in (width, width - 1, 1, 0))

    def outside(self, row: int, column: int) -> int:
        """Return the number of a place outside the board."""
        return (row + 1) * (self.grid.columns + 2) + column + 1

    def name(self, cell: int) -> int:
        """Return the number of a cell."""
        return cell

    def numeral(self, value: int) -> int:
        """Return a number of a clue."""
        return value

    def edge_between(self, a: int, b: int) -> int:
        """Return the number of the edge between two cells."""
        (row, column), other = map(self.grid.place, sorted((a, b)))
        if other == (row, column + 1):
            return 2 * self.grid.columns * row + column + 1
        if other == (row + 1, column):
            return 2 * self.grid.columns * row + self.grid.columns + column
        raise Inexpressible("a mark between two cells without a common edge")

    def corner_of(self, cells: Cells) -> int:
        """Return the number of the upper left corner of the last of four cells."""
        row, column = self.grid.place(max(cells))
        return row * (self.grid.columns + 1) + column


#: The largest digit. The site stores sets of digits as numbers of 32 bits.
MOST_DIGIT = 30


def _index(node: Node, count: int, noun: str) -> int:
    number = node.integer()
    if not 0 <= number < count:
        node.fail(f"there is no {noun} {number}. They are numbered from 0 to {count - 1}")
    return number


def read_grid(entries: Mapping[str, Node]) -> tuple[Grid, bool]:
    """Return the grid, and whether it is a board of type ``sudoku``, with rows and columns."""
    kind = entries["type"].text() if "type" in entries else "sudoku"
    if kind not in ("sudoku", "custom"):
        entries["type"].fail(f"unknown type {unknown(kind, ('sudoku', 'custom'))}")
    sides = []
    for key in ("width", "height"):
        side = entries.get(key, entries.get("size", Node(9)))
        sides.append(side.integer())
        if not 1 <= sides[-1] <= MOST_SIDE:
            raise side.error(f"{sides[-1]} is not from 1 to {MOST_SIDE}", TooLarge)
    width, height = sides
    is_sudoku = kind == "sudoku"
    least = entries["minDigit"].integer() if "minDigit" in entries else 1
    most = entries["maxDigit"].integer() if "maxDigit" in entries else None
    if most is None:
        most = least + width - 1 if is_sudoku else 9
    if not 0 <= least <= most <= MOST_DIGIT:
        raise TooLarge(f"the digits {least} to {most} are not from 0 to {MOST_DIGIT}")
    grid = Grid(height, width, range(least, most + 1))
    if is_sudoku and not width == height == len(grid.values):
        count = counted(len(grid.values), "digit")
        raise PuzzleError(f"a {height}×{width} board of the type 'sudoku' cannot have {count}")
    return grid, is_sudoku


_CELL = ("given", "value", "colors", "candidates", "cornerPencilMarks")


def read_cells(cells: Node, grid: Grid) -> tuple[tuple[int | None, ...], dict[str, Any]]:
    """Return the givens, and the colours by the numbers of their cells."""
    givens: list[int | None] = []
    colours: dict[str, Any] = {}
    for cell, node in enumerate(sized(cells, len(grid.cells))):
        entry = {} if node.value is None else node.members([], _CELL)
        is_given = "given" in entry and entry["given"].boolean()
        givens.append(value_of(entry.get("value"), grid) if is_given else None)
        if "colors" in entry:
            colours[str(cell)] = entry["colors"].value
    return tuple(givens), colours


def board_of(nodes: Sequence[Node], grid: Grid) -> Board:
    """Return the board with its regions."""
    if not nodes:
        return Board(grid, loose=frozenset(grid.cells))
    if len(nodes) > 1:
        nodes[1].fail("the regions of an earlier constraint are there, too")
    numbers = [
        None if node.value is None else node.integer() for node in sized(nodes[0], len(grid.cells))
    ]
    return Board.of(grid, [None if number == -1 else number for number in numbers])


def written_spec(grid: Grid, has_lines: bool) -> dict[str, object]:
    """Return the members that describe the grid. A board without rows or columns is custom."""
    spec: dict[str, object] = {}
    is_sudoku = has_lines and grid.rows == grid.columns == len(grid.values)
    if not is_sudoku:
        spec["type"] = "custom"
    if not grid.rows == grid.columns == 9:
        spec |= {"width": grid.columns, "height": grid.rows}
    if grid.values != range(1, 10):
        spec |= {"minDigit": grid.values[0], "maxDigit": grid.values[-1]}
    return spec
