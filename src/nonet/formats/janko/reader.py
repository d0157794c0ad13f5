"""Reading such texts: their properties and grids, and the puzzles that these say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nonet.formats.contract import Found, attempt
from nonet.formats.janko.words import DIAGONALS, EMPTIES, KEYS, KILLER, LATIN, NAMES, SUDOKU, TEXTS
from nonet.formats.squares import MOST_SIDE, Shape, default_boxes
from nonet.formats.text import Line, Source, counted, quoted
from nonet.formats.values import read_values, write_values
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Diagonals, Regions, Rows, Rule
from nonet.system.errors import PuzzleError

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class _Text:
    """The properties of one puzzle, with the lines of its grids."""

    start: int
    said: dict[str, str] = field(default_factory=dict)
    grids: dict[str, list[Line]] = field(default_factory=dict)

    def number(self, key: str) -> int | None:
        """Return a property that is a number, if it is said."""
        text = self.said.get(key)
        if text is None:
            return None
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_SIDE))):
            raise PuzzleError(f"{key} {quoted(text)} is no number up to {MOST_SIDE}")
        return int(text)

    def cells(self, key: str, side: int) -> list[str]:
        """Return the words of a grid; none if it is not there, or empty."""
        rows = self.grids.get(key, [])
        for number, text in rows:
            if len(text.split()) != side:
                there = counted(len(text.split()), "cell")
                raise PuzzleError(f"{there} in a row of {key}, not {side}", line=number)
        if rows and len(rows) != side:
            raise PuzzleError(f"{counted(len(rows), 'row')} of {key}, not {side}")
        return [word for row in rows for word in row.text.split()]


def recognises(text: str) -> bool:
    """Tell the first line of such a text.

    >>> recognises("begin"), recognises("[Puzzle]")
    (True, False)
    """
    return text.casefold() == "begin"


def read(source: Source) -> Iterator[Found]:
    """Yield the puzzles of all texts from ``begin`` to ``end``."""
    for text in _texts(source):
        if isinstance(text, _Text):
            yield text.start, attempt(_puzzle, text)
        else:
            yield text


def _texts(source: Source) -> Iterator[_Text | tuple[int, PuzzleError]]:
    """Yield the texts from ``begin`` to ``end``; one with an error ends with it."""
    lines = source.content()
    for line in lines:
        if not recognises(line.text):
            yield line.number, PuzzleError(f"{quoted(line.text)} is not between begin and end")
            continue
        text = _Text(line.number)
        wrong = attempt(_gather, text, lines)
        yield (line.number, wrong) if isinstance(wrong, PuzzleError) else text


def _gather(text: _Text, lines: Iterator[Line]) -> None:
    """Gather all lines up to the end, and only then say what is wrong with one of them."""
    wrong: PuzzleError | None = None
    key = ""
    for line in lines:
        if line.text.casefold() == "end":
            if wrong:
                raise wrong
            return
        word, _, rest = line.text.partition(" ")
        if word.casefold() in KEYS:
            key = word.casefold()
            if key in text.said or key in text.grids:
                wrong = wrong or PuzzleError(f"{key} a second time", line=line.number)
            if key in NAMES:
                text.grids[key] = []
                if rest.strip() and key != "moves":
                    wrong = wrong or PuzzleError(f"{key} begins below its name", line=line.number)
            else:
                text.said[key] = rest.strip()
        elif key in NAMES:
            text.grids[key].append(line)
        else:
            said = f"the property {quoted(word)}, which is none of {', '.join(KEYS)}"
            wrong = wrong or PuzzleError(said, line=line.number)
    raise wrong or PuzzleError("begin without end")


def _puzzle(text: _Text) -> Puzzle:
    kind = text.said.get("puzzle", "").casefold()
    base = kind.removesuffix(DIAGONALS)
    if base not in (SUDOKU, LATIN, KILLER):
        known = f"{SUDOKU!r}, {LATIN!r} and {KILLER!r}, each also with {DIAGONALS!r}"
        raise PuzzleError(f"the puzzle {quoted(kind)} is none of {known}")
    side = _side(text)
    grid = Grid(side, side)
    problem = [_value(grid, cell, word) for cell, word in enumerate(text.cells("problem", side))]
    areas = _areas(text, side)
    is_killer = base == KILLER
    regions = () if is_killer else _regions(areas, side)
    boxes = _boxes(text, side)
    if (regions and boxes) or (base == LATIN and (regions or boxes)):
        raise PuzzleError("areas, or boxes, that a puzzle of this kind has not")
    if not regions and not boxes and base != LATIN:
        boxes = default_boxes(side)
        if boxes is None:
            raise PuzzleError(f"a {side}×{side} puzzle has no boxes: it needs areas")
    rules: list[Rule] = [Rows(), Columns()]
    rules += [Boxes(*boxes)] if boxes else []
    rules += [Regions(regions)] if regions else []
    rules += [Diagonals()] if kind != base else []
    rules += _cages(grid, areas, problem) if is_killer else []
    givens = [None] * side**2 if is_killer else problem
    return Puzzle(grid, tuple(givens), rules=tuple(rules), meta=tuple(_meta(text, grid)))


def _side(text: _Text) -> int:
    side = len(text.grids.get("problem", []))
    if not 1 <= side <= MOST_SIDE:
        raise PuzzleError(f"{counted(side, 'row')} of problem: a puzzle has 1 to {MOST_SIDE}")
    for key in ("size", "rows", "cols", "depth"):
        number = text.number(key)
        if number not in (None, side):
            raise PuzzleError(f"{key} {number}, but problem has {counted(side, 'row')}")
    return side


def _value(grid: Grid, cell: int, word: str) -> int | None:
    """Return the number that a cell of a grid has, as a value or as a sum."""
    if word in EMPTIES:
        return None
    if word.isascii() and word.isdecimal() and len(word) <= len(str(MOST_SIDE)) + 3:
        return int(word)
    if len(word) == 1 and word.casefold() in _LETTERS:
        return _LETTERS.index(word.casefold()) + 1
    raise PuzzleError(f"{quoted(word)} is neither a number nor a letter", cell=grid.name(cell))


def _areas(text: _Text, side: int) -> tuple[Cells, ...]:
    """Return the areas in the order of their first cells."""
    areas: dict[str, list[int]] = {}
    for cell, word in enumerate(text.cells("areas", side)):
        areas.setdefault(word, []).append(cell)
    return tuple(map(tuple, areas.values()))


def _regions(areas: tuple[Cells, ...], side: int) -> tuple[Cells, ...]:
    for area in areas:
        if len(area) != side:
            raise PuzzleError(f"an area of {counted(len(area), 'cell')}, not {side}")
    return areas


def _boxes(text: _Text, side: int) -> Shape | None:
    """Return the boxes that are said."""
    height, width, both = (text.number(key) for key in ("patterny", "patternx", "pattern"))
    if both:
        height, width = height or both, width or both
    if height is None and width is None:
        return None
    if not height or not width or height * width != side:
        raise PuzzleError(f"boxes of {height}×{width}, which do not have {side} cells")
    return height, width


def _cages(grid: Grid, areas: tuple[Cells, ...], sums: list[int | None]) -> Iterator[Cage]:
    if not areas:
        raise PuzzleError("a killer without areas")
    for area in areas:
        totals = [total for cell in area if (total := sums[cell]) is not None]
        if len(totals) > 1:
            raise PuzzleError(f"an area with {len(totals)} sums", cell=grid.name(area[0]))
        if totals or len(area) > 1:
            yield Cage(area, totals[0] if totals else None)


def _meta(text: _Text, grid: Grid) -> Iterator[tuple[str, str]]:
    for key in TEXTS:
        if text.said.get(key):
            yield key, text.said[key]
    words = text.cells("solution", grid.rows)
    if words:
        values = [_value(grid, cell, word) for cell, word in enumerate(words)]
        solution = write_values(grid, values)
        read_values(grid, solution)  # raises for values that the grid has not
        yield "solution", solution
