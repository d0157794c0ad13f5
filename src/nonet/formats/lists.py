"""Grids as lists of lists, as Python, JSON and NumPy print them.

Cells are numbers or texts. Empty ones are ``0``, ``None``, ``null``, ``nan`` or an empty text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.formats.alphabets import character_alphabets, decimal_alphabets, interpret
from nonet.formats.contract import attempt
from nonet.formats.squares import Square, side_of
from nonet.formats.text import Source, counted, quoted
from nonet.system.errors import PuzzleError

_ROW = re.compile(r"\[([^\[\]]*)\]")
_NEXT = re.compile(r"(?<=\])(?=[\s,]*\[\s*\[)")
_NOTHING = {"", "none", "null", "nan", "0", "0.0", "na"}


def begins_lists(text: str) -> bool:
    """Tell whether a line begins a list of lists.

    >>> begins_lists("[[5, 3, 0],"), begins_lists("[Puzzle]")
    (True, False)
    """
    return text.replace(" ", "").startswith("[[")


def squares(source: Source) -> Iterator[tuple[int, Square | PuzzleError]]:
    """Yield what each list of lists holds."""
    waiting: list[str] = []
    start = still_open = 0
    for number, text in source.content():
        for part in _NEXT.split(text):
            start = start if waiting else number
            waiting.append(part)
            still_open += part.count("[") - part.count("]")
            if still_open <= 0:
                yield start, attempt(_square, " ".join(waiting), source.alphabet)
                waiting, still_open = [], 0
    if waiting:
        yield start, PuzzleError("a list that does not end")


def _square(text: str, alphabet: str | None) -> Square:
    rows = [_cells(found[1]) for found in _ROW.finditer(text)]
    if not any(rows):
        raise PuzzleError("a list without cells")
    for row in rows:
        if len(row) != len(rows):
            shape = f"{counted(len(row), 'cell')} in one of {len(rows)} lists"
            raise PuzzleError(f"{shape}: a puzzle has as many rows as columns")
    beside = _ROW.sub(" ", text).strip("[], \t\r\n")
    if beside:
        raise PuzzleError(f"{quoted(beside)} stands in none of the lists of cells")
    cells = [cell for row in rows for cell in row]
    side = side_of(len(cells), "cells")
    are_numbers = all(cell == "." or cell.isdecimal() for cell in cells)
    alphabets = (
        decimal_alphabets(side, alphabet, cells)
        if are_numbers
        else character_alphabets(side, alphabet)
    )
    values, givens = interpret(cells, alphabets)
    return Square(side, values, givens)


def _cells(row: str) -> list[str]:
    parts = row.rstrip().removesuffix(",").split(",") if "," in row else row.split()
    words = [part.strip().strip("'\"").strip() for part in parts]
    return [
        "." if word.lower() in _NOTHING else re.sub(r"\.0?$", "", word) or "." for word in words
    ]
