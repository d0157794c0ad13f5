"""The format ``ss`` of the program Simple Sudoku: a drawn 9×9 grid with ``.`` or ``X`` for empty.

What is read is any drawing that `picture` reads, of that size and with boxes of 3×3.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.formats import line, picture
from nonet.formats.contract import Format, Found, attempt
from nonet.formats.squares import Square, puzzles, require_default_boxes, require_side
from nonet.formats.text import Block, Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SIDE = 9
_BORDER = "*-----------*"
_BETWEEN = "|---+---+---|"


def _squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    for block in source.blocks():
        yield block[0].number, attempt(_square, block, source.alphabet)


def _square(block: Block, alphabet: str | None) -> Square:
    found = picture.square(block, alphabet)
    if found.side != _SIDE:
        raise PuzzleError(f"ss holds 9×9 puzzles, not {found.side}×{found.side}")
    if found.boxes not in (None, (3, 3)):
        raise PuzzleError("ss holds puzzles with boxes of 3×3")
    return found


def _read(source: Source) -> Iterator[Found]:
    return puzzles(_squares(source))


def _write(puzzle: Puzzle) -> str:
    require_side(puzzle, _SIDE)
    require_default_boxes(puzzle)
    cells = line.written_cells(puzzle)
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    drawn = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows]
    return "\n".join([_BORDER, *drawn[:3], _BETWEEN, *drawn[3:6], _BETWEEN, *drawn[6:], _BORDER])


SS = Format("ss", "Simple Sudoku: a drawn 9×9 grid", _read, _write, extensions=(".ss",))
