"""Objects that users pass as a puzzle: a text, rows of values, an array, a table.

The module calls `tolist` or `to_numpy` of an object, so it imports neither numpy nor pandas.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import starmap
from math import isnan, trunc
from numbers import Real
from pathlib import PurePath
from typing import Any, TypeAlias

from nonet.formats.detection import format_of_file
from nonet.formats.reader import parse
from nonet.formats.squares import side_of
from nonet.puzzle import Puzzle
from nonet.puzzle.puzzle import refilled
from nonet.system.errors import PuzzleError

#: A puzzle, a text in any format, or rows of values.
PuzzleLike: TypeAlias = Puzzle | str | Iterable[Any]

#: Extensions of puzzle files, besides the extensions of the formats.
_EXTENSIONS = {".txt", ".csv", ".json", ".xml", ".gz", ".zst", ".parquet"}


def as_puzzle(puzzle: PuzzleLike) -> Puzzle:
    """Return a puzzle from a text or from rows; without more information it has rows, columns and
    boxes.

    A text may be in any format that `parse` knows. Rows are lists, texts, a 2-D numpy array or a
    pandas DataFrame; a single list of all cells is accepted, too. A cell is an integer or its
    symbol; an empty one is 0, None, NaN or a symbol that is empty in texts, such as a dot.

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


#: The 81 cells of a classic puzzle, as most texts of puzzles are.
_CELLS = re.compile("[0-9.]{81}")

_VALUES = {".": None, "0": None} | {str(value): value for value in range(1, 10)}


@cache
def _empty() -> Puzzle:
    return parse("." * 81)


def are_cells(text: object) -> bool:
    """Tell whether this is a text of 81 digits and dots.

    >>> are_cells("." * 81), are_cells("." * 80)
    (True, False)
    """
    return isinstance(text, str) and _CELLS.fullmatch(text) is not None


def of_cells(text: str) -> Puzzle:
    """Return the classic puzzle with these 81 cells; the same as `parse`, but faster.

    >>> of_cells("1" + "." * 80) == parse("1" + "." * 80)
    True
    """
    return refilled(_empty(), tuple(map(_VALUES.__getitem__, text)))


def _parsed(text: str) -> Puzzle:
    """Return the puzzle of a text. For the name of a file, the error recommends `read_file`."""
    if _CELLS.fullmatch(text):
        return of_cells(text)
    try:
        return parse(text)
    except PuzzleError:
        if not _names_file(text):
            raise
        raise PuzzleError(
            f"{text!r} is the name of a file, not a puzzle; "
            f"use nonet.read_file({text!r}) to read its puzzles"
        ) from None


def _names_file(text: str) -> bool:
    """Tell whether there is such a file, or its extension is one of puzzle files."""
    if "\n" in text or "://" in text:
        return False
    has_extension = format_of_file(text) or PurePath(text).suffix.lower() in _EXTENSIONS
    return bool(has_extension) or os.path.isfile(text)


def as_puzzles(puzzles: Iterable[PuzzleLike], first: int = 1) -> Iterator[Puzzle]:
    """Yield several puzzles. A single one is refused; the error of a bad one has its number.

    The puzzles are numbered from `first`.

    >>> [len(puzzle.givens) for puzzle in as_puzzles(["1..." * 4, [0] * 81])]
    [16, 81]
    """
    if isinstance(puzzles, Puzzle | str):
        raise TypeError("pass several puzzles; put a single one into a list")
    return starmap(_numbered, enumerate(puzzles, start=first))


def _numbered(number: int, puzzle: PuzzleLike) -> Puzzle:
    try:
        return as_puzzle(puzzle)
    except (PuzzleError, TypeError) as error:
        raise type(error)(f"puzzle {number}: {error}") from None


def drawn(rows: Iterable[Any]) -> str:
    """Return rows of values, or all cells in one list, as a drawn grid.

    >>> print(drawn([1, 0, None, "2"]))
    1 .
    . 2
    """
    return "\n".join(_rows(_items(rows)))


def _items(puzzle: object) -> list[Any]:
    for method in ("to_numpy", "tolist"):
        if hasattr(puzzle, method):
            puzzle = getattr(puzzle, method)()
    if not isinstance(puzzle, Iterable) or isinstance(puzzle, Mapping | Set | bytes):
        raise TypeError(
            f"{puzzle!r:.40} is not a puzzle; pass a Puzzle, a text, or rows of integers (lists, "
            "an array, a DataFrame) with 0, None or NaN for empty cells; use read_file() for files"
        )
    return list(puzzle)


def _rows(items: Sequence[Any]) -> Iterator[str]:
    """Yield the rows of a drawn grid; rows that are texts stay as they are."""
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
        f"{cell!r} is not a cell; write an integer or its symbol, and 0, None or NaN if empty"
    )
