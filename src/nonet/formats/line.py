"""The format ``line``: one puzzle a line, one character a cell, then perhaps a label."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from nonet.formats.alphabets import MOST_CHARACTERS, character_alphabets, interpret
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.squares import (
    Square,
    one_row,
    puzzles,
    require_default_boxes,
    require_square,
    side_of,
)
from nonet.formats.text import Source, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield what each line holds."""
    is_alone = len(list(islice(source.content(), 2))) == 1
    read = square if is_alone else one_of_many
    for number, text in source.content():
        yield number, attempt(read, text, source.alphabet)


def one_of_many(text: str, alphabet: str | None = None) -> Square:
    """Read a line among others; a single cell is what is left of one that was cut off.

    >>> one_of_many(".")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: 1 character: among other lines that is no puzzle of 1×1
    """
    found = square(text, alphabet)
    if found.side == 1:
        raise PuzzleError("1 character: among other lines that is no puzzle of 1×1")
    return found


def square(text: str, alphabet: str | None = None) -> Square:
    """Read one line.

    >>> square("12..341.....4... an easy one").label
    'an easy one'
    """
    cells, *label = text.split(None, 1)
    side = side_of(len(cells), "characters")
    try:
        values, givens = interpret(cells, character_alphabets(side, alphabet))
    except PuzzleError as error:
        raise one_row(cells) or error from None
    return Square(side, values, givens, label=label[0] if label else None)


def written_cells(puzzle: Puzzle, empties: str = ".0") -> str:
    """Write the givens with the first of the empty characters that reads back as the same."""
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
    """Return the space and the label that follow the cells, if there is a label."""
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


LINE = Format("line", "one puzzle a line, one character a cell", _read, _write)
