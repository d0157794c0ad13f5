"""The formats ``sdk`` and ``sdm`` of SadMan Sudoku and SudoCue.

An ``sdk`` file holds one puzzle: nine rows of nine characters, perhaps below the heading
``[Puzzle]``. A line that begins with ``#`` and a letter is a tag, such as the author. A tag becomes
a pair in the puzzle's meta: ``#A Ruud`` is ("author", "Ruud"). ``#`` and a space begin a comment.
An ``sdm`` file has one 9×9 puzzle on each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from nonet.formats import line
from nonet.formats.alphabets import character_alphabets, interpret
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.squares import FoundSquare, Square, puzzle_of, reader_of, require_classic
from nonet.formats.text import Line, Source, counted, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_SIDE = 9
_CELLS = _SIDE**2

#: The key in the meta for each letter that may follow ``#``.
TAGS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}

#: Matches the heading of a section, but not an empty cell at the start of a list, as in ``[None``.
_SECTION = re.compile(r"\[(?!(?:none|null|nan)\b)[a-z]", re.IGNORECASE)


def _recognises(source: Source) -> bool:
    """Recognise ``sdk`` by a section heading, or by nine plain rows if all comments are tags."""
    if source.first.startswith("["):
        return _SECTION.match(source.first) is not None
    comments = [text for text in map(str.strip, source.lines) if text.startswith("#")]
    if not comments or not all(map(_is_tag, comments)):
        return False
    return [len(text) for _, text in source.content()] == [_SIDE] * _SIDE


def _is_tag(text: str) -> bool:
    """Tell whether a text such as ``#ARuud`` is a tag, unlike ``#Another one``."""
    letter, following = text[1:2], text[2:3]
    return letter in TAGS and (letter == "U" or not following.islower())


def _read_sdk(source: Source) -> Iterator[Found]:
    lines = [Line(n, text) for n, text in enumerate(map(str.strip, source.lines), 1) if text]
    if not all(text.startswith("# ") or text == "#" for _, text in lines):
        yield lines[0].number, attempt(_sdk_puzzle, lines, source.reading.alphabet)


def _sdk_puzzle(lines: list[Line], alphabet: str | None) -> Puzzle:
    meta: list[tuple[str, str]] = []
    rows: list[str] = []
    headed = False
    for number, text in lines:
        letter = text[1:2]
        if not text.startswith(("#", "[")):
            if len(text) != _SIDE:
                problem = f"the row has {counted(len(text), 'character')}. A row of sdk has 9"
                raise PuzzleError(problem, line=number)
            rows.append(text)
        elif text.startswith("["):
            if text.casefold() != "[puzzle]":
                problem = f"the section {quoted(text)} belongs to a game in progress"
                raise PuzzleError(f"{problem}; only [Puzzle] is read", line=number)
            if headed or rows:
                raise PuzzleError(
                    "there is a second [Puzzle], but sdk holds only one puzzle", line=number
                )
            headed = True
        elif letter in TAGS:
            meta.append((TAGS[letter], text[2:].strip()))
        elif letter.strip():
            known = " ".join(f"#{letter}" for letter in TAGS)
            raise PuzzleError(f"unknown tag {quoted(text[:2])} ({known})", line=number)
    if len(rows) != _SIDE:
        raise PuzzleError(f"there are {counted(len(rows), 'row')}. A puzzle of sdk has 9")
    values, givens = interpret("".join(rows), character_alphabets(_SIDE, alphabet))
    return replace(puzzle_of(Square(_SIDE, values, givens)), meta=tuple(meta))


def _write_sdk(puzzle: Puzzle) -> str:
    require_classic(puzzle, _SIDE, keeps=TAGS.values())
    cells = line.written_cells(puzzle)
    rows = [cells[start : start + _SIDE] for start in range(0, _CELLS, _SIDE)]
    return "\n".join([*_written_tags(puzzle), "[Puzzle]", *rows])


def _written_tags(puzzle: Puzzle) -> Iterator[str]:
    letters = {key: letter for letter, key in TAGS.items()}
    for key, value in puzzle.meta:
        if key in letters:
            if value != value.strip() or "\n" in value or "\r" in value:
                raise Inexpressible(f"the {key} {quoted(value)}")
            yield f"#{letters[key]} {value}".rstrip()


def _sdm_squares(source: Source) -> Iterator[FoundSquare]:
    for number, text in source.content():
        yield number, attempt(_sdm_square, text, source.reading.alphabet)


def _sdm_square(text: str, alphabet: str | None) -> Square:
    length = len(text.split(None, 1)[0])
    if length != _CELLS:
        raise PuzzleError(f"the line has {counted(length, 'character')}. A line of sdm has 81")
    return line.square(text, alphabet)


def _write_sdm(puzzle: Puzzle) -> str:
    require_classic(puzzle, _SIDE)
    return line.written_cells(puzzle, empties="0")


SDK = Format(
    "sdk",
    "SadMan Sudoku: 9 rows and tags",
    _read_sdk,
    _write_sdk,
    _recognises,
    extensions=(".sdk",),
    holds_one=True,
    is_for_lines=False,
)
SDM = Format(
    "sdm",
    "81 characters a line, 0 is empty",
    reader_of(_sdm_squares),
    _write_sdm,
    extensions=(".sdm",),
)
