"""Squares of givens, and the classic puzzles that they make.

A *square* is the common result of reading line, tokens and grid texts. Without drawn boxes, a
puzzle has the boxes of `default_boxes`. For a prime side this is None: the puzzle is a Latin
square.
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
from nonet.formats.text import quoted
from nonet.model.grid import MOST_MARKS, Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows, Rule
from nonet.system.errors import PuzzleError

S = TypeVar("S")

#: Height × width.
Shape: TypeAlias = tuple[int, int]

#: The largest side: more cells would have more pencil marks than a grid may have.
MOST_SIDE: int = round(MOST_MARKS ** (1 / 3))

#: A word of this length or more is a puzzle rather than a row; 16 = 4×4 is the smallest.
LONG = 16

#: A longer line is a puzzle rather than a row.
_LONGEST_ROW = 9


@dataclass(frozen=True, slots=True)
class Square:
    """The givens of a square board, its drawn boxes and its label."""

    side: int
    values: range
    givens: Givens
    boxes: Shape | None = None
    label: str | None = None


def side_of(count: int, noun: str) -> int:
    """Return the side of the square with that many cells.

    >>> side_of(80, "characters")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: 80 characters: a 9×9 puzzle has 81
    """
    side = isqrt(count)
    if side**2 == count and side <= MOST_SIDE:
        return side
    if side >= MOST_SIDE:
        most = f"{MOST_SIDE}×{MOST_SIDE}"
        raise PuzzleError(f"{count} {noun}: the largest puzzle, {most}, has {MOST_SIDE**2}")
    if (side + 1) ** 2 - count < count - side**2:
        side += 1
    raise PuzzleError(f"{count} {noun}: a {side}×{side} puzzle has {side**2}")


def most_common(lengths: Iterable[int]) -> int:
    """Return the length that occurs most often."""
    return Counter(lengths).most_common(1)[0][0]


def one_row(symbols: Sequence[str]) -> PuzzleError | None:
    """Return an error if the cells can be one row of a puzzle; None otherwise.

    >>> print(one_row("53__7____"))
    9 cells are one row of a 9×9 puzzle; write all 81, on one line or row by row
    """
    side = len(symbols)
    values = [symbol for symbol in symbols if symbol in "123456789"]
    is_row = len(set(values)) == len(values) and is_of_side(symbols, side, cells=side**2)
    if side > _LONGEST_ROW or not is_row:
        return None
    return PuzzleError(
        f"{side} cells are one row of a {side}×{side} puzzle; "
        f"write all {side**2}, on one line or row by row"
    )


@lru_cache(maxsize=MOST_SIDE)
def default_boxes(side: int) -> Shape | None:
    """Return the box shape closest to a square, wider rather than higher; None for a prime side.

    >>> default_boxes(9), default_boxes(6), default_boxes(12), default_boxes(7)
    ((3, 3), (2, 3), (3, 4), None)
    """
    height = max(divisor for divisor in range(1, isqrt(side) + 1) if side % divisor == 0)
    return None if height == 1 < side else (height, side // height)


def build(square: Square, boxes: Shape | None) -> Puzzle:
    """Return the puzzle of rows, columns and, unless None, boxes."""
    grid, rules = _frame(square.side, square.values.start, boxes)
    meta = () if square.label is None else (("label", square.label),)
    return Puzzle(grid, square.givens, rules=rules, meta=meta)


def puzzles(squares: Iterable[tuple[int, Square | PuzzleError]]) -> Iterator[Found]:
    """Turn squares into classic puzzles with the drawn boxes or the default ones."""
    for line, square in squares:
        if isinstance(square, PuzzleError):
            yield line, square
        else:
            yield line, build(square, square.boxes or default_boxes(square.side))


@lru_cache(maxsize=64)
def _frame(side: int, first: int, boxes: Shape | None) -> tuple[Grid, tuple[Rule, ...]]:
    """Return the grid and the rules. Puzzles of a kind share the same objects."""
    rules: tuple[Rule, ...] = (Rows(), Columns())
    if boxes:
        rules += (Boxes(*boxes),)
    return Grid(side, side, range(first, first + side)), rules


def require_square(puzzle: Puzzle, keeps: Collection[str] = ()) -> int:
    """Return the side of a puzzle. Refuse all but givens, rules, a label and the meta to keep."""
    grid = puzzle.grid
    if grid.rows != grid.columns:
        raise Inexpressible(f"a {grid.rows}×{grid.columns} grid")
    if grid.values not in (range(grid.rows), range(1, grid.rows + 1)):
        raise Inexpressible(f"values from {grid.span}")
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


def require_side(puzzle: Puzzle, side: int, keeps: Collection[str] = ()) -> None:
    """Refuse all that `require_square` refuses, and squares of another side."""
    found = require_square(puzzle, keeps)
    if found != side:
        raise Inexpressible(f"a {found}×{found} puzzle")


def boxes_of(puzzle: Puzzle) -> Shape | None:
    """Return the boxes of a puzzle with rows, columns, perhaps boxes, and no other rule."""
    rules = set(puzzle.rules)
    for needed in (Rows(), Columns()):
        if needed not in rules:
            raise Inexpressible(f"a puzzle without the rule {needed.name}")
    others = [rule for rule in puzzle.rules if rule not in (Rows(), Columns())]
    for rule in others:
        if not isinstance(rule, Boxes) or rule != others[0]:
            raise Inexpressible(f"the rule {rule.name}")
    boxes = [(rule.height, rule.width) for rule in others if isinstance(rule, Boxes)]
    return boxes[0] if boxes else None


def require_default_boxes(puzzle: Puzzle) -> None:
    """Refuse a puzzle that is not the classic one of its side."""
    boxes = boxes_of(puzzle)
    if boxes != default_boxes(puzzle.grid.rows):
        raise Inexpressible(described(boxes))


def regions_of(grid: Grid, is_open: Callable[[int, int], bool]) -> tuple[Cells, ...]:
    """Return the groups of cells with open edges between them, in the order of their first cells.

    >>> regions_of(Grid(2, 2), lambda one, other: other - one == 2)
    ((0, 2), (1, 3))
    """
    regions: list[Cells] = []
    seen: set[int] = set()
    for start in grid.cells:
        if start not in seen:
            region, waiting = {start}, [start]
            while waiting:
                cell = waiting.pop()
                for other in neighbours(grid, cell):
                    if other not in region and is_open(min(cell, other), max(cell, other)):
                        region.add(other)
                        waiting.append(other)
            seen |= region
            regions.append(tuple(sorted(region)))
    return tuple(regions)


def boxes_among(grid: Grid, groups: Iterable[Iterable[int]]) -> Boxes | None:
    """Return the boxes that some groups of cells are, in any order; None for other groups.

    A box has as many cells as the longer side of the grid.

    >>> boxes_among(Grid(2, 4), [(2, 3, 6, 7), (0, 1, 4, 5)])
    Boxes(height=2, width=2)
    """
    found = set(map(frozenset, groups))
    first: frozenset[int] = next((group for group in found if 0 in group), frozenset())
    width = sum(cell < grid.columns for cell in first)
    side = max(grid.rows, grid.columns)
    if len(first) != side or grid.columns % width or grid.rows % (side // width):
        return None
    boxes = Boxes(side // width, width)
    return boxes if set(map(frozenset, boxes.groups(grid))) == found else None


def line_from(grid: Grid, row: int, column: int) -> Cells:
    """Return the row or column next to a place outside the board, from that end; else nothing.

    >>> line_from(Grid(2, 2), 1, -1), line_from(Grid(2, 2), 2, 0), line_from(Grid(2, 2), 2, 2)
    ((2, 3), (2, 0), ())
    """
    if 0 <= row < grid.rows and column in (-1, grid.columns):
        cells = tuple(grid.at(row, across) for across in range(grid.columns))
        return cells if column < 0 else cells[::-1]
    if 0 <= column < grid.columns and row in (-1, grid.rows):
        cells = tuple(grid.at(down, column) for down in range(grid.rows))
        return cells if row < 0 else cells[::-1]
    return ()


def grouped(signs: Iterable[S]) -> dict[S, Cells]:
    """Return the cells of each sign, in the order of their first cells.

    >>> grouped("ABAB")
    {'A': (0, 2), 'B': (1, 3)}
    """
    found: dict[S, list[int]] = {}
    for cell, sign in enumerate(signs):
        found.setdefault(sign, []).append(cell)
    return {sign: tuple(cells) for sign, cells in found.items()}


def neighbours(grid: Grid, cell: int) -> Iterator[int]:
    """Yield the cells that share an edge with a cell."""
    row, column = grid.place(cell)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if grid.has(row + down, column + right):
            yield grid.at(row + down, column + right)


def described(boxes: Shape | None) -> str:
    """Say boxes in words.

    >>> described((3, 2))
    'boxes of 3×2'
    """
    return f"boxes of {boxes[0]}×{boxes[1]}" if boxes else "a puzzle without boxes"
