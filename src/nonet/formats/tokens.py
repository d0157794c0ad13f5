"""The format ``tokens``: decimal numbers with space between, for puzzles of any size.

A puzzle is n² tokens on a line. A block of n lines of n tokens is one puzzle too, unless each of
its lines is a puzzle by itself. Values are 1 to n; from n = 10 on, a ``0`` beside another empty
symbol is a value, and the values are 0 to n-1. There is no place for a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import isqrt

from nonet.formats.alphabets import Alphabet, decimal_alphabets, interpret, is_of_side
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.squares import (
    Square,
    one_row,
    puzzles,
    require_default_boxes,
    require_square,
    side_of,
)
from nonet.formats.text import Block, Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield what each line, or each block of n lines of n tokens, holds."""
    for block in source.blocks():
        if _is_grid(block):
            cells = list(chain.from_iterable(text.split() for _, text in block))
            yield block[0].number, attempt(_square, cells, source.alphabet)
        else:
            for number, text in block:
                yield number, attempt(_square, text.split(), source.alphabet)


def _is_grid(block: Block) -> bool:
    rows = [text.split() for _, text in block]
    if len(rows) == 1 or any(len(row) != len(rows) for row in rows):
        return False
    return not is_of_side(chain.from_iterable(rows), isqrt(len(rows)), cells=len(rows))


def _square(cells: Sequence[str], alphabet: str | None) -> Square:
    side = side_of(len(cells), "tokens")
    try:
        values, givens = interpret(cells, decimal_alphabets(side, alphabet, cells))
    except PuzzleError as error:
        raise one_row(cells) or error from None
    return Square(side, values, givens)


def written_cells(puzzle: Puzzle) -> list[str]:
    """Write each given as a token, so that they read back as the same."""
    grid = puzzle.grid
    symbols = tuple(map(str, grid.values))
    cells = Alphabet("", symbols, grid.values.start).write(puzzle.givens, ".")
    read = attempt(interpret, cells, decimal_alphabets(grid.rows, None, cells))
    if read != (grid.values, puzzle.givens):
        raise Inexpressible(f"that its values are {grid.span}")
    return cells


def _read(source: Source) -> Iterator[Found]:
    return puzzles(squares(source))


def _write(puzzle: Puzzle) -> str:
    require_square(puzzle)
    require_default_boxes(puzzle)
    return " ".join(written_cells(puzzle))


TOKENS = Format("tokens", "decimal numbers with space between, for any size", _read, _write)
