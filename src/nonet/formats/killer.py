r"""The format ``killer``: 81 characters, in which arrows lead from cell to cell to a cage's sum.

``< > v ^`` and, diagonally, ````` ' , .`` (up left, up right, down left, down right) point to a
neighbour in the same cage. The cell at which the arrows end has the sum: ``0-9``, ``A-Z`` for 10 to
35, ``a-j`` for 36 to 45, and 0 for a cage without one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits

from nonet.formats.caged import CELLS, GRID, caged, cages_of, require_no_givens
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.text import Source, counted, quoted
from nonet.puzzle import Puzzle
from nonet.rules import Cage
from nonet.system.errors import PuzzleError

_SUMS = digits + ascii_uppercase + ascii_lowercase[:10]
#: Where each arrow points: rows down and columns to the right.
_ARROWS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
#: Arrows that nothing else has; a dot is an empty cell elsewhere.
_SURE = frozenset("<>^`',")


def recognises(text: str) -> bool:
    """Tell a killer from other lines: by an arrow that has no other meaning.

    >>> recognises("B<" + "0" * 79), recognises("." * 81)
    (True, False)
    """
    signs = set(text)
    return len(text) == CELLS and not _SURE.isdisjoint(signs) and signs <= {*_ARROWS, *_SUMS}


def _puzzle(text: str) -> Puzzle:
    if len(text) != CELLS:
        raise PuzzleError(f"{counted(len(text), 'character')}: a killer has {CELLS}")
    cages: dict[int, list[int]] = {}
    for cell in GRID.cells:
        cages.setdefault(_head(text, cell), []).append(cell)
    return caged((cells, _SUMS.index(text[head])) for head, cells in sorted(cages.items()))


def _head(text: str, cell: int) -> int:
    """Follow the arrows from a cell to the sum of its cage."""
    here = cell
    for _ in range(CELLS):
        sign = text[here]
        if sign in _SUMS:
            return here
        if sign not in _ARROWS:
            name = GRID.name(here)
            raise PuzzleError(f"{quoted(sign)} is neither an arrow nor a sum", cell=name)
        row, column = GRID.place(here)
        row, column = row + _ARROWS[sign][0], column + _ARROWS[sign][1]
        if not GRID.has(row, column):
            raise PuzzleError(f"{quoted(sign)} points out of the grid", cell=GRID.name(here))
        here = GRID.at(row, column)
    raise PuzzleError("the arrows lead in a circle", cell=GRID.name(cell))


def _read(source: Source) -> Iterator[Found]:
    for number, text in source.content():
        yield number, attempt(_puzzle, text)


def _write(puzzle: Puzzle) -> str:
    require_no_givens(puzzle)
    signs = ["0"] * CELLS
    for cage in cages_of(puzzle):
        for cell, sign in _signs(cage):
            signs[cell] = sign
    return "".join(signs)


def _signs(cage: Cage) -> Iterator[tuple[int, str]]:
    """Yield the sign of each cell, from the first on, of which the others can be reached."""
    head, left = min(cage.cells), set(cage.cells)
    yield head, _SUMS[cage.total or 0]
    left.discard(head)
    reached = deque([head])
    while reached:
        row, column = GRID.place(reached.popleft())
        for sign, (down, right) in _ARROWS.items():
            if GRID.has(row - down, column - right):
                cell = GRID.at(row - down, column - right)
                if cell in left:
                    left.discard(cell)
                    reached.append(cell)
                    yield cell, sign
    if left:
        raise Inexpressible(f"{cage.describe(GRID)}: it is not in one piece")


KILLER = Format("killer", "81 characters: sums, and arrows to them", _read, _write)
