"""Formats of other programs and sites. nonet reads but does not write these formats.

The formats ``hodoku``, ``killer``, ``ps`` and ``sumocue`` have a puzzle on each line. In ``sdx``,
each cell lists its candidates. ``ss`` (Simple Sudoku) is a drawn grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase, digits
from xml.parsers import expat

from nonet import rules
from nonet.formats import grid, line, squares
from nonet.formats.alphabets import read_values, write_values
from nonet.formats.contract import Format, Found, attempt, by_line
from nonet.formats.json_text import json_line
from nonet.formats.line import with_candidates
from nonet.formats.text import Block, Line, Source, counted, quoted, require_count
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Diagonals, Rule
from nonet.system.errors import PuzzleError

_GRID = Grid(9, 9)
_CELLS = len(_GRID.cells)
_EMPTY = squares.Square(9, _GRID.values, (None,) * _CELLS)


# Candidates: sdx and hodoku.

#: Matches a cell of `sdx`. The letter ``u`` marks a value of the player, so the cell is empty.
_CANDIDATES = re.compile(r"u?[1-9]{1,9}", re.ASCII)


def _is_sdx(source: Source) -> bool:
    """Recognise rows of candidates by a cell with several digits. A given has only one digit."""
    block = next(source.blocks())
    cells = [text.split() for _, text in block[:10]]
    return (
        2 <= len(block) <= 9
        and all(len(row) == len(block) and all(map(_CANDIDATES.fullmatch, row)) for row in cells)
        and any(len(cell) > 1 for row in cells for cell in row)
    )


def _read_sdx(source: Source) -> Iterator[Found]:
    for block in source.blocks():
        yield block[0].number, attempt(_sdx, block)


def _sdx(block: Block) -> Puzzle:
    side, candidates = len(block), []
    if side > 9:
        raise PuzzleError(f"the puzzle has {side} rows, but sdx allows at most 9")
    for number, text in block:
        cells = text.split()
        require_count("a row", len(cells), "cell", side, number)
        for cell in cells:
            if not re.fullmatch(f"u?[1-{side}]+", cell):
                problem = f"{quoted(cell)} is not a list of candidates from 1 to {side}"
                raise PuzzleError(problem, line=number)
            values = range(1, side + 1) if cell.startswith("u") else set(map(int, cell))
            candidates.append(sorted(values))
    return with_candidates(side, candidates)


#: The fields of a line of HoDoKu's library, and their default values. A colon precedes each field.
#: A ``+`` before a digit marks a value that a solver placed. ``412`` means that 4 is deleted in
#: r1c2.
_FIELDS = {"technique": "0000", "candidates": "x"}
_FIELDS |= dict.fromkeys(("cells", "deleted", "eliminations", "placements", "extra"), "")


def _hodoku(text: str) -> Puzzle:
    """Return the puzzle of the givens and deleted candidates. The other fields are in its meta."""
    blank, *fields = text.split(":")
    if blank or not 3 <= len(fields) <= len(_FIELDS):
        raise PuzzleError(f"{quoted(text)} is not a line of a library, like ':0000:x:…:::'")
    entries = dict(zip(_FIELDS, fields, strict=False))
    givens, placed = _placed(entries.pop("cells"))
    marks = [_GRID.full] * _CELLS
    for triple in entries.pop("deleted", "").split():
        if not re.fullmatch(r"[1-9]{3}", triple, re.ASCII):
            raise PuzzleError(f"{quoted(triple)} is not a digit, a row and a column, as in 412")
        value, row, column = map(int, triple)
        marks[_GRID.at(row - 1, column - 1)] &= ~_GRID.bit(value)
    state: dict[str, object] = {key: text for key, text in entries.items() if text != _FIELDS[key]}
    state |= {"placed": placed} if placed else {}
    meta = (("hodoku", json_line(state)),) if state else ()
    return replace(squares.puzzle_of(_EMPTY).with_givens(givens), marks=tuple(marks), meta=meta)


def _placed(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the givens of a library's cells, and the values that a solver placed."""
    signs = re.findall(r"\+?[\d.]", text, re.ASCII)
    if "".join(signs) != text or "+." in signs or "+0" in signs:
        raise PuzzleError("cells must be digits, dots, or digits after '+'")
    require_count("the puzzle", len(signs), "cell", _CELLS)
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for cell, sign in enumerate(signs):
        if sign not in ".0":
            found["+" in sign][_GRID.name(cell)] = int(sign[-1])
    return found


