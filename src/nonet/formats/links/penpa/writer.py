"""Writing the text of a Penpa+ link."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.links.documents import compact, kept
from nonet.formats.links.meaning import are_same
from nonet.formats.links.penpa.paper import COLLECTIONS, Paper
from nonet.formats.links.penpa.payload import header_of, shortened
from nonet.formats.links.penpa.reader import puzzle_of
from nonet.formats.links.penpa.signs import SIGNS, written_marks
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Diagonals, Regions, Rows
from nonet.system.errors import PuzzleError

_SIGNS = {sign.kind: sign for sign in SIGNS}

#: Cells as large as the editor makes them.
_SIZE = 38
#: What stands in the lines after the cells: settings of the editor, and no answer. Its table of
#: modes is left blank: one that lacks any stops the site.
_SETTINGS = ("[]", "{}", '"x"', '"x"', "[3,1,4]", "", '"x"', "0", "{}", "x", "{}", "[]", "false")
_MOST_MARGIN = 100
_MODE = '["1","2","1"]~"sudoku"~["1",9]'


def text_of(puzzle: Puzzle) -> str:
    """Return the text of a puzzle, which is read again as the same one."""
    grid = puzzle.grid
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        raise Inexpressible(f"values from {grid.span}")
    margins, objects = _kept(puzzle)
    paper = Paper(grid, margins)
    layer = _layer(puzzle, paper)
    for name, others in objects.items():
        drawn = layer[name]
        layer[name] = {**others, **drawn} if isinstance(drawn, dict) else [*drawn, *others]
    numbers = [paper.cell(cell) for cell in grid.cells]
    steps = [numbers[0], *(after - before for before, after in pairwise(numbers))]
    lines = [
        _header(puzzle, paper),
        compact(list(paper.margins)),
        _MODE,
        compact(layer),
        "",
        compact(steps),
        *_SETTINGS,
    ]
    text = shortened("\n".join(lines))
    _require_same(puzzle, text)
    return text


def _layer(puzzle: Puzzle, paper: Paper) -> dict[str, Any]:
    layer: dict[str, Any] = deepcopy(COLLECTIONS)
    layer["number"].update(written_marks(puzzle, paper))
    for rule in puzzle.rules:
        if rule in (Rows(), Columns()):
            continue
        if type(rule) not in _SIGNS:
            raise Inexpressible(f"the rule {rule.name}")
        drawn = list(_SIGNS[type(rule)].write(rule, paper))
        if not drawn and not isinstance(rule, Boxes | Regions):
            raise Inexpressible(rule.describe(puzzle.grid))
        for name, key, value in drawn:
            if key is None:
                layer[name].append(value)
            elif layer[name].setdefault(key, value) != value:
                raise Inexpressible(f"{rule.describe(puzzle.grid)} where something else is drawn")
    return layer


def _kept(puzzle: Puzzle) -> tuple[tuple[int, int, int, int], dict[str, Any]]:
    """Return the margins and the drawings that a link had, if the meta has them."""
    match kept(puzzle, "penpa"):
        case {
            "margins": [int(top), int(bottom), int(left), int(right)],
            "objects": dict(objects),
        } if all(side in range(_MOST_MARGIN) for side in (top, bottom, left, right)):
            if all(
                name in COLLECTIONS and isinstance(drawn, type(COLLECTIONS[name]))
                for name, drawn in objects.items()
            ):
                return (top, bottom, left, right), objects
    return (0, 0, 0, 0), {}


def _header(puzzle: Puzzle, paper: Paper) -> str:
    rows, columns = paper.height - 4, paper.width - 4
    centre = paper.width * (rows // 2 + 2) + columns // 2 + 2
    has_regions = any(isinstance(rule, Boxes | Regions) for rule in puzzle.rules)
    flags = [0, 0, 0, 0]
    for rule in puzzle.rules:
        if isinstance(rule, Diagonals):
            flags = [flags[0] | rule.falling, 0, 0, flags[3] | rule.rising]
    size = [_SIZE * (columns + 1), _SIZE * (rows + 1)]
    numbers = [columns, rows, _SIZE, 0, 1, 1, *size, centre, centre, *map(int, flags)]
    meta = dict(puzzle.meta)
    if puzzle.label is not None:
        meta.setdefault("title", puzzle.label)
    kind = "sudoku" if has_regions else "square"
    return ",".join([kind, *map(str, numbers), *header_of(meta), "OFF", "false"])


def _require_same(puzzle: Puzzle, text: str) -> None:
    """Refuse what is drawn as something else: lines that meet, or regions in two pieces."""
    again = attempt(puzzle_of, text, ignore_drawings=True)
    if isinstance(again, PuzzleError):
        raise Inexpressible(f"the drawing of this puzzle ({again.message})")
    if not are_same(again, puzzle):
        raise Inexpressible("all of this puzzle: its drawing is that of another one")
