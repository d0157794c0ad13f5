"""The format ``grid``: a puzzle as it is drawn, row below row, with or without lines.

Cells are characters, with or without space between, or tokens: whichever makes as many columns as
rows. ``|`` separates boxes in a row; a line of ``- = + |`` (and ``*`` at corners) separates rows.
Separators that show boxes are believed, and those around every cell show none. Between bars, empty
cells may be blank. A blank line ends the grid, and so does a heading such as ``Grid 02``, which is
the label of what follows; there may be several grids.

What `nonet show` draws is read by `boards`, lists of lists by `lists`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from nonet.formats import boards, lists
from nonet.formats.alphabets import (
    character_alphabets,
    decimal_alphabets,
    interpret,
)
from nonet.formats.blanks import blanked_rows
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.squares import (
    Shape,
    Square,
    boxes_of,
    build,
    default_boxes,
    described,
    puzzles,
    require_square,
)
from nonet.formats.text import Block, Line, Source, counted
from nonet.formats.tokens import written_cells
from nonet.puzzle import Puzzle
from nonet.rules import Regions
from nonet.system.errors import PuzzleError

_EMPTIES = frozenset("._*xX·?-")


class DrawnRow(NamedTuple):
    """A row of a drawn grid: its symbols, and how many stand between two bars each.

    The symbols are a list of words, or a text if each character is a symbol.
    """

    line: int
    symbols: list[str] | str
    widths: tuple[int, ...]


class Gap(NamedTuple):
    """A line that separates rows, with the number of rows above it."""

    line: int
    above: int


def is_separator(text: str) -> bool:
    """Tell whether a line is drawn between rows; one of ``*`` alone is a row of empty cells.

    >>> is_separator("|---+---|"), is_separator("*---*"), is_separator("****")
    (True, True, False)
    """
    return ("-" in text or "=" in text) and set(text) <= set("-=+|* \t")


def squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield what each block holds."""
    first = next(source.content(), None)
    if first is not None and lists.begins_lists(first.text):
        yield from lists.squares(source)
        return
    for number, block, label in _headed(source):
        found = attempt(square, block, source.alphabet)
        if label is not None and isinstance(found, Square):
            found = replace(found, label=label)
        yield number, found


def is_heading(text: str) -> bool:
    """Tell whether a line is the heading of a grid.

    >>> is_heading("Grid 01"), is_heading("1 2 3 4")
    (True, False)
    """
    return _HEADING.fullmatch(text) is not None


_HEADING = re.compile(
    r"(grid|puzzle|sudoku|board|game|no\.?|nr\.?|#)\s*#?\s*\d+\s*:?", re.IGNORECASE
)


def _headed(source: Source) -> Iterator[tuple[int, Block, str | None]]:
    """Yield the grids of a text with their first lines and headings."""
    label: str | None = None
    start = 0
    for block in source.blocks():
        part: Block = []
        for line in block:
            if is_heading(line.text):
                if part:
                    yield start or part[0].number, part, label
                part, label, start = [], line.text, line.number
            else:
                part.append(line)
        if part:
            yield start or part[0].number, part, label
            label, start = None, 0


def square(block: Block, alphabet: str | None = None) -> Square:
    """Read one drawn grid."""
    block = boards.in_lines(block)
    if any(boards.is_drawn(text) for _, text in block):
        found, regions = boards.read_board(block, alphabet)
        if regions:
            raise PuzzleError("the lines draw regions: parse() reads them", line=block[0].number)
        return found
    rows, gaps = _parts(block)
    side = _require_rectangle(rows, block[0].number)
    if side != len(rows):
        shape = f"{len(rows)}×{side}"
        message = f"{shape} cells: a puzzle has as many rows as columns, and no blank line"
        if len(rows) == 2 * side:
            message += "; between the givens of a jigsaw and its layout there is one"
        raise PuzzleError(message)
    symbols = [symbol for row in rows for symbol in row.symbols]
    alphabets = (
        decimal_alphabets(side, alphabet, symbols)
        if _are_decimals(rows)
        else character_alphabets(side, alphabet)
    )
    values, givens = interpret(symbols, alphabets)
    return Square(side, values, givens, boxes=_drawn_boxes(rows, gaps))


def _parts(block: Block) -> tuple[list[DrawnRow], list[Gap]]:
    gaps: list[Gap] = []
    drawn: list[Line] = []
    dashes = _rows_of_dashes(block)
    for line in block:
        if is_separator(line.text) and line not in dashes:
            gaps.append(Gap(line.number, above=len(drawn)))
        else:
            drawn.append(line)
    blanked = blanked_rows(drawn)
    if blanked is not None:
        return [DrawnRow(*row) for row in blanked], gaps
    return _best_rows([(number, _parts_of_row(number, text)) for number, text in drawn]), gaps


def _rows_of_dashes(block: Block) -> list[Line]:
    """Return the lines that are rows of empty cells, where a dash is one, and not lines between."""
    rows = [text for _, text in block if not is_separator(text)]
    widths = Counter(len("".join(text.split())) for text in rows if "|" not in text)
    width = widths.most_common(1)[0][0] if widths else 0
    dashes = [line for line in block if "".join(line.text.split()) == "-" * width]
    return dashes if len(rows) + len(dashes) == width else []


