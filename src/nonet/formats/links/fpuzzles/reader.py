"""Reading a puzzle from an f-puzzles document."""

from __future__ import annotations

from nonet.formats.json_text import Node, compact, unknown
from nonet.formats.links.fpuzzles import cells, copies, flags, metadata
from nonet.formats.links.fpuzzles.board import Board
from nonet.formats.links.fpuzzles.keys import KEYS, Key
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import without_own_sentences
from nonet.rules import Rule
from nonet.system.errors import TooLarge

#: Rules are compared with one another, so reading takes time quadratic in their number.
MOST_RULES = 2048

#: Settings of the editor and of solvers, and fog, which does not change the solution.
NO_RULES = (
    *("disabledlogic", "truecandidatesoptions", "highlightConflicts", "successMessage"),
    *("fogofwar", "foglight", "triggereffect"),
)
KNOWN = frozenset(
    [
        *("size", "grid", *metadata.KEYS, *flags.FLAGS, "negative"),
        *(key.name for key in KEYS),
        *copies.DRAWINGS,
        *NO_RULES,
    ]
)


def puzzle_of(document: Node) -> Puzzle:
    """Return the puzzle of a document.

    >>> from nonet.formats.json_text import document
    >>> puzzle_of(document('{"size":2,"grid":[[{},{}],[{},{"value":2,"given":true}]]}')).givens
    (None, None, None, 2)
    """
    entries = document.entries()
    for key in entries:
        if key not in KNOWN:
            document.fail(f"unknown key {unknown(key, KNOWN)}")
    for key in ("size", "grid"):
        if key not in entries:
            document.fail(f"the key {key!r} is missing")
    printed = cells.read(entries["size"], entries["grid"])
    left: dict[str, object] = {key: entries[key].value for key in NO_RULES if key in entries}
    if printed.colours:
        left["grid"] = printed.colours
    rules = [*printed.rules, *flags.read(entries, printed.board)]
    rules += _rules(entries, printed.board, left)
    meta = list(metadata.read(entries, printed.board.grid))
    if left:
        meta.append(("fpuzzles", compact(left)))
    grid, givens, marks = printed.board.grid, printed.givens, printed.marks
    return without_own_sentences(Puzzle(grid, givens, marks, tuple(rules), tuple(meta)))


def _rules(entries: dict[str, Node], board: Board, left: dict[str, object]) -> list[Rule]:
    """Return the rules of all keys; add entries that are not rules to `left`."""
    drawings, copied = copies.sort_out(entries)
    rules: list[Rule] = []
    for key in KEYS:
        if key.name in drawings:
            listed = drawings.pop(key.name)
        else:
            listed = copies.numbered(entries.get(key.name)) + copied.get(key.name, [])
        found, kept = _read_entries(key, listed, board)
        rules += found
        if len(rules) > MOST_RULES:
            raise TooLarge(f"more than {MOST_RULES} rules")
        if kept:
            left[key.name] = kept
    left |= {name: [node.value for node in listed] for name, listed in drawings.items() if listed}
    return rules


def _read_entries(key: Key, entries: list[Node], board: Board) -> tuple[list[Rule], list[object]]:
    rules: list[Rule] = []
    kept: list[object] = []
    for entry in entries:
        found = list(key.shape.read(entry, board))
        if found:
            rules += found
        else:
            kept.append(entry.value)
    return key.together(rules), kept
