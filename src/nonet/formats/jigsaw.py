"""The format ``jigsaw``: first the givens, then the layout of the regions.

In the layout, all cells of a region have the same symbol. The givens and the layout are two lines,
two grids, or two halves of one line. A layout of letters may stand alone. Then there are no givens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, zip_longest
from math import isqrt
from string import ascii_letters, ascii_uppercase, digits

from nonet.formats import drawn_rows, line, squares
from nonet.formats.contract import Format, Inexpressible, attempt
from nonet.formats.text import Block, Source, counted
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Regions, Rows
from nonet.system.errors import PuzzleError

#: The sides of a layout after givens (`_BOTH`), and of a layout without givens (`_ALONE`). Side 2
#: is left out, because a label may look like a 2×2 layout. Longer lines of letters may be givens.
_BOTH, _ALONE = range(3, squares.MOST_SIDE + 1), range(3, 10)

_LAYOUT_SYMBOLS = ascii_uppercase + digits


def _recognises(source: Source) -> bool:
    may_be_values = source.reading.alphabet is not None
    if len(source.lines) > 1 and _is_in_grids(source):
        _, layout = islice(source.blocks(), 2)
        return _is_layout(_symbols(layout), may_be_values=may_be_values)
    first, *second = [text for _, text in islice(source.content(), 2)]
    if _parts_of(first, may_be_values):
        return True
    return any(_is_layout(text, may_be_values=may_be_values) for text in second)


def _is_layout(
    symbols: Sequence[str], sides: range = range(2, 10), may_be_values: bool = False
) -> bool:
    """Recognise n letters, each n times. If they may be values, a row must have a letter twice."""
    side = isqrt(len(symbols))
    if side not in sides or symbols[0] not in ascii_letters:  # most texts need no count
        return False
    times = Counter(symbols)
    rows = (symbols[start : start + side] for start in range(0, len(symbols), side))
    return (
        len(times) == side
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
            read = partial(drawn_rows.square, grid, alphabet)
            yield grid[0].number, attempt(_shaped, read, below, symbols)
        return
    lines = source.content()
    for number, text in lines:
        parts = _parts_of(text, may_be_values=alphabet is not None)
        givens = parts[0] if parts else text
        below, regions = (number, parts[1]) if parts else next(lines, (number, ""))
        yield number, attempt(_shaped, partial(line.square, givens, alphabet), below, regions)


def _shaped(
    read: Callable[[], squares.Square], below: int, layout: Sequence[str]
) -> squares.Square:
    """Read the givens by `read`, and their layout, which begins on line `below`."""
    if not layout:
        raise PuzzleError("the jigsaw has givens but no layout of its regions")
    found = read()
    if found.boxes or found.regions:
        raise PuzzleError("the givens of a jigsaw must be drawn without boxes")
    side = found.side
    if len(layout) != side**2:
        count = counted(len(layout), "symbol")
        raise PuzzleError(f"the layout has {count}, but the grid has {side**2} cells", line=below)
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
        raise Inexpressible(f"regions that do not have {side} cells")
    if list(regions) != sorted(tuple(sorted(region)) for region in regions):
        raise Inexpressible("regions that are not sorted by their first cells")
    givens = line.written_cells(puzzle) + line.written_label(puzzle)
    symbols = {cell: _LAYOUT_SYMBOLS[i] for i, region in enumerate(regions) for cell in region}
    return givens + "\n" + "".join(symbols[cell] for cell in puzzle.grid.cells)


FORMATS = (
    Format(
        "jigsaw",
        "givens, then the layout of the regions",
        squares.reader_of(_read_squares),
        _write,
        _recognises,
    ),
)
