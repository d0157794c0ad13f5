"""Boards as `nonet show` draws them, with lines between the boxes or regions.

In every row, the cells of a column end at the same position of the line. A ``┃`` between two cells
is a wall. A ``━`` below the last character of a cell is a wall below this cell. The reader treats
an ASCII drawing as such a board only if the drawing has lines inside. A frame is not enough,
because people draw frames around all kinds of grids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.formats.alphabets import decimal_alphabets, interpret
from nonet.formats.squares import MOST_SIDE, Square, boxes_among, regions_of
from nonet.formats.text import Block, Line, counted, quoted
from nonet.model.grid import Grid
from nonet.system.errors import PuzzleError

_WALL, _EDGE = "┃", "━"
_FRAME = frozenset("┏┓┗┛┣┫┳┻╋╸╹╺╻┃━ ")
_CELL = re.compile(r"[^\s┃\[\]]+")
_EMPTY = "·"


def is_drawn(text: str) -> bool:
    """Tell whether a line is a row or an edge of a drawn board."""
    return text.startswith(("┏", "┣", "┗", "┃"))


_FROM_ASCII = str.maketrans("+-|", "╋━┃")
_ASCII_EDGE = re.compile(r"\+-[+-]*-\+")
#: Matches a bar without space around it. `nonet show` never draws such bars.
_TIGHT = re.compile(r"[^ \]]\||\|[^ \[]")


def in_lines(block: Block) -> Block:
    """Redraw an ASCII board with ``┃`` and ``━``. Return any other block unchanged.

    >>> drawn = ["+---+---+", "| 1 | . |", "| . | . |", "+---+---+"]
    >>> in_lines([Line(number, text) for number, text in enumerate(drawn)])[1].text
    '┃ 1 ┃ . ┃'
    """
    edges = [place for place, line in enumerate(block) if _ASCII_EDGE.fullmatch(line.text)]
    if len(edges) < 2:
        return block
    top, bottom = edges[0], edges[-1] + 1
    drawn = block[top:bottom]
    rows = [text for _, text in drawn if not set(text) <= set("+-| ")]
    cells = [_CELL.findall(row.replace("|", _WALL)) for row in rows]
    has_shape = (
        (len(drawn) > len(rows) + 2 or any("|" in row[1:-1] for row in rows))
        and all(len(text) == len(block[top].text) for _, text in drawn)
        and all(text[0] in "+|" and text[-1] in "+|" for _, text in drawn)
        and all(len(row) == len(rows) for row in cells)
        and all(cell == "." or cell.isdecimal() for row in cells for cell in row)
        and not any(map(_TIGHT.search, rows))
    )
    if not has_shape:
        return block
    lines = (Line(number, text.translate(_FROM_ASCII)) for number, text in drawn)
    drawn = [Line(n, "┣" + text[1:] if text.startswith("╋") else text) for n, text in lines]
    return [*block[:top], *drawn, *block[bottom:]]


def read_board(block: Block, alphabet: str | None = None) -> Square:
    """Return the square of a drawn board. Regions are left out if they are boxes."""
    drawn = [line for line in block if is_drawn(line.text)]
    above, below = block[: block.index(drawn[0])], block[block.index(drawn[0]) :]
    for number, text in below:
        if not is_drawn(text):
            problem = f"{quoted(text)} is text below the drawing, which grid cannot read"
            raise PuzzleError(f"{problem}; use nonet show --to json", line=number)
    if len(above) > 1:
        raise another_label(above[1].text, above[1].number)
    rows = [line for line in drawn if not set(line.text) <= _FRAME]
    side = len(rows)
    if not 1 <= side <= MOST_SIDE:
        raise PuzzleError(f"the board has {side} rows. It must have 1 to {MOST_SIDE}")
    ends, symbols = _cells(rows)
    tokens = ["." if symbol == _EMPTY else symbol for symbol in symbols]
    values, givens = interpret(tokens, decimal_alphabets(side, alphabet, tokens))
    borders = set(_open_borders(drawn, ends))
    regions = regions_of(Grid(side, side), lambda one, other: (one, other) in borders)
    found = boxes_among(Grid(side, side), regions)
    boxes = (found.height, found.width) if found and 1 < found.height < side else None
    label = above[0].text if above else None
    if boxes or len(regions) == 1:
        return Square(side, values, givens, boxes, label, regions=None if boxes else ())
    if any(len(region) != side for region in regions):
        raise PuzzleError(f"the lines draw regions that do not have {counted(side, 'cell')}")
    return Square(side, values, givens, label=label, regions=regions)


def another_label(text: str, number: int) -> PuzzleError:
    """Return the error for a second line of text above a drawing."""
    problem = f"{quoted(text)} is a second line above the drawing"
    return PuzzleError(f"{problem}. Only one line, its label, may be there", line=number)


def _cells(rows: list[Line]) -> tuple[list[int], list[str]]:
    """Return the positions where cells end in a line, and the symbols of all cells."""
    found = [list(_CELL.finditer(text)) for _, text in rows]
    for (number, _), cells in zip(rows, found, strict=True):
        if len(cells) != len(rows):
            problem = (
                f"a row has {counted(len(cells), 'cell')}, but the drawing has {len(rows)} rows"
            )
            raise PuzzleError(f"{problem}; separate boards with a blank line", line=number)
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
