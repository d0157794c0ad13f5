"""The format ``grid``: a puzzle as people draw or paste it, one row of cells below the other.

A cell is a character, with or without space around it, or a token of several characters. The reader
tries both, and takes what makes as many columns as rows. A ``|`` separates boxes within a row, and
a line of ``- = + |`` (and ``*`` at corners) separates rows. If separators surround every cell, they
do not show boxes; other separators do. Empty cells may be blank between bars, or if the columns of
the other cells tell where they are. A blank line may separate two grids, or two rows of one grid.
All rows may be on one line, or each line may have several rows. A heading such as ``Grid 02`` is
the label of the grid below it.

The module `pasting` removes what people paste together with a grid, and `boards` reads the drawings
of `nonet show`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import isqrt
from typing import cast

from nonet.formats import boards
from nonet.formats.alphabets import (
    EMPTIES,
    MOST_CHARACTERS,
    is_of_side,
)
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.drawn_rows import columns, is_drawn, is_separator, is_token, square, widths_of
from nonet.formats.line import written_tokens
from nonet.formats.pasting import Section, is_numbered, sections
from nonet.formats.squares import (
    LONG,
    MOST_SIDE,
    Square,
    boxes_of,
    build,
    default_boxes,
    described,
    most_common,
    puzzles,
    require_square,
)
from nonet.formats.text import Block, Line, Source
from nonet.puzzle import Puzzle
from nonet.rules import Regions
from nonet.system.errors import PuzzleError

#: To recognise a long text, only this many of its first lines are read.
_FIRST_LINES = 600


def _recognises(source: Source) -> bool:
    """Recognise a grid by its first rows; raise an error if the rows may as well be separate
    puzzles.

    For n up to 36, n lines of n cells are one grid. But n words of at least 16 characters, or n
    lines of at least 16 tokens, may also be n puzzles. In this case the symbols decide.
    """
    if len(source.lines) > _FIRST_LINES:
        source = Source(source.lines[:_FIRST_LINES], source.reading, source.side)
    if _are_lines(source):
        return False
    section, *others = islice(chain(_sections(source), (None, None)), 2)
    if section is None:
        return False
    block = section.blocks[0]
    is_headed = any(each and is_numbered(each.label) for each in (section, *others))
    if is_headed or is_drawn(block) or source.first.startswith(("[[", "{{")):
        return True
    rows = [text for _, text in block if not is_separator(text)]
    is_ruled = len(rows) < len(block)
    side = source.side
    if _has_long_words(block):
        count = len(rows)
        if _is_square(rows):
            return is_ruled or _is_grid("line", count, chain.from_iterable(rows), side)
        # Each line between blank lines is a puzzle, unless the symbols of all lines make one grid.
        return _is_pasted(section, source) or attempt(_is_row_by_row, section, side) is True
    if is_ruled or any("|" in row for row in rows):
        return True
    words = [row.split() for row in rows]
    count, usual = len(words), most_common(map(len, words))
    if count == 1:
        is_below = bool(section.label)
        return is_below or _is_pasted(section, source) or _is_row_by_row(section, side)
    if usual == count >= LONG:
        return _is_grid("tokens", count, chain.from_iterable(words), side)
    return usual < LONG or most_common(sum(map(len, row)) for row in words) == count


def _are_lines(source: Source) -> bool:
    """Tell whether at least half of the lines begin with a whole puzzle of 4×4 or more."""
    if len(source.first.split(None, 1)[0]) < LONG:
        return False
    texts = [text for _, text in source.content()]
    wholes = [found.end() for found in map(_WHOLE.match, texts) if found]
    are_lines = 2 * sum(isqrt(length) ** 2 == length for length in wholes) >= len(texts)
    return are_lines and not _is_square([text for text in texts if not is_separator(text)])


#: Matches the cells of a whole puzzle, which a label may follow.
_WHOLE = re.compile(r"[\w.*?·-]{16,}(?!\S)")


def _is_square(rows: list[str]) -> bool:
    """Tell whether most rows have as many characters as there are rows, and no row has a label."""
    count = len(rows)
    return (
        count <= MOST_CHARACTERS
        and not any(set(row) & set(" \t|") for row in rows)
        and most_common(map(len, rows)) == count
    )


def _has_long_words(block: Block) -> bool:
    firsts = [text.split(None, 1)[0] for _, text in block if not is_separator(text)]
    return 2 * sum(len(first) >= LONG and "|" not in first for first in firsts) >= len(block)


def _sections(source: Source) -> Iterable[Section]:
    """Return the sections of a text; the sections of a short text are cached."""
    if len(source.lines) > _FIRST_LINES:
        return sections(source)
    if "sections" not in source.notes:
        source.notes["sections"] = list(sections(source))
    return cast("list[Section]", source.notes["sections"])


def _is_grid(lines: str, count: int, symbols: Iterable[str], side: int | None) -> bool:
    """Tell whether ``count`` lines of ``count`` cells are one grid rather than a puzzle on each
    line.
    """
    root = isqrt(count)
    if side is not None:
        return side == count
    if not is_of_side(symbols, root, cells=count):
        return True
    raise PuzzleError(
        f"{count} lines of {count} cells are one {count}×{count} grid or {count} puzzles of "
        f"{root}×{root}; choose with format='grid' or format='{lines}' (--format)"
    )


def _is_row_by_row(section: Section, side: int | None) -> bool:
    """Tell whether lines with blank lines between them are rows of a grid, not a puzzle each."""
    blocks = section.blocks
    rows = [text for block in blocks for _, text in block if not is_separator(text)]
    words = [row.split() for row in rows]
    for cells, lines in ((list(map("".join, words)), "line"), (words, "tokens")):
        widths = set(map(len, cells))
        if len(widths) == 1 and len(blocks) > 1:
            [width] = widths
            if 1 < width <= MOST_CHARACTERS and len(rows) % width == 0:
                return _is_grid(lines, width, chain.from_iterable(cells), side)
    return False


def _is_pasted(section: Section, source: Source) -> bool:
    """Tell whether the cells make a grid after everything else has been removed."""
    block = [line for block in section.blocks for line in block]
    rows = [row for _, row in _rows_of_cells(block)]
    cut = _cut(section)
    if not section.is_decorated:
        is_line = len(block) == 1
        side = len(cut[0]) if cut else 0
        return bool(cut) and (not is_line or _is_grid("line", side, chain(*rows), source.side))
    is_label = len(source.first.split(None, 1)[0]) in (4, 9)
    are_cells = all(sign in EMPTIES or sign.isdecimal() for sign in chain(*rows))
    return are_cells and not is_label and (bool(cut) or len(rows[0]) >= LONG)


def _rows_of_cells(block: Block) -> list[tuple[int, Sequence[str]]]:
    """Return the cells of each line: its words if all words are cells, else its characters."""
    words = [text.split() for _, text in block]
    if all(map(is_token, chain.from_iterable(words))):
        return [(line.number, row) for line, row in zip(block, words, strict=True)]
    return [(line.number, "".join(row)) for line, row in zip(block, words, strict=True)]


def _cut(section: Section) -> list[Block]:
    """Return the rows of a grid that has several rows on a line; empty for other sections.

    But if `pasting` removed something from each line, each line may be a whole puzzle.
    """
    block = [line for block in section.blocks for line in block]
    rows = _rows_of_cells(block)
    widths = {len(row) for _, row in rows}
    are_lines = all(width >= LONG and isqrt(width) ** 2 == width for width in widths)
    if section.is_decorated and are_lines and widths != {len(rows)}:
        return [_cut_at(isqrt(len(row)), [(number, row)]) for number, row in rows]
    side = isqrt(sum(len(row) for _, row in rows))
    is_square = 1 < side <= MOST_SIDE and sum(len(row) for _, row in rows) == side**2
    if not is_square or any(width % side for width in widths):
        return []
    has_groups = side > 3 and all(len(word) == side for _, text in block for word in text.split())
    may_be_lines = any(isqrt(width) ** 2 == width for width in widths)
    if section.is_decorated or not may_be_lines or (has_groups and len(block) == 1):
        return [_cut_at(side, rows)]
    return []


def _cut_at(side: int, rows: list[tuple[int, Sequence[str]]]) -> Block:
    return [
        Line(number, " ".join(row[start : start + side]))
        for number, row in rows
        for start in range(0, len(row), side)
    ]


def squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield the grids of a text."""
    for section in _sections(source):
        yield from _squares(section, source.reading.alphabet)


