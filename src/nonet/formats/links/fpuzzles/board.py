"""The board of an f-puzzles document: the names of its cells, givens, candidates and regions.

The reader ignores what players entered: values that are not marked as given, and pencil marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, unknown
from nonet.formats.links.entries import MOST_SIDE, Board, region_numbers, sized, value_of
from nonet.formats.squares import default_boxes, grouped
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Among, Boxes, Columns, Even, Odd, Regions, Rows, Rule
from nonet.system.errors import PuzzleError, TooLarge

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
    board = Board.of(grid, [_region(entry, grid, cell) for cell, entry in enumerate(entries)])
    are_rows = board.boxes and board.boxes[0] == 1 and not default_boxes(size)
    regions = [board.regions] if board.regions and not are_rows else []
    rules = [Rows(), Columns(), *regions, *_parities(entries)]
    colours = [{key: entry[key].value for key in _COLOURS if key in entry} for entry in entries]
    coloured = {str(cell): colour for cell, colour in enumerate(colours) if colour}
    givens = tuple(_given(entry, grid) for entry in entries)
    marks = tuple(_marks(entry, grid) for entry in entries)
    return board, givens, marks, rules, coloured


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
    return Board.of(grid, numbers), rows, others


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
    return region_numbers(grid, frame) if grid.rows > 1 else [0]


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
