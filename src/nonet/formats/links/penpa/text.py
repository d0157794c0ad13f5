"""The text of a Penpa+ link: compressed lines with short names.

The first line has the size of the grid and the metadata. Other lines have the margins, the drawings
of the setter, and the solution.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import chain, pairwise
from typing import Any, NamedTuple

from nonet.formats.alphabets import write_values
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import Node, compact, document, kept
from nonet.formats.links.contract import are_same, titled
from nonet.formats.links.penpa import signs
from nonet.formats.links.penpa.signs import BORDER, COLLECTIONS, SIGNS, Layer, Paper
from nonet.formats.text import counted, quoted
from nonet.model.grid import Grid
from nonet.model.names import MOST_CELLS
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Diagonals, Regions, Rows, Rule
from nonet.system.errors import PuzzleError, TooLarge

#: The maximum length of a link in characters, and of its text in bytes. Real puzzles are shorter.
MOST_LINK, MOST_TEXT = 1 << 21, 1 << 20

#: The letter ``z`` and its escape, because all short names begin with ``z``.
_LETTER = ("z", "zZ")
_PAIRS = """
"qa"=z9 "pu_q"=zQ "pu_a"=zA "grid"=zG "edit_mode"=zM "surface"=zS "line"=zL "lineE"=zE "wall"=zW
"cage"=zC "number"=zN "symbol"=zY "special"=zP "board"=zB "command_redo"=zR "command_undo"=zU
"command_replay"=z8 "numberS"=z1 "freeline"=zF "freelineE"=z2 "thermo"=zT "arrows"=z3
"direction"=zD "squareframe"=z0 "polygon"=z5 "deletelineE"=z4 "killercages"=z6 "nobulbthermo"=z7
"__a"=z_ null=zO
"""
_NAMES = dict(pair.split("=") for pair in _PAIRS.split())


def unpacked(payload: str) -> str:
    """Return the text in a payload. Stop with an error after `MOST_TEXT` bytes."""
    if len(payload) > MOST_LINK:
        raise TooLarge(f"the link has {len(payload)} characters (the limit is {MOST_LINK})")
    plain = payload.replace(" ", "+").rstrip("=")
    inflater = zlib.decompressobj(wbits=-15)
    try:
        data = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        found = inflater.decompress(data, MOST_TEXT + 1)
        text = found.decode()
    except (Error, ValueError, zlib.error):
        raise PuzzleError("the compressed text is damaged") from None
    if len(found) > MOST_TEXT:
        raise TooLarge(f"the text of the link is longer than the limit of {MOST_TEXT} bytes")
    if not inflater.eof:
        raise PuzzleError("the compressed text is cut off")
    return text


def packed(text: str) -> str:
    """Return the payload of a link that contains this text."""
    deflater = zlib.compressobj(9, wbits=-15)
    return b64encode(deflater.compress(text.encode()) + deflater.flush()).decode()


def lengthened(text: str) -> str:
    """Return a text with long names in place of its short names."""
    for name, sign in _NAMES.items():
        text = text.replace(sign, name)
    return text.replace(_LETTER[1], _LETTER[0])


def shortened(text: str) -> str:
    """Return a text with short names in place of its long names."""
    text = text.replace(*_LETTER)
    for name, sign in _NAMES.items():
        text = text.replace(name, sign)
    return text


class _Text(NamedTuple):
    """A text in the first line, with a prefix and with escapes for some characters."""

    key: str
    prefix: str
    escapes: Mapping[str, str]

    def read(self, part: str) -> str:
        text = part.removeprefix(self.prefix)
        for escape, sign in self.escapes.items():
            text = text.replace(escape, sign)
        return text

    def written(self, text: str) -> str:
        part = text
        for escape, sign in self.escapes.items():
            part = part.replace(sign, escape)
        part = self.prefix + part
        if self.read(part) != text or "," in part or "\n" in part:
            raise Inexpressible(f"the {self.key} {quoted(text)}")
        return part


_COMMA = {"%2C": ","}
#: The position of the first text in the first line. The other texts follow it.
_FIRST = 15
_TEXTS = (
    _Text("title", "Title: ", _COMMA),
    _Text("author", "Author: ", _COMMA),
    _Text("source", "", {}),
    _Text("rules", "", _COMMA | {"%2D": "\n", "%2E": "&", "%2F": "="}),
)


#: The kinds of grids with rows and columns. Other grids are hexagonal, for example.
_KINDS = ("square", "sudoku", "kakuro")

#: The numbers of the lines that nonet reads, from 0.
_HEADER, _MARGINS, _QUESTION, _ANSWER = 0, 1, 3, 4
#: The parts of the first line that turn on rules, such as diagonals.
_FLAGS = slice(11, 15)


def puzzle_of(text: str, answer: str | None = None, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle in the text of a link. An answer becomes the solution of the puzzle."""
    lines = lengthened(text).split("\n")
    header = lines[_HEADER].split(",")
    if header[0][:1].isdigit():
        raise PuzzleError("the link has the old version 1. Open it in Penpa+ and save it again.")
    if len(lines) <= _QUESTION:
        raise PuzzleError(
            f"the puzzle is in line 4, but the text has {counted(len(lines), 'line')}"
        )
    paper = _paper(header, lines[_MARGINS])
    layer = Layer(document(lines[_QUESTION]))
    givens, allowed = signs.read_marks(layer, paper)
    rules = list(_rules(layer, paper, header))
    if layer.left and not ignore_drawings:
        found = layer.left.items()
        left = [f"{counted(len(objects), 'object')} in {name!r}" for name, objects in found]
        raise PuzzleError(
            f"no known rule looks like these drawings: {', '.join(left)}. "
            "Use ignore_drawings=True (--lossy) to leave them out."
        )
    texts = zip(_TEXTS, header[_FIRST:], strict=False)
    meta = [(place.key, place.read(part)) for place, part in texts if place.read(part).strip()]
    meta += _solution(lines, answer, paper, givens)
    if layer.left:
        meta.append(("penpa", compact({"margins": list(paper.margins), "objects": layer.left})))
    return Puzzle(paper.grid, tuple(givens), tuple(allowed), tuple(rules), tuple(meta))


