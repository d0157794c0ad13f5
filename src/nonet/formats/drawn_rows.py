"""One drawn grid: its rows, the lines between them, and the boxes or regions that the lines show.

A *board* is a drawing by `nonet show`. A ``┃`` between two cells is a wall. A ``━`` below the last
character of a cell is a wall below this cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from nonet.formats import squares
from nonet.formats.alphabets import EMPTIES, character_alphabets, decimal_alphabets, interpret
from nonet.formats.pasting import is_words
from nonet.formats.squares import MOST_SIDE, Shape, Square, most_common
from nonet.formats.text import Block, Line, counted, quoted
from nonet.model.grid import Grid
from nonet.rules.connection import pieces
from nonet.system.errors import PuzzleError

_WALL, _EDGE = "┃", "━"
_FRAME = frozenset("┏┓┗┛┣┫┳┻╋╸╹╺╻┃━ ")
_CELL = re.compile(r"[^\s┃\[\]]+")
_EMPTY = "·"

#: The number of lines in the largest drawing: a line for each row, and a line above and below it.
_MOST_LINES = 2 * MOST_SIDE + 1


def _is_of_board(text: str) -> bool:
    return text.startswith(("┏", "┣", "┗", "┃"))


def read_board(block: Block, alphabet: str | None = None) -> Square:
    """Read a drawn board. If its regions are boxes, return boxes instead of regions."""
    drawn = [line for line in block if _is_of_board(line.text)]
    above, below = block[: block.index(drawn[0])], block[block.index(drawn[0]) :]
    for number, text in below:
        if not _is_of_board(text):
            raise PuzzleError(
                f"grid cannot read the text {quoted(text)} below the drawing. "
                "Use nonet show --to json",
                line=number,
            )
    if len(above) > 1:
        raise another_label(above[1].text, above[1].number)
    rows = [line for line in drawn if not set(line.text) <= _FRAME]
    side = len(rows)
    if not 1 <= side <= MOST_SIDE:
        raise PuzzleError(f"the board has {side} rows, but must have 1 to {MOST_SIDE}")
    ends, symbols = _cells_of_board(rows)
    tokens = ["." if symbol == _EMPTY else symbol for symbol in symbols]
    values, givens = interpret(tokens, decimal_alphabets(side, alphabet, tokens))
    borders = set(_open_borders(drawn, ends))
    grid = Grid(side, side)
    parts = pieces(grid, grid.cells, lambda *pair: (min(pair), max(pair)) in borders)
    regions = tuple(map(tuple, parts))
    found = squares.boxes_among(grid, regions)
    boxes = (found.height, found.width) if found and 1 < found.height < side else None
    label = above[0].text if above else None
    if len(regions) == 1:
        regions = ()
    elif any(len(region) != side for region in regions):
        raise PuzzleError(f"every drawn region must have {counted(side, 'cell')}")
    return Square(side, values, givens, boxes, label, None if boxes else regions)


def another_label(text: str, number: int) -> PuzzleError:
    """Return the error for a second line of text above a drawing."""
    problem = f"{quoted(text)} is a second line above the drawing"
    return PuzzleError(f"{problem}. Only one line, its label, may be there", line=number)


def _cells_of_board(rows: list[Line]) -> tuple[list[int], list[str]]:
    """Return the positions where cells end in a line, and the symbols of all cells."""
    found = [list(_CELL.finditer(text)) for _, text in rows]
    for (number, _), cells in zip(rows, found, strict=True):
        if len(cells) != len(rows):
            count = counted(len(cells), "cell")
            raise PuzzleError(
                f"a row has {count}, but the drawing has {len(rows)} rows. "
                "Separate boards with a blank line",
                line=number,
            )
    ends = [[cell.end() for cell in cells] for cells in found]
    if any(each != ends[0] for each in ends):
        raise PuzzleError("the columns of the drawing are not aligned")
    return ends[0], [cell[0] for cells in found for cell in cells]


def _open_borders(drawn: list[Line], ends: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbours that have no wall between them."""
    side, row = len(ends), 0
    edge = ""  # the line above a row
    for _, text in drawn:
        if set(text) <= _FRAME:
            edge = text
            continue
        for column, end in enumerate(ends):
            cell = row * side + column
            if column and _WALL not in text[ends[column - 1] : end]:
                yield cell - 1, cell
            if row and edge[end - 1 : end] != _EDGE:
                yield cell - side, cell
        row, edge = row + 1, ""


class DrawnRow(NamedTuple):
    """A row of words or characters. `widths` counts the symbols in each part between bars."""

    line: int
    symbols: list[str] | str
    widths: tuple[int, ...]


