"""Puzzles from the objects that users pass: a text, rows of values, an array, a table.

This module does not import numpy or pandas. It calls methods of the objects, such as `tolist`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import starmap
from math import isnan, isqrt, trunc
from numbers import Real
from operator import index
from pathlib import PurePath
from typing import Any, TypeAlias

from nonet.formats.alphabets import character_alphabets
from nonet.formats.reader import detect, format_of_file, parse
from nonet.formats.squares import MOST_SIDE, Shape, Square, build, default_boxes, described, side_of
from nonet.formats.text import Reading, Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: A puzzle, a text in any format, or rows of values.
PuzzleLike: TypeAlias = Puzzle | str | Iterable[Any]

#: Extensions of puzzle files, besides the extensions of the formats.
_EXTENSIONS = {".txt", ".csv", ".json", ".xml", ".gz", ".zst", ".parquet"}


def as_puzzle(puzzle: PuzzleLike) -> Puzzle:
    """Return the puzzle in a text or in rows of values.

    A text may be in any format that `parse` knows. Rows may be lists, texts, a 2-D numpy array, a
    pandas DataFrame, or one list of all cells. A cell is an integer or a symbol. An empty cell is
    0, None, NaN or a dot. A puzzle made from rows has the rules for rows, columns and boxes.

    >>> as_puzzle("12..341.....4...") == as_puzzle(["12..", "341.", "....", "4..."])
    True
    >>> as_puzzle([[1, 2, 0, 0], [3, 4, 1, None], [0] * 4, [4, 0, 0, 0]])
    <Puzzle 4×4, 6 givens, rows, columns, boxes>
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, str):
        return _parsed(puzzle)
    return parse(drawn(puzzle), format="grid")


def _parsed(text: str) -> Puzzle:
    try:
        return parse(text)
    except PuzzleError:
        is_path = "\n" not in text and "://" not in text
        has_extension = PurePath(text).suffix.lower() in _EXTENSIONS or format_of_file(text)
        if not (is_path and (has_extension or os.path.isfile(text))):
            raise
        raise PuzzleError(
            f"{text!r} is the name of a file, not a puzzle. "
            f"To read its puzzles, use nonet.read_file({text!r})"
        ) from None


def as_puzzles(puzzles: Iterable[PuzzleLike], first: int = 1) -> Iterator[Puzzle]:
    """Yield a puzzle for each item of a list. An error names the number of the bad item.

    `first` is the number of the first item.

    >>> [len(puzzle.givens) for puzzle in as_puzzles(["1..." * 4, [0] * 81])]
    [16, 81]
    """
    require_list(puzzles)
    return starmap(as_numbered, enumerate(puzzles, start=first))


def require_list(puzzles: object) -> None:
    """Refuse a single puzzle and a table, whose items are characters or names of columns."""
    if isinstance(puzzles, Puzzle | str) or hasattr(puzzles, "columns"):
        raise TypeError(
            "pass a list of puzzles, even for a single puzzle, or one column of a table"
        )


def as_numbered(number: int, puzzle: PuzzleLike) -> Puzzle:
    """Return the puzzle as `as_puzzle` does. An error begins with its number in a list."""
    try:
        return as_puzzle(puzzle)
    except (PuzzleError, TypeError) as error:
        raise type(error)(f"puzzle {number}: {error}") from None


def drawn(rows: Iterable[Any]) -> str:
    """Return a drawing of the cells. The cells are in rows or in one list."""
    return "\n".join(_rows(_items(rows)))


def _items(puzzle: object) -> list[Any]:
    for method in ("to_numpy", "tolist"):
        if hasattr(puzzle, method):
            puzzle = getattr(puzzle, method)()
    if not isinstance(puzzle, Iterable) or isinstance(puzzle, Mapping | Set | bytes):
        raise TypeError(
            f"{puzzle!r:.40} is not a puzzle. Pass a Puzzle, a text, or rows of integers (lists, "
            "an array, a DataFrame). An empty cell is 0, None or NaN. Use read_file() for files"
        )
    return list(puzzle)


def _rows(items: Sequence[Any]) -> Iterator[str]:
    """Yield the lines of a drawn grid. A row that is already a text stays unchanged."""
    texts = [item for item in items if isinstance(item, str)]
    if any(isinstance(item, Iterable) and not isinstance(item, str) for item in items):
        for row in items:
            yield row if isinstance(row, str) else " ".join(map(_symbol, _items(row)))
    elif len(texts) == len(items) and any(len(text) > 1 for text in texts):
        yield from texts
    elif items:
        side = side_of(len(items), "cells")
        for start in range(0, len(items), side):
            yield " ".join(map(_symbol, items[start : start + side]))


