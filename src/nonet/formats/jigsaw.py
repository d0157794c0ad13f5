"""The format ``jigsaw``: first the givens, then the layout, which shows each region as one symbol.

Givens and layout are two lines of n² characters, or two grids of n rows with a blank line between
the grids. The givens and the layout may also share a line, with or without space between them. If
the layout consists of letters, the givens may be missing. Then all cells are empty. A line may end
with a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, zip_longest
from string import ascii_letters, ascii_uppercase, digits
from typing import TypeVar

from nonet.formats import drawn_rows, line, squares
from nonet.formats.contract import Format, Inexpressible, attempt
from nonet.formats.text import Block, Source, counted
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Regions, Rows
from nonet.system.errors import PuzzleError

T = TypeVar("T")

#: The sides of layouts on one line: `_BOTH` if the givens precede the layout, `_ALONE` if there are
#: no givens. Side 2 is excluded, because a label may look like a 2×2 layout. `_ALONE` ends at 9,
#: because a longer line of letters may be givens.
_BOTH, _ALONE = range(3, squares.MOST_SIDE + 1), range(3, 10)

_LAYOUT_SYMBOLS = ascii_uppercase + digits


def _recognises(source: Source) -> bool:
    """Recognise a jigsaw by the letters of its layout."""
    may_be_values = source.reading.alphabet is not None
    if _is_in_grids(source):
        _, layout = islice(source.blocks(), 2)
        return _is_layout(_symbols(layout), may_be_values=may_be_values)
    first, *second = [text for _, text in islice(source.content(), 2)]
    if _parts_of(first, may_be_values):
        return True
    return any(_is_layout(text, may_be_values=may_be_values) for text in second)


def _is_layout(
    symbols: Sequence[str], sides: range = range(2, 10), may_be_values: bool = False
) -> bool:
    """Recognise a layout by its letters: n letters, each n times.

    If n is greater than 9 or the user names an alphabet, the letters may also be the values of a
    solution. In this case, the letters are a layout only if a row contains a letter twice.
    """
    times = Counter(symbols)
    side = len(times)
    rows = (symbols[start : start + side] for start in range(0, len(symbols), side or 1))
    return (
        side in sides
        and all(symbol in ascii_letters and count == side for symbol, count in times.items())
        and ((side <= 9 and not may_be_values) or any(len(set(row)) < side for row in rows))
    )


def _parts_of(text: str, may_be_values: bool) -> tuple[str, str] | None:
    """Return the givens and the layout of a line, or None. The line may have only a layout."""
    half = len(text) // 2
    is_layout = partial(_is_layout, may_be_values=may_be_values)
    match text.split():
        case [givens, layout] if len(givens) == len(layout) and is_layout(layout, _BOTH):
            return givens, layout
        case [both] if len(both) % 2 == 0 and is_layout(both[half:], _BOTH):
            return both[:half], both[half:]
        case [layout] if is_layout(layout, _ALONE):
            return "." * len(layout), layout
    return None


def _is_in_grids(source: Source) -> bool:
    """Tell whether the text begins with two grids of n rows of n cells."""
    blocks = list(islice(source.blocks(), 2))
    side = len(blocks[0]) if blocks else 0
    return (
        2 <= side <= squares.MOST_SIDE
        and list(map(len, blocks)) == [side, side]
        and all(len(_symbols(block)) == side**2 for block in blocks)
    )


def _symbols(block: Block) -> list[str]:
    """Return the cells of a grid. The cells are words or characters."""
    rows: list[Sequence[str]] = [text.split() for _, text in block]
    if any(len(row) != len(rows) for row in rows):
        rows = ["".join(row) for row in rows]
    return list(chain.from_iterable(rows))


def _read_squares(source: Source) -> Iterator[squares.FoundSquare]:
    alphabet = source.reading.alphabet
    if _is_in_grids(source):
        blocks = source.blocks()
        for grid, layout in zip_longest(blocks, blocks):
            below, symbols = (layout[0].number, _symbols(layout)) if layout else (0, [])
            read = drawn_rows.square
            yield grid[0].number, attempt(_shaped, read, grid, alphabet, below, symbols)
        return
    lines = source.content()
    for number, text in lines:
        parts = _parts_of(text, may_be_values=alphabet is not None)
        givens = parts[0] if parts else text
        below, regions = (number, parts[1]) if parts else next(lines, (number, ""))
        yield number, attempt(_shaped, line.square, givens, alphabet, below, regions)


def _shaped(
    read: Callable[[T, str | None], squares.Square],
    givens: T,
    alphabet: str | None,
    below: int,
    layout: Sequence[str],
) -> squares.Square:
    """Return the square of the givens, with the regions of the layout on line `below`."""
    if not layout:
        raise PuzzleError("there are givens but no layout. A jigsaw needs both")
    found = read(givens, alphabet)
    if found.boxes or found.regions:
        raise PuzzleError("the givens of a jigsaw must be drawn without boxes")
    side = found.side
    if len(layout) != side**2:
        problem = f"the layout has {counted(len(layout), 'symbol')}"
        raise PuzzleError(f"{problem}, but the grid has {side**2} cells", line=below)
    regions = attempt(squares.laid_out, layout, side)
    if isinstance(regions, PuzzleError):
        raise regions.at(line=below)
    return replace(found, regions=regions)


def _write(puzzle: Puzzle) -> str:
    side = squares.require_square(puzzle)
    found = [rule.regions for rule in puzzle.rules if isinstance(rule, Regions)]
    for rule in puzzle.rules:
        if rule not in (Rows(), Columns(), *map(Regions, found[:1])):
            raise Inexpressible(f"the rule {rule.name}")
    if len(set(puzzle.rules)) < 3:
        raise Inexpressible("a puzzle without the rules rows, columns and regions")
    [regions, *_] = found
    if any(len(region) != side for region in regions):
        raise Inexpressible(f"regions of other than {side} cells")
    if list(regions) != sorted(tuple(sorted(region)) for region in regions):
        raise Inexpressible("regions that are not in the order of their cells")
    givens = line.written_cells(puzzle) + line.written_label(puzzle)
    symbols = {cell: _LAYOUT_SYMBOLS[i] for i, region in enumerate(regions) for cell in region}
    return givens + "\n" + "".join(symbols[cell] for cell in puzzle.grid.cells)


JIGSAW = Format(
    "jigsaw",
    "givens, then the layout of the regions",
    squares.reader_of(_read_squares),
    _write,
    _recognises,
    extensions=(".jigsaw",),
)
