"""The format ``grid``: a puzzle as people draw or paste it, one row of cells below the other.

A cell is a character, or a token of several characters. The reader tries both, and chooses the
reading that has as many columns as rows. Lines of ``- = + |`` separate boxes or cells. There may be
blank lines between rows, and a line may contain several rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import isqrt
from typing import cast

from nonet.formats import drawn_rows, squares
from nonet.formats.alphabets import EMPTIES, MOST_CHARACTERS, is_of_side
from nonet.formats.contract import Format, Inexpressible, attempt
from nonet.formats.drawn_rows import is_separator, is_token
from nonet.formats.line import written_tokens
from nonet.formats.pasting import Section, is_numbered, sections
from nonet.formats.text import Block, Line, Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: The test for a grid reads at most this many lines of a text.
_FIRST_LINES = 600

#: Matches the cells of a whole puzzle. A label may follow the cells.
_WHOLE = re.compile(r"[\w.*?·-]{16,}(?!\S)")

#: Matches a text of one line with no signs around its cells. It can be a grid only if each row is a
#: word.
_ONE_LINE = re.compile(r"[\w.*?·\- ]+")


def _recognises(source: Source) -> bool:
    """Recognise a grid by its first rows.

    A text of n lines with n cells is one grid. But 16 lines of 16 cells could also be 16 puzzles of
    4×4. Then the symbols decide. If the symbols allow both, raise an error.
    """
    if len(source.lines) == 1 and _ONE_LINE.fullmatch(source.first):
        groups = source.first.split()
        if len(groups) != len(groups[0]):
            return False
    if len(source.lines) > _FIRST_LINES:
        source = Source(source.lines[:_FIRST_LINES], source.reading, source.side)
    first_two = [] if _are_lines(source) else list(islice(_sections(source), 2))
    if not first_two:
        return False
    section, block, side = first_two[0], first_two[0].blocks[0], source.side
    is_headed = any(each.heading and is_numbered(each.heading.text) for each in first_two)
    if is_headed or drawn_rows.is_drawn(block) or source.first.startswith(("[[", "{{")):
        return True
    rows = [text for _, text in block if not is_separator(text)]
    count, is_ruled = len(rows), len(rows) < len(block)
    if _has_long_words(block):
        if _is_square(rows):
            return is_ruled or _is_grid("line", count, chain.from_iterable(rows), side)
        # All lines together may be one grid. Otherwise each line is a puzzle.
        return _is_pasted(section, source) or attempt(_is_row_by_row, section, side) is True
    if is_ruled or any("|" in row for row in rows):
        return True
    words = [row.split() for row in rows]
    if count == 1:
        return (
            section.heading is not None
            or _is_pasted(section, source)
            or _is_row_by_row(section, side)
        )
    usual = squares.most_common(map(len, words))
    if usual == count >= squares.LONG:
        return _is_grid("tokens", count, chain.from_iterable(words), side)
    return usual < squares.LONG or squares.most_common(sum(map(len, row)) for row in words) == count


def _are_lines(source: Source) -> bool:
    """Tell whether at least half of the lines begin with a whole puzzle of 4×4 or more."""
    if len(source.first.split(None, 1)[0]) < squares.LONG:
        return False
    texts = [text for _, text in source.content()]
    wholes = [found.end() for found in map(_WHOLE.match, texts) if found]
    are_lines = 2 * sum(isqrt(length) ** 2 == length for length in wholes) >= len(texts)
    return are_lines and not _is_square([text for text in texts if not is_separator(text)])


def _is_square(rows: list[str]) -> bool:
    """Tell whether n rows have n characters each, and no row has a label."""
    count = len(rows)
    return (
        count <= MOST_CHARACTERS
        and not any(set(row) & set(" \t|") for row in rows)
        and squares.most_common(map(len, rows)) == count
    )


def _has_long_words(block: Block) -> bool:
    firsts = [text.split(None, 1)[0] for _, text in block if not is_separator(text)]
    long = sum(len(first) >= squares.LONG and "|" not in first for first in firsts)
    return 2 * long >= len(block)


def _sections(source: Source) -> Iterable[Section]:
    if len(source.lines) > _FIRST_LINES:
        return sections(source)
    if "sections" not in source.notes:
        source.notes["sections"] = list(sections(source))
    return cast("list[Section]", source.notes["sections"])


def _is_grid(lines: str, count: int, symbols: Iterable[str], side: int | None) -> bool:
    """Tell whether `count` lines of `count` cells are one grid rather than `count` puzzles."""
    root = isqrt(count)
    if side is not None:
        return side == count
    if not is_of_side(symbols, root, cells=count):
        return True
    raise PuzzleError(
        f"the {count} lines could be one {count}×{count} grid or {count} puzzles of {root}×{root}. "
        f"Choose format='grid' or format='{lines}' (--format)"
    )


def _is_row_by_row(section: Section, side: int | None) -> bool:
    """Tell whether the lines are rows of one grid, although blank lines separate them."""
    words = [text.split() for _, text in section.block if not is_separator(text)]
    for cells, lines in ((list(map("".join, words)), "line"), (words, "tokens")):
        width = len(cells[0])
        are_rows = 1 < width <= MOST_CHARACTERS and all(len(row) == width for row in cells)
        if are_rows and len(section.blocks) > 1 and len(cells) % width == 0:
            return _is_grid(lines, width, chain.from_iterable(cells), side)
    return False


def _is_pasted(section: Section, source: Source) -> bool:
    """Tell whether the section is a grid from an email, a program or another source."""
    rows = [row for _, row in _rows_of_cells(section.block)]
    cut = _cut(section)
    if not section.is_decorated:
        side = len(cut[0]) if cut else 0
        return bool(cut) and (len(rows) > 1 or _is_grid("line", side, chain(*rows), source.side))
    is_label = len(source.first.split(None, 1)[0]) in (4, 9)
    are_cells = all(sign in EMPTIES or sign.isdecimal() for sign in chain(*rows))
    return are_cells and not is_label and (bool(cut) or len(rows[0]) >= squares.LONG)


def _rows_of_cells(block: Block) -> list[tuple[int, Sequence[str]]]:
    """Return the cells of each line. Either all cells are words, or all cells are characters."""
    words = [(number, text.split()) for number, text in block]
    if all(is_token(word) for _, row in words for word in row):
        return [(number, row) for number, row in words]
    return [(number, "".join(row)) for number, row in words]


def _cut(section: Section) -> list[Block]:
    """Read a grid with several rows on a line. Return its rows, or nothing for other grids."""
    rows = _rows_of_cells(section.block)
    widths = {len(row) for _, row in rows}
    is_whole = {isqrt(width) ** 2 == width for width in widths}
    may_be_puzzles = min(widths) >= squares.LONG and all(is_whole) and widths != {len(rows)}
    if section.is_decorated and may_be_puzzles:
        return [_cut_at(isqrt(len(row)), [(number, row)]) for number, row in rows]
    count = sum(len(row) for _, row in rows)
    side = isqrt(count)
    is_square = 1 < side <= squares.MOST_SIDE and count == side**2
    if not is_square or any(width % side for width in widths):
        return []
    words = [word for _, text in section.block for word in text.split()]
    has_groups = len(rows) == 1 and side > 3 and all(len(word) == side for word in words)
    if section.is_decorated or not any(is_whole) or has_groups:
        return [_cut_at(side, rows)]
    return []


def _cut_at(side: int, rows: list[tuple[int, Sequence[str]]]) -> Block:
    return [
        Line(number, " ".join(row[start : start + side]))
        for number, row in rows
        for start in range(0, len(row), side)
    ]


def read_squares(source: Source) -> Iterator[squares.FoundSquare]:
    """Yield the grids of a text."""
    for section in _sections(source):
        yield from _squares(section, source.reading.alphabet)


def _squares(section: Section, alphabet: str | None) -> Iterator[squares.FoundSquare]:
    """Yield the grids below a heading. If a grid is bad, try other arrangements of cells."""
    has_board = any(map(drawn_rows.is_drawn, section.blocks))
    found = _read(section.blocks if has_board else _joined(section.blocks), alphabet)
    if not has_board and len(found) < squares.MOST_SIDE and _has_error(found):
        for other in (_cut(section), drawn_rows.columns([row for row, _ in section.rows])):
            others = _read(other, alphabet)
            if others and not _has_error(others):
                found = others
    if section.heading:
        number, first = found[0]
        if isinstance(first, PuzzleError):
            pass
        elif first.label is not None:
            first = drawn_rows.another_label(first.label, number)
        else:
            first = replace(first, label=section.heading.text)
        found[0] = section.heading.number, first
    yield from found


def _read(blocks: Iterable[Block], alphabet: str | None) -> list[squares.FoundSquare]:
    return [(block[0].number, attempt(drawn_rows.square, block, alphabet)) for block in blocks]


def _has_error(found: list[squares.FoundSquare]) -> bool:
    return any(isinstance(each, PuzzleError) for _, each in found)


def _joined(blocks: list[Block]) -> Iterator[Block]:
    """Yield the blocks of rows. Join blocks that make a square grid together."""
    widths = [drawn_rows.widths_of(block) for block in blocks] if len(blocks) > 1 else []
    place = 0
    while place < len(blocks):
        end, rows, shared = place, 0, widths[place] if widths else set()
        while end < len(widths) and shared & widths[end] and rows < max(shared)[0]:
            shared = shared & widths[end]
            rows += sum(not is_separator(text) for _, text in blocks[end])
            end += 1
            if any(rows == width for width, _ in shared):
                break
        else:
            end = place + 1
        yield [line for block in blocks[place:end] for line in block]
        place = end


def _write(puzzle: Puzzle) -> str:
    side = squares.require_square(puzzle)
    boxes = squares.boxes_of(puzzle)
    if boxes != squares.default_boxes(side) and (
        boxes is None or 1 in boxes or boxes[0] * boxes[1] != side
    ):
        raise Inexpressible(squares.described(boxes))
    return puzzle.grid.table(written_tokens(puzzle), boxes)


GRID = Format(
    "grid",
    "row below row, with or without lines between boxes",
    squares.reader_of(read_squares),
    _write,
    _recognises,
    is_for_lines=False,
)

FORMATS = (GRID,)
