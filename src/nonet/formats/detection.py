"""Which format a text is in.

The first content decides; blank lines and comments (lines that begin with ``#``) do not count.

1. A link is in the format that recognises it (`links.recognise`), and so is a line of a program
   that no other could have written (``SumoCueV1…``, ``3x3::k:…``, arrows of killers, 729 pencil
   marks, each at its place, …). Rows of candidates are ``sdx``. ``{`` begins ``json``, or what
   some links hold; ``[`` and a letter begin ``sdk`` (``[Puzzle]``). ``[[``, the frame of a board
   that `nonet show` has drawn, and a heading (``Grid 01``) begin ``grid``.
2. A second line, or a second grid, that is a layout in letters makes ``jigsaw`` (up to 9×9, where
   letters cannot be values).
3. Otherwise the first block counts: the lines up to the first blank one.
   a. At least half of the lines begin with a word of 16 or more characters (and no bar):
      ``line``. But k lines of k characters, k up to 36, are ``grid`` if k is no square, if there
      are separators, or if a symbol is no value of a puzzle with k cells. Nothing else would tell
      16 rows from 16 puzzles of 4×4: that is an error, which asks for the format.
   b. Bars or separators: ``grid``.
   c. A single line of several words: ``tokens`` if all are tokens or the first can be no line of
      cells, else ``line`` (with a label). A single word: ``line``.
   d. n lines of n words or n characters: ``grid``; but n lines of n tokens, n a square from 16,
      only if the symbols decide, as in (a).
   e. Lines of 16 or more words: ``tokens``. Anything else: ``grid``, which says what is wrong.
4. What would be a ``grid`` of nine plain rows is ``sdk`` if all of its comments are sdk tags.

Formats that are not told apart here need their name or their extension: ``sdm`` is read as
``line``, ``ss`` as ``grid``, and that gives the same puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from math import isqrt

from nonet.formats import hodoku, janko, killer, links, opensudoku, pencilmarks, ps, sumocue
from nonet.formats.alphabets import EMPTIES, MOST_CHARACTERS, is_of_side
from nonet.formats.boards import in_lines, is_drawn
from nonet.formats.jigsaw import is_jigsaw
from nonet.formats.json_text import decoded, json_values
from nonet.formats.lists import begins_lists
from nonet.formats.picture import is_heading, is_separator
from nonet.formats.sadman import is_tag
from nonet.formats.sdx import is_sdx
from nonet.formats.text import Block, Source, quoted
from nonet.system.errors import PuzzleError

#: From this length on a word is a puzzle rather than a row; 16 = 4×4 is the first such square.
_LONG = 16


#: Formats of programs with a puzzle on each line, and what tells such a line.
_PROGRAMS = {
    "pencilmarks": pencilmarks.recognises,
    "killer": killer.recognises,
    "ps": ps.recognises,
    "sumocue": sumocue.recognises,
    "hodoku": hodoku.recognises,
}


def detect(source: Source, side: int | None = None) -> str:
    """Return the name of the format; a known side settles what would be ambiguous.

    >>> detect(Source.of("1 . | . 4\\n. . | . .\\n----+----\\n2 . | . .\\n. . | . 1"))
    'grid'
    """
    block = next(source.blocks(), None)
    if block is None:
        return "line"
    first = block[0].text
    if first.startswith("{"):
        return _of_json(source, first)
    linked = links.recognise(first)
    if linked is not None:
        return linked
    if begins_lists(first) or any(is_drawn(text) for _, text in in_lines(block)):
        return "grid"
    if first.startswith("["):
        return "sdk" if first[1:2].isalpha() else "json"
    known = _of_program(first)
    if opensudoku.recognises(first):
        return "opensudoku"
    if janko.recognises(first):
        return "janko"
    if known is not None:
        return known
    if "://" in first.split(None, 1)[0]:  # a label may name a site
        raise PuzzleError(f"{quoted(first)}: no format reads such links")
    if is_jigsaw(source):
        return "jigsaw"
    if is_sdx(block):
        return "sdx"
    if is_heading(first):
        return "grid"
    found = _of_block(block, side)
    return "sdk" if found == "grid" and _is_tagged(source) else found


def of_line(text: str) -> str:
    """Return the format of a line among lines that are a puzzle each: ``line`` unless it shows.

    >>> of_line("12..34..2......3 a label"), of_line("1 2 . . " * 4), of_line("SumoCueV1=11+0")
    ('line', 'tokens', 'sumocue')
    """
    if text.startswith("{"):
        value = decoded(text)
        return "line" if isinstance(value, PuzzleError) else links.recognise_json(value) or "json"
    words = text.split()
    if len(words) >= _LONG > len(words[0]) and all(map(_is_token, words)):
        return "tokens"
    if opensudoku.is_whole(text):
        return "opensudoku"
    known = links.recognise(text) or _of_program(text)
    return known or ("jigsaw" if is_jigsaw(Source((text,))) else "line")


def _of_program(first: str) -> str | None:
    """Return the format of a program that begins its lines in a way of its own."""
    return next((name for name, recognises in _PROGRAMS.items() if recognises(first)), None)


def _of_json(source: Source, first: str) -> str:
    """Tell our own JSON from what links hold, which may stand in a text without its link."""
    _, value = next(json_values(source))
    if isinstance(value, PuzzleError):
        return links.recognise(first) or "json"
    return links.recognise_json(value) or "json"


def _of_block(block: Block, side: int | None) -> str:
    rows = [text for _, text in block if not is_separator(text)]
    is_ruled = len(rows) < len(block)
    firsts = [row.split(None, 1)[0] for row in rows]
    if 2 * sum(len(first) >= _LONG and "|" not in first for first in firsts) >= len(block):
        return _of_long_words(rows, firsts, is_ruled, side)
    if is_ruled or any("|" in row for row in rows):
        return "grid"
    words = [row.split() for row in rows]
    return _of_single_line(words[0]) if len(rows) == 1 else _of_rows(words, side)


def _of_long_words(rows: list[str], firsts: list[str], is_ruled: bool, side: int | None) -> str:
    count = len(rows)
    if rows != firsts or count > MOST_CHARACTERS or _most_common(map(len, firsts)) != count:
        return "line"
    if is_ruled:
        return "grid"
    return _grid_or("line", count, chain.from_iterable(rows), side)


def _grid_or(lines: str, count: int, symbols: Iterable[str], side: int | None) -> str:
    """Tell one grid of ``count`` rows from as many puzzles of ``count`` cells, one a line."""
    root = isqrt(count)
    if side is not None:
        return "grid" if side == count else lines
    if not is_of_side(symbols, root, cells=count):
        return "grid"
    raise PuzzleError(
        f"{count} lines of {count} cells are one {count}×{count} grid or {count} puzzles of "
        f"{root}×{root}: say format='grid' or format='{lines}' (--format)"
    )


def _of_single_line(words: list[str]) -> str:
    if len(words) == 1:
        return "line"
    is_line = len(words[0]) in (4, 9) and not all(map(_is_token, words))
    return "line" if is_line else "tokens"


def _of_rows(words: list[list[str]], side: int | None) -> str:
    count = len(words)
    usual = _most_common(map(len, words))
    if usual == count >= _LONG:
        return _grid_or("tokens", count, chain.from_iterable(words), side)
    characters = _most_common(sum(map(len, row)) for row in words)
    return "tokens" if usual >= _LONG and characters != count else "grid"


def _is_token(word: str) -> bool:
    return word.isdecimal() or word in EMPTIES


def _most_common(lengths: Iterable[int]) -> int:
    return Counter(lengths).most_common(1)[0][0]


def _is_tagged(source: Source) -> bool:
    comments = [text for text in map(str.strip, source.lines) if text.startswith("#")]
    rows = [text for _, text in source.content()]
    return bool(comments) and all(map(is_tag, comments)) and list(map(len, rows)) == [9] * 9
