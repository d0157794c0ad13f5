"""The keys of f-puzzles that turn a rule for the whole board on or off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nonet import rules as all_rules
from nonet.formats.json_text import Node
from nonet.formats.links.fpuzzles.board import Board
from nonet.rules import Diagonals, Rule
from nonet.rules.board.neighbours import Unlike

#: The rule of each key. The rule is None if the rule needs boxes and the board has no boxes.
FLAGS: dict[str, Callable[[Board], Rule | None]] = {
    "diagonal+": lambda board: Diagonals(falling=False),
    "diagonal-": lambda board: Diagonals(rising=False),
    "antiknight": lambda board: all_rules.AntiKnight(),
    "antiking": lambda board: all_rules.AntiKing(),
    "disjointgroups": lambda board: board.boxes and all_rules.DisjointGroups(*board.boxes),
    "nonconsecutive": lambda board: all_rules.NonConsecutive(),
}
#: The rule for each word that the list ``negative`` may contain.
NEGATIVES: dict[str, Rule] = {
    "ratio": all_rules.NegativeBlackDots(),
    "xv": all_rules.NegativeXV(),
}
#: Scripts add this word to the list ``negative``, but the word means no rule.
_FOG = "foglight"


def read(entries: dict[str, Node], board: Board) -> Iterator[Rule]:
    """Yield the rules that are on. If both diagonals are on, they become one rule."""
    known = {key: entries[key] for key in FLAGS if key in entries}
    active = {key: node for key, node in known.items() if node.value is not None and node.boolean()}
    if {"diagonal+", "diagonal-"} <= active.keys():
        yield Diagonals()
        active = {key: node for key, node in active.items() if not key.startswith("diagonal")}
    for key, node in active.items():
        rule = FLAGS[key](board)
        if rule is None:
            node.fail("this rule needs regions that are boxes")
        yield rule
    for word in entries["negative"].items() if "negative" in entries else []:
        if word.text() in NEGATIVES:
            yield NEGATIVES[word.text()]
        elif word.text() != _FOG:
            word.fail(f"the rule must be {' or '.join(NEGATIVES)}")


def write(rule: Rule, rules: Sequence[Rule], board: Board) -> tuple[str, object] | None:
    """Return the key and value of a rule of this puzzle, or None if there is no key for it."""
    for key, make in FLAGS.items():
        made = make(board)
        if made and _means(made, rule, rules, board):
            return key, True
    for word, made in NEGATIVES.items():
        if _means(made, rule, rules, board):
            return "negative", [word]
    return None


def _means(made: Rule, rule: Rule, rules: Sequence[Rule], board: Board) -> bool:
    """Tell whether two rules have the same meaning in a puzzle with all these rules.

    Rules about neighbours may have different names and the same meaning. For example, if all white
    dots are given, two neighbours without a dot are not consecutive.
    """
    made, rule = made.beside(rules), rule.beside(rules)
    if not (isinstance(made, Unlike) and isinstance(rule, Unlike)):
        return made == rule
    return {*made.lower(board.grid)} == {*rule.lower(board.grid)}
