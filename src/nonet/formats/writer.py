"""Writing puzzles as text."""

from __future__ import annotations

from nonet.errors import PuzzleError
from nonet.formats.coercion import PuzzleLike, as_puzzle
from nonet.formats.contract import Format, Inexpressible, attempt
from nonet.formats.reader import parse
from nonet.formats.table import FORMATS, format_named
from nonet.puzzle import Puzzle


def write(puzzle: PuzzleLike, format: str = "line") -> str:
    """Return the puzzle in a format, without a line end; read in that format, it is the same.

    What a format cannot express is an error. Only the label, which is a name and no part of the
    puzzle, is left out by the formats that have no place for it: tokens, grid, sdm, sdk and ss.

    >>> from nonet.formats.construction import classic
    >>> write(classic("12..341.....4..."))
    '12..341.....4...'
    """
    chosen = format_named(format)
    puzzle = as_puzzle(puzzle)
    try:
        return chosen.write(puzzle)
    except Inexpressible as error:
        able = (other.name for other in FORMATS.values() if _keeps_all(other, puzzle))
        raise PuzzleError(
            f"{format} cannot express {error.message}; {next(able, 'none')} can"
        ) from None


def _keeps_all(format: Format, puzzle: Puzzle) -> bool:
    text = attempt(format.write, puzzle)
    return isinstance(text, str) and attempt(parse, text, format=format.name) == puzzle
