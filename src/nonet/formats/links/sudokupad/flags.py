"""Rules about the whole board, which a document says by a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.formats.nodes import Node
from nonet.formats.text import quoted
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Boxes,
    DisjointGroups,
    NegativeBlackDots,
    NegativeXV,
    NonConsecutive,
    Rule,
)

RULES: dict[str, Rule] = {
    "antiknight": AntiKnight(),
    "antiking": AntiKing(),
    "nonconsecutive": NonConsecutive(),
    "antiratio": NegativeBlackDots(),
    "antixv": NegativeXV(),
}
_DISJOINT = ("disjoint", "disjointgroups")
#: Rows and columns may hold a value twice.
NO_LINES = "norowcol"


def rules_of(names: Sequence[Node], regions: Sequence[Rule]) -> Iterator[Rule]:
    """Yield the rules that are named; those about boxes need the boxes of the puzzle."""
    for node in names:
        name = node.text()
        if name in RULES:
            yield RULES[name]
        elif name in _DISJOINT:
            yield _disjoint(node, regions)
        elif name != NO_LINES:
            node.fail(f"unknown rule {quoted(name)}")


def _disjoint(node: Node, regions: Sequence[Rule]) -> Rule:
    boxes = [rule for rule in regions if isinstance(rule, Boxes)]
    if not boxes:
        node.fail("disjoint groups in a puzzle without boxes")
    return DisjointGroups(boxes[0].height, boxes[0].width)


def name_of(rule: Rule, regions: Rule | None) -> str | None:
    """Return the name that says a rule in a puzzle with these regions, if there is one."""
    if isinstance(rule, DisjointGroups) and isinstance(regions, Boxes):
        is_same = (rule.height, rule.width) == (regions.height, regions.width)
        return _DISJOINT[0] if is_same else None
    return next((name for name, said in RULES.items() if said == rule), None)
