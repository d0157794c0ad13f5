"""Conversion of a SudokuMaker document into a puzzle, and of a puzzle into a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nonet import rules
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, compact, document, unknown
from nonet.formats.links import entries as shared
from nonet.formats.links.contract import are_same, halves, meaning, titled
from nonet.formats.links.entries import MOST_RULES, MOST_SIDE, sized, value_of
from nonet.formats.links.sudokumaker.constraints import KINDS, NO_RULES, STYLES, Board, Kind
from nonet.formats.text import counted, quoted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences, without_own_sentences
from nonet.rules import Boxes, Columns, Diagonals, Regions, Rows, Rule
from nonet.rules.board.houses import Houses
from nonet.system.errors import PuzzleError, TooLarge

#: The types of regions, of custom constraints, and of rows and columns.
_REGIONS, _CUSTOM, _LINES = 1, 1000, 2003
_KINDS = {kind.name: kind for kind in KINDS}
#: Members that every constraint may have.
_COMMON = ("type", "name", "id", "disabled", "style")

#: Maps the keys of a document's texts to the keys of `Puzzle.meta`.
_TEXTS = {"name": "title", "author": "author", "comment": "rules"}
#: Members of a document that mean no rule. The reader keeps them.
_SETTINGS = ("export", "messages")
_SPEC = ("type", "size", "width", "height", "minDigit", "maxDigit")


def puzzle_of(node: Node, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle of a document. Drawings never make it unclear, so none is an error."""
    members = node.members(["formatVersion", "puzzle"])
    version = members["formatVersion"].text()
    if not re.fullmatch(r"1\.[0-9]{1,9}\.[0-9]{1,9}", version):
        members["formatVersion"].fail(f"unknown version {quoted(version)}")
    entries = members["puzzle"].members(("cells", "constraints"), (*_TEXTS, *_SPEC, *_SETTINGS))
    grid, is_sudoku = _read_grid(entries)
    givens, colours = _read_cells(entries["cells"], grid)
    active, left = _sorted_out(entries["constraints"].items())
    board = _board_of(
        [members["regions"] for members in active if members["type"].value == _REGIONS], grid
    )
    has_lines = is_sudoku or any(members["type"].value == _LINES for members in active)
    found: list[Rule] = [Rows(), Columns()] if has_lines else []
    found += [board.regions] if board.regions else []
    found += [*_read_rules(active, board), *_read_negatives(active)]
    meta = [
        (name, entries[key].text())
        for key, name in _TEXTS.items()
        if key in entries and entries[key].text()
    ]
    others: dict[str, object] = {key: entries[key].value for key in _SETTINGS if key in entries}
    others |= {"colors": colours} if colours else {}
    others |= {"constraints": left} if left else {}
    if others:
        meta.append(("sudokumaker", compact(others)))
    return without_own_sentences(Puzzle(grid, givens, rules=tuple(found), meta=tuple(meta)))


#: The largest digit. The site stores sets of digits as numbers of 32 bits.
_MOST_DIGIT = 30


def _read_grid(entries: Mapping[str, Node]) -> tuple[Grid, bool]:
    """Return the grid, and whether it is a board of type ``sudoku``, with rows and columns."""
    kind = entries["type"].text() if "type" in entries else "sudoku"
    if kind not in ("sudoku", "custom"):
        entries["type"].fail(f"unknown type {unknown(kind, ('sudoku', 'custom'))}")
    sides = []
    for key in ("width", "height"):
        side = entries.get(key, entries.get("size", Node(9)))
        sides.append(side.integer())
        if not 1 <= sides[-1] <= MOST_SIDE:
            raise side.error(f"{sides[-1]} is not from 1 to {MOST_SIDE}", TooLarge)
    width, height = sides
    is_sudoku = kind == "sudoku"
    least = entries["minDigit"].integer() if "minDigit" in entries else 1
    most = entries["maxDigit"].integer() if "maxDigit" in entries else None
    if most is None:
        most = least + width - 1 if is_sudoku else 9
    if not 0 <= least <= most <= _MOST_DIGIT:
        raise TooLarge(f"the digits {least} to {most} are not from 0 to {_MOST_DIGIT}")
    grid = Grid(height, width, range(least, most + 1))
    if is_sudoku and not width == height == len(grid.values):
        count = counted(len(grid.values), "digit")
        raise PuzzleError(f"a {height}×{width} board of the type 'sudoku' cannot have {count}")
    return grid, is_sudoku


_CELL = ("given", "value", "colors", "candidates", "cornerPencilMarks")


def _read_cells(cells: Node, grid: Grid) -> tuple[tuple[int | None, ...], dict[str, Any]]:
    """Return the givens, and the colours by the numbers of their cells."""
    givens: list[int | None] = []
    colours: dict[str, Any] = {}
    for cell, node in enumerate(sized(cells, len(grid.cells))):
        entry = {} if node.value is None else node.members([], _CELL)
        is_given = "given" in entry and entry["given"].boolean()
        givens.append(value_of(entry.get("value"), grid) if is_given else None)
        if "colors" in entry:
            colours[str(cell)] = entry["colors"].value
    return tuple(givens), colours


