"""The fields of a document: cells, givens, regions, cages and metadata.

Some programs write null for a missing entry, or a number for a text. The reader accepts both. A
cage may be a rule, metadata or decoration. The *decoration* of a document is everything that is not
a rule or a text, such as fog and colours. The reader keeps the decoration in the puzzle, and the
writer writes it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import digits
from typing import Any

from nonet import rules
from nonet.formats.alphabets import read_values, write_values
from nonet.formats.contract import attempt
from nonet.formats.json_text import Node, kept
from nonet.formats.squares import boxes_among
from nonet.formats.text import counted, is_number, quoted
from nonet.model.figures import Point
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion, Regions, Rule
from nonet.rules.board.houses import Houses
from nonet.system.errors import PuzzleError

_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,20})?")
#: The greatest distance of a drawing from the corner of the board, in cells.
_FAR = 10_000


BLACK, WHITE = "#000000", "#ffffff"

_NAMED = {"white": WHITE, "black": BLACK, "transparent": "", "none": ""}
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")


def plain_colour(colour: str) -> str:
    """Return a colour as six lower-case digits, or "" if the colour is transparent."""
    low = colour.strip().lower()
    low = _NAMED.get(low, low)
    if not _HEX.fullmatch(low):
        return low
    digits = low[1:]
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    opacity = digits[6:]
    return "" if opacity == "00" else f"#{digits[:6]}{'' if opacity == 'ff' else opacity}"


def present(node: Node) -> dict[str, Node]:
    """Return the entries of an object that are not null."""
    return {key: entry for key, entry in node.entries().items() if entry.value is not None}


def text_of(node: Node) -> str:
    """Return a text. Links remove quotes, so a number without quotes may be a text, too."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.text()


def length_of(node: Node) -> float:
    """Return a length or a position in a drawing."""
    value = node.value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        node.fail("this is not a number")
    if not -_FAR <= value <= _FAR:  # also true for NaN
        node.fail(f"this is not a number from {-_FAR} to {_FAR}")
    return float(value)


def plain(length: float) -> float:
    """Return a number in its shortest form: 16 rather than 16.0."""
    return int(length) if length.is_integer() else length


def point_of(node: Node) -> Point:
    """Return a point as (across, down). In documents, points are (down, across)."""
    found = node.items()
    if len(found) != 2:
        node.fail(f"this list has {counted(len(found), 'item')}, not a row and a column")
    down, across = map(length_of, found)
    return across, down


def cells_of(node: Node, grid: Grid) -> Cells:
    """Return the cells in a list of (row, column) pairs. Rows and columns count from 0."""
    return tuple(_cell(item, grid) for item in node.items())


def _cell(node: Node, grid: Grid) -> int:
    column, row = point_of(node)
    if not (row.is_integer() and column.is_integer() and grid.has(int(row), int(column))):
        size = f"{grid.rows}×{grid.columns}"
        node.fail(f"row {row:g} and column {column:g} are not on the {size} grid")
    return grid.at(int(row), int(column))


def places(grid: Grid, cells: Cells) -> list[list[int]]:
    """Return the row and column of each cell, as a document writes them."""
    return [list(grid.place(cell)) for cell in cells]


#: The maximum number of characters in the text of a given. No value has more digits.
_LONGEST = 4


def grid_of(cells: Node) -> Grid:
    """Return the grid of a document. `cells` is a list of rows."""
    rows = [len(row.items()) for row in cells.items()]
    if not rows:
        cells.fail("the grid has no rows")
    if min(rows) < max(rows):
        cells.fail(f"some rows have {min(rows)} cells, and others have {max(rows)}")
    return Grid(len(rows), rows[0])


def givens_of(cells: Node, grid: Grid) -> tuple[tuple[int | None, ...], dict[str, object]]:
    """Return the givens, and the notes of players. The keys of the notes are names of cells."""
    givens: list[int | None] = []
    notes: dict[str, object] = {}
    for node in (cell for row in cells.items() for cell in row.items()):
        entries = present(node)
        text = text_of(entries.get("value", Node(""))).strip()
        is_given = entries.get("given", Node(True)).value is not False
        noted = {key: entries[key].value for key in sorted(entries.keys() - {"value", "given"})}
        if text and not is_given:
            noted |= {"value": text, "given": False}
        if noted:
            notes[grid.name(len(givens))] = noted
        if not text or not is_given:
            givens.append(None)
        elif is_number(text, _LONGEST) and int(text) in grid.values:
            givens.append(int(text))
        else:
            entries["value"].fail(f"{quoted(text)} is not a value from {grid.span}")
    return tuple(givens), notes


