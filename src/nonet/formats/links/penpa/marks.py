"""Givens, candidate sets and the texts in the corners of cages, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from nonet.formats.links.penpa.layer import Layer
from nonet.formats.links.penpa.paper import Paper
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle

#: The colours of digits, black first: the setter may choose any, and a player writes on another
#: layer.
_COLOURS = (1, 2, 8, 9, 10)
#: The ways to write a whole number, a large one in black alone, and a list of candidates.
_WHOLE, _LARGE, _LIST = "1", "10", "7"
#: How many flags a list of candidates has.
_FLAGS = 10


def read(layer: Layer, paper: Paper) -> tuple[list[int | None], list[int]]:
    """Return the givens and the marks."""
    grid = paper.grid
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)
    for number, entry in layer.numbered("number"):
        cell = paper.found(number)
        said = _values(entry, grid)
        if cell is None or said is None:
            continue
        layer.take("number", str(number))
        if len(said) == 1:
            givens[cell] = said[0]
        else:
            marks[cell] = grid.mask(said)
    return givens, marks


def _values(entry: Any, grid: Grid) -> list[int] | None:
    """Return the values that an entry leaves; None for a drawing."""
    match entry:
        case [text, colour, way] if _is_digit(colour, way):
            values = [int(text)] if re.fullmatch(r"\d{1,9}", str(text), re.ASCII) else []
        case [[*flags], colour, way] if colour in _COLOURS and way == _LIST:
            values = [value for value, flag in enumerate(flags, start=1) if flag == 1]
        case _:
            return None
    return values if values and all(value in grid.values for value in values) else None


def _is_digit(colour: Any, way: Any) -> bool:
    return (way == _WHOLE and colour in _COLOURS) or (way == _LARGE and colour == _COLOURS[0])


def written(puzzle: Puzzle, paper: Paper) -> Iterator[tuple[str, list[Any]]]:
    """Yield the entries of the givens and candidate sets."""
    grid = puzzle.grid
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is not None:
            yield str(paper.cell(cell)), [str(given), _COLOURS[0], _WHOLE]
        elif mask != grid.full:
            values = set(grid.values_of(mask))
            flags = [int(value in values) for value in range(1, _FLAGS + 1)]
            yield str(paper.cell(cell)), [flags, _COLOURS[0], _LIST]


def total_at(layer: Layer, number: int) -> int | None:
    """Take the number that a small text is, if there is one."""
    entry = layer.at("numberS", number)
    text = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return None
    layer.take("numberS", str(number))
    return int(text)
