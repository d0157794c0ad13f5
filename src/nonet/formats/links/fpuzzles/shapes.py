"""What entries of f-puzzles keys look like; a shape reads and writes all rules that have it.

An entry may say nothing, as an arrow without a shaft or a clue without a number: it is read as no
rule, and kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from nonet.formats.links.fpuzzles.board import Board, number
from nonet.formats.nodes import Node
from nonet.formats.text import counted
from nonet.rules import (
    Arrow,
    BoxIndexer,
    Cage,
    Clone,
    PairSum,
    Quadruple,
    Rule,
    V,
    Whisper,
    X,
)

Entry: TypeAlias = dict[str, object]
Make: TypeAlias = Callable[..., Rule]

#: The text of a drawn cage that is a rule: the digital root of its sum.
_ROOT = re.compile("DR([0-9]{1,9})")


@dataclass(frozen=True)
class Shape:
    """How entries become rules and rules entries.

    What `write` returns is read again before it is used, so it need not mind the fields of a rule
    that the format does not have.
    """

    read: Callable[[Node, Board], Iterator[Rule]]
    write: Callable[[Any, Board], Entry]
    #: The entry is a single cell; the rule has all of them.
    is_single: bool = False


def lines(make: Make) -> Shape:
    """Return the shape of lines, each a rule."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        for line in entry.members(["lines"])["lines"].items():
            yield board.build(line, make(board.cells(line)))

    return Shape(read, lambda rule, board: {"lines": [board.names(rule.cells)]})


def whispers() -> Shape:
    """Return the shape of whispers, which may say their gap."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["lines"], ["value"])
        gap = number(members.get("value"))
        for line in members["lines"].items():
            yield board.build(line, Whisper(board.cells(line), gap))

    def write(rule: Whisper, board: Board) -> Entry:
        said = {} if rule.gap is None else {"value": str(rule.gap)}
        return {"lines": [board.names(rule.cells)], **said}

    return Shape(read, write)


def dutch_whispers() -> Shape:
    """Return the shape of whispers with one less than the usual gap."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        for line in entry.members(["lines"])["lines"].items():
            gap = (len(board.grid.values) + 1) // 2 - 1
            yield board.build(line, Whisper(board.cells(line), gap))

    return Shape(read, lambda rule, board: {"lines": [board.names(rule.cells)]})


def region_sums(make: Make) -> Shape:
    """Return the shape of lines that mind regions: none goes through a cell without one."""
    shape = lines(make)

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        for rule in shape.read(entry, board):
            for cell in rule.cells:  # type: ignore[attr-defined]
                if cell in board.loose:
                    entry.fail(f"{board.name(cell)} is in no region, where readers disagree")
            yield rule

    return Shape(read, shape.write)


def cells(make: Make) -> Shape:
    """Return the shape of groups of cells."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        yield board.build(entry, make(board.cells(entry.members(["cells"])["cells"])))

    return Shape(read, lambda rule, board: {"cells": board.names(rule.cells)})


def single(make: Make) -> Shape:
    """Return the shape of rules about each of several cells: an entry is one of them."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        yield board.build(entry, make((board.cell(entry.members(["cell"])["cell"]),)))

    return Shape(read, lambda rule, board: {"cell": board.name(rule.cells[0])}, is_single=True)


def box_indexers() -> Shape:
    """Return the shape of groups of cells that mind their boxes."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        if board.boxes is None:
            entry.fail("the regions are no boxes")
        named = board.cells(entry.members(["cells"])["cells"])
        yield board.build(entry, BoxIndexer(named, *board.boxes))

    return Shape(read, lambda rule, board: {"cells": board.names(rule.cells)})


def cages() -> Shape:
    """Return the shape of killer cages; 0 is no total."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells"], ["value"])
        total = number(members.get("value")) or None
        yield board.build(entry, Cage(board.cells(members["cells"]), total))

    def write(rule: Cage, board: Board) -> Entry:
        said = {} if rule.total is None else {"value": str(rule.total)}
        return {"cells": board.names(rule.cells), **said}

    return Shape(read, write)


def rooted_cages() -> Shape:
    """Return the shape of drawn cages, which are rules if their text is a digital root."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.entries()
        text = members["value"].value if "value" in members else None
        found = _ROOT.fullmatch(text) if isinstance(text, str) else None
        if found and "cells" in members:
            cells = board.cells(members["cells"])
            yield board.build(entry, Cage(cells, root=int(found[1])))

    return Shape(
        read, lambda rule, board: {"cells": board.names(rule.cells), "value": f"DR{rule.root}"}
    )


def pairs(make: Make, field: str, usual: int) -> Shape:
    """Return the shape of dots, with the number that a dot means if it says none."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells"], ["value"])
        said = number(members.get("value"))
        both = _pair(members["cells"], board)
        yield board.build(entry, make(*both, usual if said is None else said))

    def write(rule: Rule, board: Board) -> Entry:
        said = getattr(rule, field)
        value = {} if said == usual else {"value": str(said)}
        return {"cells": board.names((rule.a, rule.b)), **value}  # type: ignore[attr-defined]

    return Shape(read, write)


def pair_sums() -> Shape:
    """Return the shape of X, V and other sums; a mark without one says nothing."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells"], ["value"])
        both = _pair(members["cells"], board)
        value = members.get("value", Node(None))
        if value.value in ("X", "V"):
            yield board.build(entry, X(*both) if value.value == "X" else V(*both))
        elif (total := number(value)) is not None:
            yield board.build(entry, PairSum(*both, total=total))

    return Shape(
        read, lambda rule, board: {"cells": board.names((rule.a, rule.b)), "value": rule.text}
    )


def clones() -> Shape:
    """Return the shape of cells and their copies."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells", "cloneCells"])
        yield board.build(
            entry, Clone(board.cells(members["cells"]), board.cells(members["cloneCells"]))
        )

    return Shape(
        read,
        lambda rule, board: {
            "cells": board.names(rule.cells),
            "cloneCells": board.names(rule.copy),
        },
    )


def quadruples() -> Shape:
    """Return the shape of four cells and what they hold; without values it says nothing."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells"], ["values"])
        said = members["values"].items() if "values" in members else []
        values = [value for node in said if (value := number(node)) is not None]
        if values:
            yield board.build(entry, Quadruple(board.cells(members["cells"]), values))

    return Shape(
        read, lambda rule, board: {"cells": board.names(rule.cells), "values": list(rule.values)}
    )


def arrows() -> Shape:
    """Return the shape of arrows: each line of a bulb is one, and begins in the bulb."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells"], ["lines"])
        bulb = board.cells(members["cells"])
        for line in members["lines"].items() if "lines" in members else []:
            first, *shaft = board.cells(line) or (-1,)
            if first not in bulb:
                line.fail("it does not begin in the bulb")
            yield board.build(line, Arrow(bulb, shaft))

    def write(rule: Arrow, board: Board) -> Entry:
        start = min(rule.bulb, key=lambda cell: _distance(board, cell, rule.shaft[0]))
        lines = [board.names((start, *rule.shaft))]
        return {"cells": board.names(rule.bulb), "lines": lines}

    return Shape(read, write)


def _distance(board: Board, a: int, b: int) -> int:
    (row, column), (other_row, other_column) = map(board.grid.place, (a, b))
    return max(abs(row - other_row), abs(column - other_column))


def _pair(node: Node, board: Board) -> tuple[int, int]:
    cells = board.cells(node)
    if len(cells) != 2:
        node.fail(f"{counted(len(cells), 'cell')}, not 2")
    return cells[0], cells[1]
