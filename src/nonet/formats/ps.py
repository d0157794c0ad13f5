"""The format ``ps``: a killer as ``3x3::k:`` and a number for each cell, a colon after each.

The number is 256 · sum + cage; below 256 a cell is in no cage. ``3x3:d:k:`` has both
diagonals, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.formats.caged import CELLS, GRID, MOST_TOTAL, caged, cages_of, require_no_givens
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.text import Source, counted, quoted
from nonet.puzzle import Puzzle
from nonet.rules import Diagonals
from nonet.system.errors import PuzzleError

_BEGINNING = re.compile(r"(\d+)x(\d+):(\w*):(\w+):")
_CAGES = 256


def recognises(text: str) -> bool:
    """Tell such a killer from other lines.

    >>> recognises("3x3::k:2817:2817:0:0"), recognises("." * 81)
    (True, False)
    """
    return _BEGINNING.match(text) is not None


def _puzzle(text: str) -> Puzzle:
    begins = _BEGINNING.match(text)
    if begins is None:
        raise PuzzleError(f"{quoted(text)} does not begin with '3x3::k:'")
    height, width, marks, kind = begins.groups()
    if (height, width, kind) != ("3", "3", "k") or marks not in ("", "d"):
        raise PuzzleError(f"{quoted(begins[0])} is unknown; there are '3x3::k:' and '3x3:d:k:'")
    numbers = text[begins.end() :].removesuffix(":").split(":")
    if len(numbers) != CELLS:
        raise PuzzleError(f"{counted(len(numbers), 'number')}: there are {CELLS} cells")
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise PuzzleError(f"{quoted(number)} is no number", cell=GRID.name(cell))
        if int(number) >= _CAGES:
            cages.setdefault(int(number), []).append(cell)
    totals = ((cells, number // _CAGES) for number, cells in cages.items())
    return caged(totals, *[Diagonals()] * bool(marks))


def _read(source: Source) -> Iterator[Found]:
    for number, text in source.content():
        yield number, attempt(_puzzle, text)


def _write(puzzle: Puzzle) -> str:
    require_no_givens(puzzle)
    numbers = [0] * CELLS
    for number, cage in enumerate(cages_of(puzzle, others=[Diagonals()]), start=1):
        if cage.total is None:
            raise Inexpressible(f"{cage.describe(GRID)}: it has no sum from 1 to {MOST_TOTAL}")
        for cell in cage.cells:
            numbers[cell] = _CAGES * cage.total + number
    marks = "d" if Diagonals() in puzzle.rules else ""
    return f"3x3:{marks}:k:{''.join(f'{number}:' for number in numbers)}"


PS = Format("ps", "a killer as 3x3::k: and a number for each cell", _read, _write)
