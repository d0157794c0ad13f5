"""Conversion of an f-puzzles document into a puzzle, and of a puzzle into a document.

f-puzzles and SudokuPad cannot draw the rules of some keys. So scripts add a drawing that shows the
rule, such as a line. If the document has the rule, the reader ignores the drawing. Otherwise, the
reader reads the rule from the drawing. The reader ignores what players entered: values that are
not marked as given, and pencil marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from nonet import rules
from nonet.formats.alphabets import read_values, write_values
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, Object, compact, unknown
from nonet.formats.links import entries as shared
from nonet.formats.links.contract import halves, titled
from nonet.formats.links.entries import FLAGS, MOST_RULES, MOST_SIDE, Board, sized, value_of
from nonet.formats.links.fpuzzles.keys import KEYS, Key, read_flags, write_flag
from nonet.formats.squares import default_boxes, grouped
from nonet.formats.text import counted, quoted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences, without_own_sentences
from nonet.rules import Boxes, Columns, Diagonals, Regions, Rows, Rule
from nonet.system.errors import PuzzleError, TooLarge

#: The keys whose entries are drawings.
DRAWINGS = ("line", "rectangle", "circle", "text", "cage")

#: The name, colour and width with which scripts draw the lines of a key. Widths are in cells.
_LINES = {
    "renban": ("Renban", "#F067F0", 0.25),
    "whispers": ("German Whispers", "#67F067", 0.1875),
    "regionsumline": ("Region Sum Line", "#2ECBFF", 0.15625),
    "entropicline": ("Entropic Line", "#FFCCAA", 0.15625),
    "modularline": ("Modular Line", "#33BBBB", 0.15625),
    "zipperline": ("Zipper Line", "#CDB1EC", 0.15625),
    "nabner": ("Nabner", "#C9C883", 0.25),
    "doublearrow": ("Double Arrow", "#C54B8B", 0.15),
    "slowthermometer": ("Slow Thermometer", "#6495ED", 0.3),
}
_DUTCH = ("Dutch Whispers", "#FF9A00", 0.1875)
#: The size of the circles on a line, and the ends of the line that have a circle.
_CIRCLES = {"doublearrow": (0.85, (0, -1)), "slowthermometer": (0.8, (0,))}
#: The name and colour with which scripts shade the cells of a key.
_CAGES = {
    "rowindexer": ("Row Indexer", "#7CC77C"),
    "columnindexer": ("Column Indexer", "#C77C7C"),
    "boxindexer": ("Box Indexer", "#7C7CC7"),
}
#: The name with which scripts draw the clues of a key, and the sign around the numbers.
_CLUES = {"xsum": ("X Sum", "◯"), "skyscraper": ("Skyscraper", "▯")}

#: Maps the names of drawings to keys. Scripts use more names than nonet writes.
_KEYS = {
    **{name: key for key, (name, *_) in (_LINES | _CAGES | _CLUES).items()},
    "Whispers": "whispers",
    "German Whispers": "germanwhispers",
    "Dutch Whispers": "dutchwhispers",
    "Lockout": "lockout",
    "X-Sum": "xsum",
}
_WHISPERS = {"whispers", "germanwhispers", "dutchwhispers"}
#: Maps colours of lines to keys. The first scripts gave their drawings no names.
_COLOURS = {
    **dict.fromkeys(("#C060C0", "#F067F0"), "renban"),
    **dict.fromkeys(("#60C060", "#67F067"), "whispers"),
    **{"#6495ED": "slowthermometer", "#2ECBFF": "regionsumline", "#FFCCAA": "entropicline"},
}
#: The field with the cells of a line or a cage.
_PARTS = {"line": "lines", "cage": "cells"}


def _sort_out(entries: Mapping[str, Node]) -> tuple[dict[str, list[Node]], dict[str, list[Node]]]:
    """Return the drawings that show no rule, and the rules that only drawings show, by key."""
    drawings: dict[str, list[Node]] = {drawing: [] for drawing in DRAWINGS}
    found: dict[str, list[Node]] = {}
    for drawing in sorted(DRAWINGS, key="circle".__eq__):  # circles last: lines end in them
        for entry in numbered(entries.get(drawing)):
            key, members = source(entry), entry.entries()
            if key is None:
                drawings[drawing].append(entry)
                continue
            keys = _WHISPERS if key in _WHISPERS else {key}
            is_end = drawing == "circle" and key in found
            if is_end or any(numbered(entries.get(each)) for each in keys):
                continue
            part = _PARTS.get(drawing, "")
            if part not in members:
                entry.fail(f"this drawing shows a rule {key!r}, but the link has no such rule")
            copied = Node(Object({part: members[part].value}), entry.path)
            found.setdefault(key, []).append(copied)
    return drawings, found


def numbered(node: Node | None) -> list[Node]:
    """Return the entries of a key, or [] if the key is missing. Number them in error messages."""
    if node is None or node.value is None:
        return []
    items = enumerate(node.items(), 1)
    return [Node(item.value, f"{node.path!r} {place}") for place, item in items]


def source(entry: Node) -> str | None:
    """Return the key of the rule that a drawing shows, or None if the drawing shows no rule."""
    members = entry.entries()
    if "fromConstraint" in members:
        name = members["fromConstraint"].value
        if name is None or name == "":
            return None
        if not isinstance(name, str) or name not in _KEYS:
            entry.fail(f"this drawing shows an unknown rule {quoted(str(name))}")
        return _KEYS[name]
    if "isNewConstraint" in members and members["isNewConstraint"].value:
        colour = members["outlineC"].value if "outlineC" in members else None
        key = _COLOURS.get(str(colour).upper())
        if key is None:
            entry.fail(f"this drawing shows a rule in the unknown colour {quoted(str(colour))}")
        return key
    return None


def drawings_of(key: str, entry: dict[str, Any], side: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the drawings that show an entry, with their keys. Most entries need no drawing."""
    if key in _LINES:
        is_dutch = key == "whispers" and entry.get("value") == str((side + 1) // 2 - 1)
        name, colour, width = _DUTCH if is_dutch else _LINES[key]
        look: dict[str, Any] = {"outlineC": colour, "fromConstraint": name}
        yield "line", {"lines": entry["lines"], "width": width, **look}
        size, ends = _CIRCLES.get(key, (0, ()))
        look |= {"width": size, "height": size, "baseC": colour}
        for cell in (line[end] for line in entry["lines"] for end in ends):
            yield "circle", {"cells": [cell], **look}
    elif key in _CAGES:
        name, colour = _CAGES[key]
        yield "cage", {"cells": entry["cells"], "outlineC": colour, **_from(name)}
    elif key in _CLUES:
        name, sign = _CLUES[key]
        for value, size in ((sign, 1.2), (entry["value"], 0.7)):
            yield "text", {"cells": [entry["cell"]], "value": value, "size": size, **_from(name)}


def _from(name: str) -> dict[str, Any]:
    return {"fontC": "#000000", "fromConstraint": name}


_PRINTED = ("value", "given", "region", "givenPencilMarks", "parity")
_PLAYED = ("centerPencilMarks", "cornerPencilMarks")
_CELL_COLOURS = ("c", "cArray", "highlight", "highlightArray")
_OF_CELLS = (*_PRINTED, *_PLAYED, *_CELL_COLOURS)
_PARITIES = {"Odd": rules.Odd, "Even": rules.Even}


def _read_cells(side: Node, rows: Node) -> tuple[Grid, list[dict[str, Node]]]:
    """Return the grid, and the entries of its cells."""
    size = side.integer()
    if not 1 <= size <= MOST_SIDE:
        raise side.error(f"{size} is not from 1 to {MOST_SIDE}", TooLarge)
    grid = Grid(size, size)
    cells = [cell for row in sized(rows, size) for cell in sized(row, size)]
    named = [Node(node.value, grid.name(cell)) for cell, node in enumerate(cells)]
    return grid, [_entries(node, _OF_CELLS) for node in named]


def _entries(node: Node, known: Collection[str]) -> dict[str, Node]:
    entries = node.entries()
    for key in entries:
        if key not in known:
            node.fail(f"unknown key {unknown(key, known)}")
    return entries


def _given(entry: Mapping[str, Node], grid: Grid) -> int | None:
    given = entry.get("given", Node(False))
    return value_of(entry.get("value"), grid) if given.value and given.boolean() else None


def _marks(entry: Mapping[str, Node], grid: Grid) -> int:
    node = entry.get("givenPencilMarks", Node(None))
    if node.value is None or node.value == []:
        return grid.full
    return node.located(grid.mask, [item.integer() for item in node.items()])


def _parities(entries: Sequence[Mapping[str, Node]]) -> Iterator[Rule]:
    """Yield the rules of odd and even cells. Old editors stored the parity in each cell."""
    parities: list[str] = []
    for entry in entries:
        node = entry.get("parity", Node(""))
        parities.append("" if node.value in (None, "") else node.text())
        if parities[-1] and parities[-1] not in _PARITIES:
            node.fail(f"the parity must be {' or '.join(_PARITIES)}")
    return (_PARITIES[parity](cells) for parity, cells in grouped(parities).items() if parity)


def _region(entry: Mapping[str, Node], grid: Grid, cell: int) -> int | None:
    node = entry.get("region", Node(_usual_region(grid, cell)))
    return None if node.value is None else node.integer()


def _usual_region(grid: Grid, cell: int) -> int:
    """Return the usual region of a cell: its box, or its row if the board has no boxes."""
    height, width = default_boxes(grid.rows) or (1, grid.rows)
    row, column = grid.place(cell)
    return row // height * (grid.rows // width) + column // width


def _write_board(
    puzzle: Puzzle, colours: object
) -> tuple[Board, list[list[dict[str, object]]], list[Rule]]:
    """Return the board, its cells row by row, and the rules that are not stored in cells."""
    grid, size = puzzle.grid, puzzle.grid.rows
    if grid.rows != grid.columns or size > MOST_SIDE:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid")
    if grid.values != range(1, size + 1):
        raise Inexpressible(f"a {size}×{size} grid of values from {grid.span}")
    for needed in (Rows(), Columns()):
        if needed not in puzzle.rules:
            raise Inexpressible(f"a puzzle without the rule {needed.name}")
    frame: Boxes | Regions | None = None
    marks, others = list(puzzle.marks), list[Rule]()
    for rule in puzzle.rules:
        if isinstance(rule, rules.Among):
            for cell in rule.cells:
                marks[cell] &= grid.overlap(rule.values)
        elif (type(rule) is Boxes or type(rule) is Regions) and frame in (None, rule):
            frame = rule
        elif rule not in (Rows(), Columns()):
            others.append(rule)
    if frame:
        numbers = shared.region_numbers(grid, frame) if size > 1 else [0]
    else:
        is_prime = default_boxes(size) is None
        numbers = [_usual_region(grid, cell) if is_prime else None for cell in grid.cells]
    cells = list[dict[str, object]]()
    for cell, (given, mask, number) in enumerate(zip(puzzle.givens, marks, numbers, strict=True)):
        if not mask:
            raise Inexpressible(f"{grid.name(cell)} without candidates")
        colour = colours.get(str(cell)) if isinstance(colours, dict) else None
        kept = colour if isinstance(colour, dict) else {}
        is_usual = number == _usual_region(grid, cell)
        cells.append(
            ({} if given is None else {"value": given, "given": True})
            | ({} if is_usual else {"region": number})
            | ({} if mask == grid.full else {"givenPencilMarks": list(grid.values_of(mask))})
            | {key: kept[key] for key in _CELL_COLOURS if key in kept}
        )
    rows = [cells[start : start + size] for start in range(0, len(cells), size)]
    return Board.of(grid, numbers), rows, others


#: Maps the keys of a document's texts to the keys of `Puzzle.meta`.
_TEXTS = {"title": "title", "author": "author", "ruleset": "rules"}
_META = (*_TEXTS, "solution")


def _read_meta(entries: Mapping[str, Node], grid: Grid) -> Iterator[tuple[str, str]]:
    for key, name in _TEXTS.items():
        if key in entries and entries[key].value is not None and entries[key].text():
            yield name, entries[key].text()
    solution = entries.get("solution")
    if solution is not None and solution.value:
        yield "solution", write_values(grid, _read_solution(solution, grid))


def _read_solution(node: Node, grid: Grid) -> list[int | None]:
    if isinstance(node.value, str):
        symbols: list[str] = node.value.split(",") if "," in node.value else list(node.value)
        items = [Node(symbol, node.path) for symbol in symbols]
    else:
        items = node.items()
    if len(items) != len(grid.cells):
        node.fail(f"the solution has {counted(len(items), 'value')} for {len(grid.cells)} cells")
    return [None if item.value in (".", "0", 0) else value_of(item, grid) for item in items]


def _written_meta(puzzle: Puzzle) -> dict[str, object]:
    meta = titled(puzzle)
    written: dict[str, object] = {key: meta[name] for key, name in _TEXTS.items() if meta.get(name)}
    written.setdefault("ruleset", "\n".join([*sentences(puzzle), *_words(puzzle)]))
    values = attempt(read_values, puzzle.grid, meta.get("solution", ""))
    if not isinstance(values, PuzzleError):
        written["solution"] = ["." if value is None else value for value in values]
    return written


def _words(puzzle: Puzzle) -> Iterator[str]:
    """Yield a sentence for each whisper line with an unusual gap, which no drawing shows."""
    for rule in puzzle.rules:
        if isinstance(rule, rules.Whisper):
            below = rule.usual_gap(puzzle.grid) - rule.gap_on(puzzle.grid)
            if below not in (0, 1):
                yield rule.describe(puzzle.grid)


#: Keys that mean no rule: settings of programs, and fog, which only hides cells.
NO_RULES = (
    *("disabledlogic", "truecandidatesoptions", "highlightConflicts", "successMessage"),
    *("fogofwar", "foglight", "triggereffect"),
)
_OTHERS = ("size", "grid", "negative", *_META, *FLAGS, *DRAWINGS, *NO_RULES)
KNOWN = frozenset(_OTHERS) | {key.name for key in KEYS}


def puzzle_of(document: Node, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle of a document. Drawings never make it unclear, so none is an error."""
    entries = _entries(document, KNOWN)
    for key in ("size", "grid"):
        if key not in entries:
            document.fail(f"the key {key!r} is missing")
    grid, cells = _read_cells(entries["size"], entries["grid"])
    board = Board.of(grid, [_region(entry, grid, cell) for cell, entry in enumerate(cells)])
    are_rows = board.boxes and board.boxes[0] == 1 and not default_boxes(grid.rows)
    regions = [board.regions] if board.regions and not are_rows else []
    found = [Rows(), Columns(), *regions, *_parities(cells)]
    colours = ({key: cell[key].value for key in _CELL_COLOURS if key in cell} for cell in cells)
    coloured = {str(cell): colour for cell, colour in enumerate(colours) if colour}
    givens = tuple(_given(entry, grid) for entry in cells)
    marks = tuple(_marks(entry, grid) for entry in cells)
    left: dict[str, object] = {key: entries[key].value for key in NO_RULES if key in entries}
    left |= {"grid": coloured} if coloured else {}
    found += [*read_flags(entries, board), *_read_rules(entries, board, left)]
    meta = [*_read_meta(entries, grid), *([("fpuzzles", compact(left))] if left else [])]
    return without_own_sentences(Puzzle(grid, givens, marks, tuple(found), tuple(meta)))


def _read_rules(entries: dict[str, Node], board: Board, left: dict[str, object]) -> list[Rule]:
    """Return the rules of all keys. Put the entries without a rule into `left`."""
    drawings, copied = _sort_out(entries)
    read: list[Rule] = []
    for key in KEYS:
        if key.name in drawings:
            listed = drawings.pop(key.name)
        else:
            listed = numbered(entries.get(key.name)) + copied.get(key.name, [])
        found = [list(key.read(entry, board)) for entry in listed]
        read += key.together(list(chain.from_iterable(found)))
        if len(read) > MOST_RULES:
            raise TooLarge(f"the document has more than {MOST_RULES} rules")
        unread = [entry.value for entry, rule in zip(listed, found, strict=True) if not rule]
        left |= {key.name: unread} if unread else {}
    left |= {name: [node.value for node in listed] for name, listed in drawings.items() if listed}
    return read


def document_of(puzzle: Puzzle) -> dict[str, object]:
    """Return the document of a puzzle, or raise `Inexpressible` for a rule without a key."""
    left = shared.left_of(puzzle, "fpuzzles")
    board, grid, others = _write_board(puzzle, left.get("grid", Node(None)).value)
    found: dict[str, Any] = {"size": puzzle.grid.rows, **_written_meta(puzzle), "grid": grid}
    if len(others) > MOST_RULES:
        raise Inexpressible(f"{len(others)} rules")
    for rule in others:
        for part in _parts(rule, puzzle):
            _add(found, *_written(part, puzzle.rules, board))
    for key in KEYS:
        for entry in list(found.get(key.name, [])):
            for drawing, shown in drawings_of(key.name, entry, puzzle.grid.rows):
                _add(found, drawing, [shown])
    for name, value in _kept(left, board):
        _add(found, name, value)
    return found


def _add(document: dict[str, Any], key: str, value: object) -> None:
    document[key] = [*document.get(key, []), *value] if isinstance(value, list) else value


def _parts(rule: Rule, puzzle: Puzzle) -> list[Rule]:
    if type(rule) is Diagonals:
        return halves(rule)[::-1]
    if type(rule) is rules.Windoku:
        return [rules.ExtraRegion(window) for window in rule.groups(puzzle.grid)]
    return next((key.apart(rule) for key in KEYS if type(rule) in key.rules), [rule])


def _written(rule: Rule, beside: Sequence[Rule], board: Board) -> tuple[str, object]:
    flag = write_flag(rule, beside, board)
    if flag:
        return flag

    def read(key: Key, entry: dict[str, object]) -> list[Rule]:
        return _rules(Node(Object(entry)), key, board)

    def is_same(again: list[Rule]) -> bool:
        found = again[:1]
        return rule in found or rule.beside(beside) in [each.beside(beside) for each in found]

    key, entry = shared.expressed(rule, KEYS, board, read, is_same)
    return key.name, [entry]


def _kept(left: dict[str, Node], board: Board) -> Iterator[tuple[str, object]]:
    """Yield the entries without a rule that a reader kept. Skip entries that now mean a rule."""
    keys = {key.name: key for key in KEYS}
    for name, node in left.items():
        if name in NO_RULES:
            yield name, node.value
        elif name in keys or name in DRAWINGS:
            entries = attempt(numbered, node)
            if not isinstance(entries, PuzzleError):
                key = keys.get(name)
                unread = [entry.value for entry in entries if _is_no_rule(entry, key, board)]
                if unread:
                    yield name, unread


def _is_no_rule(entry: Node, key: Key | None, board: Board) -> bool:
    if attempt(source, entry) is not None:
        return False
    return key is None or attempt(_rules, entry, key, board) == []


def _rules(entry: Node, key: Key, board: Board) -> list[Rule]:
    return list(key.read(entry, board))
