"""The keys of f-puzzles whose values are lists of rules. To add a rule, add a line to `KEYS`.

A `Shape` describes the entries of a key, for reading and for writing. If an entry lacks the part
that makes it a rule, such as the number of a clue, it is kept as an entry that means no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import floor
from typing import Any, NamedTuple, TypeAlias

from nonet import rules
from nonet.formats.contract import Inexpressible
from nonet.formats.json_text import Node
from nonet.formats.links.fpuzzles.board import Board, name_of, number
from nonet.formats.squares import line_from
from nonet.formats.text import counted
from nonet.model.figures import outside
from nonet.model.grid import Cells
from nonet.rules import Rule

Entry: TypeAlias = dict[str, object]
Make: TypeAlias = Callable[..., Rule]

#: Matches the text of a drawn cage if it is a rule: ``DR`` and the digital root of the cage's sum.
_ROOT = re.compile("DR([0-9]{1,9})")


@dataclass(frozen=True)
class Shape:
    """How the entries of a key become rules, and how rules become entries.

    `write` need not check for fields that f-puzzles cannot express, because the writer of a
    document reads each entry back and compares the result with the rule.
    """

    read: Callable[[Node, Board], Iterator[Rule]]
    write: Callable[[Any, Board], Entry]
    #: Whether each entry is a single cell. If so, one rule has the cells of all entries of the key.
    is_single: bool = False


class Part(NamedTuple):
    """A member of an entry, and the argument of the rule that it holds."""

    key: str
    read: Callable[[Any, Board], object]
    #: Returns the member for a rule, or None to leave the member out.
    write: Callable[[Any, Board], object]
    is_required: bool = True
    #: Whether an entry without this member is not a rule.
    is_needed: bool = False


def _cells(key: str = "cells", field: str = "cells") -> Part:
    return Part(key, _read_cells, lambda rule, board: board.names(getattr(rule, field)))


def _read_cells(node: Node, board: Board) -> Cells:
    return board.cells(node)


def _number(field: str, usual: int | None = None, is_needed: bool = False) -> Part:
    """Return a part that holds a number; an entry may leave out the usual number."""

    def read(node: Node | None, board: Board) -> int | None:
        said = number(node)
        return usual if said is None else said

    def write(rule: Rule, board: Board) -> str | None:
        value = getattr(rule, field)
        return None if value == usual else str(value)

    return Part("value", read, write, is_required=False, is_needed=is_needed)


def _entry(make: Make, *parts: Part, is_single: bool = False) -> Shape:
    """Return the shape of entries each of which is one rule."""
    required = [part.key for part in parts if part.is_required]
    optional = [part.key for part in parts if not part.is_required]

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(required, optional)
        arguments = []
        for part in parts:
            arguments.append(part.read(members.get(part.key), board))
            if part.is_needed and arguments[-1] is None:
                return
        yield board.build(entry, make(*arguments))

    return Shape(read, lambda rule, board: _written(rule, board, parts), is_single)


def _written(rule: Rule, board: Board, parts: tuple[Part, ...]) -> Entry:
    written = {part.key: part.write(rule, board) for part in parts}
    return {key: value for key, value in written.items() if value is not None}


def _lines(make: Make, *parts: Part) -> Shape:
    """Return the shape of entries with lines, each of which is one rule."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["lines"], [part.key for part in parts])
        others = [part.read(members.get(part.key), board) for part in parts]
        for line in members["lines"].items():
            yield board.build(line, make(board.cells(line), *others))

    return Shape(
        read,
        lambda rule, board: {"lines": [board.names(rule.cells)], **_written(rule, board, parts)},
    )


def _dutch_whispers() -> Shape:
    """Return the shape of whispers whose gap is one less than the usual gap."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        gap = (len(board.grid.values) + 1) // 2 - 1
        return _lines(lambda cells: rules.Whisper(cells, gap)).read(entry, board)

    return Shape(read, _lines(rules.Whisper).write)


def _region_sums() -> Shape:
    """Return the shape of region sum lines, which must not pass through a cell without a region."""
    shape = _lines(rules.RegionSum)

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        for rule in shape.read(entry, board):
            for cell in rule.cells:  # type: ignore[attr-defined]
                if cell in board.loose:
                    entry.fail(f"{board.name(cell)} is in no region, and programs disagree on that")
            yield rule

    return Shape(read, shape.write)


def _single(make: Make) -> Shape:
    """Return the shape of entries each of which is a single cell."""
    cell = Part(
        "cell",
        lambda node, board: (board.cell(node),),
        lambda rule, board: board.name(rule.cells[0]),
    )
    return _entry(make, cell, is_single=True)


def _box_indexers() -> Shape:
    def read(entry: Node, board: Board) -> Iterator[Rule]:
        if board.boxes is None:
            entry.fail("this rule needs regions that are boxes")
        named = board.cells(entry.members(["cells"])["cells"])
        yield board.build(entry, rules.BoxIndexer(named, *board.boxes))

    return Shape(read, lambda rule, board: {"cells": board.names(rule.cells)})


def _rooted_cages() -> Shape:
    """Return the shape of drawn cages, which are rules if their text is a digital root."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.entries()
        text = members["value"].value if "value" in members else None
        found = _ROOT.fullmatch(text) if isinstance(text, str) else None
        if found and "cells" in members:
            cells = board.cells(members["cells"])
            yield board.build(entry, rules.Cage(cells, root=int(found[1])))

    return Shape(
        read, lambda rule, board: {"cells": board.names(rule.cells), "value": f"DR{rule.root}"}
    )