def _squares(section: Section, alphabet: str | None) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield the grids below a heading: its blocks, or else what the other arrangements of cells
    give.
    """
    found = _read_blocks(_blocks(section), alphabet)
    if len(found) < MOST_SIDE and any(isinstance(each, PuzzleError) for _, each in found):
        for other in (_cut(section), columns(section.lines)):
            others = _read_blocks(other, alphabet)
            if others and not any(isinstance(each, PuzzleError) for _, each in others):
                found = others
    for place, (number, each) in enumerate(found):
        if place or not section.label:
            yield number, each
        elif isinstance(each, PuzzleError):
            yield section.start, each
        else:
            yield section.start, replace(each, label=section.label)


def _read_blocks(
    blocks: Iterable[Block], alphabet: str | None
) -> list[tuple[int, Square | PuzzleError]]:
    return [(block[0].number, attempt(square, block, alphabet)) for block in blocks]


def _blocks(section: Section) -> Iterator[Block]:
    """Yield the blocks; blocks that together have as many rows as a row has cells are joined."""
    blocks = section.blocks
    widths = [widths_of(block) for block in blocks] if len(blocks) > 1 else []
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


def _read(source: Source) -> Iterator[Found]:
    alphabet = source.reading.alphabet
    for section in _sections(source):
        if not any(map(is_drawn, section.blocks)):
            yield from puzzles(_squares(section, alphabet))
            continue
        for place, block in enumerate(section.blocks):
            label = None if place else section.label or None
            number = section.start if label else block[0].number
            yield number, attempt(_board, block, alphabet, label)


def _board(block: Block, alphabet: str | None, heading: str | None) -> Puzzle:
    block = boards.in_lines(block)
    if not is_drawn(block):
        found = replace(square(block, alphabet), label=heading)
        return build(found, found.boxes or default_boxes(found.side))
    found, regions = boards.read_board(block, alphabet)
    if heading is not None and found.label is not None:
        raise boards.another_label(found.label, block[0].number)
    board = build(replace(found, label=heading or found.label), found.boxes)
    return board.with_rules(Regions(regions)) if regions else board


def _write(puzzle: Puzzle) -> str:
    side = require_square(puzzle)
    boxes = boxes_of(puzzle)
    if boxes != default_boxes(side) and (
        boxes is None or 1 in boxes or boxes[0] * boxes[1] != side
    ):
        raise Inexpressible(described(boxes))
    return puzzle.grid.table(written_tokens(puzzle), boxes)


GRID = Format(
    "grid",
    "row below row, with or without lines between boxes",
    _read,
    _write,
    _recognises,
    is_for_lines=False,
)