def regions_of(node: Node, grid: Grid) -> tuple[Rule, ...]:
    """Return the rules of the regions. If some cells are in no region, use extra regions."""
    groups = [group for region in node.items() if (group := cells_of(region, grid))]
    if not groups:
        return ()
    largest = max(map(len, groups))
    if largest != len(grid.values):
        node.fail(
            f"the largest region has {largest} cells, so nonet does not know the values of the "
            f"{grid.rows}×{grid.columns} grid"
        )
    if sum(map(len, groups)) < len(grid.cells):
        return tuple(map(ExtraRegion, groups))
    regions = node.fitted(node.located(Regions, groups), grid)
    return (boxes_among(grid, groups) or regions,)


#: Matches the metadata in the text of a cage without cells: a word, a colon and a text.
_METADATA = re.compile(r"([^\s:]+):\s*(.*)", re.DOTALL)
#: The keys of a cage's colours. A cage is invisible if all its colours are transparent.
_COLOURS = ("borderColor", "outlineC", "textColor", "fontC")
#: The texts of cages that are lamps in the fog, which do not restrict the solution.
_FOG = ("FOW", "FOGLIGHT")
_EXTRA, DISJOINT = "extraregion", "disjoint"
_INDEXERS = ("fpRowIndexer", "fpColumnIndexer", "fpBoxIndexer")


