"""The format ``sdx``: rows of cells with space between, each with its candidates as digits.

A single digit is a given. One with ``u`` before it was placed by a player, which says nothing of
the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.formats.candidates import candidates_of, puzzle_of
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.text import Block, Source, counted, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_CELL = re.compile(r"u?[1-9]{1,9}", re.ASCII)


def is_sdx(block: Block) -> bool:
    """Tell rows of candidates from a grid of givens: some cell has more than one digit.

    >>> from nonet.formats.text import Line
    >>> is_sdx([Line(1, "1 12"), Line(2, "12 12")]), is_sdx([Line(1, "1 2"), Line(2, "2 1")])
    (True, False)
    """
    cells = [text.split() for _, text in block]
    return (
        2 <= len(block) <= 9
        and all(len(row) == len(block) and all(map(_CELL.fullmatch, row)) for row in cells)
        and any(len(cell) > 1 for row in cells for cell in row)
    )


def _puzzle(block: Block) -> Puzzle:
    side = len(block)
    if not 1 <= side <= 9:
        raise PuzzleError(f"{counted(side, 'row')}: sdx has up to 9")
    return puzzle_of(side, [values for row in block for values in _row(row.number, row.text, side)])


def _row(number: int, text: str, side: int) -> Iterator[list[int]]:
    cells = text.split()
    if len(cells) != side:
        raise PuzzleError(f"{counted(len(cells), 'cell')} in one of {side} rows", line=number)
    for cell in cells:
        if not _CELL.fullmatch(cell):
            raise PuzzleError(f"{quoted(cell)} is no list of candidates", line=number)
        values = sorted(set(map(int, cell.removeprefix("u"))))
        if values[-1] > side:
            raise PuzzleError(f"{values[-1]} is not a value from 1 to {side}", line=number)
        yield list(range(1, side + 1)) if cell.startswith("u") else values


def _read(source: Source) -> Iterator[Found]:
    for block in source.blocks():
        yield block[0].number, attempt(_puzzle, block)


def _write(puzzle: Puzzle) -> str:
    side = puzzle.grid.rows
    if side > 9:
        raise Inexpressible(f"{side} values in single digits")
    cells = ["".join(map(str, values)) for values in candidates_of(puzzle)]
    rows = (" ".join(cells[start : start + side]) for start in range(0, len(cells), side))
    return "\n".join(rows)


SDX = Format("sdx", "rows of candidates", _read, _write, extensions=(".sdx",))