class Gap(NamedTuple):
    """A line that separates rows, and the number of rows above the line."""

    line: int
    above: int


def is_separator(text: str) -> bool:
    """Tell whether a line separates rows. A line of only ``*`` is a row of empty cells."""
    return ("-" in text or "=" in text) and set(text) <= set("-=+|*: \t")


def is_token(word: str) -> bool:
    """Tell whether a word is one cell: a character or a number."""
    return len(word) == 1 or word.isdecimal()


def is_drawn(block: Block) -> bool:
    """Tell whether a block contains a board that `nonet show` drew."""
    return any(_is_of_board(text) for _, text in block)


def square(block: Block, alphabet: str | None = None) -> Square:
    """Read one drawn grid."""
    if len(block) > _MOST_LINES:
        most = f"the largest puzzle has {MOST_SIDE} rows"
        raise PuzzleError(f"{len(block)} lines without a blank line are not one grid: {most}")
    if is_drawn(block):
        return read_board(block, alphabet)
    rows, gaps = _parts(block)
    side = _require_rectangle(rows, block[0].number)
    if len(block) == 1 and is_words(block[0].text):
        raise PuzzleError(f"{quoted(block[0].text)} is not a row of cells")
    if side != len(rows):
        shape = f"{counted(len(rows), 'row')} of {counted(side, 'cell')}"
        is_long = len(rows) == 1 and side >= squares.LONG
        wanted = squares.side_of(side, "cells") if is_long else side
        message = f"{shape}: a {wanted}×{wanted} puzzle has {wanted} rows of {wanted}"
        if len(rows) == 2 * side:
            message += "; put a blank line between the givens of a jigsaw and its layout"
        raise PuzzleError(message)
    symbols = [symbol for row in rows for symbol in row.symbols]
    if _are_decimals(rows):
        alphabets = decimal_alphabets(side, alphabet, symbols)
    else:
        alphabets = character_alphabets(side, alphabet)
    try:
        values, givens = interpret(symbols, alphabets)
    except PuzzleError as error:
        line = rows[int(error.cell[1:].partition("c")[0]) - 1].line if error.cell else None
        raise error.at(line=line) from None
    return Square(side, values, givens, boxes=_drawn_boxes(rows, gaps))


def widths_of(block: Block) -> set[tuple[int, str]]:
    """Return the widths that fit all rows. A width counts words, characters or parts of a row."""
    found = [_widths(text) for _, text in block if not is_separator(text)]
    return {each for each in set.intersection(*found) if each[0] > 1} if found else set()


def _widths(text: str) -> set[tuple[int, str]]:
    words = text.replace("|", " ").split()
    parts = text.removeprefix("|").removesuffix("|").count("|") + 1
    found = {(len("".join(words)), "characters"), (parts, "parts")}
    if max(map(len, words), default=0) <= len(str(len(words))):
        found.add((len(words), "words"))
    return found


def _parts(block: Block) -> tuple[list[DrawnRow], list[Gap]]:
    gaps: list[Gap] = []
    drawn: list[Line] = []
    dashes = _row_of_dashes(block)
    for line in block:
        if is_separator(line.text) and "".join(line.text.split()) != dashes:
            gaps.append(Gap(line.number, above=len(drawn)))
        else:
            drawn.append(line)
    if [gap.above for gap in gaps] == [1] and not drawn[0].text.strip(" |"):
        del drawn[0], gaps[0]  # a Markdown table begins with an empty row
    rows = _blanked_rows(drawn)
    return rows or _best_rows([(number, _cells(number, text)) for number, text in drawn]), gaps


def _row_of_dashes(block: Block) -> str:
    """Return a row of dashes if dashes are empty cells. If dashes only separate rows, return ''."""
    rows = ["".join(text.split()) for _, text in block]
    widths = [len(row) for row in rows if not is_separator(row) and "|" not in row]
    dashes = "-" * most_common(widths) if widths else ""
    count = sum(row == dashes or not is_separator(row) for row in rows)
    return dashes if count == len(dashes) else ""


def _cells(number: int, text: str) -> list[str]:
    """Return the parts between bars. If each part is one cell, a blank part is an empty cell."""
    parts = [part.strip() for part in text.removeprefix("|").removesuffix("|").split("|")]
    if all(parts):
        return parts
    if not any(parts) or not all(is_token(part) for part in parts if part):
        raise PuzzleError("there is no cell between two bars", line=number)
    return [part or "." for part in parts]


