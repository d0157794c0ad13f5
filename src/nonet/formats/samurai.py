"""The format ``samurai``: five boards of 9×9 on a grid of 21×21, which overlap in boxes.

The text has the cells of the grid row by row, with or without absent cells: spaces, or any sign but
a digit. Or it has the five boards one after another, row by row, with the middle board third.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from nonet.formats.alphabets import EMPTIES
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.text import Block, Source, quoted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Samurai
from nonet.system.errors import PuzzleError

_EMPTY = Puzzle(Grid(21, 21, range(1, 10)), rules=(Samurai(),))
_GRID = _EMPTY.grid
_BOARDS = tuple(chain.from_iterable(Samurai().squares(_GRID)))
_ABSENT = frozenset(Samurai().absent(_GRID))
#: The cells of a text, in its order, by its number of signs.
_CELLS: dict[int, Sequence[int]] = {
    len(cells): cells for cells in (_GRID.board, sorted({*_GRID.board} - _ABSENT), _BOARDS)
}
#: The text of a single puzzle has at most this many lines.
_MOST_LINES = 99
#: If absent cells look like empty ones, so many givens show that the text is a samurai.
_MANY = 17
_DIGITS = frozenset("123456789")

#: Matches lines between boxes, which may draw a frame with hyphens, and signs that are no cells.
_RULER, _NO_CELL = re.compile(r"[+=]"), re.compile(r"[\s|\u2500-\u257f]")


def _signs(block: Block) -> str:
    return _NO_CELL.sub("", "".join(text for _, text in block if not _RULER.search(text)))


def _parts(source: Source) -> Iterator[Block]:
    """Yield the lines of each puzzle. They may have blank lines between them."""
    whole = list(source.content()) if len(source.lines) <= _MOST_LINES else []
    if len(_signs(whole)) in _CELLS:
        yield whole
        return
    for block in source.blocks():
        yield from [[line] for line in block] if len(_signs(block[:1])) in _CELLS else [block]


def _recognises(source: Source) -> bool:
    """Recognise the shape by absent cells. Five lines of 81 cells are rather five puzzles."""
    block = next(_parts(Source(source.lines[:_MOST_LINES], source.reading)), [])
    signs = _signs(block)
    pairs = list(zip(_CELLS.get(len(signs), ()), signs, strict=False))
    absent = {sign for cell, sign in pairs if cell in _ABSENT}
    present = [sign for cell, sign in pairs if cell not in _ABSENT]
    return (
        bool(pairs)
        and (len(block) == 1 or len(pairs) != len(_BOARDS))
        and _DIGITS.union(EMPTIES).issuperset(present)
        and len(absent - _DIGITS) == len(absent) <= 1
        and (absent.isdisjoint(present) or sum(sign in _DIGITS for sign in present) >= _MANY)
    )


def _read(source: Source) -> Iterator[Found]:
    return ((block[0].number, attempt(_puzzle, _signs(block))) for block in _parts(source))


def _puzzle(signs: str) -> Puzzle:
    if len(signs) not in _CELLS:
        raise PuzzleError(f"{len(signs)} cells: a samurai has 369, or 441 with absent cells")
    givens: list[int | None] = [None] * len(_GRID.board)
    for cell, sign in zip(_CELLS[len(signs)], signs, strict=True):
        if sign in _DIGITS:
            if cell in _ABSENT or givens[cell] not in (None, int(sign)):
                problem = "no board has the cell" if cell in _ABSENT else "two boards differ"
                raise PuzzleError(problem, cell=_GRID.name(cell))
            givens[cell] = int(sign)
        elif cell not in _ABSENT and sign not in EMPTIES:
            raise PuzzleError(f"{quoted(sign)} is not a digit", cell=_GRID.name(cell))
    return replace(_EMPTY, givens=tuple(givens))


def _write(puzzle: Puzzle) -> str:
    if puzzle.grid != _GRID or puzzle != replace(_EMPTY, givens=puzzle.givens):
        raise Inexpressible("more than the givens of a samurai with five boards")
    signs = ["." if given is None else str(given) for given in puzzle.givens]
    shown = [" " if cell in _ABSENT else sign for cell, sign in enumerate(signs)]
    return "\n".join("".join(shown[start : start + 21]).rstrip() for start in range(0, 441, 21))


FORMATS = (Format("samurai", "five boards that overlap, as 21 rows", _read, _write, _recognises),)
