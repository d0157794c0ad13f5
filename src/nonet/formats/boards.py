"""Boards as `nonet show` draws them, with lines between the boxes or regions.

In every row, the cells of a column end at the same position of the line, even if values have two
digits. A ``┃`` between two cells is a wall between them, and so is a ``━`` below the last character
of the upper cell. A drawing that contains words (a rule, a range of values) is refused, because
they cannot be read back.

On terminals without these characters, `nonet show` draws the lines as ``+ - |``. An ASCII drawing
of the same shape is read as such a board only if it has lines inside: people draw a frame around
any grid, and do not mean that the grid has no boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.formats.alphabets import decimal_alphabets, interpret
from nonet.formats.squares import MOST_SIDE, Square, boxes_among, regions_of
from nonet.formats.text import Block, Line, counted, quoted
from nonet.model.grid import Cells, Grid
from nonet.system.errors import PuzzleError

_WALL, _EDGE = "┃", "━"
_FRAME = frozenset("┏┓┗┛┣┫┳┻╋╸╹╺╻┃━ ")
_CELL = re.compile(r"[^\s┃\[\]]+")
_EMPTY = "·"


def is_drawn(text: str) -> bool:
    """Tell whether a line is a row or an edge of a drawn board.

    >>> is_drawn("┣━━━━━╋━━━━━┫"), is_drawn("|---+---|")
    (True, False)
    """
    return text.startswith(("┏", "┣", "┗", "┃"))


_IN_ASCII = str.maketrans("+-|", "╋━┃")


def in_lines(block: Block) -> Block:
    """Return a board drawn in ASCII with ``┃`` and ``━`` instead; return any other block unchanged.

    >>> drawn = ["+---+---+", "| 1 | . |", "| . | . |", "+---+---+"]
    >>> in_lines([Line(number, text) for number, text in enumerate(drawn)])[1].text
    '┃ 1 ┃ . ┃'
    """
    framed = [place for place, line in enumerate(block) if _is_frame(line.text)]
    if len(framed) < 2:
        return block
    top, bottom = framed[0], framed[-1]
    drawn = block[top : bottom + 1]
    rows = [line.text for line in drawn if not set(line.text) <= set("+-| ")]
    cells = [_CELL.findall(row.replace("|", _WALL)) for row in rows]
    has_shape = (
        (len(drawn) > len(rows) + 2 or any("|" in row[1:-1] for row in rows))
        and all(len(line.text) == len(block[top].text) for line in drawn)
        and all(line.text[0] in "+|" and line.text[-1] in "+|" for line in drawn)
        and all(len(row) == len(rows) for row in cells)
        and all(cell == "." or cell.isdecimal() for row in cells for cell in row)
        and not any(_TIGHT.search(row) for row in rows)
    )
    if not has_shape:
        return block
    translated = [Line(number, _drawn_in_lines(text)) for number, text in drawn]
    return [*block[:top], *translated, *block[bottom + 1 :]]


_ASCII_EDGE = re.compile(r"\+-[+-]*-\+")


def _is_frame(text: str) -> bool:
    return _ASCII_EDGE.fullmatch(text) is not None


#: Matches a bar without space around it; `nonet show` never draws such bars.
_TIGHT = re.compile(r"[^ \]]\||\|[^ \[]")


def _drawn_in_lines(text: str) -> str:
    translated = text.translate(_IN_ASCII)
    return "┣" + translated[1:] if text.startswith("+") else translated


def read_board(block: Block, alphabet: str | None = None) -> tuple[Square, tuple[Cells, ...]]:
    """Return the square and the regions of a drawn board; no regions if they are boxes or the whole
    board.

    >>> lines = ["┏━━━┳━━━┓", "┃ 1 ┃ · ┃", "┃ · ┃ · ┃", "┗━━━┻━━━┛"]
    >>> square, regions = read_board([Line(number, text) for number, text in enumerate(lines)])
    >>> square.givens, regions
    ((1, None, None, None), ((0, 2), (1, 3)))
    """
    drawn = [line for line in block if is_drawn(line.text)]
    others = [line for line in block if not is_drawn(line.text)]
    above = [line for line in others if line.number < drawn[0].number]
    below = [line for line in others if line.number > drawn[0].number]
    if below:
        said = quoted(below[0].text)
        raise PuzzleError(
            f"{said} is text below the drawing, which grid cannot read; use nonet show --to json",
            line=below[0].number,
        )
    if len(above) > 1:
        raise another_label(above[1].text, above[1].number)
    rows = [line for line in drawn if not set(line.text) <= _FRAME]
    side = len(rows)
    if not 1 <= side <= MOST_SIDE:
        raise PuzzleError(f"{side} rows: a board has 1 to {MOST_SIDE}")
    ends, symbols = _cells(rows)
    tokens = ["." if symbol == _EMPTY else symbol for symbol in symbols]
    values, givens = interpret(tokens, decimal_alphabets(side, alphabet, tokens))
    regions = _regions(drawn, rows, ends)
    found = boxes_among(Grid(side, side), regions)
    boxes = (found.height, found.width) if found and 1 < found.height < side else None
    label = above[0].text if above else None
    if boxes or len(regions) == 1:
        return Square(side, values, givens, boxes=boxes, label=label), ()
    if any(len(region) != side for region in regions):
        raise PuzzleError(f"the lines draw regions of other than {counted(side, 'cell')}")
    return Square(side, values, givens, label=label), regions


def another_label(text: str, number: int) -> PuzzleError:
    """Return the error for a second line of text above a drawing.

    >>> print(another_label("by me", 2))
    line 2: 'by me' is a second line above the drawing; only one, its label, is read
    """
    said = f"{quoted(text)} is a second line above the drawing; only one, its label, is read"
    return PuzzleError(said, line=number)


def _cells(rows: list[Line]) -> tuple[list[int], list[str]]:
    """Return the position in the line at which each column of cells ends, and all symbols."""
    found = [list(_CELL.finditer(text)) for _, text in rows]
    for (number, _), cells in zip(rows, found, strict=True):
        if len(cells) != len(rows):
            raise PuzzleError(
                f"{counted(len(cells), 'cell')} in a row of a drawing with {len(rows)} rows; "
                "separate boards with a blank line",
                line=number,
            )
    ends = [[cell.end() for cell in cells] for cells in found]
    if any(each != ends[0] for each in ends):
        raise PuzzleError("the columns of the drawing are not aligned")
    return ends[0], [cell[0] for cells in found for cell in cells]


def _regions(drawn: list[Line], rows: list[Line], ends: list[int]) -> tuple[Cells, ...]:
    grid = Grid(len(rows), len(rows))
    borders = set(_open_borders(grid, drawn, rows, ends))
    return regions_of(grid, lambda one, other: (one, other) in borders)


def _open_borders(
    grid: Grid, drawn: list[Line], rows: list[Line], ends: list[int]
) -> Iterator[tuple[int, int]]:
    numbers = {line.number: row for row, line in enumerate(rows)}
    edge = ""  # the line above a row
    for line in drawn:
        row = numbers.get(line.number)
        if row is None:
            edge = line.text
            continue
        for column, end in enumerate(ends):
            cell = grid.at(row, column)
            if column and _WALL not in line.text[ends[column - 1] : end]:
                yield cell - 1, cell
            if row and edge[end - 1 : end] != _EDGE:
                yield cell - grid.columns, cell
        edge = ""