def _paper(header: list[str], margins: str) -> Paper:
    if header[0] not in _KINDS:
        raise PuzzleError(f"the kind of grid is {quoted(header[0])}, not {' or '.join(_KINDS)}")
    if len(header) < 3 or not all(re.fullmatch(r"\d{1,4}", size, re.ASCII) for size in header[1:3]):
        raise PuzzleError("the first line does not say the size of the grid")
    sides = [each.integer() for each in document(margins).items()]
    if len(sides) != 4:
        raise PuzzleError(f"the paper has {counted(len(sides), 'margin')} instead of 4")
    if min(sides) < 0:
        raise PuzzleError(f"a margin has {min(sides)} cells")
    columns, rows = int(header[1]), int(header[2])
    if rows * columns > MOST_CELLS:
        raise TooLarge(f"the paper has {rows}×{columns} cells (the limit is {MOST_CELLS})")
    top, bottom, left, right = sides
    grid = Grid(rows - top - bottom, columns - left - right)
    return Paper(grid, (top, bottom, left, right))


def _rules(layer: Layer, paper: Paper, header: list[str]) -> Iterator[Rule]:
    is_sudoku = header[0] == "sudoku"
    borders = layer.take("lineE", lambda ends, style: ends if style == BORDER else None)
    yield from (Rows(), Columns())
    yield from signs.rules_of(paper, frozenset(borders), is_sudoku)
    flags = [flag == "1" for flag in header[_FLAGS]] if is_sudoku else []
    falling, rising = (flags[0], flags[3]) if len(flags) == 4 else (False, False)
    for rule in chain.from_iterable(sign.read(layer, paper) for sign in SIGNS):
        if isinstance(rule, Diagonals):  # a diagonal may be a drawing or a flag
            falling, rising = falling or rule.falling, rising or rule.rising
        else:
            yield rule
    if falling or rising:
        yield Diagonals(falling=falling, rising=rising)


def _solution(
    lines: list[str], answer: str | None, paper: Paper, givens: list[int | None]
) -> Iterator[tuple[str, str]]:
    grid = paper.grid
    found = dict(enumerate(givens))
    entries: dict[str, Any] = {}
    if answer:
        match document(answer).value:
            case [_, _, _, _, [*numbers], _]:  # several solutions have another form
                entries = dict(str(number).partition(",")[::2] for number in numbers)
    elif len(lines) > _ANSWER and lines[_ANSWER].startswith("{"):
        values = document(lines[_ANSWER]).entries().get("number", Node(None)).value
        entries = dict(values) if isinstance(values, dict) else {}
    else:
        return
    for key, entry in entries.items():
        cell = paper.found(int(key)) if re.fullmatch(r"\d{1,9}", key, re.ASCII) else None
        value = _whole(entry[0] if isinstance(entry, list) and entry else entry, grid)
        if cell is not None and value is not None:
            found[cell] = value
    if None not in found.values():
        yield "solution", write_values(grid, [found[cell] for cell in grid.cells])


