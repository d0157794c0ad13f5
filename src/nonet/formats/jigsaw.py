"""The format ``jigsaw``: the givens, then the layout of the regions.

Both are lines of n² characters, or both are grids of n rows with a blank line between the two
grids. A text may contain several such pairs. The cells in a row of a grid are words, or characters
with or without space between them. The layout consists of n different symbols, each of which occurs
n times. Cells with the same symbol are a region. The regions are in the order of their first cells.
A line of givens may end with a label.

Givens and layout may also share a line, with or without space between them. If the layout consists
of letters, the givens may be missing; then all cells are empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, zip_longest
from string import ascii_letters, ascii_uppercase, digits

from nonet.formats import drawn_rows, line
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.squares import MOST_SIDE, Square, build, grouped, require_square
from nonet.formats.text import Block, Source, counted, quoted
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Regions, Rows
from nonet.system.errors import PuzzleError

#: The sides for which a layout may share the line of its givens, and for which it may be alone. The
#: first begin at 3 because a label may look like a layout of 2×2. The second end at 9 because from
#: 10×10 on the letters may be givens.
_BOTH, _ALONE = range(3, MOST_SIDE + 1), range(3, 10)

_LAYOUT_SYMBOLS = ascii_uppercase + digits


@dataclass(frozen=True)
class _Layout:
    """The symbols of the layout, which are not checked yet, and the line on which they begin."""

    line: int
    symbols: Sequence[str]


def _recognises(source: Source) -> bool:
    """Recognise a jigsaw by its second part, which is a layout of n ≤ 9 letters."""
    may_be_values = source.reading.alphabet is not None
    if _is_in_grids(source):
        layout = _grid_layout(list(islice(source.blocks(), 2))[1])
        return _is_layout(layout.symbols, may_be_values=may_be_values)
    first_two = [text for _, text in islice(source.content(), 2)]
    if first_two and _parts_of(first_two[0], may_be_values):
        return True
    return len(first_two) == 2 and _is_layout(first_two[1], may_be_values=may_be_values)


def _is_layout(
    symbols: Sequence[str], sides: range = range(2, 10), may_be_values: bool = False
) -> bool:
    """Recognise a layout: n letters, each n times. In a solution, unlike in a layout, each row has
    each letter once.

    If n is greater than 9 or the alphabet is explicit, the letters may be values instead.
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
    """Return the givens and the layout of a line that has both, or that has only a layout."""
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
    """Tell whether the text is two grids of n rows of n cells, rather than lines with a puzzle
    each.
    """
    blocks = list(islice(source.blocks(), 2))
    if len(blocks) < 2 or len(blocks[0]) != len(blocks[1]):
        return False
    return 2 <= len(blocks[0]) <= MOST_SIDE and all(
        len(_grid_layout(block).symbols) == len(block) ** 2 for block in blocks
    )


def _grid_layout(block: Block) -> _Layout:
    rows = [text.split() for _, text in block]
    if any(len(row) != len(rows) for row in rows):
        rows = [list("".join(row)) for row in rows]
    return _Layout(block[0].number, [symbol for row in rows for symbol in row])


def _read(source: Source) -> Iterator[Found]:
    return _read_grids(source) if _is_in_grids(source) else _read_lines(source)


def _read_lines(source: Source) -> Iterator[Found]:
    lines = source.content()
    for number, text in lines:
        parts = _parts_of(text, may_be_values=source.reading.alphabet is not None)
        if parts is None:
            below = next(lines, None)
            if below is None:
                yield number, _without_layout()
                continue
            found, layout = text, _Layout(below.number, below.text)
        else:
            found, layout = parts[0], _Layout(number, parts[1])
        square = attempt(line.square, found, source.reading.alphabet)
        yield number, attempt(_puzzle, square, layout)


def _read_grids(source: Source) -> Iterator[Found]:
    blocks = source.blocks()
    for givens, layout in zip_longest(blocks, blocks):
        number = givens[0].number
        if layout is None:
            yield number, _without_layout()
        else:
            found = attempt(drawn_rows.square, givens, source.reading.alphabet)
            yield number, attempt(_puzzle, found, _grid_layout(layout))


def _without_layout() -> PuzzleError:
    return PuzzleError("givens without a layout; a jigsaw needs both")


def _puzzle(found: Square | PuzzleError, layout: _Layout) -> Puzzle:
    if isinstance(found, PuzzleError):
        raise found
    if found.boxes:
        raise PuzzleError("the givens of a jigsaw are drawn without boxes")
    return build(found, boxes=None).with_rules(Regions(_regions(layout, found.side)))


def _regions(layout: _Layout, side: int) -> tuple[Cells, ...]:
    symbols = layout.symbols
    if len(symbols) != side**2:
        message = f"the layout has {counted(len(symbols), 'symbol')}, the grid {side**2} cells"
        raise PuzzleError(message, line=layout.line)
    regions = grouped(symbols)
    for symbol, cells in regions.items():
        if len(cells) != side:
            message = f"the region {quoted(symbol)} has {counted(len(cells), 'cell')}, not {side}"
            raise PuzzleError(message, line=layout.line)
    return tuple(regions.values())


def _write(puzzle: Puzzle) -> str:
    side = require_square(puzzle)
    regions = _regions_of(puzzle, side)
    givens = line.written_cells(puzzle) + line.written_label(puzzle)
    symbols = {cell: _LAYOUT_SYMBOLS[i] for i, region in enumerate(regions) for cell in region}
    return givens + "\n" + "".join(symbols[cell] for cell in puzzle.grid.cells)


def _regions_of(puzzle: Puzzle, side: int) -> tuple[Cells, ...]:
    found = [rule for rule in puzzle.rules if isinstance(rule, Regions)]
    for rule in puzzle.rules:
        if rule not in (Rows(), Columns(), *found[:1]):
            raise Inexpressible(f"the rule {rule.name}")
    if len(set(puzzle.rules)) < 3:
        raise Inexpressible("a puzzle without the rules rows, columns and regions")
    regions = found[0].regions
    if any(len(region) != side for region in regions):
        raise Inexpressible(f"regions of other than {side} cells")
    if list(regions) != sorted(tuple(sorted(region)) for region in regions):
        raise Inexpressible("regions that are not in the order of their cells")
    return regions


JIGSAW = Format(
    "jigsaw",
    "givens, then the layout of the regions",
    _read,
    _write,
    _recognises,
    extensions=(".jigsaw",),
)
