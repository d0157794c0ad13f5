"""Writing puzzles as text."""

from __future__ import annotations

from dataclasses import replace

from nonet.formats.alphabets import write_values
from nonet.formats.construction import PuzzleLike, as_puzzle
from nonet.formats.contract import FORMATS, PLAIN, WRITTEN, Inexpressible, attempt
from nonet.formats.reader import format_named, parse
from nonet.formats.text import is_unicode
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences, usual_rules
from nonet.rules import Rule
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
    if puzzle.grid.has_auxiliary and format != "json":
        raise PuzzleError(f"{format} cannot express auxiliary layers; json can")
    if puzzle.grid.layers and format not in ("json", "iss"):
        raise PuzzleError(f"{format} cannot express layers; iss and json can")
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


def in_words(puzzle: Puzzle, format: str) -> tuple[Puzzle, tuple[Rule, ...]]:
    """Return the puzzle without the rules that a format cannot express, and these rules.

    The sentences of all rules are added to the puzzle's text of rules.

    >>> from nonet.formats.construction import classic
    >>> puzzle, rules = in_words(classic().antiknight().thermo("r1c1-r1c4"), "sdm")
    >>> [rule.name for rule in puzzle.rules], [rule.name for rule in rules]
    (['rows', 'columns', 'boxes'], ['antiknight', 'thermo'])
    """
    kept = [rule for rule in puzzle.rules if rule in usual_rules(puzzle)]
    left: list[Rule] = []
    write(replace(puzzle, rules=tuple(kept), meta=()), format)  # fail if more than rules is lost
    for rule in puzzle.rules:
        if rule not in kept:
            more = replace(puzzle, rules=(*kept, rule), meta=())
            (left if isinstance(attempt(write, more, format), PuzzleError) else kept).append(rule)
    if not left:
        return puzzle, ()
    meta = dict(puzzle.meta)
    meta["rules"] = "\n".join(
        dict.fromkeys([*meta.get("rules", "").splitlines(), *sentences(puzzle)])
    )
    rules = tuple(rule for rule in puzzle.rules if rule in kept)
    return replace(puzzle, rules=rules, meta=tuple(meta.items())), tuple(left)


def one_line(puzzle: Puzzle) -> str:
    """Return a puzzle on one line: a classic puzzle as its givens, any other puzzle as JSON.

    >>> puzzle = parse("12..341.....4...")
    >>> one_line(puzzle), one_line(puzzle.diagonals())[:12]
    ('12..341.....4...', '{"format": "')
    """
    is_plain = not isinstance(attempt(write, puzzle, "tokens"), PuzzleError)
    return write_values(puzzle.grid, puzzle.givens) if is_plain else write(puzzle, "json")


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
