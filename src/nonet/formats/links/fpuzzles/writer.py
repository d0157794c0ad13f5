"""Writing a puzzle as an f-puzzles document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, Object, document
from nonet.formats.links.fpuzzles import cells, copies, flags, metadata
from nonet.formats.links.fpuzzles.board import Board
from nonet.formats.links.fpuzzles.copies import copies_of
from nonet.formats.links.fpuzzles.keys import KEYS, Shape
from nonet.formats.links.fpuzzles.reader import MOST_RULES, NO_RULES
from nonet.puzzle import Puzzle
from nonet.rules import Diagonals, ExtraRegion, Rule, Windoku
from nonet.system.errors import PuzzleError


def document_of(puzzle: Puzzle) -> dict[str, object]:
    """Return the document of a puzzle. A rule that it cannot express raises `Inexpressible`.

    >>> from nonet.formats import classic
    >>> document_of(classic(order=1))
    {'size': 1, 'ruleset': 'Normal sudoku rules apply.', 'grid': [[{}]]}
    """
    left = _left_over(puzzle)
    board, grid, rules = cells.write(puzzle, left.get("grid", Node(None)).value)
    written = metadata.write(puzzle)
    solution = {key: written.pop(key) for key in ("solution",) if key in written}
    found: dict[str, Any] = {"size": puzzle.grid.rows, **written, "grid": grid}
    if len(rules) > MOST_RULES:
        raise Inexpressible(f"{len(rules)} rules")
    for rule in rules:
        for part in _parts(rule, puzzle):
            _add(found, *_written(part, puzzle.rules, board))
    for key in KEYS:
        for entry in list(found.get(key.name, [])):
            for drawing, copy in copies_of(key.name, entry, puzzle.grid.rows):
                _add(found, drawing, [copy])
    for name, value in _kept(left, board):
        _add(found, name, value)
    return found | solution


def _add(document: dict[str, Any], key: str, value: object) -> None:
    """Set the value of a key, or append entries to the list of a key."""
    document[key] = [*document.get(key, []), *value] if isinstance(value, list) else value


def _parts(rule: Rule, puzzle: Puzzle) -> list[Rule]:
    """Split a rule into rules that have one entry each."""
    if isinstance(rule, Diagonals):
        falling = [Diagonals(rising=False)] if rule.falling else []
        return [*([Diagonals(falling=False)] if rule.rising else []), *falling]
    if isinstance(rule, Windoku):
        return [ExtraRegion(window) for window in rule.groups(puzzle.grid)]
    return next((key.apart(rule) for key in KEYS if type(rule) in key.rules), [rule])


def _written(rule: Rule, rules: Sequence[Rule], board: Board) -> tuple[str, object]:
    """Return the key and the value of a rule, after reading them again as the same rule."""
    flag = flags.write(rule, rules, board)
    if flag:
        return flag
    what = f"the rule {rule.name}"
    for key in KEYS:
        if type(rule) in key.rules:
            entry = key.shape.write(rule, board)
            again = attempt(_rules, Node(Object(entry)), key.shape, board)
            if not isinstance(again, PuzzleError) and again:
                if again[0] == rule or again[0].beside(rules) == rule.beside(rules):
                    return key.name, [entry]
                what = f"{_lost(rule, again[0])} of {rule.describe(board.grid)}"
    raise Inexpressible(what)


def _lost(rule: Rule, again: Rule) -> str:
    """Name the field of a rule that differs in the rule that is read again."""
    for field in fields(rule):  # type: ignore[arg-type]  # all rules are dataclasses
        value = getattr(rule, field.name)
        if value != getattr(again, field.name):
            return f"{field.name}={value}"
    return "all"


def _left_over(puzzle: Puzzle) -> dict[str, Node]:
    """Return the parts of the document that the puzzle was read from and that are not rules."""
    kept = attempt(_entries, dict(puzzle.meta).get("fpuzzles", "{}"))
    return {} if isinstance(kept, PuzzleError) else kept


def _entries(text: str) -> dict[str, Node]:
    return document(text).entries()


def _kept(left: dict[str, Node], board: Board) -> Iterator[tuple[str, object]]:
    """Yield the kept parts that are still not rules: the board may have changed."""
    shapes = {key.name: key.shape for key in KEYS}
    for name, node in left.items():
        if name in NO_RULES:
            yield name, node.value
        elif name in shapes or name in copies.DRAWINGS:
            entries = attempt(copies.numbered, node)
            if not isinstance(entries, PuzzleError):
                shape = shapes.get(name)
                kept = [entry.value for entry in entries if _is_no_rule(entry, shape, board)]
                if kept:
                    yield name, kept


def _is_no_rule(entry: Node, shape: Shape | None, board: Board) -> bool:
    if attempt(copies.source, entry) is not None:
        return False
    return shape is None or attempt(_rules, entry, shape, board) == []


def _rules(entry: Node, shape: Shape, board: Board) -> list[Rule]:
    return list(shape.read(entry, board))
