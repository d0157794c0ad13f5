"""The formats ``line`` and ``tokens``: one puzzle on each line, as characters or as numbers.

In ``line``, each character is a cell, and a label may follow the cells. In ``tokens``, spaces
separate the cells, so puzzles may have any size. A line of n² tokens is a puzzle. A block of n
lines of n tokens is also one puzzle, unless each line is a puzzle by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from math import isqrt

from nonet.formats import squares
from nonet.formats.alphabets import (
    EMPTIES,
    MOST_CHARACTERS,
    Alphabet,
    character_alphabets,
    decimal_alphabets,
    interpret,
    is_of_side,
)
from nonet.formats.contract import Format, Inexpressible, attempt
from nonet.formats.text import Block, Source, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: Matches a line with a 9×9 puzzle, unless the layout of a jigsaw follows the cells.
_NINE = re.compile(r"[0-9.]{81}(?:\s+(?![A-Za-z]{81}$)|$)")
_LAYOUT = re.compile(r"[A-Za-z]{81}")


def _recognises(source: Source) -> bool:
    """Recognise 9×9 puzzles, because most texts have one on each line.

    Texts that no format recognises are also read as ``line``.
    """
    lines = [text for _, text in islice(source.content(), 2)]
    return _NINE.match(lines[0]) is not None and not any(map(_LAYOUT.fullmatch, lines[1:]))


def read_squares(source: Source) -> Iterator[squares.FoundSquare]:
    """Yield the puzzle on each line as a square."""
    is_alone = len(list(islice(source.content(), 2))) == 1
    read = square if is_alone else one_of_many
    for number, text in source.content():
        yield number, attempt(read, text, source.reading.alphabet)


def one_of_many(text: str, alphabet: str | None = None) -> squares.Square:
    """Read a line among other lines. A single cell is an error, because the line was cut off."""
    found = square(text, alphabet)
    if found.side == 1:
        raise PuzzleError("a line of 1 character cannot be a puzzle among other lines")
    return found


def square(text: str, alphabet: str | None = None) -> squares.Square:
    """Read a text that is one line.

    >>> square("12..341.....4... an easy one").label
    'an easy one'
    """
    cells, *label = text.split(None, 1)
    if "://" in cells:
        raise PuzzleError(f"{quoted(text)}: nonet cannot read links of this site")
    side = squares.side_of(len(cells), "characters")
    return _square(cells, character_alphabets(side, alphabet), *label)


def _square(
    cells: Sequence[str], alphabets: Sequence[Alphabet], label: str | None = None
) -> squares.Square:
    try:
        values, givens = interpret(cells, alphabets)
    except PuzzleError as error:
        raise squares.one_row(cells) or error from None
    return squares.Square(len(values), values, givens, label=label)


def written_cells(puzzle: Puzzle, empties: str = ".0") -> str:
    """Return the givens as characters.

    Try each of `empties` as the empty cell until the text is unambiguous.
    """
    grid = puzzle.grid
    if grid.rows > MOST_CHARACTERS:
        raise Inexpressible(f"{grid.rows} values in single characters")
    alphabets = character_alphabets(grid.rows)
    for alphabet in alphabets:
        for empty in empties:
            if alphabet.values == grid.values and empty not in alphabet.symbols:
                cells = "".join(alphabet.write(puzzle.givens, empty))
                if attempt(interpret, cells, alphabets) == (grid.values, puzzle.givens):
                    return cells
    names = " or ".join(alphabet.name for alphabet in alphabets)
    raise Inexpressible(f"that its values are {grid.span} (in {names})")


def written_label(puzzle: Puzzle) -> str:
    """Return a space and the label. If the puzzle has no label, return an empty text."""
    label = puzzle.label
    if label is None:
        return ""
    if not label or label != label.strip() or "\n" in label or "\r" in label:
        raise Inexpressible(f"the label {quoted(label)}")
    return f" {label}"


def _write(puzzle: Puzzle) -> str:
    squares.require_classic(puzzle)
    return written_cells(puzzle) + written_label(puzzle)


LINE = Format(
    "line",
    "one puzzle a line, one character a cell",
    squares.reader_of(read_squares),
    _write,
    _recognises,
)


def _recognises_tokens(source: Source) -> bool:
    """Recognise ``tokens`` by a line of words. A word of cells before a label does not count.

    Rows of one grid need no test here, because `grid` comes earlier in `FORMATS`.
    """
    words = [text.split() for _, text in next(source.blocks())]
    if len(words) > 1:
        long = sum(len(row[0]) >= squares.LONG for row in words)
        return 2 * long < len(words) and squares.most_common(map(len, words)) >= squares.LONG
    [row] = words
    may_be_cells = len(row[0]) in (4, 9)
    return (
        len(row) > 1
        and len(row[0]) < squares.LONG
        and (not may_be_cells or all(map(_is_token, row)))
    )


def _is_token(word: str) -> bool:
    return word.isdecimal() or word in EMPTIES


def read_token_squares(source: Source) -> Iterator[squares.FoundSquare]:
    """Yield the puzzle on each line, or in each block of n lines of n tokens, as a square."""
    for block in source.blocks():
        rows = [(number, text.split()) for number, text in block]
        if _is_grid(block):
            rows = [(block[0].number, list(chain.from_iterable(row for _, row in rows)))]
        for number, cells in rows:
            yield number, attempt(_token_square, cells, source.reading.alphabet)


def _is_grid(block: Block) -> bool:
    rows = [text.split() for _, text in block]
    if len(rows) == 1 or any(len(row) != len(rows) for row in rows):
        return False
    return not is_of_side(chain.from_iterable(rows), isqrt(len(rows)), cells=len(rows))


def _token_square(cells: Sequence[str], alphabet: str | None) -> squares.Square:
    side = squares.side_of(len(cells), "tokens")
    return _square(cells, decimal_alphabets(side, alphabet, cells))


def written_tokens(puzzle: Puzzle) -> list[str]:
    """Return each given as a token, so that reading the tokens returns the same puzzle."""
    grid = puzzle.grid
    symbols = tuple(map(str, grid.values))
    cells = Alphabet("", symbols, grid.values.start).write(puzzle.givens, ".")
    alphabets = decimal_alphabets(grid.rows, None, cells)
    if attempt(interpret, cells, alphabets) != (grid.values, puzzle.givens):
        raise Inexpressible(f"that its values are {grid.span}")
    return cells


def _write_tokens(puzzle: Puzzle) -> str:
    squares.require_classic(puzzle)
    return " ".join(written_tokens(puzzle))


TOKENS = Format(
    "tokens",
    "decimal numbers with space between, for any size",
    squares.reader_of(read_token_squares),
    _write_tokens,
    _recognises_tokens,
)
