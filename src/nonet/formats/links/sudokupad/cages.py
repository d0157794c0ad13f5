"""The cages of a document. Some cages are rules, some are metadata, and some mean nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nonet import rules
from nonet.formats.json_text import Node
from nonet.formats.links.sudokupad.board import cells_of, length_of, places, present, text_of
from nonet.formats.links.sudokupad.drawings import plain_colour
from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule
from nonet.rules.board.houses import Houses

#: Matches the metadata in the text of a cage without cells: a word, a colon and a text.
_METADATA = re.compile(r"([^\s:]+):\s*(.*)", re.DOTALL)
#: The keys of a cage's colours. A cage is invisible if all its colours are transparent.
_COLOURS = ("borderColor", "outlineC", "textColor", "fontC")
#: The texts of cages that are lamps in the fog. Lamps do not restrict the solution.
_FOG = ("FOW", "FOGLIGHT")
_EXTRA, _DISJOINT = "extraregion", "disjoint"
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
        """Return the cage that a node describes."""
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
    def is_disjoint(self) -> bool:
        """Whether the cage is one of the groups of the rule "disjoint groups"."""
        return self.kind == _DISJOINT

    @property
    def look(self) -> str:
        """The look of the cage in words."""
        text = f" {quoted(self.text)}" if self.text else ""
        total = "" if self.total is None else f" with the sum {self.total}"
        return f"cage{text}{total}"

    def rule(self, boxes: rules.Boxes | None) -> Rule | None:
        """Return the rule in the fields of the cage, or None if the fields express no rule."""
        if self.style == _INDEXERS[0]:
            return rules.RowIndexer(self.cells)
        if self.style == _INDEXERS[1]:
            return rules.ColumnIndexer(self.cells)
        if self.style == _INDEXERS[2]:
            if boxes is None:
                self.node.fail("box indexers need a puzzle with boxes")
            return rules.BoxIndexer(self.cells, boxes.height, boxes.width)
        if not self.is_unique and self.total is None:
            return None
        if self.style == _EXTRA or self.is_disjoint:
            count = len(self.cells)
            if self.total not in (None, count * (count + 1) // 2):
                self.node.fail(f"{self.total} is not the sum of {count} values in an extra region")
            return rules.ExtraRegion(self.cells)
        # In the editor of most of these documents, a sum of 0 means that the cage has no sum.
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


def written(rule: Rule, grid: Grid) -> list[dict[str, object]]:
    """Return the cages whose fields express a rule, or [] if no fields can express it."""
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
            fields = {"unique": True, "type": _DISJOINT, "hidden": True}
        case _:
            return []
    groups = rule.groups(grid) if isinstance(rule, Houses) else [rule.cells]
    return [{"cells": places(grid, group)} | fields for group in groups]


def _sum(total: int | None) -> dict[str, object]:
    return {} if total is None else {"sum": total, "value": str(total)}
