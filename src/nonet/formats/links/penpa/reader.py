"""Reading the text of a Penpa+ link: its header, its margins, and the layer of the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from nonet.formats.links.documents import compact, document
from nonet.formats.links.penpa.paper import Layer, Paper, paper_of
from nonet.formats.links.penpa.payload import lengthened, meta_of
from nonet.formats.links.penpa.signs import BORDER, SIGNS, read_marks, rules_of
from nonet.formats.text import counted, quoted
from nonet.formats.values import write_values
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Diagonals, Rows, Rule
from nonet.system.errors import PuzzleError

#: Kinds of grids with the same numbers; of the others, none is of squares in rows and columns.
_KINDS = ("square", "sudoku", "kakuro")
_SUDOKU = "sudoku"

#: The lines that are read, by their number, and the parts of the first.
_HEADER, _MARGINS, _QUESTION, _ANSWER = 0, 1, 3, 4
_FLAGS = slice(11, 15)


def puzzle_of(text: str, answer: str | None = None, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle of the text in a link, and of its answer if there is one."""
    lines = lengthened(text).split("\n")
    header = lines[_HEADER].split(",")
    if header[0][:1].isdigit():
        raise PuzzleError("a link of version 1: open it in Penpa+ and save it anew")
    if len(lines) <= _QUESTION:
        raise PuzzleError(f"{counted(len(lines), 'line')}; the puzzle is in line {_QUESTION + 1}")
    paper = _paper(header, lines[_MARGINS])
    layer = Layer(document(lines[_QUESTION]))
    givens, allowed = read_marks(layer, paper)
    rules = list(_rules(layer, paper, header))
    if layer.left and not ignore_drawings:
        _refuse(layer.left)
    meta = [*meta_of(header), *_solution(lines, answer, paper, givens)]
    if layer.left:
        meta.append(("penpa", compact({"margins": list(paper.margins), "objects": layer.left})))
    return Puzzle(paper.grid, tuple(givens), tuple(allowed), tuple(rules), tuple(meta))


def _paper(header: list[str], margins: str) -> Paper:
    if header[0] not in _KINDS:
        raise PuzzleError(f"a grid of the kind {quoted(header[0])}; there are {', '.join(_KINDS)}")
    if len(header) < 3 or not all(re.fullmatch(r"\d{1,4}", size, re.ASCII) for size in header[1:3]):
        raise PuzzleError("the first line does not say the size of the grid")
    sides = [each.integer() for each in document(margins).items()]
    if len(sides) != 4:
        raise PuzzleError(f"{counted(len(sides), 'margin')}, not 4")
    top, bottom, left, right = sides
    return paper_of(int(header[1]), int(header[2]), (top, bottom, left, right))


def _rules(layer: Layer, paper: Paper, header: list[str]) -> Iterator[Rule]:
    is_sudoku = header[0] == _SUDOKU
    borders = [segment for segment, style in layer.segments("lineE") if style == BORDER]
    for segment in borders:
        layer.take_segment("lineE", segment)
    yield from (Rows(), Columns())
    yield from rules_of(paper, frozenset(borders), is_sudoku)
    flags = [flag == "1" for flag in header[_FLAGS]] if is_sudoku else []
    falling, rising = (flags[0], flags[3]) if len(flags) == 4 else (False, False)
    for rule in chain.from_iterable(sign.read(layer, paper) for sign in SIGNS):
        if isinstance(rule, Diagonals):  # drawn: one may be and the other marked
            falling, rising = falling or rule.falling, rising or rule.rising
        else:
            yield rule
    if falling or rising:
        yield Diagonals(falling=falling, rising=rising)


def _refuse(left: Mapping[str, Any]) -> None:
    said = [f"{counted(len(objects), 'object')} in {name!r}" for name, objects in left.items()]
    raise PuzzleError(
        f"no known rule looks like these drawings: {', '.join(said)}; ignore_drawings=True "
        "(--ignore-drawings) leaves them out"
    )


def _solution(
    lines: list[str], answer: str | None, paper: Paper, givens: list[int | None]
) -> Iterator[tuple[str, str]]:
    """Yield the solution that the answer says, or the layer of answers, if it fills the grid."""
    grid = paper.grid
    found = dict(enumerate(givens))
    if answer:
        entries = dict(_answers(answer))
    elif len(lines) > _ANSWER and lines[_ANSWER].startswith("{"):
        numbers = document(lines[_ANSWER]).entries().get("number")
        values = numbers.value if numbers else None
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


def _answers(answer: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers of an answer; where there are several solutions, none is the one."""
    match document(answer).value:
        case [_, _, _, _, [*numbers], _]:
            for number in numbers:
                key, _, value = str(number).partition(",")
                yield key, value


def _whole(text: object, grid: Grid) -> int | None:
    value = int(text) if isinstance(text, str) and re.fullmatch(r"\d{1,4}", text, re.ASCII) else 0
    return value if value in grid.values else None