def _read_pair(node: Node, board: Board) -> Cells:
    cells = board.cells(node)
    if len(cells) != 2:
        node.fail(f"{counted(len(cells), 'cell')}, not 2")
    return cells


_PAIR = Part("cells", _read_pair, lambda rule, board: board.names((rule.a, rule.b)))


def _dots(kind: Make, field: str, usual: int) -> Shape:
    return _entry(lambda pair, said: kind(*pair, said), _PAIR, _number(field, usual))


def _sums() -> Shape:
    """Return the shape of X, V and other sums of two cells."""

    def read(node: Node | None, board: Board) -> str | int | None:
        return str(node.value) if node and node.value in ("X", "V") else number(node)

    def make(pair: Cells, said: str | int) -> Rule:
        a, b = pair
        if isinstance(said, int):
            return rules.PairSum(a, b, said)
        return rules.X(a, b) if said == "X" else rules.V(a, b)

    text = Part("value", read, lambda rule, board: rule.text, is_required=False, is_needed=True)
    return _entry(make, _PAIR, text)


def _quadruples() -> Shape:
    def read(node: Node | None, board: Board) -> list[int] | None:
        numbers = map(number, node.items() if node else [])
        return [value for value in numbers if value is not None] or None

    values = Part(
        "values", read, lambda rule, board: list(rule.values), is_required=False, is_needed=True
    )
    return _entry(lambda values, cells: rules.Quadruple(cells, values), values, _cells())


