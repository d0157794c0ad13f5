"""The format ``pencilmarks``: for each cell the values that it may hold, n characters a cell.

That is 729 characters for 9×9: in a cell's nine, each value stands at its place, and a dot where it
is no candidate. A cell with one candidate is a given. Beyond 9, a value takes two digits. A label
may follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from nonet.formats.candidates import candidates_of, puzzle_of
from nonet.formats.contract import Format, Found, attempt
from nonet.formats.line import written_label
from nonet.formats.text import Source, counted, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: The most values that two digits can tell apart, in boards of a reasonable size.
MOST_SIDE = 36
#: The characters of 9×9.
_NINE = 9**3


def recognises(text: str) -> bool:
    """Tell 729 pencil marks, each at its place, from a line of givens of 27×27.

    >>> marks = "1........" + "123456789" * 80
    >>> recognises(marks), recognises(marks + " a label"), recognises("." * 729)
    (True, True, False)
    """
    cells = next(iter(text.split(None, 1)), "") if len(text) > _NINE else text
    return len(cells) == _NINE and all(
        re.fullmatch(r"[1.][2.][3.][4.][5.][6.][7.][8.][9.]", cell) and cell.strip(".")
        for cell in _split(cells, 9)
    )


def _split(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _puzzle(text: str) -> Puzzle:
    marks, *label = text.split(None, 1)
    side, width = _side(len(marks))
    cells = _split(marks, side * width)
    found = puzzle_of(side, [_values(cell, side, width) for cell in cells])
    return replace(found, meta=tuple(("label", each) for each in label))


def _side(length: int) -> tuple[int, int]:
    """Return the side, and how many characters a value takes."""
    for side in range(1, MOST_SIDE + 1):
        width = 1 if side <= 9 else 2
        if side**3 * width == length:
            return side, width
    raise PuzzleError(f"{counted(length, 'character')}: pencil marks of 9×9 have 729")


def _values(cell: str, side: int, width: int) -> list[int]:
    values = []
    for place, sign in enumerate(_split(cell, width), start=1):
        if sign.strip(".0"):
            if not sign.isdecimal() or int(sign) != place:
                raise PuzzleError(f"{quoted(sign)} at the place of {place}, not {place} or a dot")
            values.append(place)
    return values


def _read(source: Source) -> Iterator[Found]:
    for number, text in source.content():
        yield number, attempt(_puzzle, text)


def _write(puzzle: Puzzle) -> str:
    width = 1 if puzzle.grid.rows <= 9 else 2
    marks = (
        f"{value:0{width}}" if value in values else "." * width
        for values in candidates_of(puzzle)
        for value in puzzle.grid.values
    )
    return "".join(marks) + written_label(puzzle)


PENCILMARKS = Format("pencilmarks", "729 characters: candidates of each cell", _read, _write)