# Killers: killer, ps and sumocue.

_SUMS = digits + ascii_uppercase + ascii_lowercase[:10]
#: The step of each arrow: rows down, and columns to the right.
_ARROWS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
_ARROWS |= {"`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
#: Matches a line of sums and arrows. One arrow must not be a dot, as a dot may be an empty cell.
_IS_KILLER = r"(?=[0-9A-Za-jv<>^`',.]{81}$).*[<>^`',]"
_PS = r"\d+x\d+:(\w*):\w+:"
_SUMOCUE = "SumoCueV1"
_ENTRY = re.compile(r"([=+])(\d{1,3})(?:J(\d))?", re.ASCII)


def _killer(text: str) -> Puzzle:
    """Read 81 characters: each is the sum of a cage, or an arrow to a cell of the same cage."""
    require_count("the killer", len(text), "character", _CELLS)
    points = list(map(_arrow, _GRID.cells, text))
    cages = _cages(points, "the arrows lead in a circle")
    totals = ((cells, _SUMS.index(text[head])) for head, cells in sorted(cages.items()))
    return squares.puzzle_of(_EMPTY).with_rules(*_caged(totals))


def _arrow(cell: int, sign: str) -> int:
    """Return the cell that the arrow in a cell points to. A cell with a sum points to itself."""
    if sign in _SUMS:
        return cell
    if sign not in _ARROWS:
        raise PuzzleError(f"{quoted(sign)} is neither an arrow nor a sum", cell=_GRID.name(cell))
    (row, column), (down, right) = _GRID.place(cell), _ARROWS[sign]
    if not _GRID.has(row + down, column + right):
        raise PuzzleError(f"{quoted(sign)} points out of the grid", cell=_GRID.name(cell))
    return _GRID.at(row + down, column + right)


def _cages(points: Sequence[int], without_head: str) -> dict[int, Cells]:
    """Return the cells of each cage. Its key is the cell to which all arrows of the cage lead."""
    heads = list(points)
    for _ in range(_CELLS.bit_length()):  # follow 1, 2, 4, … arrows from each cell
        heads = [heads[head] for head in heads]
    for cell, head in enumerate(heads):
        if points[head] != head:
            raise PuzzleError(without_head, cell=_GRID.name(cell))
    return squares.grouped(heads)


def _caged(totals: Iterable[tuple[Sequence[int], int]]) -> Iterator[Rule]:
    """Yield the cages with these sums. 0 means no sum. A single cell without a sum is no cage."""
    found = ((tuple(cells), total) for cells, total in totals if total or len(cells) > 1)
    return (rules.Cage(cells, total or None) for cells, total in found)


def _ps(text: str) -> Puzzle:
    """Read ``3x3::k:`` and a number for each cell.

    The number is 256 times the sum of the cell's cage, plus the number of this cage. A cell with a
    number below 256 is in no cage.
    """
    begins = re.match(_PS, text)
    if begins is None:
        raise PuzzleError(f"{quoted(text)} does not begin with '3x3::k:'")
    if begins[0] not in ("3x3::k:", "3x3:d:k:"):
        raise PuzzleError(f"{quoted(begins[0])} is unknown. Use '3x3::k:' or '3x3:d:k:'")
    numbers = text[begins.end() :].removesuffix(":").split(":")
    require_count("the text", len(numbers), "number", _CELLS)
    for cell, number in enumerate(numbers):
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise PuzzleError(f"{quoted(number)} is not a number", cell=_GRID.name(cell))
    cages = squares.grouped(map(int, numbers))
    totals = ((cells, number // 256) for number, cells in cages.items() if number >= 256)
    return squares.puzzle_of(_EMPTY).with_rules(*[Diagonals()] * bool(begins[1]), *_caged(totals))


def _sumocue(text: str) -> Puzzle:
    """Read an entry for each cell: ``=sum`` for a cage's first cell, ``+cell`` for its other cells.

    ``J0`` to ``J8`` is the region of a cell. ``D`` turns on both diagonals. A cage of one cell is a
    given.
    """
    if not text.startswith(_SUMOCUE):
        raise PuzzleError(f"{quoted(text)} does not begin with {_SUMOCUE!r}")
    body = "".join(text.removeprefix(_SUMOCUE).split())
    entries = _ENTRY.findall(body.removeprefix("D"))
    if _ENTRY.sub("", body.removeprefix("D")):
        raise PuzzleError("each entry must be '=' or '+' with a number, such as '=11' or '+0'")
    require_count("the text", len(entries), "cell", _CELLS)
    points = [cell if sign == "=" else int(to) for cell, (sign, to, _) in enumerate(entries)]
    for cell, to in enumerate(points):
        if to >= _CELLS:
            raise PuzzleError(f"cell {to} is outside the grid", cell=_GRID.name(cell))
    cages = _cages(points, "its cage has no first cell")
    totals = [(cells, int(entries[head][1])) for head, cells in cages.items()]
    givens = {cells[0]: total for cells, total in totals if len(cells) == 1 and 0 < total <= 9}
    signs = [region for _, _, region in entries]
    if any(signs) and "" in signs:
        name = _GRID.name(signs.index(""))
        raise PuzzleError("the cell has no region, but other cells have one", cell=name)
    board = replace(_EMPTY, regions=squares.laid_out(signs, 9) if any(signs) else None)
    kept = _caged(each for each in totals if each[0][0] not in givens)
    rules = [*[Diagonals()] * body.startswith("D"), *kept]
    return squares.puzzle_of(board).with_givens(givens).with_rules(*rules)


# OpenSudoku: XML files with one or more games.

_ROOT = "opensudoku"
_IS_XML = rf"<{_ROOT}|<\?xml"
#: Maps XML elements that describe all games of a file to keys in the meta.
_TEXTS = {
    "name": "title",
    **{tag: tag for tag in ("author", "description", "comment", "created", "source", "level")},
}


def _read_opensudoku(source: Source) -> Iterator[Found]:
    """Yield the games of all documents. If a document is bad, first yield the games that it has."""
    text = "\n".join(source.lines)
    end = lines_above = 0
    for document in re.finditer(rf"\S.*?(?:</{_ROOT}[^>]*>|\Z)", text, re.DOTALL):
        lines_above += text.count("\n", end, document.start())
        end = document.start()
        games: list[tuple[int, str | None]] = []
        meta: dict[str, str] = {}
        failed = attempt(_parse_xml, document[0], games, meta)
        for number, data in games:
            yield lines_above + number, attempt(_game, data, tuple(meta.items()))
        if failed is not None:
            number = lines_above + (failed.line or 1)
            yield lines_above + 1, PuzzleError(failed.message, line=number)


def _game(data: str | None, meta: tuple[tuple[str, str], ...]) -> Puzzle:
    if data is None or len(data) != _CELLS or not data.isdecimal():
        found = "no data" if data is None else counted(len(data), "character")
        raise PuzzleError(f"the game has {found} instead of {_CELLS} digits")
    return replace(squares.puzzle_of(line.square(data)), meta=meta)


def _parse_xml(text: str, games: list[tuple[int, str | None]], meta: dict[str, str]) -> None:
    """Add the games and meta of a document. A document type could expand without limit."""
    inside: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def refuse(*declared: object) -> None:
        raise PuzzleError("the XML document must not have a document type")

    def start(name: str, attributes: dict[str, str]) -> None:
        if not inside and name != _ROOT:
            raise PuzzleError(f"the XML document is {quoted(name)} instead of {_ROOT!r}")
        inside.append(name)
        if name == "game":
            games.append((parser.CurrentLineNumber, attributes.get("data")))

    def note(text: str) -> None:
        key = _TEXTS.get(inside[-1])
        if key and len(inside) == 2:
            meta[key] = meta.get(key, "") + text

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: inside.pop()
    parser.CharacterDataHandler = note
    try:
        # The parser refuses surrogates, which come from bad bytes, and names their line.
        parser.Parse(text.encode(errors="surrogatepass"), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise PuzzleError(f"not XML: {reason}", line=error.lineno) from None


# janko.at: properties with a value on the same line, and grids with rows on the next lines.

_SUDOKU, _LATIN, _KILLER, _DIAGONALS = "sudoku", "sudoku, ms", "killer", ", diagonals"
_KEPT = ("title", "author", "solver", "source", "info")
_NUMBERS = ("size", "rows", "cols", "pattern", "patternx", "patterny", "depth", "unit")
_GRIDS = ("problem", "areas", "solution", "moves")
_KEYS = ("puzzle", *_KEPT, *_NUMBERS, *_GRIDS)


def _read_janko(source: Source) -> Iterator[Found]:
    lines = source.content()
    for number, text in lines:
        if text.casefold() == "begin":
            yield number, attempt(_janko, lines)
        else:
            yield number, PuzzleError(f"{quoted(text)} is not between begin and end")


def _janko(lines: Iterator[Line]) -> Puzzle:
    """Read a puzzle up to its line ``end``, even if one of its lines is bad."""
    found: list[Line] = []
    for each in lines:
        if each.text.casefold() == "end":
            return _janko_puzzle(*_properties(found))
        found.append(each)
    raise PuzzleError("'begin' has no 'end'")


def _properties(lines: list[Line]) -> tuple[dict[str, str], dict[str, list[Line]]]:
    properties: dict[str, str] = {}
    rows: dict[str, list[Line]] = {key: [] for key in _GRIDS}
    current = ""
    for each in lines:
        word, _, rest = each.text.partition(" ")
        key, value = word.casefold(), rest.strip()
        if key in properties:
            raise PuzzleError(f"{key} occurs twice", line=each.number)
        if key in _GRIDS[:-1] and value:
            raise PuzzleError(f"the rows of {key} must begin on a new line", line=each.number)
        if key in _NUMBERS and not re.fullmatch(r"\d{1,3}", value, re.ASCII):
            problem = f"{key} {quoted(value)} is not a number up to {squares.MOST_SIDE}"
            raise PuzzleError(problem, line=each.number)
        if key in _KEYS:
            properties[key], current = value, key
        elif current in _GRIDS:
            rows[current].append(each)
        else:
            problem = f"unknown property {quoted(word)}. Use one of {', '.join(_KEYS)}"
            raise PuzzleError(problem, line=each.number)
    return properties, rows


def _janko_puzzle(properties: dict[str, str], rows: dict[str, list[Line]]) -> Puzzle:
    kind = properties.get("puzzle", "").casefold()
    base = kind.removesuffix(_DIAGONALS)
    if base not in (_SUDOKU, _LATIN, _KILLER):
        known = f"{_SUDOKU!r}, {_LATIN!r} or {_KILLER!r}, perhaps with {_DIAGONALS!r}"
        raise PuzzleError(f"unknown kind of puzzle {quoted(kind)}. Use {known}")
    side = len(rows["problem"])
    if not 1 <= side <= squares.MOST_SIDE:
        raise PuzzleError(f"problem must have 1 to {squares.MOST_SIDE} rows, not {side}")
    numbers = {key: int(properties[key]) for key in _NUMBERS if key in properties}
    for key in ("size", "rows", "cols", "depth"):
        if numbers.get(key, side) != side:
            raise PuzzleError(f"{key} is {numbers[key]}, but problem has {counted(side, 'row')}")
    grid = Grid(side, side)
    givens = _values(grid, _janko_cells(rows, "problem", side))
    areas = _janko_cells(rows, "areas", side)
    rules: list[Rule] = [Diagonals()] if kind != base else []
    if base == _KILLER:
        rules += _caged(_janko_totals(grid, squares.grouped(areas).values(), givens))
        areas, givens = [], (None,) * side**2
    boxes = _janko_boxes(numbers, side)
    if (areas and boxes) or (base == _LATIN and (areas or boxes)):
        raise PuzzleError("a Latin square has no areas or boxes, and a sudoku cannot have both")
    if base != _LATIN and not (areas or boxes or squares.default_boxes(side)):
        raise PuzzleError(f"a {side}×{side} puzzle cannot have boxes, so it needs areas")
    regions = squares.laid_out(areas, side) if areas else None
    square = squares.Square(side, grid.values, givens, boxes, regions=regions)
    found = squares.build(square, boxes=None) if base == _LATIN else squares.puzzle_of(square)
    meta = [(key, properties[key]) for key in _KEPT if properties.get(key)]
    solution = _janko_cells(rows, "solution", side)
    if solution:
        text = write_values(grid, _values(grid, solution))
        read_values(grid, text)  # raises for values outside the grid
        meta.append(("solution", text))
    return replace(found, rules=(*found.rules, *rules), meta=tuple(meta))


def _janko_cells(rows: dict[str, list[Line]], key: str, side: int) -> list[str]:
    """Return the cells of a grid, or an empty list if the grid is missing or empty."""
    for number, text in rows[key]:
        require_count(f"a row of {key}", len(text.split()), "cell", side, number)
    if rows[key]:
        require_count(key, len(rows[key]), "row", side)
    return [word for row in rows[key] for word in row.text.split()]


def _values(grid: Grid, words: list[str]) -> tuple[int | None, ...]:
    """Return the numbers in the cells of a text. The letter ``a`` means 1."""
    found: list[int | None] = []
    for cell, word in enumerate(words):
        if word in ("-", "."):
            found.append(None)
        elif re.fullmatch(r"\d{1,6}", word, re.ASCII):
            found.append(int(word))
        elif re.fullmatch(r"[a-zA-Z]", word):
            found.append(ord(word.lower()) - ord("a") + 1)
        else:
            problem = f"{quoted(word)} is neither a number nor a letter"
            raise PuzzleError(problem, cell=grid.name(cell))
    return tuple(found)


def _janko_boxes(numbers: dict[str, int], side: int) -> tuple[int, int] | None:
    both = numbers.get("pattern")
    height, width = (numbers.get(key) or both for key in ("patterny", "patternx"))
    if height is None and width is None:
        return None
    if not height or not width or height * width != side:
        raise PuzzleError(f"the boxes are {height}×{width}, but a box must have {side} cells")
    return height, width


def _janko_totals(
    grid: Grid, areas: Iterable[Cells], sums: Sequence[int | None]
) -> Iterator[tuple[Cells, int]]:
    if not areas:
        raise PuzzleError("the killer has no areas")
    for area in areas:
        totals = [total for cell in area if (total := sums[cell]) is not None]
        if len(totals) > 1:
            problem = f"the area has {len(totals)} sums, but can have only one"
            raise PuzzleError(problem, cell=grid.name(area[0]))
        yield area, totals[0] if totals else 0


def _begins(pattern: str) -> Callable[[Source], bool]:
    matches = re.compile(pattern).match
    return lambda source: matches(source.first) is not None


#: Formats with a puzzle on each line: the name, the summary, the reader, and how a line begins.
_LINES = (
    ("killer", "81 characters: sums, and arrows to them", _killer, _IS_KILLER),
    ("ps", "a killer as 3x3::k: and a number for each cell", _ps, _PS),
    ("sumocue", "SumoCue: killers, also in jigsaws", _sumocue, _SUMOCUE),
    ("hodoku", "lines of HoDoKu's library of positions", _hodoku, r":\d{4}[^:]*:"),
)

FORMATS = (
    *(
        Format(name, summary, by_line(read), recognises=_begins(beginning))
        for name, summary, read, beginning in _LINES
    ),
    Format(
        "opensudoku", "collections of OpenSudoku", _read_opensudoku, recognises=_begins(_IS_XML)
    ),
    Format(
        "janko",
        "the texts behind the puzzles of janko.at, killers among them",
        _read_janko,
        recognises=_begins(r"(?i:begin)$"),
        is_for_lines=False,
    ),
    Format("sdx", "rows of candidates", _read_sdx, recognises=_is_sdx, is_for_lines=False),
    Format("ss", "Simple Sudoku: a drawn 9×9 grid", grid.GRID.read),
)
