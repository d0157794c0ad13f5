"""The keys of f-puzzles that are rules.

The value of a key in `KEYS` is a list of entries. Each entry is a rule, such as a cage or a line.
An entry may be incomplete, such as a clue without a number. Then it means no rule. A key in `FLAGS`
turns a rule for the whole board on or off. To add a rule, add a line to `KEYS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonet import rules
from nonet.formats.json_text import Node
from nonet.formats.links import entries as shared
from nonet.formats.links.contract import Codec, Form, Part, cells_part
from nonet.formats.links.entries import Board, Entry, entry_of, number, number_part
from nonet.formats.text import counted
from nonet.model.grid import Cells
from nonet.rules import Diagonals, Rule
from nonet.rules.board.neighbours import Unlike
from nonet.rules.outside import DIRECTIONS

#: Matches the text of a cage with a digital root, such as ``DR7``.
_ROOT = re.compile("DR([0-9]{1,9})")


@dataclass(frozen=True)
class Key(Form):
    """A key whose value is a list of entries, and the kinds of rules in its entries."""

    #: Whether each entry is only one cell, and all entries together are one rule.
    is_single: bool = False

    def together(self, found: list[Any]) -> list[Rule]:
        if not self.is_single or not found:
            return found
        cells = dict.fromkeys(cell for rule in found for cell in rule.cells)
        return [replace(found[0], cells=tuple(cells))]

    def apart(self, rule: Any) -> list[Rule]:
        return [replace(rule, cells=(cell,)) for cell in rule.cells] if self.is_single else [rule]


def _lines(make: Any, *parts: Part) -> Codec:
    read, write = shared.lines_of(make, *parts)
    keys = [part.key for part in parts]
    return lambda entry, board: read(entry.members(["lines"], keys), board), write


def _read_dutch_whispers(entry: Node, board: Board) -> Iterable[Rule]:
    gap = (len(board.grid.values) + 1) // 2 - 1  # one less than the usual gap
    read, _ = _lines(lambda cells: rules.Whisper(cells, gap))
    return read(entry, board)


def _read_region_sums(entry: Node, board: Board) -> Iterator[Rule]:
    read, _ = _lines(rules.RegionSum)
    for rule in read(entry, board):
        for cell in rule.cells:  # type: ignore[attr-defined]
            if cell in board.loose:
                entry.fail(
                    f"{board.name(cell)} is in no region, and programs disagree about such lines"
                )
        yield rule


def _read_box_indexers(entry: Node, board: Board) -> Iterator[Rule]:
    if board.boxes is None:
        entry.fail("this rule needs regions that are boxes")
    named = board.cells(entry.members(["cells"])["cells"])
    yield entry.fitted(rules.BoxIndexer(named, *board.boxes), board.grid)


def _read_rooted_cages(entry: Node, board: Board) -> Iterator[Rule]:
    """Read a drawn cage. The cage is a rule if its text is a digital root."""
    members = entry.entries()
    text = members["value"].value if "value" in members else None
    found = _ROOT.fullmatch(text) if isinstance(text, str) else None
    if found and "cells" in members:
        cage = rules.Cage(board.cells(members["cells"]), root=int(found[1]))
        yield entry.fitted(cage, board.grid)


def _write_rooted_cage(rule: rules.Cage, board: Board) -> Entry:
    return {"cells": board.names(rule.cells), "value": f"DR{rule.root}"}


def _read_pair(node: Node, board: Board) -> Cells:
    cells = board.cells(node)
    if len(cells) != 2:
        node.fail(f"the list has {counted(len(cells), 'cell')} instead of 2")
    return cells


_PAIR = Part("cells", _read_pair, lambda rule, board: board.names((rule.a, rule.b)))


def _read_sum(node: Node | None, board: Board) -> str | int | None:
    return str(node.value) if node and node.value in ("X", "V") else number(node)


def _sum(pair: Cells, value: str | int) -> Rule:
    a, b = pair
    if isinstance(value, int):
        return rules.PairSum(a, b, value)
    return rules.X(a, b) if value == "X" else rules.V(a, b)


_SUM = Part("value", _read_sum, lambda rule, board: rule.text, True, is_needed=True)


def _read_values(node: Node | None, board: Board) -> list[int] | None:
    numbers = map(number, node.items() if node else [])
    return [value for value in numbers if value is not None] or None


_VALUES = Part("values", _read_values, lambda rule, board: list(rule.values), True, is_needed=True)


def _read_arrows(entry: Node, board: Board) -> Iterator[Rule]:
    """Read a bulb with lines. Each line is an arrow that begins in the bulb."""
    members = entry.members(["cells"], ["lines"])
    bulb = board.cells(members["cells"])
    for line in members["lines"].items() if "lines" in members else []:
        first, *shaft = board.cells(line) or (-1,)
        if first not in bulb:
            line.fail("the arrow does not begin in the bulb")
        yield line.fitted(rules.Arrow(bulb, shaft), board.grid)


#: Maps the letters of a diagonal, such as ``DR`` for down-right, to its direction.
_LETTERS = dict(zip(("DR", "DL", "UR", "UL"), DIRECTIONS, strict=True))


def _read_little_killers(entry: Node, board: Board) -> Iterator[Rule]:
    """Read the sum of a diagonal. If the entry has cells, they must be the diagonal."""
    members = entry.members(["cell", "direction"], ["cells", "value"])
    letters = members["direction"].text()
    if letters not in _LETTERS:
        members["direction"].fail(f"the direction must be {' or '.join(_LETTERS)}")
    total = number(members.get("value"))
    if total is None:
        return
    direction = _LETTERS[letters]
    cell = shared.diagonals_from(board.grid, *board.place(members["cell"])).get(direction)
    if cell is None:
        members["cell"].fail(f"no diagonal leads {direction} from there")
    rule = entry.fitted(rules.LittleKiller(cell, direction, total), board.grid)
    named = board.cells(members["cells"]) if "cells" in members else ()
    if named and sorted(named) != sorted(rule.diagonal(board.grid)):
        members["cells"].fail("these cells are not the diagonal of the clue")
    yield rule


def _write_little_killer(rule: rules.LittleKiller, board: Board) -> Entry:
    return {
        "cell": shared.place_before(rule, board),
        "cells": board.names(rule.diagonal(board.grid)),
        "direction": next(key for key, name in _LETTERS.items() if name == rule.direction),
        "value": str(rule.total),
    }


def _single(name: str, kind: Any) -> Key:
    part = Part(
        "cell",
        lambda node, board: (board.cell(node),),
        lambda rule, board: board.name(rule.cells[0]),
    )
    return Key(name, (kind,), *entry_of(kind, part), is_single=True)


def _line(name: str, kind: Any, *parts: Part) -> Key:
    return Key(name, (kind,), *_lines(kind, *parts))


def _of(name: str, kind: Any, *parts: Part) -> Key:
    return Key(name, (kind,), *entry_of(kind, *parts))


def _dots(name: str, kind: Any, field: str, usual: int) -> Key:
    parts = _PAIR, number_part(field, usual)
    return Key(name, (kind,), *entry_of(lambda pair, value: kind(*pair, value), *parts))


def _clues(name: str, kind: Any, field: str) -> Key:
    return _of(name, kind, *shared.clue_parts("cell", field))


#: All keys of entries, in the order of reading and writing.
KEYS: tuple[Key, ...] = (
    _single("odd", rules.Odd),
    _single("even", rules.Even),
    _single("minimum", rules.Minimum),
    _single("maximum", rules.Maximum),
    _of("extraregion", rules.ExtraRegion, cells_part()),
    _line("thermometer", rules.Thermo),
    _line("slowthermometer", rules.SlowThermo),
    _line("palindrome", rules.Palindrome),
    _line("renban", rules.Renban),
    _line("whispers", rules.Whisper, number_part("gap")),
    Key("germanwhispers", (), *_lines(rules.Whisper)),
    Key("dutchwhispers", (), _read_dutch_whispers),
    _line("betweenline", rules.Between),
    _line("lockout", rules.Lockout),
    replace(_line("regionsumline", rules.RegionSum), read=_read_region_sums),
    _line("entropicline", rules.Entropic),
    _line("modularline", rules.Modular),
    _line("nabner", rules.Nabner),
    _line("zipperline", rules.Zipper),
    _line("doublearrow", rules.DoubleArrow),
    Key("arrow", (rules.Arrow,), _read_arrows, shared.write_arrow),
    Key("killercage", (rules.Cage,), *shared.CAGES),
    Key("cage", (rules.Cage,), _read_rooted_cages, _write_rooted_cage),
    Key("littlekillersum", (rules.LittleKiller,), _read_little_killers, _write_little_killer),
    _clues("sandwichsum", rules.Sandwich, "total"),
    _clues("xsum", rules.XSum, "total"),
    _clues("skyscraper", rules.Skyscraper, "count"),
    _dots("difference", rules.WhiteDot, "difference", 1),
    _dots("ratio", rules.BlackDot, "ratio", 2),
    Key("xv", (rules.X, rules.V, rules.PairSum), *entry_of(_sum, _PAIR, _SUM)),
    _of("clone", rules.Clone, cells_part(), cells_part("cloneCells", "copy")),
    _of("quadruple", rules.Quadruple, cells_part(), _VALUES),
    _of("rowindexer", rules.RowIndexer, cells_part()),
    _of("columnindexer", rules.ColumnIndexer, cells_part()),
    replace(_of("boxindexer", rules.BoxIndexer, cells_part()), read=_read_box_indexers),
)


#: The rule for each word that the list ``negative`` may contain.
NEGATIVES: dict[str, Rule] = {"ratio": rules.NegativeBlackDots(), "xv": rules.NegativeXV()}
#: A word in the list ``negative`` that means no rule.
_FOG = "foglight"


def read_flags(entries: dict[str, Node], board: Board) -> Iterator[Rule]:
    """Yield the rules that are turned on. Both diagonals together are one rule."""
    known = {key: entries[key] for key in shared.FLAGS if key in entries}
    active = {key: node for key, node in known.items() if node.value is not None and node.boolean()}
    if {"diagonal+", "diagonal-"} <= active.keys():
        yield Diagonals()
        active = {key: node for key, node in active.items() if not key.startswith("diagonal")}
    yield from (shared.flag(key, node, board) for key, node in active.items())
    for word in entries["negative"].items() if "negative" in entries else []:
        if word.text() in NEGATIVES:
            yield NEGATIVES[word.text()]
        elif word.text() != _FOG:
            word.fail(f"the rule must be {' or '.join(NEGATIVES)}")


def write_flag(rule: Rule, beside: Sequence[Rule], board: Board) -> tuple[str, object] | None:
    """Return the key and value that turn on a rule, or None if there is no key for the rule."""
    for key, make in shared.FLAGS.items():
        made = make(board)
        if made and _means(made, rule, beside, board):
            return key, True
    for word, made in NEGATIVES.items():
        if _means(made, rule, beside, board):
            return "negative", [word]
    return None


def _means(made: Rule, rule: Rule, beside: Sequence[Rule], board: Board) -> bool:
    made, rule = made.beside(beside), rule.beside(beside)
    if not (isinstance(made, Unlike) and isinstance(rule, Unlike)):
        return made == rule
    return {*made.lower(board.grid)} == {*rule.lower(board.grid)}
