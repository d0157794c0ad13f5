"""The format ``hodoku``: lines of HoDoKu's library, each a position for one solving technique.

``:technique:candidates:81 cells:deleted:eliminations:placements:extra``. A digit is a given, ``+``
before it says that a solver placed it, and ``deleted`` has candidates that are gone, as value, row
and column: ``412`` is a 4 in r1c2. They restrict their cells; what was placed and what the
technique finds is no part of the puzzle: it is kept in the meta ``hodoku``, and written back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from nonet.formats import line
from nonet.formats.contract import Format, Found, attempt
from nonet.formats.json_text import json_line
from nonet.formats.links.documents import kept
from nonet.formats.squares import Square, build, require_default_boxes, require_side
from nonet.formats.text import Source, counted, quoted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_GRID = Grid(9, 9)
_CELLS = 81
_FIELDS = ("technique", "candidates", "cells", "deleted", "eliminations", "placements", "extra")
#: The fields of the meta; beside them, `placed` has the values of cells.
_KEPT = ("technique", "candidates", "eliminations", "placements", "extra")
_BEGINNING = re.compile(r":\d{4}[^:]*:")
_EMPTY = {"technique": "0000", "candidates": "x"}


def recognises(text: str) -> bool:
    """Tell such a line from others.

    >>> recognises(":0000:x:" + "." * 81 + ":::"), recognises("." * 81)
    (True, False)
    """
    return _BEGINNING.match(text) is not None


def _puzzle(text: str) -> Puzzle:
    blank, *fields = text.split(":")
    if blank or not 3 <= len(fields) <= len(_FIELDS):
        raise PuzzleError(f"{quoted(text)} is no line of a library, like ':0000:x:…:::'")
    said = dict(zip(_FIELDS, fields, strict=False))
    givens, placed = _cells(said["cells"])
    others = {key: said[key] for key in _KEPT if said.get(key, "") != _EMPTY.get(key, "")}
    state: dict[str, object] = {**others, **({"placed": placed} if placed else {})}
    empty = build(Square(9, _GRID.values, (None,) * _CELLS), (3, 3))
    meta = (("hodoku", json_line(state)),) if state else ()
    marks = _marks(said.get("deleted", ""))
    return replace(empty.with_givens(givens), marks=marks, meta=meta)


def _cells(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the givens, and what a solver placed."""
    signs = re.findall(r"\+?[\d.]", text, re.ASCII)
    if "".join(signs) != text or "+." in signs or "+0" in signs:
        raise PuzzleError("cells are digits, '+' and a digit, and dots")
    if len(signs) != _CELLS:
        raise PuzzleError(f"{counted(len(signs), 'cell')}: a 9×9 puzzle has {_CELLS}")
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for cell, sign in enumerate(signs):
        if sign not in ".0":
            found["+" in sign][_GRID.name(cell)] = int(sign[-1])
    return found


def _marks(deleted: str) -> tuple[int, ...]:
    marks = [_GRID.full] * _CELLS
    for triple in deleted.split():
        if not re.fullmatch(r"[1-9]{3}", triple, re.ASCII):
            raise PuzzleError(f"{quoted(triple)} is no value, row and column, like 412")
        value, row, column = map(int, triple)
        marks[_GRID.at(row - 1, column - 1)] &= ~_GRID.bit(value)
    return tuple(marks)


def _read(source: Source) -> Iterator[Found]:
    for number, text in source.content():
        yield number, attempt(_puzzle, text)


def _write(puzzle: Puzzle) -> str:
    plain = replace(puzzle, marks=(puzzle.grid.full,) * len(puzzle.grid.cells), meta=())
    require_side(plain, 9)
    require_default_boxes(plain)
    state = _state(puzzle)
    others = {key: str(state[key]) for key in _KEPT if _is_field(state.get(key))}
    fields = {**_EMPTY, **others}
    fields["cells"] = "".join(_written_cells(plain, state.get("placed")))
    fields["deleted"] = " ".join(_deleted(puzzle))
    return "".join(f":{fields.get(key, '')}" for key in _FIELDS)


def _state(puzzle: Puzzle) -> dict[str, object]:
    """Return what the meta says of the position; nothing if it is not of our making."""
    state = kept(puzzle, "hodoku")
    return state if isinstance(state, dict) else {}


def _is_field(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and ":" not in value


def _written_cells(puzzle: Puzzle, placed: object) -> Iterator[str]:
    values = placed if isinstance(placed, dict) else {}
    for cell, sign in enumerate(line.written_cells(puzzle)):
        value = values.get(puzzle.grid.name(cell))
        is_value = type(value) is int and value in puzzle.grid.values
        yield f"+{value}" if sign == "." and is_value else sign


def _deleted(puzzle: Puzzle) -> Iterator[str]:
    for value in _GRID.values:
        for cell, mask in enumerate(puzzle.marks):
            if not mask & _GRID.bit(value):
                row, column = _GRID.place(cell)
                yield f"{value}{row + 1}{column + 1}"


HODOKU = Format("hodoku", "lines of HoDoKu's library of positions", _read, _write)
