"""One drawn grid: its rows, the lines between them, and the boxes that the lines show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from nonet.formats import boards
from nonet.formats.alphabets import EMPTIES, character_alphabets, decimal_alphabets, interpret
from nonet.formats.pasting import is_words
from nonet.formats.squares import LONG, Shape, Square, most_common, side_of
from nonet.formats.text import Block, Line, counted, quoted
from nonet.system.errors import PuzzleError


class DrawnRow(NamedTuple):
    """A row of a drawn grid: its symbols, and how many symbols there are between one bar and the
    next.

    The symbols are a list of words, or a text in which each character is a symbol.
    """

    line: int
    symbols: list[str] | str
    widths: tuple[int, ...]


class Gap(NamedTuple):
    """A line that separates rows, and the number of rows above the line."""

    line: int
    above: int


def is_separator(text: str) -> bool:
    """Tell whether a line separates rows. A line of only ``*`` does not: it is a row of empty
    cells.

    >>> is_separator("|---+---|"), is_separator("*---*"), is_separator("****")
    (True, True, False)
    """
    return ("-" in text or "=" in text) and set(text) <= set("-=+|*: \t")


def square(block: Block, alphabet: str | None = None) -> Square:
    """Read one drawn grid."""
    block = boards.in_lines(block)
    if is_drawn(block):
        found, regions = boards.read_board(block, alphabet)
        if regions:
            raise PuzzleError(
                "the lines draw regions; use parse() to read them", line=block[0].number
            )
        return found
    rows, gaps = _parts(block)
    side = _require_rectangle(rows, block[0].number)
    if len(block) == 1 and is_words(block[0].text):
        raise PuzzleError(f"{quoted(block[0].text)} is not a row of cells")
    if side != len(rows):
        shape = f"{counted(len(rows), 'row')} of {counted(side, 'cell')}"
        wanted = side_of(side, "cells") if len(rows) == 1 and side >= LONG else side
        message = f"{shape}: a {wanted}×{wanted} puzzle has {wanted} rows of {wanted}"
        if len(rows) == 2 * side:
            message += "; put a blank line between the givens of a jigsaw and its layout"
        raise PuzzleError(message)
    symbols = [symbol for row in rows for symbol in row.symbols]
    alphabets = (
        decimal_alphabets(side, alphabet, symbols)
        if _are_decimals(rows)
        else character_alphabets(side, alphabet)
    )
    try:
        values, givens = interpret(symbols, alphabets)
    except PuzzleError as error:
        raise error.at(line=_line_of(error.cell, rows)) from None
    return Square(side, values, givens, boxes=_drawn_boxes(rows, gaps))


def widths_of(block: Block) -> set[tuple[int, str]]:
    """Return the possible numbers of cells in each row, if cells are words, characters or parts
    between bars.

    >>> sorted(widths_of([Line(1, "5 3 .")])), widths_of([Line(1, "12"), Line(2, "123")])
    ([(3, 'characters'), (3, 'words')], set())
    """
    found: set[tuple[int, str]] | None = None
    for text in (text for _, text in block if not is_separator(text)):
        words = text.replace("|", " ").split()
        parts = text.removeprefix("|").removesuffix("|").count("|") + 1
        here = {(len("".join(words)), "characters"), (parts, "parts")}
        if max(map(len, words), default=0) <= len(str(len(words))):
            here.add((len(words), "words"))
        found = here if found is None else found & here
    return {each for each in found or () if each[0] > 1}


def _line_of(cell: str | None, rows: list[DrawnRow]) -> int | None:
    return rows[int(cell[1:].partition("c")[0]) - 1].line if cell else None


def _parts(block: Block) -> tuple[list[DrawnRow], list[Gap]]:
    gaps: list[Gap] = []
    drawn: list[Line] = []
    dashes = _rows_of_dashes(block)
    for line in block:
        if is_separator(line.text) and line not in dashes:
            gaps.append(Gap(line.number, above=len(drawn)))
        else:
            drawn.append(line)
    if [gap.above for gap in gaps] == [1] and not drawn[0].text.strip(" |"):
        del drawn[0], gaps[0]  # the empty head of a Markdown table
    blanked = _blanked_rows(drawn)
    if blanked is not None:
        return blanked, gaps
    return _best_rows([(number, _parts_of_row(number, text)) for number, text in drawn]), gaps


def _rows_of_dashes(block: Block) -> list[Line]:
    """Return the lines of dashes in which each dash is an empty cell, because they separate no
    rows.
    """
    rows = [text for _, text in block if not is_separator(text)]
    widths = Counter(len("".join(text.split())) for text in rows if "|" not in text)
    width = widths.most_common(1)[0][0] if widths else 0
    dashes = [line for line in block if "".join(line.text.split()) == "-" * width]
    return dashes if len(rows) + len(dashes) == width else []


def _parts_of_row(number: int, text: str) -> list[str]:
    """Return the cells between bars. A blank part is an empty cell if no part has several cells."""
    parts = [part.strip() for part in text.removeprefix("|").removesuffix("|").split("|")]
    if all(parts):
        return parts
    if not any(parts) or not all(is_token(part) for part in parts if part):
        raise PuzzleError("two bars with no cell between them", line=number)
    return [part or "." for part in parts]


def _best_rows(drawn: list[tuple[int, list[str]]]) -> list[DrawnRow]:
    """Return the rows with words as cells or with characters as cells, whichever is closer to a
    square.
    """
    by_characters = [_row_of_characters(number, parts) for number, parts in drawn]
    by_words = [_row_of_words(number, parts) for number, parts in drawn]
    if len(drawn) == 1:  # a line in the wrong place is not a 1×1 grid
        return by_words if all(map(is_token, by_words[0].symbols)) else by_characters

    def strays(rows: list[DrawnRow]) -> tuple[int, bool, int]:
        odd = sum(len(row.symbols) != len(rows) for row in rows)
        has_odd_words = any(not is_token(symbol) for row in rows for symbol in row.symbols)
        return odd, has_odd_words, abs(_usual_width(rows) - len(rows))

    return min((by_words, by_characters), key=strays)


def _row_of_words(number: int, parts: list[str]) -> DrawnRow:
    words = [part.split() for part in parts]
    return DrawnRow(number, list(chain.from_iterable(words)), tuple(map(len, words)))


def _row_of_characters(number: int, parts: list[str]) -> DrawnRow:
    characters = ["".join(part.split()) for part in parts]
    return DrawnRow(number, "".join(characters), tuple(map(len, characters)))


def _usual_width(rows: list[DrawnRow]) -> int:
    return most_common(len(row.symbols) for row in rows) if rows else 0


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
    """Tell whether cells are decimal numbers rather than characters: no letter is a value."""
    return not any(isinstance(row.symbols, str) for row in rows) and all(
        word.isdecimal() or (word in EMPTIES and word != "0")
        for row in rows
        for word in row.symbols
    )


def is_token(word: str) -> bool:
    """Tell whether a word is one cell: a character or a number."""
    return len(word) == 1 or word.isdecimal()


def _blanked_rows(drawn: list[Line]) -> list[DrawnRow] | None:
    """Return rows in which empty cells are blank: the position of a sign between bars tells its
    cell.

    None if the rows have different lengths, or if their bars are not aligned.
    """
    side = len(drawn)
    parts = [text[1:-1].split("|") for _, text in drawn if text[:1] == text[-1:] == "|"]
    widths = [[len(part) for part in row] for row in parts]
    if not side or len(parts) < side or any(row != widths[0] for row in widths):
        return None
    if side % len(widths[0]) or len(set(widths[0])) > 1:
        return None
    if all(len("".join("".join(row).split())) >= side for row in parts):
        return None
    room, cells = widths[0][0], side // len(widths[0])
    steps = [
        (first, step)
        for first, step in steps_between([part for row in parts for part in row], cells)
        if room <= step * cells + 1
    ]
    if not steps:
        return None
    first, step = steps[0]
    found = []
    for (number, _), row in zip(drawn, parts, strict=True):
        symbols = [part[first + step * cell] for part in row for cell in range(cells)]
        found.append(DrawnRow(number, "".join(symbols).replace(" ", "."), (cells,) * len(row)))
    return found


def columns(lines: list[Line]) -> list[Block]:
    """Return the rows of a grid without bars whose empty cells are blank; nothing for other grids.

    The positions of the signs in the lines tell their cells. If a grid has only a few blanks, they
    are more likely to be ends of rows that were cut off.
    """
    places = [place for place, (_, text) in enumerate(lines) if text]
    rows = lines[places[0] : places[-1] + 1] if places else []
    side = len(rows)
    signs = "".join("".join(text.split()) for _, text in rows)
    if not 4 <= side <= 9 or 4 * len(signs) > 3 * side**2 or not set(signs) <= set("123456789"):
        return []
    margin = min(len(text) - len(text.lstrip()) for _, text in rows if text)
    steps = [
        step
        for first, step in steps_between([text[margin:] for _, text in rows], side)
        if not first
    ]
    if len(steps) != 1:
        return []
    [step] = steps
    return [
        [
            Line(number, text[margin:].ljust(step * side)[::step][:side].replace(" ", "."))
            for number, text in rows
        ]
    ]


def steps_between(parts: list[str], cells: int) -> Iterator[tuple[int, int]]:
    """Yield each possible first position of a cell, with a step to the next cell that fits all
    signs.
    """
    width = max(map(len, parts))
    for step in (1, 2, 3, 4):
        for first in range(step):
            if first + step * (cells - 1) < width <= step * cells + 1 and not any(
                sign != " " and (place - first) % step
                for part in parts
                for place, sign in enumerate(part)
            ):
                yield first, step


def _drawn_boxes(rows: list[DrawnRow], gaps: list[Gap]) -> Shape | None:
    """Return the boxes that the separators show; a missing height or width comes from the side."""
    side = len(rows)
    width = _drawn_width(rows)
    is_table = set(rows[0].widths) == {1} and [gap.above for gap in gaps] == [1]  # in Markdown
    height = None if is_table else _drawn_height(gaps, side)
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


def is_drawn(block: Block) -> bool:
    """Tell whether a block contains a board that `nonet show` drew."""
    return any(boards.is_drawn(text) for _, text in boards.in_lines(block))