def _whole(text: object, grid: Grid) -> int | None:
    value = int(text) if isinstance(text, str) and re.fullmatch(r"\d{1,4}", text, re.ASCII) else 0
    return value if value in grid.values else None


_SIGNS = {kind: sign for sign in SIGNS for kind in sign.rules}

#: The size of the editor's cells.
_SIZE = 38
#: The last lines of the text: settings of the editor, and an empty answer. The line for the table
#: of modes is blank, because the site refuses an incomplete table.
_SETTINGS = ("[]", "{}", '"x"', '"x"', "[3,1,4]", "", '"x"', "0", "{}", "x", "{}", "[]", "false")
_MOST_MARGIN = 100
_MODE = '["1","2","1"]~"sudoku"~["1",9]'


def text_of(puzzle: Puzzle) -> str:
    """Return the text of a puzzle. Reading it returns the same puzzle."""
    grid = puzzle.grid
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid of values from {grid.span}")
    margins, objects = _kept(puzzle)
    paper = Paper(grid, margins)
    layer = _layer(puzzle, paper)
    for name, others in objects.items():
        drawn = layer[name]
        layer[name] = {**others, **drawn} if isinstance(drawn, dict) else [*drawn, *others]
    numbers = [paper.cell(cell) for cell in grid.cells]
    steps = [numbers[0], *(after - before for before, after in pairwise(numbers))]
    lines = [_header(puzzle, paper), compact(list(margins)), _MODE, compact(layer), ""]
    text = shortened("\n".join([*lines, compact(steps), *_SETTINGS]))
    again = attempt(puzzle_of, text, ignore_drawings=True)
    if isinstance(again, PuzzleError):
        raise Inexpressible(f"this puzzle, because nonet cannot read its drawing: {again.message}")
    if not are_same(again, puzzle):  # for example, because lines meet
        raise Inexpressible("this puzzle, because its drawing means another puzzle")
    return text


def _layer(puzzle: Puzzle, paper: Paper) -> dict[str, Any]:
    layer: dict[str, Any] = deepcopy(COLLECTIONS)
    layer["number"].update(signs.written_marks(puzzle, paper))
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
                raise Inexpressible(f"{rule.describe(puzzle.grid)} over another drawing")
    return layer


def _kept(puzzle: Puzzle) -> tuple[tuple[int, int, int, int], dict[str, Any]]:
    match kept(puzzle, "penpa"):
        case {"margins": [int(), int(), int(), int()] as margins, "objects": dict(objects)}:
            kinds = {name: type(empty) for name, empty in COLLECTIONS.items()}
            are_near = all(side in range(_MOST_MARGIN) for side in margins)
            if are_near and all(isinstance(objects[name], kinds.get(name, ())) for name in objects):
                top, bottom, left, right = margins
                return (top, bottom, left, right), objects
    return (0, 0, 0, 0), {}


def _header(puzzle: Puzzle, paper: Paper) -> str:
    columns, rows = paper.width - 4, paper.area // paper.width - 4
    centre = paper.width * (rows // 2 + 2) + columns // 2 + 2
    has_regions = any(isinstance(rule, Boxes | Regions) for rule in puzzle.rules)
    diagonals = [rule for rule in puzzle.rules if isinstance(rule, Diagonals)]
    flags = [any(rule.falling for rule in diagonals), 0, 0, any(rule.rising for rule in diagonals)]
    size = [_SIZE * (columns + 1), _SIZE * (rows + 1)]
    numbers = [columns, rows, _SIZE, 0, 1, 1, *size, centre, centre, *map(int, flags)]
    kind, meta = "sudoku" if has_regions else "square", titled(puzzle)
    texts = [place.written(meta.get(place.key, "")) for place in _TEXTS]
    return ",".join([kind, *map(str, numbers), *texts, "OFF", "false"])
