"""The board of an f-puzzles document: the names of its cells, givens, candidates and regions.

The reader ignores what players entered: values that are not marked as given, and pencil marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, unknown
from nonet.formats.squares import boxes_among, default_boxes, grouped
from nonet.formats.text import counted, quoted
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Among, Boxes, Columns, Even, Odd, Regions, Rows, Rule
from nonet.system.errors import PuzzleError, TooLarge

#: The maximum number of cells of a line or cage. A line may cross itself, so a link of 1 MB could
#: otherwise have lines of 100,000 cells.
MOST_CELLS = 1000

_NAME = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Board:
    """A grid with the height and width of its boxes. The `loose` cells are in no region."""

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
        """Return the row and column that a node names. Row -1 is just above the board."""
        found = _NAME.fullmatch(node.text())
        if not found:
            node.fail(f"{quoted(node.text())} is not the name of a cell, like 'R1C1'")
        return int(found[1]) - 1, int(found[2]) - 1

    def cells(self, node: Node) -> Cells:
        """Return the cells in a list of names."""
        names = node.items()
        if len(names) > MOST_CELLS:
            raise node.error(f"{len(names)} cells exceed the limit of {MOST_CELLS}", TooLarge)
        return tuple(map(self.cell, names))

    def outside(self, row: int, column: int) -> str | int:
        """Return the name of a place on the board or next to it. Rows and columns count from 0."""
        return f"R{row + 1}C{column + 1}"

    def name(self, cell: int) -> str | int:
        """Return the name of a cell."""
        return self.outside(*self.grid.place(cell))

    def names(self, cells: Iterable[int]) -> list[str | int]:
        """Return the names of cells."""
        return list(map(self.name, cells))

    def numeral(self, value: int) -> str | int:
        """Return a number of a clue as documents write it."""
        return str(value)


def number(node: Node | None) -> int | None:
    """Return a number, or None if the number is missing. A document may write numbers as text."""
    if node is None or node.value is None or node.value == "":
        return None
    if isinstance(node.value, str):
        if not _NUMBER.fullmatch(node.value.strip()):
            node.fail(f"{quoted(node.value)} is not a number")
        return int(node.value)
    return node.integer()


def value_of(node: Node | None, grid: Grid) -> int | None:
    """Return a value of the grid, or None if the value is missing or empty."""
    value = number(node)
    if node and value is not None and value not in grid.values:
        node.fail(f"{value} is not a value from {grid.span}")
    return value


#: The largest side of a grid. No editor for this format makes larger grids.
MOST_SIDE = 100

_PRINTED = ("value", "given", "region", "givenPencilMarks", "parity")
_PLAYED = ("centerPencilMarks", "cornerPencilMarks")
_COLOURS = ("c", "cArray", "highlight", "highlightArray")
_KNOWN = (*_PRINTED, *_PLAYED, *_COLOURS)
_PARITIES = {"Odd": Odd, "Even": Even}


def read(
    side: Node, rows: Node
) -> tuple[Board, tuple[int | None, ...], tuple[int, ...], list[Rule], dict[str, Any]]:
    """Return the board, the givens, the marks, the rules, and the colours of cells.

    The rules are rows, columns, regions, and the odd and even cells.
    """
    size = side.integer()
    if not 1 <= size <= MOST_SIDE:
        raise side.error(f"{size} is not from 1 to {MOST_SIDE}", TooLarge)
    grid = Grid(size, size)
    cells = [cell for row in sized(rows, size) for cell in sized(row, size)]
    entries = [_entries(node, grid.name(cell)) for cell, node in enumerate(cells)]
    regions = grouped([_region(entry, grid, cell) for cell, entry in enumerate(entries)])
    board = _board(grid, regions)
    rules = [Rows(), Columns(), *_region_rules(regions, board), *_parities(entries)]
    colours = [{key: entry[key].value for key in _COLOURS if key in entry} for entry in entries]
    coloured = {str(cell): colour for cell, colour in enumerate(colours) if colour}
    givens = tuple(_given(entry, grid) for entry in entries)
    marks = tuple(_marks(entry, grid) for entry in entries)
    return board, givens, marks, rules, coloured


def sized(node: Node, size: int) -> list[Node]:
    """Return the items of a list, which must have this many."""
    items = node.items()
    if len(items) != size:
        node.fail(f"the list has {counted(len(items), 'item')} instead of {size}")
    return items


def _entries(node: Node, name: str) -> dict[str, Node]:
    node = Node(node.value, name)
    entries = node.entries()
    for key in entries:
        if key not in _KNOWN:
            node.fail(f"unknown key {unknown(key, _KNOWN)}")
    return entries


def _given(entry: Mapping[str, Node], grid: Grid) -> int | None:
    if "given" not in entry or not entry["given"].value or not entry["given"].boolean():
        return None
    return value_of(entry.get("value"), grid)


def _marks(entry: Mapping[str, Node], grid: Grid) -> int:
    node = entry.get("givenPencilMarks", Node(None))
    if node.value is None or node.value == []:
        return grid.full
    marks = attempt(grid.mask, [item.integer() for item in node.items()])
    if isinstance(marks, PuzzleError):
        node.fail(marks.message)
    return marks


def _parities(entries: Sequence[Mapping[str, Node]]) -> Iterator[Rule]:
    """Yield the rules of odd and even cells. Old editors stored the parity in each cell."""
    parities: list[str] = []
    for entry in entries:
        node = entry.get("parity", Node(""))
        parities.append("" if node.value in (None, "") else node.text())
        if parities[-1] and parities[-1] not in _PARITIES:
            node.fail(f"the parity must be {' or '.join(_PARITIES)}")
    return (_PARITIES[parity](cells) for parity, cells in grouped(parities).items() if parity)


def _region(entry: Mapping[str, Node], grid: Grid, cell: int) -> int | None:
    if "region" not in entry:
        return default_region(grid, cell)
    region = None if entry["region"].value is None else entry["region"].integer()
    return None if region == -1 else region


def default_region(grid: Grid, cell: int) -> int:
    """Return the usual region of a cell: its box, or its row if the board has no boxes."""
    height, width = default_boxes(grid.rows) or (1, grid.rows)
    row, column = grid.place(cell)
    return row // height * (grid.rows // width) + column // width


def _board(grid: Grid, regions: Mapping[int | None, Cells]) -> Board:
    loose = frozenset(regions.get(None, ()))
    boxes = None if loose else boxes_among(grid, regions.values())
    return Board(grid, (boxes.height, boxes.width) if boxes else None, loose)


def _region_rules(regions: Mapping[int | None, Cells], board: Board) -> Iterator[Rule]:
    """Yield the rule of the regions. Each cell without a region becomes a region alone."""
    size = board.grid.rows
    if board.boxes is not None:
        if board.boxes[0] > 1 or default_boxes(size):  # otherwise the boxes are the rows
            yield Boxes(*board.boxes)
    elif len(board.loose) < len(board.grid.cells):
        numbered = [cells for region, cells in regions.items() if region is not None]
        alone = [(cell,) for cell in board.loose]
        yield Regions(sorted([*numbered, *alone]))


def write(
    puzzle: Puzzle, colours: object
) -> tuple[Board, list[list[dict[str, object]]], list[Rule]]:
    """Return the board, its cells row by row, and the rules that are not stored in cells."""
    grid, size = puzzle.grid, puzzle.grid.rows
    if grid.rows != grid.columns or size > MOST_SIDE:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid")
    if grid.values != range(1, size + 1):
        raise Inexpressible(f"values from {grid.span}")
    for needed in (Rows(), Columns()):
        if needed not in puzzle.rules:
            raise Inexpressible(f"a puzzle without the rule {needed.name}")
    frame, marks, others = _sorted_out(puzzle)
    numbers = _numbers(grid, frame)
    cells = [
        _written(grid, cell, puzzle.givens[cell], marks[cell], numbers[cell]) for cell in grid.cells
    ]
    for cell, entry in enumerate(cells):
        colour = colours.get(str(cell)) if isinstance(colours, dict) else None
        if isinstance(colour, dict):
            entry |= {key: colour[key] for key in _COLOURS if key in colour}
    rows = [cells[start : start + size] for start in range(0, len(cells), size)]
    return _board(grid, grouped(numbers)), rows, others


def _sorted_out(puzzle: Puzzle) -> tuple[Boxes | Regions | None, list[int], list[Rule]]:
    """Return the rule of the regions, the candidates of each cell, and all other rules."""
    frame: Boxes | Regions | None = None
    marks = list(puzzle.marks)
    others: list[Rule] = []
    for rule in puzzle.rules:
        if isinstance(rule, Among):
            for cell in rule.cells:
                marks[cell] &= puzzle.grid.overlap(rule.values)
        elif isinstance(rule, Boxes | Regions) and frame in (None, rule):
            frame = rule
        elif rule not in (Rows(), Columns()):
            others.append(rule)
    return frame, marks, others


def _numbers(grid: Grid, frame: Boxes | Regions | None) -> list[int | None]:
    if frame is None:
        is_prime = default_boxes(grid.rows) is None
        return [default_region(grid, cell) if is_prime else None for cell in grid.cells]
    # A region of one cell restricts nothing, so it gets no number.
    groups = [group for group in frame.groups(grid) if len(group) > 1 or grid.rows == 1]
    numbers = {cell: number for number, group in enumerate(groups) for cell in group}
    return [numbers.get(cell) for cell in grid.cells]


def _written(
    grid: Grid, cell: int, given: int | None, marks: int, region: int | None
) -> dict[str, object]:
    written: dict[str, object] = {}
    if given is not None:
        written |= {"value": given, "given": True}
    if region != default_region(grid, cell):
        written["region"] = region
    if not marks:
        raise Inexpressible(f"{grid.name(cell)} without candidates")
    if marks != grid.full:
        written["givenPencilMarks"] = list(grid.values_of(marks))
    return written