def _symbol(cell: object) -> str:
    if isinstance(cell, str):
        return cell.strip() or "."
    if cell is None or type(cell).__name__ == "NAType":  # pandas' own None
        return "."
    if isinstance(cell, Real) and not isinstance(cell, bool):
        if cell == 0 or (cell % 1 != 0 and isnan(cell)):
            return "."
        if cell % 1 == 0:
            return str(trunc(cell))
    raise TypeError(
        f"{cell!r} is not a cell. Write an integer or a symbol. An empty cell is 0, None or NaN"
    )


def classic(
    text: str | Iterable[Any] = "",
    *,
    order: int | None = None,
    boxes: Shape | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Return a puzzle with rows, columns, boxes and these givens. Without a text, it has no givens.

    The text is a line, tokens or a grid. It may also be a list of rows, as in `as_puzzle`. The
    puzzle has the size of the text. Without a text, the size is 9×9. With `order`, the puzzle has
    order² rows. With `boxes`, the boxes have this height and width. By default, boxes are as square
    as possible (2×3 for 6×6). A puzzle of 7×7 has no boxes, because 7 is a prime number.

    >>> classic("12..341.....4...", order=2).rules
    (Rows(), Columns(), Boxes(height=2, width=2))
    >>> len(classic(boxes=(2, 3)).givens)
    36
    """
    shape = _shape(order, boxes)
    if shape is None and isinstance(text, str) and not text:
        shape = (3, 3)
    square = _square(text, shape and shape[0] * shape[1], alphabet)
    if shape and square.boxes and shape != square.boxes:
        drawn_boxes = described(square.boxes)
        raise PuzzleError(f"the text has {drawn_boxes}, not boxes of {shape[0]}×{shape[1]}")
    return build(square, shape or square.boxes or default_boxes(square.side))


def latin(
    text: str | Iterable[Any] = "", *, side: int | None = None, alphabet: str | None = None
) -> Puzzle:
    """Return a puzzle with rows, columns and these givens. Without a text, it has no givens.

    >>> latin("12..", side=2).givens
    (1, 2, None, None)
    """
    square = _square(text, None if side is None else _size("side", side, MOST_SIDE), alphabet)
    if square.boxes:
        raise PuzzleError(
            f"a Latin square has no boxes, but the text has {described(square.boxes)}"
        )
    return build(square, boxes=None)


def _shape(order: int | None, boxes: Shape | None) -> Shape | None:
    if order is not None:
        if boxes is not None:
            raise PuzzleError("order and boxes both set the size. Pass only one of them")
        order = _size("order", order, isqrt(MOST_SIDE))
        return order, order
    if boxes is None:
        return None
    try:
        height, width = map(index, boxes)
    except (TypeError, ValueError):
        raise TypeError(f"boxes must be a height and a width, not {boxes!r}") from None
    if height < 1 or width < 1 or height * width > MOST_SIDE:
        raise PuzzleError(f"boxes must have 1 to {MOST_SIDE} cells, not {height}×{width}")
    return height, width


def _size(name: str, number: object, most: int) -> int:
    """Return a size as an `int`. Integers of numpy are accepted too."""
    if not hasattr(number, "__index__"):
        raise TypeError(f"{name} must be an integer, not {number!r}")
    if not 1 <= index(number) <= most:
        raise PuzzleError(f"{name} must be from 1 to {most}, not {number}")
    return index(number)


def _square(text: str | Iterable[Any], side: int | None, alphabet: str | None) -> Square:
    from nonet.formats.grid import read_squares as read_grid
    from nonet.formats.line import read_squares, read_token_squares

    readers = {"line": read_squares, "tokens": read_token_squares, "grid": read_grid}
    if isinstance(text, str):
        if not text.strip():
            if side is None:
                raise PuzzleError("pass givens or a size")
            first = character_alphabets(side, alphabet)[0].first if alphabet else 1
            return Square(side, range(first, first + side), (None,) * side**2)
        source = Source.of(text, Reading(alphabet=alphabet), side)
        format = detect(source)
    else:
        source = Source.of(drawn(text), Reading(alphabet=alphabet))
        format = "grid"
    if format not in readers:
        raise PuzzleError(f"the text is in the format {format}. Use parse() to read it")
    found = list(readers[format](source))
    if len(found) != 1:
        raise PuzzleError(f"the text has {len(found)} puzzles instead of one")
    line, square = found[0]
    if isinstance(square, PuzzleError):
        raise square.at(line=line)
    if square.regions:
        raise PuzzleError("the text draws regions. Use parse() to read it", line=line)
    if side is not None and square.side != side:
        raise PuzzleError(f"the text is {square.side}×{square.side}, not {side}×{side}")
    return square