@dataclass(frozen=True)
class CageEntry:
    """A cage of a document."""

    node: Node
    cells: Cells
    text: str
    total: int | None
    is_unique: bool
    style: str
    kind: str
    is_hidden: bool

    @classmethod
    def of(cls, node: Node, grid: Grid) -> CageEntry:
        entries = present(node)
        colours = [entries[key].text() for key in _COLOURS if key in entries]
        return cls(
            node,
            cells_of(entries.get("cells", Node([])), grid),
            text_of(entries.get("value", Node(""))).strip(),
            _total(entries.get("sum", Node(""))),
            entries.get("unique", Node(False)).boolean(),
            text_of(entries.get("style", Node(""))),
            text_of(entries.get("type", Node(""))),
            (bool(colours) and not any(map(plain_colour, colours)))
            or entries.get("hidden", Node(False)).boolean(),
        )

    @property
    def metadata(self) -> tuple[str, str] | None:
        """The key and text of metadata, or None if the cage is not metadata."""
        found = _METADATA.fullmatch(self.text)
        if found and not self._is_logic and (not self.cells or self.is_hidden):
            return found[1], found[2]
        return None

    @property
    def _is_logic(self) -> bool:
        return self.is_unique or self.total is not None or self.style in _INDEXERS

    @property
    def is_silent(self) -> bool:
        """Whether the cage restricts nothing, and shows nothing that might be a rule."""
        is_empty = not (self.text or self.cells)
        return not self._is_logic and (self.is_hidden or self.text in _FOG or is_empty)

    @property
    def look(self) -> str:
        text = f" {quoted(self.text)}" if self.text else ""
        total = "" if self.total is None else f" with the sum {self.total}"
        return f"cage{text}{total}"

    def rule(self, boxes: rules.Boxes | None) -> Rule | None:
        """Return the rule in the fields of the cage, or None if the fields express no rule."""
        match self.style:
            case "fpRowIndexer":
                return rules.RowIndexer(self.cells)
            case "fpColumnIndexer":
                return rules.ColumnIndexer(self.cells)
            case "fpBoxIndexer":
                if boxes is None:
                    self.node.fail("box indexers need a puzzle with boxes")
                return rules.BoxIndexer(self.cells, boxes.height, boxes.width)
        if not self.is_unique and self.total is None:
            return None
        if self.style == _EXTRA or self.kind == DISJOINT:
            count = len(self.cells)
            if self.total not in (None, count * (count + 1) // 2):
                self.node.fail(f"{self.total} is not the sum of {count} values in an extra region")
            return rules.ExtraRegion(self.cells)
        # In most documents, a sum of 0 means that the cage has no sum.
        if self.is_unique:
            return rules.Cage(self.cells, self.total or None)
        return rules.Sum(self.cells, self.total)


def _total(node: Node) -> int | None:
    if node.value == "":
        return None
    total = length_of(node)
    if not total.is_integer() or total < 0:
        node.fail(f"{total:g} is not a sum")
    return int(total)


def cages_for(rule: Rule, grid: Grid) -> list[dict[str, object]]:
    """Return the cages for a rule, or [] if cages cannot express the rule."""
    match rule:
        case rules.Cage(total=total, totals=None, root=None):
            fields = {"unique": True} | _sum(total)
        case rules.Sum(cells, total, None, None) if len(set(cells)) == len(cells):
            fields = {"unique": False} | _sum(total)
        case rules.RowIndexer() | rules.ColumnIndexer() | rules.BoxIndexer():
            fields = {"unique": False, "style": f"fp{type(rule).__name__}"}
        case rules.ExtraRegion() | rules.Windoku():
            fields = {"unique": True, "style": _EXTRA}
        case rules.DisjointGroups():
            fields = {"unique": True, "type": DISJOINT, "hidden": True}
        case _:
            return []
    groups = rule.groups(grid) if isinstance(rule, Houses) else [rule.cells]
    return [{"cells": places(grid, group)} | fields for group in groups]


def _sum(total: int | None) -> dict[str, object]:
    return {} if total is None else {"sum": total, "value": str(total)}


RULES: dict[str, Rule] = {
    "antiknight": rules.AntiKnight(),
    "antiking": rules.AntiKing(),
    "nonconsecutive": rules.NonConsecutive(),
    "antiratio": rules.NegativeBlackDots(),
    "antixv": rules.NegativeXV(),
}
#: The flag that turns off the rules for rows and columns.
NO_LINES = "norowcol"


def _by_name(regions: Rule | None) -> dict[str, Rule]:
    """Return the rules that documents name, for a puzzle with these regions."""
    if not isinstance(regions, rules.Boxes):
        return RULES
    disjoint = rules.DisjointGroups(regions.height, regions.width)
    return RULES | {DISJOINT: disjoint, f"{DISJOINT}groups": disjoint}


def named_rules(names: Iterable[Node], boxes: rules.Boxes | None) -> Iterator[Rule]:
    """Yield the rules with these names. `boxes` are the boxes of the puzzle."""
    known = _by_name(boxes)
    for node in names:
        name = node.text()
        if name in known:
            yield known[name]
        elif name in (DISJOINT, f"{DISJOINT}groups"):
            node.fail("disjoint groups need a puzzle with boxes")
        elif name != NO_LINES:
            node.fail(f"unknown rule {quoted(name)}")


def name_of(rule: Rule, regions: Rule | None) -> str | None:
    """Return the name of a rule, or None if the rule has no name in documents."""
    return next((name for name, named in _by_name(regions).items() if named == rule), None)


TEXTS = ("title", "author", "rules")
#: The metadata key of nonet's own model. SudokuPad keeps keys that it does not know.
MODEL = "nonet"
_UNKNOWN = "?."


def metadata_of(
    entries: Mapping[str, Node], in_cages: Iterable[tuple[str, str]]
) -> tuple[dict[str, str], list[Node], dict[str, object]]:
    """Return the texts, the flags that are rules, and the other metadata of a document.

    Metadata is in its own section, in the document itself, and in cages. Texts of a key are joined.
    """
    section = entries["metadata"].entries() if "metadata" in entries else {}
    found = [(key, node) for key, node in section.items() if key != MODEL]
    found += [(key, entries[key]) for key in TEXTS if key in entries]
    found += [(key, Node(text, f"cages: {key}")) for key, text in in_cages]
    texts: dict[str, str] = {}
    flags: list[Node] = []
    rest: dict[str, object] = {}
    for key, node in found:
        nodes = node.items() if isinstance(node.value, list) else [node]
        if key in TEXTS and all(type(each.value) in (str, int) for each in nodes):
            text, before = "\n".join(map(text_of, nodes)), texts.get(key)
            if text and text != before:
                texts[key] = f"{before}\n{text}" if before else text
        elif node.value is True:
            if key not in (*RULES, NO_LINES):
                node.fail(f"unknown flag {quoted(key)}")
            flags.append(Node(key, node.path))
        elif node.value not in (False, None, "", rest.get(key)):
            kept = rest.get(key, [])
            several = [*(kept if isinstance(kept, list) else [kept]), node.value]
            rest[key] = several if key in rest else node.value
    return texts, flags, rest


def solution_in(rest: dict[str, object], grid: Grid) -> str | None:
    """Remove the solution from the metadata, and return it. Ignore a bad solution."""
    found = rest.get("solution")
    text = str(found) if isinstance(found, str | int) else ""
    if len(text) != len(grid.cells) or not set(text) <= {*digits, *_UNKNOWN}:
        return None
    values = [None if sign in _UNKNOWN else int(sign) for sign in text]
    if not grid.contents.issuperset(values) or not any(values):
        return None
    del rest["solution"]
    return write_values(grid, values)


def written_solution(text: str, grid: Grid) -> str | None:
    """Write a solution with one character for each cell. Values of two digits become ``?``."""
    values = attempt(read_values, grid, text)
    if isinstance(values, PuzzleError):
        return None
    signs = ("." if value is None else str(value) for value in values)
    return "".join(sign if len(sign) == 1 else "?" for sign in signs)


#: The key of the decoration in a puzzle's meta.
DECORATION = "sudokupad"


def decoration_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the decoration of a puzzle, or {} if it is not valid."""
    found = kept(puzzle, DECORATION)
    return found if isinstance(found, dict) else {}
