"""The formats ``line``, ``tokens``, ``sdk``, ``sdm`` and ``pencilmarks``.

In ``line``, each character is a cell, and a label may follow the cells. In ``tokens``, spaces
separate the cells, so puzzles may have any size.

``sdk`` and ``sdm`` are formats of SadMan Sudoku and SudoCue. An ``sdk`` file holds one puzzle: nine
rows of nine characters, and tags. The tag ``#A Ruud`` becomes ("author", "Ruud") in the puzzle's
meta. ``#`` and a space begin a comment. An ``sdm`` file has one 9×9 puzzle on each line.

``pencilmarks`` has a place for each value of each cell. A dot means that the value is no candidate.
With more than 9 values, each value takes two digits. A cell with one candidate is a given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from math import isqrt

from nonet.formats import alphabets, squares
from nonet.formats.alphabets import EMPTIES, Alphabet, character_alphabets, interpret
from nonet.formats.contract import Format, Found, Inexpressible, attempt, by_line
from nonet.formats.text import Block, Line, Source, quoted, require_count
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: Matches a line with a 9×9 puzzle, unless the layout of a jigsaw follows the cells.
_NINE = re.compile(r"[0-9.]{81}(?:\s+(?![A-Za-z]{81}$)|$)")
_LAYOUT = re.compile(r"[A-Za-z]{81}")
#: Matches a text of one line that no other format recognises. Longer texts may be pencil marks.
_FEW = re.compile(r"[0-9.]{1,81}")


def _recognises(source: Source) -> bool:
    """Recognise 9×9 puzzles. Texts that no format recognises are read as ``line``, too."""
    if source.first[81:82].strip():
        return False  # quicker than the patterns
    is_nine = _NINE.match(source.first) is not None
    if not is_nine and not _FEW.fullmatch(source.first):
        return False
    second = [text for _, text in islice(source.content(), 1, 2)]
    return not any(map(_LAYOUT.fullmatch, second)) if is_nine else not second


def read_squares(source: Source) -> Iterator[squares.FoundSquare]:
    """Yield the puzzle on each line as a square."""
    is_alone = len(list(islice(source.content(), 2))) == 1
    return _by_line(square if is_alone else one_of_many, source)


def _by_line(
    read: Callable[[str, str | None], squares.Square], source: Source
) -> Iterator[squares.FoundSquare]:
    for number, text in source.content():
        yield number, attempt(read, text, source.reading.alphabet)


def one_of_many(text: str, alphabet: str | None = None) -> squares.Square:
    """Read a line of a text with several lines. A line of one cell was probably cut off."""
    found = square(text, alphabet)
    if found.side == 1:
        raise PuzzleError("the line has only 1 character")
    return found


def square(text: str, alphabet: str | None = None) -> squares.Square:
    """Read a text that is one line."""
    cells, *label = text.split(None, 1)
    if "://" in cells:
        raise PuzzleError(f"{quoted(text)} is not a link to a puzzle that nonet can read")
    side = squares.side_of(len(cells), "characters")
    return _square(cells, character_alphabets(side, alphabet), *label)


def _square(
    cells: Sequence[str], known: Sequence[Alphabet], label: str | None = None
) -> squares.Square:
    try:
        values, givens = interpret(cells, known)
    except PuzzleError as error:
        raise squares.one_row(cells) or error from None
    return squares.Square(len(values), values, givens, label=label)


def written_cells(puzzle: Puzzle, empties: str = ".0") -> str:
    """Return the givens as characters, with the first of `empties` that is unambiguous."""
    grid = puzzle.grid
    if grid.rows > alphabets.MOST_CHARACTERS:
        raise Inexpressible(f"{grid.rows} values as single characters")
    usual = character_alphabets(grid.rows)
    for alphabet in usual:
        for empty in empties:
            if alphabet.values == grid.values and empty not in alphabet.symbols:
                cells = "".join(alphabet.write(puzzle.givens, empty))
                if attempt(interpret, cells, usual) == (grid.values, puzzle.givens):
                    return cells
    names = " or ".join(alphabet.name for alphabet in usual)
    raise Inexpressible(f"the values {grid.span} (as {names})")


def written_label(puzzle: Puzzle) -> str:
    """Return a space and the label. If the puzzle has no label, return an empty text."""
    label = puzzle.label
    if label is None:
        return ""
    if not label or label != label.strip() or "\n" in label or "\r" in label:
        raise Inexpressible(f"the label {quoted(label)}")
    return f" {label}"


LINE = Format(
    "line",
    "one puzzle a line, one character a cell",
    squares.reader_of(read_squares),
    lambda puzzle: written_cells(squares.require_classic(puzzle)) + written_label(puzzle),
    _recognises,
)


def _recognises_tokens(source: Source) -> bool:
    words = [text.split() for _, text in next(source.blocks())]
    if len(words) > 1:
        long = sum(len(row[0]) >= squares.LONG for row in words)
        return 2 * long < len(words) and squares.most_common(map(len, words)) >= squares.LONG
    [row] = words
    may_be_label = len(row[0]) in (4, 9)
    are_tokens = all(word.isdecimal() or word in EMPTIES for word in row)
    return len(row) > 1 and len(row[0]) < squares.LONG and (are_tokens or not may_be_label)


def read_token_squares(source: Source) -> Iterator[squares.FoundSquare]:
    """Yield the puzzles of a text. Each puzzle is a line of n² tokens, or n lines of n tokens."""
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
    return not alphabets.is_of_side(chain.from_iterable(rows), isqrt(len(rows)), cells=len(rows))


def _token_square(cells: Sequence[str], alphabet: str | None) -> squares.Square:
    side = squares.side_of(len(cells), "tokens")
    return _square(cells, alphabets.decimal_alphabets(side, alphabet, cells))


def written_tokens(puzzle: Puzzle) -> list[str]:
    """Return a token for each cell. Reading the tokens returns the same puzzle."""
    grid = puzzle.grid
    symbols = tuple(map(str, grid.values))
    cells = Alphabet("", symbols, grid.values.start).write(puzzle.givens, ".")
    decimals = alphabets.decimal_alphabets(grid.rows, None, cells)
    if attempt(interpret, cells, decimals) != (grid.values, puzzle.givens):
        raise Inexpressible(f"the values {grid.span}")
    return cells


TOKENS = Format(
    "tokens",
    "decimal numbers with space between, for any size",
    squares.reader_of(read_token_squares),
    lambda puzzle: " ".join(written_tokens(squares.require_classic(puzzle))),
    _recognises_tokens,
)


_SIDE = 9
_CELLS = _SIDE**2

#: The key in the meta for each letter that may follow ``#``.
TAGS = {"A": "author", "D": "description", "C": "comment", "B": "date"}
TAGS |= {"S": "source", "L": "level", "U": "url"}

#: Matches a heading such as ``[Puzzle]``. It does not match a list, such as ``[None, 1]``.
_SECTION = re.compile(r"\[(?!(?:none|null|nan)\b)[a-z]", re.IGNORECASE)


def _recognises_sdk(source: Source) -> bool:
    """Recognise ``sdk`` by a heading such as ``[Puzzle]``, or by tags and nine rows."""
    if source.first.startswith("["):
        return _SECTION.match(source.first) is not None
    comments = [text for text in map(str.strip, source.lines) if text.startswith("#")]
    if not comments or not all(map(_is_tag, comments)):
        return False
    return [len(text) for _, text in source.content()] == [_SIDE] * _SIDE


def _is_tag(text: str) -> bool:
    """Tell whether a comment is a tag. ``#ARuud`` is a tag, but ``#Another one`` is not."""
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
            require_count("the row", len(text), "character", _SIDE, number)
            rows.append(text)
        elif text.startswith("["):
            if text.casefold() != "[puzzle]":
                raise PuzzleError(
                    f"the section {quoted(text)} belongs to a game in progress. "
                    "nonet reads only [Puzzle]",
                    line=number,
                )
            if headed or rows:
                raise PuzzleError("a file of sdk can have only one [Puzzle]", line=number)
            headed = True
        elif letter in TAGS:
            meta.append((TAGS[letter], text[2:].strip()))
        elif letter.strip():
            known = " ".join(f"#{letter}" for letter in TAGS)
            raise PuzzleError(f"unknown tag {quoted(text[:2])}. Use one of {known}", line=number)
    require_count("the puzzle", len(rows), "row", _SIDE)
    values, givens = interpret("".join(rows), character_alphabets(_SIDE, alphabet))
    return replace(squares.puzzle_of(squares.Square(_SIDE, values, givens)), meta=tuple(meta))