def _best_rows(drawn: list[tuple[int, list[str]]]) -> list[DrawnRow]:
    """Split rows into words or into characters, so that the grid is closer to a square."""
    by_words, by_characters = [], []
    for number, parts in drawn:
        words = [part.split() for part in parts]
        texts = list(map("".join, words))
        by_words.append(DrawnRow(number, list(chain(*words)), tuple(map(len, words))))
        by_characters.append(DrawnRow(number, "".join(texts), tuple(map(len, texts))))
    if len(drawn) == 1:  # do not read a line in the wrong place as a 1×1 grid
        return by_words if all(map(is_token, by_words[0].symbols)) else by_characters

    def strays(rows: list[DrawnRow]) -> tuple[int, bool, int]:
        odd = sum(len(row.symbols) != len(rows) for row in rows)
        has_odd_words = any(not is_token(symbol) for row in rows for symbol in row.symbols)
        return odd, has_odd_words, abs(_usual_width(rows) - len(rows))

    return min((by_words, by_characters), key=strays)


def _usual_width(rows: list[DrawnRow]) -> int:
    return most_common(len(row.symbols) for row in rows) if rows else 0


def _require_rectangle(rows: list[DrawnRow], line: int) -> int:
    if not rows:
        raise PuzzleError("there are separators but no rows", line=line)
    width = _usual_width(rows)
    for row in rows:
        if len(row.symbols) != width:
            count = counted(len(row.symbols), "cell")
            raise PuzzleError(f"the row has {count}, but other rows have {width}", line=row.line)
    return width


def _are_decimals(rows: list[DrawnRow]) -> bool:
    empties = set(EMPTIES) - {"0"}
    return all(
        not isinstance(row.symbols, str)
        and all(word.isdecimal() or word in empties for word in row.symbols)
        for row in rows
    )


def _blanked_rows(drawn: list[Line]) -> list[DrawnRow]:
    """Read rows with bars, in which empty cells are blank. Return [] if bars are not aligned."""
    side = len(drawn)
    parts = [text[1:-1].split("|") for _, text in drawn if text[:1] == text[-1:] == "|"]
    widths = {tuple(map(len, row)) for row in parts}
    if not side or len(parts) < side or len(widths) > 1:
        return []
    [between] = widths
    cells = side // len(between)
    if side % len(between) or len(set(between)) > 1:
        return []
    if all(len("".join("".join(row).split())) >= side for row in parts):
        return []
    rows = zip(drawn, _filled(parts, cells), strict=False)
    return [DrawnRow(number, row, (cells,) * len(between)) for (number, _), row in rows]


def columns(lines: list[Line]) -> list[Block]:
    """Read a grid without bars, in which blanks are empty cells. Return [] if it has few blanks."""
    places = [place for place, (_, text) in enumerate(lines) if text]
    rows = lines[places[0] : places[-1] + 1] if places else []
    side = len(rows)
    signs = "".join("".join(text.split()) for _, text in rows)
    if not 4 <= side <= 9 or 4 * len(signs) > 3 * side**2 or not set(signs) <= set("123456789"):
        return []
    margin = min(len(text) - len(text.lstrip()) for _, text in rows if text)
    found = _filled([[text[margin:]] for _, text in rows], side)
    block = [Line(number, cells) for (number, _), cells in zip(rows, found, strict=False)]
    return [block] if block else []


def _filled(rows: Sequence[Sequence[str]], cells: int) -> list[str]:
    """Return rows of parts of this many cells, with dots for blanks, or [] if they do not align."""
    parts = list(chain.from_iterable(rows))
    width = max(map(len, parts))
    signs = {place for part in parts for place, sign in enumerate(part) if sign != " "}
    for step in (1, 2, 3, 4):
        for first in range(step):
            is_wide = first + step * (cells - 1) < width <= step * cells + 1
            if is_wide and not any((place - first) % step for place in signs):
                chosen = ((part.ljust(width)[first::step][:cells] for part in row) for row in rows)
                return ["".join(row).replace(" ", ".") for row in chosen]
    return []


def _drawn_boxes(rows: list[DrawnRow], gaps: list[Gap]) -> Shape | None:
    """Return the boxes that the separators show. The separators may show only width or height."""
    side = len(rows)
    width = _drawn_width(rows)
    is_table = set(rows[0].widths) == {1} and [gap.above for gap in gaps] == [1]  # in Markdown
    height = None if is_table else _drawn_height(gaps, side)
    if width and height and width * height != side:
        raise PuzzleError(f"the drawn boxes are {height}×{width}, but a box must have {side} cells")
    if width:
        return (side // width, width)
    return (height, side // height) if height else None


def _drawn_width(rows: list[DrawnRow]) -> int | None:
    widths = rows[0].widths
    for row in rows:
        if row.widths != widths:
            raise PuzzleError("the bars are not aligned with the first row", line=row.line)
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
