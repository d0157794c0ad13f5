"""The metadata of a document: title, author, rules in words, solution, and flags that are rules.

The *decoration* of a document is everything that is not a rule or a text, such as fog and colours.
The reader keeps the decoration in the puzzle, and the writer writes it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from string import digits
from typing import Any

from nonet import rules
from nonet.formats.alphabets import read_values, write_values
from nonet.formats.contract import attempt
from nonet.formats.json_text import Node, kept
from nonet.formats.links.sudokupad.board import text_of
from nonet.formats.text import quoted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

RULES: dict[str, Rule] = {
    "antiknight": rules.AntiKnight(),
    "antiking": rules.AntiKing(),
    "nonconsecutive": rules.NonConsecutive(),
    "antiratio": rules.NegativeBlackDots(),
    "antixv": rules.NegativeXV(),
}
_DISJOINT = ("disjoint", "disjointgroups")
#: The flag that turns off the rules for rows and columns.
NO_LINES = "norowcol"


def named_rules(names: Iterable[Node], boxes: rules.Boxes | None) -> Iterator[Rule]:
    """Yield the rules with these names. `boxes` are the boxes of the puzzle."""
    for node in names:
        name = node.text()
        if name in RULES:
            yield RULES[name]
        elif name in _DISJOINT:
            if boxes is None:
                node.fail("disjoint groups need a puzzle with boxes")
            yield rules.DisjointGroups(boxes.height, boxes.width)
        elif name != NO_LINES:
            node.fail(f"unknown rule {quoted(name)}")


def name_of(rule: Rule, regions: Rule | None) -> str | None:
    """Return the name of a rule, or None if the rule has no name in documents."""
    match rule, regions:
        case rules.DisjointGroups(), rules.Boxes(height, width):
            return _DISJOINT[0] if (rule.height, rule.width) == (height, width) else None
    return next((name for name, named in RULES.items() if named == rule), None)


TEXTS = ("title", "author", "rules")
#: The metadata key of nonet's own model. SudokuPad keeps keys that it does not know.
MODEL = "nonet"
_UNKNOWN = "?."


@dataclass
class Metadata:
    """The metadata of a document: texts by their keys, flags that are rules, and other entries."""

    texts: dict[str, str] = field(default_factory=dict)
    flags: list[Node] = field(default_factory=list)
    rest: dict[str, object] = field(default_factory=dict)

    def add(self, key: str, node: Node) -> None:
        """Add an entry. If the key already has a text, append the new text."""
        nodes = node.items() if isinstance(node.value, list) else [node]
        if key in TEXTS and all(type(each.value) in (str, int) for each in nodes):
            text = "\n".join(map(text_of, nodes))
            before = self.texts.get(key)
            if text and text != before:
                self.texts[key] = f"{before}\n{text}" if before else text
        elif node.value is True:
            if key not in (*RULES, NO_LINES):
                node.fail(f"unknown flag {quoted(key)}")
            self.flags.append(Node(key, node.path))
        elif node.value not in (False, None, "", self.rest.get(key)):
            kept = self.rest.get(key, [])
            several = [*(kept if isinstance(kept, list) else [kept]), node.value]
            self.rest[key] = several if key in self.rest else node.value

    def solution(self, grid: Grid) -> str | None:
        """Return the solution, and remove it from the other entries. Ignore a bad solution."""
        found = self.rest.get("solution")
        read = solution_of(str(found), grid) if isinstance(found, str | int) else None
        if read is not None:
            del self.rest["solution"]
        return read


def metadata_of(entries: Mapping[str, Node], in_cages: Iterable[tuple[str, str]]) -> Metadata:
    """Collect the metadata from the metadata section, the document itself, and its cages."""
    found = Metadata()
    for key, node in entries["metadata"].entries().items() if "metadata" in entries else ():
        if key != MODEL:
            found.add(key, node)
    for key in TEXTS:
        if key in entries:
            found.add(key, entries[key])
    for key, text in in_cages:
        found.add(key, Node(text, f"cages: {key}"))
    return found


def solution_of(text: str, grid: Grid) -> str | None:
    """Convert a solution to the notation of nonet. Return None if it does not fit the grid."""
    if len(text) != len(grid.cells) or not set(text) <= {*digits, *_UNKNOWN}:
        return None
    values = [None if sign in _UNKNOWN else int(sign) for sign in text]
    if not grid.contents.issuperset(values) or not any(values):
        return None
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