def _write_sdk(puzzle: Puzzle) -> str:
    cells = written_cells(squares.require_classic(puzzle, _SIDE, keeps=TAGS.values()))
    rows = [cells[start : start + _SIDE] for start in range(0, _CELLS, _SIDE)]
    return "\n".join([*_written_tags(puzzle), "[Puzzle]", *rows])


def _written_tags(puzzle: Puzzle) -> Iterator[str]:
    letters = {key: letter for letter, key in TAGS.items()}
    for key, value in puzzle.meta:
        if key in letters:
            if value != value.strip() or "\n" in value or "\r" in value:
                raise Inexpressible(f"the {key} {quoted(value)}")
            yield f"#{letters[key]} {value}".rstrip()


def _sdm_square(text: str, alphabet: str | None) -> squares.Square:
    require_count("the line", len(text.split(None, 1)[0]), "character", _CELLS)
    return square(text, alphabet)


SDK = Format(
    "sdk",
    "SadMan Sudoku: 9 rows and tags",
    _read_sdk,
    _write_sdk,
    _recognises_sdk,
    holds_one=True,
    is_for_lines=False,
)
SDM = Format(
    "sdm",
    "81 characters a line, 0 is empty",
    squares.reader_of(partial(_by_line, _sdm_square)),
    lambda puzzle: written_cells(squares.require_classic(puzzle, _SIDE), empties="0"),
)


