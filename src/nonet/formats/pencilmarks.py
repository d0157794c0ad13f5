"""The format ``pencilmarks``: for each cell the values that it may hold, n characters a cell.

That is 729 characters for 9×9: in a cell's nine, each value stands at its place, and a dot where it
is no candidate. A cell with one candidate is a given. Beyond 9, a value takes two digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.errors import PuzzleError
from nonet.formats.candidates import candidates_of, puzzle_of
from nonet.formats.contract import Format, Found, attempt
from nonet.formats.text import Source, counted, quoted
from nonet.puzzle import Puzzle

#: The most values that two digits can tell apart, in boards of a reasonable size.
MOST_SIDE = 36


def recognises(text: str) -> bool:
    """Tell 729 pencil marks, each at its place, from a line of givens of 27×27.

    >>> recognises("1........" + "123456789" * 80), recognises("." * 729)
    (True, False)
    """
    return len(text) == 729 and all(
        re.fullmatch(r"[1.][2.][3.][4.][5.][6.][7.][8.][9.]", cell) and cell.strip(".")
        for cell in _split(text, 9)
    )


def _split(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _puzzle(text: str) -> Puzzle:
    text = text.split(None, 1)[0]
    side, width = _side(len(text))
    cells = _split(text, side * width)
    return puzzle_of(side, [_values(cell, side, width) for cell in cells])


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
    return "".join(
        f"{value:0{width}}" if value in values else "." * width
        for values in candidates_of(puzzle)
        for value in puzzle.grid.values
    )


PENCILMARKS = Format("pencilmarks", "729 characters: candidates of each cell", _read, _write)
