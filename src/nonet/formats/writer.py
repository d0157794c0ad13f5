"""Writing puzzles as text."""

from __future__ import annotations

from dataclasses import replace

from nonet.formats.alphabets import write_values
from nonet.formats.catalogue import FORMATS, PLAIN, WRITTEN
from nonet.formats.construction import PuzzleLike, as_puzzle
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.reader import format_named, parse
from nonet.formats.text import is_unicode
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def write(puzzle: PuzzleLike, format: str = "line") -> str:
    """Return the puzzle as text in a format, without a final newline.

    Reading the text returns the same puzzle. If the format cannot express the puzzle, raise an
    error. But metadata is left out if the format has no field for it (see `left_out`).

    >>> from nonet.formats.construction import classic
    >>> write(classic("12..341.....4..."))
    '12..341.....4...'
    """
    write_as = format_named(format).write
    if write_as is None:
        raise PuzzleError(f"nonet cannot write {format}. It writes {', '.join(WRITTEN)}")
    puzzle = as_puzzle(puzzle)
    if puzzle.grid.layers and format != "json":
        raise PuzzleError(f"{format} cannot express layers; json can")
    whole = tuple(pair for pair in puzzle.meta if is_unicode("".join(pair)))
    if whole != puzzle.meta:  # lone surrogates cannot be written
        puzzle = replace(puzzle, meta=whole)
    try:
        return write_as(puzzle)
    except Inexpressible:
        bare = replace(puzzle, meta=())
    try:
        text = write_as(bare)
    except Inexpressible as error:
        able = next((name for name in PLAIN if _holds(name, bare)), "none")
        raise PuzzleError(f"{format} cannot express {error.message}; {able} can") from None
    for pair in puzzle.meta:
        more = replace(bare, meta=(*bare.meta, pair))
        written = attempt(write_as, more)
        if isinstance(written, str):
            bare, text = more, written
    return text


def one_line(puzzle: Puzzle) -> str:
    """Return a puzzle on one line: a classic puzzle as its givens, any other puzzle as JSON.

    >>> puzzle = parse("12..341.....4...")
    >>> one_line(puzzle), one_line(puzzle.diagonals())[:12]
    ('12..341.....4...', '{"format": "')
    """
    try:
        write(puzzle, "tokens")
    except PuzzleError:
        return write(puzzle, "json")
    return write_values(puzzle.grid, puzzle.givens)


def left_out(puzzle: Puzzle, text: str, format: str) -> tuple[str, ...]:
    """Return the keys of the metadata that the written text leaves out.

    A value may be written under another key. For example, a label may become a title.

    >>> puzzle = parse("12..341.....4... a name")
    >>> left_out(puzzle, write(puzzle, "grid"), "grid")
    ('label',)
    """
    if not puzzle.meta:
        return ()
    read = attempt(parse, text, format=format, ignore_drawings=True)
    kept = [] if isinstance(read, PuzzleError) else [value for _, value in read.meta]
    return tuple(dict.fromkeys(key for key, value in puzzle.meta if value not in kept))


def _holds(format: str, puzzle: Puzzle) -> bool:
    write_as = FORMATS[format].write
    text = attempt(write_as, puzzle) if write_as else None
    return isinstance(text, str) and attempt(parse, text, format=format) == puzzle