#: The largest side. The lines of larger puzzles would be too long to use.
_MOST_SIDE = 36
_MARKS = re.compile(r"(?!\.{9})[1.][2.][3.][4.][5.][6.][7.][8.][9.]")


def _recognises_marks(source: Source) -> bool:
    """Recognise a line in which each pencil mark is at the place of its value."""
    cells = source.first.split(None, 1)[0]
    return len(cells) == _SIDE**3 and all(map(_MARKS.fullmatch, _split(cells, 9)))


def _split(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _marked_puzzle(text: str) -> Puzzle:
    marks, *label = text.split(None, 1)
    side, width = _side_of_marks(len(marks))
    cells = _split(marks, side * width)
    found = with_candidates(side, [list(_values_of_cell(cell, width)) for cell in cells])
    return replace(found, meta=tuple(("label", each) for each in label))


def _side_of_marks(length: int) -> tuple[int, int]:
    """Return the side of the grid, and the number of characters that each value takes."""
    for side in range(1, _MOST_SIDE + 1):
        width = 1 if side <= 9 else 2
        if side**3 * width == length:
            return side, width
    raise PuzzleError(f"pencil marks of 9×9 have 729 characters, not {length}")


def _values_of_cell(cell: str, width: int) -> Iterator[int]:
    for place, sign in enumerate(_split(cell, width), start=1):
        if sign.strip(".0"):
            if not sign.isdecimal() or int(sign) != place:
                raise PuzzleError(f"{quoted(sign)} is in the place for {place} or a dot")
            yield place


def with_candidates(side: int, candidates: Sequence[Sequence[int]]) -> Puzzle:
    """Return the puzzle of this side whose cells have these candidates."""
    grid = Grid(side, side)
    for cell, values in enumerate(candidates):
        if not values:
            raise PuzzleError("the cell has no candidate", cell=grid.name(cell))
    givens = tuple(values[0] if len(values) == 1 else None for values in candidates)
    marks = tuple(grid.full if len(values) == 1 else grid.mask(values) for values in candidates)
    return replace(squares.puzzle_of(squares.Square(side, grid.values, givens)), marks=marks)


def _write_marks(puzzle: Puzzle) -> str:
    grid = puzzle.grid
    squares.require_classic(replace(puzzle, marks=(grid.full,) * len(grid.cells), meta=()))
    if grid.values.start != 1:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid of values from {grid.span}")
    width = 1 if grid.rows <= 9 else 2
    written = []
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if (given is None and mask.bit_count() < 2) or (given is not None and mask != grid.full):
            raise Inexpressible(f"the marks of {grid.name(cell)}: a single candidate is a given")
        kept = mask if given is None else grid.bit(given)
        for value in grid.values:
            written.append(f"{value:0{width}}" if kept & grid.bit(value) else "." * width)
    return "".join(written) + written_label(puzzle)


PENCILMARKS = Format(
    "pencilmarks",
    "729 characters: candidates of each cell",
    by_line(_marked_puzzle),
    _write_marks,
    _recognises_marks,
)

FORMATS = (LINE, SDK, SDM, TOKENS, PENCILMARKS)
