"""The formats ``line`` and ``tokens``: one puzzle on each line, as characters or as numbers.

In ``line``, each character is a cell, and a label may follow the cells. In ``tokens``, spaces
separate the cells, so puzzles may have any size: a line of n² tokens is a puzzle. A block of n
lines of n tokens is also one puzzle, unless each line is a puzzle by itself. The values are 1 to n.
But if n is 10 or more and a puzzle has both ``0`` and another empty symbol, ``0`` is a value, and
the values are 0 to n-1. A puzzle in ``tokens`` has no label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from math import isqrt

from nonet.formats.alphabets import (
    EMPTIES,
    MOST_CHARACTERS,
    Alphabet,
    character_alphabets,
    decimal_alphabets,
    interpret,
    is_of_side,
)
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.squares import (
    LONG,
    Square,
    most_common,
    one_row,
    puzzles,
    require_default_boxes,
    require_square,
    side_of,
)
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
    if not _NINE.match(source.first):
        return False
    first_two = list(islice(source.content(), 2))
    return len(first_two) == 1 or not _LAYOUT.fullmatch(first_two[1].text)


def squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield the puzzle on each line as a square."""
    is_alone = len(list(islice(source.content(), 2))) == 1
    read = square if is_alone else one_of_many
    for number, text in source.content():
        yield number, attempt(read, text, source.reading.alphabet)


def one_of_many(text: str, alphabet: str | None = None) -> Square:
    """Read a line among other lines. A single cell is an error, because it was cut off.

    >>> one_of_many(".")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: 1 character: a puzzle of 1×1 cannot be among other lines
    """
    found = square(text, alphabet)
    if found.side == 1:
        raise PuzzleError("1 character: a puzzle of 1×1 cannot be among other lines")
    return found


def square(text: str, alphabet: str | None = None) -> Square:
    """Read a text that is one line.

    >>> square("12..341.....4... an easy one").label
    'an easy one'
    """
    cells, *label = text.split(None, 1)
    if "://" in cells:
        raise PuzzleError(f"{quoted(text)}: nonet cannot read links of this site")
    side = side_of(len(cells), "characters")
    try:
        values, givens = interpret(cells, character_alphabets(side, alphabet))
    except PuzzleError as error:
        raise one_row(cells) or error from None
    return Square(side, values, givens, label=label[0] if label else None)


def written_cells(puzzle: Puzzle, empties: str = ".0") -> str:
    """Return the givens as characters; an empty cell is the first of `empties` that cannot be
    misread.
    """
    grid = puzzle.grid
    if grid.rows > MOST_CHARACTERS:
        raise Inexpressible(f"{grid.rows} values in single characters")
    alphabets = character_alphabets(grid.rows)
    for alphabet in alphabets:
        for empty in empties:
            if alphabet.values == grid.values and empty not in alphabet.symbols:
                cells = "".join(alphabet.write(puzzle.givens, empty))
                read = attempt(interpret, cells, alphabets)
                if read == (grid.values, puzzle.givens):
                    return cells
    names = " or ".join(alphabet.name for alphabet in alphabets)
    raise Inexpressible(f"that its values are {grid.span} (in {names})")


def written_label(puzzle: Puzzle) -> str:
    """Return a space and the label of a puzzle; an empty text if it has no label."""
    label = puzzle.label
    if label is None:
        return ""
    if not label or label != label.strip() or "\n" in label or "\r" in label:
        raise Inexpressible(f"the label {quoted(label)}")
    return f" {label}"


def _read(source: Source) -> Iterator[Found]:
    return puzzles(squares(source))


def _write(puzzle: Puzzle) -> str:
    require_square(puzzle)
    require_default_boxes(puzzle)
    return written_cells(puzzle) + written_label(puzzle)


LINE = Format("line", "one puzzle a line, one character a cell", _read, _write, _recognises)


def _recognises_tokens(source: Source) -> bool:
    """Recognise ``tokens`` by a line of several words that are not just cells and a label.

    `grid` comes earlier, and has already recognised rows of words that make one grid.
    """
    words = [text.split() for _, text in next(source.blocks())]
    if len(words) == 1:
        [row] = words
        may_be_cells = len(row[0]) in (4, 9)
        return (
            len(row) > 1 and len(row[0]) < LONG and (not may_be_cells or all(map(_is_token, row)))
        )
    long = sum(len(row[0]) >= LONG for row in words)
    return 2 * long < len(words) and most_common(map(len, words)) >= LONG


def _is_token(word: str) -> bool:
    return word.isdecimal() or word in EMPTIES


def token_squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield the puzzle on each line, or in each block of n lines of n tokens, as a square."""
    for block in source.blocks():
        if _is_grid(block):
            cells = list(chain.from_iterable(text.split() for _, text in block))
            yield block[0].number, attempt(_token_square, cells, source.reading.alphabet)
        else:
            for number, text in block:
                yield number, attempt(_token_square, text.split(), source.reading.alphabet)


def _is_grid(block: Block) -> bool:
    rows = [text.split() for _, text in block]
    if len(rows) == 1 or any(len(row) != len(rows) for row in rows):
        return False
    return not is_of_side(chain.from_iterable(rows), isqrt(len(rows)), cells=len(rows))


def _token_square(cells: Sequence[str], alphabet: str | None) -> Square:
    side = side_of(len(cells), "tokens")
    try:
        values, givens = interpret(cells, decimal_alphabets(side, alphabet, cells))
    except PuzzleError as error:
        raise one_row(cells) or error from None
    return Square(side, values, givens)


def written_tokens(puzzle: Puzzle) -> list[str]:
    """Return each given as a token, so that reading the tokens returns the same puzzle."""
    grid = puzzle.grid
    symbols = tuple(map(str, grid.values))
    cells = Alphabet("", symbols, grid.values.start).write(puzzle.givens, ".")
    read = attempt(interpret, cells, decimal_alphabets(grid.rows, None, cells))
    if read != (grid.values, puzzle.givens):
        raise Inexpressible(f"that its values are {grid.span}")
    return cells


def _read_tokens(source: Source) -> Iterator[Found]:
    return puzzles(token_squares(source))


def _write_tokens(puzzle: Puzzle) -> str:
    require_square(puzzle)
    require_default_boxes(puzzle)
    return " ".join(written_tokens(puzzle))


TOKENS = Format(
    "tokens",
    "decimal numbers with space between, for any size",
    _read_tokens,
    _write_tokens,
    _recognises_tokens,
)
