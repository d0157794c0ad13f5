"""What clues outside the board look like as entries of f-puzzles keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields

from nonet.formats.contract import Inexpressible
from nonet.formats.links.fpuzzles.board import Board, name_of, number
from nonet.formats.links.fpuzzles.shapes import Entry, Shape
from nonet.formats.nodes import Node
from nonet.model.grid import Cells
from nonet.rules import LittleKiller, Rule


def beside(make: Callable[[Cells, int], Rule]) -> Shape:
    """Return the shape of clues beside a row or a column; without a number they say nothing."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cell"], ["value"])
        line = _line_seen(members["cell"], board)
        said = number(members.get("value"))
        if said is not None:
            yield board.build(entry, make(line, said))

    def write(rule: Rule, board: Board) -> Entry:
        line: Cells = rule.cells  # type: ignore[attr-defined]
        said = next(getattr(rule, field.name) for field in fields(rule) if field.name != "cells")  # type: ignore[arg-type]
        place = _place_of_clue(line, board)
        if place is None:
            raise Inexpressible(f"a part of a row or column: {rule.describe(board.grid)}")
        return {"cell": name_of(*place), "value": str(said)}

    return Shape(read, write)


def _line_seen(clue: Node, board: Board) -> Cells:
    """Return the row or the column beside which a clue stands, from its side."""
    row, column = board.place(clue)
    side = board.grid.rows
    if 0 <= row < side and column in (-1, side):
        line = range(side) if column < 0 else range(side - 1, -1, -1)
        return tuple(board.grid.at(row, each) for each in line)
    if 0 <= column < side and row in (-1, side):
        line = range(side) if row < 0 else range(side - 1, -1, -1)
        return tuple(board.grid.at(each, column) for each in line)
    clue.fail(f"{clue.text()} is not beside a row or a column")


def _place_of_clue(line: Cells, board: Board) -> tuple[int, int] | None:
    """Return where the clue of a whole row or column stands, as seen from the first cell."""
    side = board.grid.rows
    row, column = board.grid.place(line[0])
    beside = [(row, -1), (row, side), (-1, column), (side, column)]
    for place in beside:
        if _line_seen(Node(name_of(*place)), board) == line:
            return place
    return None


_DIRECTIONS = {"DR": "down-right", "DL": "down-left", "UR": "up-right", "UL": "up-left"}
_LETTERS = {direction: letters for letters, direction in _DIRECTIONS.items()}


def little_killers() -> Shape:
    """Return the shape of sums of diagonals; the cells that they name must be the diagonal."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cell", "direction"], ["cells", "value"])
        letters = members["direction"].text()
        if letters not in _DIRECTIONS:
            members["direction"].fail(f"no direction; there are {', '.join(_DIRECTIONS)}")
        total = number(members.get("value"))
        if total is None:
            return
        row, column = board.place(members["cell"])
        first = row + (1 if letters[0] == "D" else -1), column + (1 if letters[1] == "R" else -1)
        if not board.grid.has(*first):
            members["cell"].fail(f"no diagonal leads {_DIRECTIONS[letters]} from there")
        rule = LittleKiller(board.grid.at(*first), _DIRECTIONS[letters], total)  # type: ignore[arg-type]
        board.build(entry, rule)
        named = board.cells(members["cells"]) if "cells" in members else ()
        if named and sorted(named) != sorted(rule.diagonal(board.grid)):
            members["cells"].fail("not the diagonal of the clue")
        yield rule

    def write(rule: LittleKiller, board: Board) -> Entry:
        letters = _LETTERS[rule.direction]
        row, column = board.grid.place(rule.cell)
        clue = row - (1 if letters[0] == "D" else -1), column - (1 if letters[1] == "R" else -1)
        diagonal = board.names(rule.diagonal(board.grid))
        return {
            "cell": name_of(*clue),
            "cells": diagonal,
            "direction": letters,
            "value": str(rule.total),
        }

    return Shape(read, write)