def _board_of(nodes: Sequence[Node], grid: Grid) -> Board:
    if not nodes:
        return Board(grid, loose=frozenset(grid.cells))
    if len(nodes) > 1:
        nodes[1].fail("the regions of an earlier constraint are there, too")
    numbers = sized(nodes[0], len(grid.cells))
    return Board.of(grid, [None if node.value is None else node.integer() for node in numbers])


def _written_spec(grid: Grid, has_lines: bool) -> dict[str, object]:
    """Return the members that describe the grid. A board without rows or columns is custom."""
    spec: dict[str, object] = {}
    is_sudoku = has_lines and grid.rows == grid.columns == len(grid.values)
    if not is_sudoku:
        spec["type"] = "custom"
    if not grid.rows == grid.columns == 9:
        spec |= {"width": grid.columns, "height": grid.rows}
    if grid.values != range(1, 10):
        spec |= {"minDigit": grid.values[0], "maxDigit": grid.values[-1]}
    return spec


def _sorted_out(nodes: Sequence[Node]) -> tuple[list[dict[str, Node]], list[object]]:
    """Return the members of all constraints with rules, and the other constraints."""
    active: list[dict[str, Node]] = []
    left: list[object] = []
    for node in nodes:
        members = node.entries()
        if "type" not in members:
            node.fail("the key 'type' is missing")
        number = members["type"].integer()
        if number in NO_RULES or ("disabled" in members and members["disabled"].boolean()):
            left += [] if number == 0 else [node.value]
            continue
        active.append(node.members(_keys(number, members), _COMMON))
    return active, left


def _keys(number: int, members: Mapping[str, Node]) -> tuple[str, ...]:
    """Return the keys of a type of constraint, or raise an error if it means an unknown rule."""
    if number == _CUSTOM:
        definition = members["definition"].entries() if "definition" in members else {}
        name = definition["name"].text() if "name" in definition else "custom"
        members["type"].fail(f"the rule {quoted(name)} is JavaScript code, which nonet never runs")
    if number in _KINDS:
        return _KINDS[number].keys
    if number not in (_REGIONS, _LINES):
        members["type"].fail(f"unknown type {number}")
    return ("regions",) if number == _REGIONS else ()


def _read_rules(active: Sequence[Mapping[str, Node]], board: Board) -> list[Rule]:
    found: list[Rule] = []
    types = [members["type"].integer() for members in active]
    counts = Counter(types)
    for number, members in zip(types, active, strict=True):
        kind = _KINDS.get(number)
        for rule in kind.read(members, board) if kind else ():
            # A cell is not compared with cells of the same constraint.
            if isinstance(rule, rules.Maximum | rules.Minimum) and counts[number] > 1:
                found.append(replace(rule, others_exempt=False))
            else:
                found.append(rule)
            if len(found) > MOST_RULES:
                raise TooLarge(f"the document has more than {MOST_RULES} rules")
    if 15 in counts and any(isinstance(rule, rules.WhiteDot | rules.BlackDot) for rule in found):
        message = "nonet does not know whether the site exempts dots from this rule"
        active[types.index(15)]["type"].fail(message)
    return found


#: For each type of marks on edges: the rule about edges without a mark, and the type of dots whose
#: member may exempt their edges from the rule.
_NEGATIVES: dict[int, tuple[type[Rule], str, str, int, str]] = {
    200: (
        *(rules.NegativeWhiteDots, "differences", "black_exempts"),
        *(201, "overrideNegativeDifferences"),
    ),
    201: (rules.NegativeBlackDots, "ratios", "white_exempts", 200, "overrideNegativeRatios"),
    202: (rules.NegativeXV, "sums", "", 0, ""),
}


def _read_negatives(active: Sequence[Mapping[str, Node]]) -> Iterator[Rule]:
    """Yield the rules about edges without a mark. Each type has a list of forbidden values."""
    of_type = {
        number: [members for members in active if members["type"].value == number]
        for number in _NEGATIVES
    }
    for number, (kind, field, exempts, other, flag) in _NEGATIVES.items():
        for members in of_type[number]:
            values = [node.integer() for node in members["negative"].items()]
            if not values:
                continue
            if len(of_type[number]) > 1:
                members["negative"].fail(f"there are several constraints of type {number}")
            flags = {each[flag].boolean() for each in of_type.get(other, [])}
            if len(flags) > 1:
                members["negative"].fail(f"the constraints of type {other} disagree about {flag!r}")
            yield kind(**{field: tuple(values)}, **({exempts: False} if False in flags else {}))


_NEGATIVE_TYPES: dict[type[Rule], int] = {kind: key for key, (kind, *_) in _NEGATIVES.items()}
_TYPED = {rule for kind in KINDS for rule in kind.rules}