def _parts_of_row(number: int, text: str) -> list[str]:
    parts = text.removeprefix("|").removesuffix("|").split("|")
    if not all(part.strip() for part in parts):
        raise PuzzleError("two bars with no cell between them", line=number)
    return parts


def _best_rows(drawn: list[tuple[int, list[str]]]) -> list[DrawnRow]:
    """Take words or characters for cells, whichever comes closer to a square."""
    by_characters = [_row_of_characters(number, parts) for number, parts in drawn]
    if len(drawn) == 1:  # a line in the wrong place is no 1×1 grid
        return by_characters
    by_words = [_row_of_words(number, parts) for number, parts in drawn]

    def strays(rows: list[DrawnRow]) -> tuple[int, bool, int]:
        odd = sum(len(row.symbols) != len(rows) for row in rows)
        has_odd_words = any(not _is_token(symbol) for row in rows for symbol in row.symbols)
        return odd, has_odd_words, abs(_usual_width(rows) - len(rows))

    return min((by_words, by_characters), key=strays)


def _row_of_words(number: int, parts: list[str]) -> DrawnRow:
    words = [part.split() for part in parts]
    return DrawnRow(number, list(chain.from_iterable(words)), tuple(map(len, words)))


def _row_of_characters(number: int, parts: list[str]) -> DrawnRow:
    characters = ["".join(part.split()) for part in parts]
    return DrawnRow(number, "".join(characters), tuple(map(len, characters)))


def _usual_width(rows: list[DrawnRow]) -> int:
    widths = Counter(len(row.symbols) for row in rows)
    return widths.most_common(1)[0][0] if widths else 0


def _require_rectangle(rows: list[DrawnRow], line: int) -> int:
    if not rows:
        raise PuzzleError("separators without any row", line=line)
    width = _usual_width(rows)
    for row in rows:
        if len(row.symbols) != width:
            message = f"{counted(len(row.symbols), 'cell')} in this row, {width} in the others"
            raise PuzzleError(message, line=row.line)
    return width


def _are_decimals(rows: list[DrawnRow]) -> bool:
    """Tell decimal tokens from characters: letters are characters unless they are empty cells."""
    return not any(isinstance(row.symbols, str) for row in rows) and all(
        word.isdecimal() or word in _EMPTIES for row in rows for word in row.symbols
    )


def _is_token(word: str) -> bool:
    return len(word) == 1 or word.isdecimal()


def _drawn_boxes(rows: list[DrawnRow], gaps: list[Gap]) -> Shape | None:
    """Return the boxes that the separators show; what they leave open follows from the side."""
    side = len(rows)
    width, height = _drawn_width(rows), _drawn_height(gaps, side)
    if width and height and width * height != side:
        raise PuzzleError(
            f"the separators show boxes of {height}×{width}, which do not have {side} cells"
        )
    if width:
        return (side // width, width)
    return (height, side // height) if height else None


def _drawn_width(rows: list[DrawnRow]) -> int | None:
    widths = rows[0].widths
    for row in rows:
        if row.widths != widths:
            raise PuzzleError("the bars are not where the first row has them", line=row.line)
    if len(set(widths)) > 1:
        raise PuzzleError("the bars are not evenly spaced", line=rows[0].line)
    return widths[0] if len(widths) > 1 < widths[0] else None


def _drawn_height(gaps: list[Gap], side: int) -> int | None:
    inner = [gap for gap in gaps if 0 < gap.above < side]
    if not inner:
        return None
    height = inner[0].above
    if side % height or [gap.above for gap in inner] != list(range(height, side, height)):
        raise PuzzleError("the lines between rows are not evenly spaced", line=inner[0].line)
    return height if height > 1 else None


def _read(source: Source) -> Iterator[Found]:
    blocks = [boards.in_lines(block) for block in source.blocks()]
    if not any(boards.is_drawn(text) for block in blocks for _, text in block):
        yield from puzzles(squares(source))
        return
    for number, block, label in _headed(source):
        yield number, attempt(_board, block, source.alphabet, label)


def _board(block: Block, alphabet: str | None, heading: str | None) -> Puzzle:
    block = boards.in_lines(block)
    if not any(boards.is_drawn(text) for _, text in block):
        found = replace(square(block, alphabet), label=heading)
        return build(found, found.boxes or default_boxes(found.side))
    found, regions = boards.read_board(block, alphabet)
    if heading is not None and found.label is not None:
        raise boards.another_label(found.label, block[0].number)
    board = build(replace(found, label=heading or found.label), found.boxes)
    return board.with_rules(Regions(regions)) if regions else board


def _write(puzzle: Puzzle) -> str:
    side = require_square(puzzle)
    boxes = boxes_of(puzzle)
    if boxes != default_boxes(side) and (
        boxes is None or 1 in boxes or boxes[0] * boxes[1] != side
    ):
        raise Inexpressible(described(boxes))
    return puzzle.grid.table(written_cells(puzzle), boxes)


GRID = Format("grid", "row below row, with or without lines between boxes", _read, _write)
