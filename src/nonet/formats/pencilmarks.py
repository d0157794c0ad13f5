"""The format ``pencilmarks``: the candidates of each cell, with one place for each value.

A 9×9 puzzle has 729 characters, nine for each cell. A dot in the place of a value means that the
value is not a candidate. With more than 9 values, each value takes two digits. A cell with one
candidate is a given, and a cell with all candidates is empty. A label may follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonet.formats.contract import Format, Inexpressible, by_line
from nonet.formats.line import written_label
from nonet.formats.squares import Square, puzzle_of, require_classic
from nonet.formats.text import Source, quoted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: The largest side. The lines of larger puzzles would be too long to use.
MOST_SIDE = 36
#: The number of characters in a 9×9 puzzle.
_NINE = 9**3
_CELL = re.compile(r"(?!\.{9})[1.][2.][3.][4.][5.][6.][7.][8.][9.]")


def _recognises(source: Source) -> bool:
    """Recognise a line in which each pencil mark is at the place of its value."""
    cells = source.first.split(None, 1)[0]
    return len(cells) == _NINE and all(map(_CELL.fullmatch, _split(cells, 9)))


def _split(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _puzzle(text: str) -> Puzzle:
    marks, *label = text.split(None, 1)
    side, width = _side(len(marks))
    cells = _split(marks, side * width)
    found = with_candidates(side, [list(_values(cell, width)) for cell in cells])
    return replace(found, meta=tuple(("label", each) for each in label))


def _side(length: int) -> tuple[int, int]:
    """Return the side of the grid, and the number of characters that each value takes."""
    for side in range(1, MOST_SIDE + 1):
        width = 1 if side <= 9 else 2
        if side**3 * width == length:
            return side, width
    raise PuzzleError(f"pencil marks of 9×9 have 729 characters, not {length}")


def _values(cell: str, width: int) -> Iterator[int]:
    for place, sign in enumerate(_split(cell, width), start=1):
        if sign.strip(".0"):
            if not sign.isdecimal() or int(sign) != place:
                raise PuzzleError(f"{quoted(sign)} is in the place for {place} or a dot")
            yield place


def with_candidates(side: int, candidates: Sequence[Sequence[int]]) -> Puzzle:
    """Return the puzzle of this side whose cells have these candidates."""
    grid = Grid(side, side)
    for cell, values in enumerate(candidates):
        if not values:
            raise PuzzleError("the cell has no candidate", cell=grid.name(cell))
    givens = tuple(values[0] if len(values) == 1 else None for values in candidates)
    marks = tuple(grid.full if len(values) == 1 else grid.mask(values) for values in candidates)
    return replace(puzzle_of(Square(side, grid.values, givens)), marks=marks)


def _write(puzzle: Puzzle) -> str:
    grid = puzzle.grid
    require_classic(replace(puzzle, marks=(grid.full,) * len(grid.cells), meta=()))
    if grid.values.start != 1:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid of values from {grid.span}")
    width = 1 if grid.rows <= 9 else 2
    written = []
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if (given is None and mask.bit_count() < 2) or (given is not None and mask != grid.full):
            raise Inexpressible(f"the marks of {grid.name(cell)}: a single candidate is a given")
        kept = mask if given is None else grid.bit(given)
        for value in grid.values:
            written.append(f"{value:0{width}}" if kept & grid.bit(value) else "." * width)
    return "".join(written) + written_label(puzzle)


_SUMMARY = "729 characters: candidates of each cell"

FORMATS = (Format("pencilmarks", _SUMMARY, by_line(_puzzle), _write, _recognises),)