def document_of(puzzle: Puzzle) -> dict[str, object]:
    """Return the document of a puzzle, or raise `Inexpressible` for a rule without a type."""
    grid, all_rules = puzzle.grid, puzzle.rules
    if max(grid.rows, grid.columns) > MOST_SIDE:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid")
    if grid.values[-1] > _MOST_DIGIT:
        raise Inexpressible(f"values from {grid.span}")
    for cell, marks in enumerate(puzzle.marks):
        if marks != grid.full:
            raise Inexpressible(f"the marks of {grid.name(cell)}")
    if len(all_rules) > MOST_RULES:
        raise Inexpressible(f"{len(all_rules)} rules")
    has_lines = {Rows(), Columns()} <= set(all_rules)
    spec = _written_spec(grid, has_lines)
    frame = next((rule for rule in all_rules if isinstance(rule, Boxes | Regions)), None)
    constraints: list[dict[str, Any]] = [{"type": 0}]
    numbers = shared.region_numbers(grid, frame) if frame else [None] * len(grid.cells)
    board = Board.of(grid, numbers)
    if frame:
        regions = [-1 if number is None else number for number in numbers]
        constraints.append({"type": _REGIONS, "regions": regions})
    if has_lines and "type" in spec:
        constraints.append({"type": _LINES})
    done = {frame, *((Rows(), Columns()) if has_lines else ())}
    for rule in all_rules:
        if rule not in done and type(rule) not in _NEGATIVE_TYPES:
            for part in _parts(rule, grid):
                _add(constraints, *_written(part, all_rules, board))
    for rule in all_rules:
        if type(rule) in _NEGATIVE_TYPES:
            _forbid(constraints, rule.beside(all_rules), board)
    meta = {"rules": "\n".join(sentences(puzzle)), **titled(puzzle)}
    left = shared.left_of(puzzle, "sudokumaker")
    found: dict[str, object] = {
        "formatVersion": "1.5.0",
        "puzzle": {
            **{key: meta.get(name, "") for key, name in _TEXTS.items()},
            **spec,
            "cells": _written_cells(puzzle, left),
            "constraints": [*constraints, *_kept(left)],
            **{key: left[key].value for key in _SETTINGS if key in left},
        },
    }
    again = attempt(puzzle_of, document(compact(found)))
    if isinstance(again, PuzzleError):
        raise Inexpressible(f"this combination of rules ({again.message})")
    if not are_same(puzzle, again):
        raise Inexpressible("this combination of rules")
    return found


def _parts(rule: Rule, grid: Grid) -> list[Rule]:
    if isinstance(rule, Diagonals):
        return halves(rule)
    if isinstance(rule, Houses) and type(rule) not in _TYPED:
        return [rules.ExtraRegion(group) for group in rule.groups(grid) if len(group) > 1]
    return [rule]


def _written(rule: Rule, beside: Sequence[Rule], board: Board) -> tuple[Kind, dict[str, Any]]:

    def read(kind: Kind, written: Mapping[str, Any]) -> list[Rule]:
        members = document(compact({"type": kind.name, **written})).entries()
        return list(kind.read(members, board))

    def meant(found: Sequence[Rule]) -> frozenset[object]:
        return meaning((rule.beside(beside) for rule in found), board.grid)

    return shared.expressed(rule, KINDS, board, read, lambda again: meant(again) == meant([rule]))


def _add(constraints: list[dict[str, Any]], kind: Kind, written: dict[str, Any]) -> None:
    """Add the clues to a constraint with the same other members, or add a constraint."""
    others = {"type": kind.name, **written}
    clues = others.pop(kind.clues, None)
    for each in constraints:
        if clues is not None and all(each.get(key) == value for key, value in others.items()):
            each[kind.clues] += clues
            return
    style = {"style": STYLES[kind.name]} if kind.name in STYLES else {}
    constraints.append({"type": kind.name, **written, **style})


def _forbid(constraints: list[dict[str, Any]], rule: Any, board: Board) -> None:
    number = _NEGATIVE_TYPES[type(rule)]
    _, field, exempts, other, flag = _NEGATIVES[number]
    target = next((each for each in constraints if each["type"] == number), None)
    if target is None:
        target = {"type": number, "clues": [], **_KINDS[number].write(None, board)}
        constraints.append(target)
    target["negative"] += getattr(rule, field)
    for each in constraints:
        if flag and each["type"] == other and not getattr(rule, exempts):
            each[flag] = False


def _written_cells(puzzle: Puzzle, left: Mapping[str, Node]) -> list[dict[str, object]]:
    colours = left["colors"].value if "colors" in left else None
    cells: list[dict[str, object]] = []
    for cell, given in enumerate(puzzle.givens):
        cells.append({} if given is None else {"given": True, "value": given})
        if isinstance(colours, dict) and str(cell) in colours:
            cells[-1]["colors"] = colours[str(cell)]
    return cells


def _kept(left: Mapping[str, Node]) -> Iterator[object]:
    """Yield the constraints without a rule that a reader kept. Skip constraints with a rule."""
    values = left["constraints"].value if "constraints" in left else None
    for value in values if isinstance(values, list) else ():
        if isinstance(value, dict):
            is_rule = value.get("type") not in NO_RULES and value.get("disabled") is not True
            yield from () if is_rule else (value,)