def _arrows() -> Shape:
    """Return the shape of a bulb with lines, each of which is an arrow that begins in the bulb."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cells"], ["lines"])
        bulb = board.cells(members["cells"])
        for line in members["lines"].items() if "lines" in members else []:
            first, *shaft = board.cells(line) or (-1,)
            if first not in bulb:
                line.fail("it does not begin in the bulb")
            yield board.build(line, rules.Arrow(bulb, shaft))

    def write(rule: rules.Arrow, board: Board) -> Entry:
        start = min(rule.bulb, key=lambda cell: _distance(board, cell, rule.shaft[0]))
        lines = [board.names((start, *rule.shaft))]
        return {"cells": board.names(rule.bulb), "lines": lines}

    return Shape(read, write)


def _distance(board: Board, a: int, b: int) -> int:
    (row, column), (other_row, other_column) = map(board.grid.place, (a, b))
    return max(abs(row - other_row), abs(column - other_column))


def _clues(make: Make, field: str) -> Shape:
    """Return the shape of clues outside the board, at one end of a row or column."""
    return _entry(make, Part("cell", _line_seen, _place_of_clue), _number(field, is_needed=True))


def _line_seen(clue: Node, board: Board) -> Cells:
    line = line_from(board.grid, *board.place(clue))
    if not line:
        clue.fail(f"{clue.text()} is not next to a row or column")
    return line


def _place_of_clue(rule: Any, board: Board) -> str:
    row, _ = board.grid.place(rule.cells[0])
    x, y = outside(board.grid, rule.cells) if len(rule.cells) > 1 else (-0.5, row + 0.5)
    if line_from(board.grid, floor(y), floor(x)) != rule.cells:
        raise Inexpressible(f"a part of a row or column: {rule.describe(board.grid)}")
    return name_of(floor(y), floor(x))


_DIRECTIONS = {"DR": "down-right", "DL": "down-left", "UR": "up-right", "UL": "up-left"}
_LETTERS = {direction: letters for letters, direction in _DIRECTIONS.items()}


def _little_killers() -> Shape:
    """Return the shape of diagonal sums. If an entry names cells, they must be on its diagonal."""

    def read(entry: Node, board: Board) -> Iterator[Rule]:
        members = entry.members(["cell", "direction"], ["cells", "value"])
        letters = members["direction"].text()
        if letters not in _DIRECTIONS:
            members["direction"].fail(f"unknown direction; use one of {', '.join(_DIRECTIONS)}")
        total = number(members.get("value"))
        if total is None:
            return
        row, column = board.place(members["cell"])
        first = row + (1 if letters[0] == "D" else -1), column + (1 if letters[1] == "R" else -1)
        if not board.grid.has(*first):
            members["cell"].fail(f"no diagonal leads {_DIRECTIONS[letters]} from there")
        rule = rules.LittleKiller(board.grid.at(*first), _DIRECTIONS[letters], total)  # type: ignore[arg-type]
        board.build(entry, rule)
        named = board.cells(members["cells"]) if "cells" in members else ()
        if named and sorted(named) != sorted(rule.diagonal(board.grid)):
            members["cells"].fail("not the diagonal of the clue")
        yield rule

    def write(rule: rules.LittleKiller, board: Board) -> Entry:
        letters = _LETTERS[rule.direction]
        row, column = board.grid.place(rule.cell)
        clue = row - (1 if letters[0] == "D" else -1), column - (1 if letters[1] == "R" else -1)
        return {
            "cell": name_of(*clue),
            "cells": board.names(rule.diagonal(board.grid)),
            "direction": letters,
            "value": str(rule.total),
        }

    return Shape(read, write)


@dataclass(frozen=True)
class Key:
    """A key whose value is a list of entries of one shape, and the kind of rule that they hold."""

    name: str
    shape: Shape
    rules: tuple[type[Rule], ...] = ()

    def together(self, found: list[Rule]) -> list[Rule]:
        """Join rules of single cells into one rule that has all of the cells."""
        if not self.shape.is_single or not found:
            return found
        cells = dict.fromkeys(cell for rule in found for cell in rule.cells)  # type: ignore[attr-defined]
        return [replace(found[0], cells=tuple(cells))]  # type: ignore[call-arg]

    def apart(self, rule: Rule) -> list[Rule]:
        """Split a rule into rules each of which becomes one entry."""
        if not self.shape.is_single:
            return [rule]
        return [replace(rule, cells=(cell,)) for cell in rule.cells]  # type: ignore[attr-defined,call-arg]


def _key(name: str, kind: type[Rule], shape: Shape) -> Key:
    return Key(name, shape, (kind,))


def _line(name: str, kind: type[Rule]) -> Key:
    return Key(name, _lines(kind), (kind,))


#: All such keys, in the order in which rules are read and entries are written.
KEYS: tuple[Key, ...] = (
    _key("odd", rules.Odd, _single(rules.Odd)),
    _key("even", rules.Even, _single(rules.Even)),
    _key("minimum", rules.Minimum, _single(rules.Minimum)),
    _key("maximum", rules.Maximum, _single(rules.Maximum)),
    _key("extraregion", rules.ExtraRegion, _entry(rules.ExtraRegion, _cells())),
    _line("thermometer", rules.Thermo),
    _line("slowthermometer", rules.SlowThermo),
    _line("palindrome", rules.Palindrome),
    _line("renban", rules.Renban),
    _key("whispers", rules.Whisper, _lines(rules.Whisper, _number("gap"))),
    Key("germanwhispers", _lines(rules.Whisper)),
    Key("dutchwhispers", _dutch_whispers()),
    _line("betweenline", rules.Between),
    _line("lockout", rules.Lockout),
    _key("regionsumline", rules.RegionSum, _region_sums()),
    _line("entropicline", rules.Entropic),
    _line("modularline", rules.Modular),
    _line("nabner", rules.Nabner),
    _line("zipperline", rules.Zipper),
    _line("doublearrow", rules.DoubleArrow),
    _key("arrow", rules.Arrow, _arrows()),
    _key(
        "killercage",
        rules.Cage,
        # The editor writes 0 for a cage without a sum.
        _entry(lambda cells, total: rules.Cage(cells, total or None), _cells(), _number("total")),
    ),
    _key("cage", rules.Cage, _rooted_cages()),
    _key("littlekillersum", rules.LittleKiller, _little_killers()),
    _key("sandwichsum", rules.Sandwich, _clues(rules.Sandwich, "total")),
    _key("xsum", rules.XSum, _clues(rules.XSum, "total")),
    _key("skyscraper", rules.Skyscraper, _clues(rules.Skyscraper, "count")),
    _key("difference", rules.WhiteDot, _dots(rules.WhiteDot, "difference", 1)),
    _key("ratio", rules.BlackDot, _dots(rules.BlackDot, "ratio", 2)),
    Key("xv", _sums(), (rules.X, rules.V, rules.PairSum)),
    _key("clone", rules.Clone, _entry(rules.Clone, _cells(), _cells("cloneCells", "copy"))),
    _key("quadruple", rules.Quadruple, _quadruples()),
    _key("rowindexer", rules.RowIndexer, _entry(rules.RowIndexer, _cells())),
    _key("columnindexer", rules.ColumnIndexer, _entry(rules.ColumnIndexer, _cells())),
    _key("boxindexer", rules.BoxIndexer, _box_indexers()),
)
