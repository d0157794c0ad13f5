"""Square boards, and the puzzles that are made of them.

The readers of line, tokens, grid, jigsaw and sdk return a `Square`. If a text draws no boxes or
regions, its puzzle gets the boxes of `default_boxes`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import TypeAlias, TypeVar

from nonet.formats.alphabets import Givens, is_of_side
from nonet.formats.contract import Found, Inexpressible
from nonet.formats.text import Source, quoted, require_count
from nonet.model.grid import MOST_MARKS, Cells, Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.puzzle import refilled
from nonet.rules import Boxes, Columns, Regions, Rows
from nonet.system.errors import PuzzleError

S = TypeVar("S")

#: The height and width of a box.
Shape: TypeAlias = tuple[int, int]

#: The largest side of a square. A larger grid would have more than `MOST_MARKS` pencil marks.
MOST_SIDE: int = round(MOST_MARKS ** (1 / 3))

#: A word of this length may be a whole puzzle of 4×4. A shorter word is a row or a cell.
LONG = 16

#: A line with more cells than this is a puzzle, not a row.
_LONGEST_ROW = 9


@dataclass(frozen=True, slots=True)
class Square:
    """The givens of a square board, its drawn boxes or regions, and its label.

    If nothing is drawn, `regions` is None. If a board has no lines inside, `regions` is empty.
    """

    side: int
    values: range
    givens: Givens
    boxes: Shape | None = None
    label: str | None = None
    regions: tuple[Cells, ...] | None = None


#: The line number of a square, and the square or an error.
FoundSquare: TypeAlias = tuple[int, Square | PuzzleError]


def side_of(count: int, noun: str) -> int:
    """Return the side of the square that has this many cells."""
    side = isqrt(count)
    if side**2 == count and side <= MOST_SIDE:
        return side
    if side >= MOST_SIDE:
        most = f"{MOST_SIDE}×{MOST_SIDE}"
        raise PuzzleError(f"{count} {noun}: the largest puzzle ({most}) has {MOST_SIDE**2}")
    if (side + 1) ** 2 - count < count - side**2:
        side += 1
    raise PuzzleError(f"{count} {noun}: a {side}×{side} puzzle has {side**2}")


def most_common(lengths: Iterable[int]) -> int:
    """Return the length that occurs most often."""
    return Counter(lengths).most_common(1)[0][0]


def one_row(symbols: Sequence[str]) -> PuzzleError | None:
    """Return an error if these cells are probably one row of a puzzle, else None."""
    side = len(symbols)
    values = [symbol for symbol in symbols if symbol in "123456789"]
    is_row = len(set(values)) == len(values) and is_of_side(symbols, side, cells=side**2)
    if side > _LONGEST_ROW or not is_row:
        return None
    return PuzzleError(
        f"{side} cells are one row of a {side}×{side} puzzle. "
        f"Write all {side**2} cells, on one line or row by row"
    )


@lru_cache(maxsize=MOST_SIDE)
def default_boxes(side: int) -> Shape | None:
    """Return the shape of boxes closest to a square, or None if the side is a prime number."""
    height = max(divisor for divisor in range(1, isqrt(side) + 1) if side % divisor == 0)
    return None if height == 1 < side else (height, side // height)


def build(square: Square, boxes: Shape | None) -> Puzzle:
    """Return the puzzle with rows and columns, and with boxes unless `boxes` is None."""
    meta = () if square.label is None else (("label", square.label),)
    return refilled(_empty(square.side, square.values.start, boxes), square.givens, meta)


def puzzle_of(square: Square) -> Puzzle:
    """Return the puzzle of a square. If no boxes or regions are drawn, use the default boxes."""
    if square.regions is None:
        return build(square, square.boxes or default_boxes(square.side))
    rules = [Regions(square.regions)] if square.regions else []
    return build(square, boxes=None).with_rules(*rules)


def reader_of(
    squares: Callable[[Source], Iterable[FoundSquare]],
) -> Callable[[Source], Iterator[Found]]:
    """Turn a reader of squares into a reader of puzzles."""

    def read(source: Source) -> Iterator[Found]:
        for line, square in squares(source):
            yield line, square if isinstance(square, PuzzleError) else puzzle_of(square)

    return read


@lru_cache(maxsize=64)
def _empty(side: int, first: int, boxes: Shape | None) -> Puzzle:
    rules = (Rows(), Columns(), *([Boxes(*boxes)] if boxes else []))
    return Puzzle(Grid(side, side, range(first, first + side)), rules=rules)


def require_square(puzzle: Puzzle, keeps: Collection[str] = ()) -> int:
    """Return the side of a square puzzle without marks. Its only meta are a label and `keeps`."""
    grid = puzzle.grid
    if grid.rows != grid.columns:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid")
    if grid.values not in (range(grid.rows), range(1, grid.rows + 1)):
        raise Inexpressible(f"a {grid.rows}×{grid.rows} grid of values from {grid.span}")
    for cell, marks in enumerate(puzzle.marks):
        if marks != grid.full:
            raise Inexpressible(f"the marks of {grid.name(cell)}")
    keys = [key for key, _ in puzzle.meta]
    for key in keys:
        if key != "label" and key not in keeps:
            raise Inexpressible(f"the meta {quoted(key)}")
    if keys.count("label") > 1:
        raise Inexpressible("several labels")
    return grid.rows


def require_classic(puzzle: Puzzle, side: int | None = None, keeps: Collection[str] = ()) -> Puzzle:
    """Return a puzzle with only givens and the default rules, perhaps with a required side."""
    found = require_square(puzzle, keeps)
    if side not in (None, found):
        raise Inexpressible(f"a {found}×{found} puzzle")
    boxes = boxes_of(puzzle)
    if boxes != default_boxes(found):
        raise Inexpressible(described(boxes))
    return puzzle


def boxes_of(puzzle: Puzzle) -> Shape | None:
    """Return the boxes of a puzzle, or None. Refuse rules other than rows, columns and boxes."""
    lines = (Rows(), Columns())
    for needed in lines:
        if needed not in puzzle.rules:
            raise Inexpressible(f"a puzzle without the rule {needed.name}")
    others = [rule for rule in puzzle.rules if rule not in lines]
    for rule in others:
        if type(rule) is not Boxes or rule != others[0]:
            raise Inexpressible(f"the rule {rule.name}")
    return next(((rule.height, rule.width) for rule in others if isinstance(rule, Boxes)), None)


def boxes_among(grid: Grid, groups: Iterable[Iterable[int]]) -> Boxes | None:
    """Return the boxes if these groups of cells are boxes, else None."""
    found = set(map(frozenset, groups))
    first: frozenset[int] = next((group for group in found if 0 in group), frozenset())
    width = sum(cell < grid.columns for cell in first)
    side = max(grid.rows, grid.columns)
    if len(first) != side or grid.columns % width or grid.rows % (side // width):
        return None
    boxes = Boxes(side // width, width)
    return boxes if set(map(frozenset, boxes.groups(grid))) == found else None


def line_from(grid: Grid, row: int, column: int) -> Cells:
    """Return the row or column that begins next to a place outside the board. A corner has none."""
    if 0 <= row < grid.rows and column in (-1, grid.columns):
        cells = grid.cells[row * grid.columns : (row + 1) * grid.columns]
    elif 0 <= column < grid.columns and row in (-1, grid.rows):
        cells = grid.cells[column :: grid.columns]
    else:
        return ()
    return tuple(cells if -1 in (row, column) else reversed(cells))


def grouped(signs: Iterable[S]) -> dict[S, Cells]:
    """Return the cells of each sign."""
    found: dict[S, list[int]] = {}
    for cell, sign in enumerate(signs):
        found.setdefault(sign, []).append(cell)
    return {sign: tuple(cells) for sign, cells in found.items()}


def laid_out(signs: Iterable[str], side: int) -> tuple[Cells, ...]:
    """Return the regions of a layout. The cells of a region have the same sign."""
    regions = grouped(signs)
    for sign, cells in regions.items():
        require_count(f"the region {quoted(sign)}", len(cells), "cell", side)
    return tuple(regions.values())


def described(boxes: Shape | None) -> str:
    """Describe the boxes in words."""
    return f"boxes of {boxes[0]}×{boxes[1]}" if boxes else "a puzzle without boxes"
