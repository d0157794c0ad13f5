"""Find the isomorph of a board with the smallest text, row by row, in plain Python.

A *way* is a choice of the first rows. The search adds one row at a time, and keeps only the ways
with the smallest text. After the last row, all remaining ways lead to the canonical form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from nonet.model.grid import Cells
from nonet.questions.symmetry.frames import Frame
from nonet.questions.symmetry.full_grids import is_full, starts
from nonet.questions.symmetry.ways import Text, Way, require_few
from nonet.system.limits import check_limits

#: The rows of values. Values are numbers from 1, and 0 is an empty cell.
Board: TypeAlias = tuple[tuple[int, ...], ...]


class Found(NamedTuple):
    """A way to the canonical form, and the number of all ways.

    For each cell, `cells` has the cell that moves there. For each value, `labels` has its new name.
    """

    cells: Cells
    labels: tuple[int, ...]
    automorphisms: int


def best_ways(board: Sequence[int], frame: Frame, values: int) -> Found:
    """Return the form of a board. Values are numbers from 1, and 0 is an empty cell.

    >>> best_ways((0, 0, 2, 0), Frame(1, 2, 1, 2), values=2)
    Found(cells=(1, 0, 3, 2), labels=(2, 1), automorphisms=2)
    """
    width = frame.stacks * frame.width
    rows = tuple(tuple(board[start : start + width]) for start in range(0, len(board), width))
    sides: list[Board] = [rows, tuple(zip(*rows, strict=True))][: 1 + frame.can_turn]
    if len(rows) > 1 and is_full(rows, values):
        ways = starts(sides, frame)
    else:
        ways = [Way.start(bool(turned), frame) for turned in range(len(sides))]
    while len(ways[0].rows) < len(rows):
        ways = _extended(sides, frame, ways)
    first = ways[0]
    cells = moved(width, first.rows, first.columns, first.turned)
    automorphisms = sum(way.total(values) for way in ways)
    return Found(cells, all_labels(first.labels, values), automorphisms)


def all_labels(labels: Mapping[int, int], values: int) -> tuple[int, ...]:
    """Return the label of each value. Values that have none get the next labels.

    >>> all_labels({3: 1, 1: 2}, values=4)
    (2, 3, 1, 4)
    """
    free = iter(range(1 + sum(value > 0 for value in labels), values + 1))
    return tuple(labels[v] if v in labels else next(free) for v in range(1, values + 1))


def moved(width: int, rows: Sequence[int], columns: Sequence[int], turned: bool) -> Cells:
    """Return the cell that moves to each place if rows and columns are put into these orders.

    >>> moved(2, (0, 1), (1, 0), turned=False), moved(2, (0, 1), (0, 1), turned=True)
    ((1, 0, 3, 2), (0, 2, 1, 3))
    """
    if turned:
        return tuple(column * width + row for row in rows for column in columns)
    return tuple(row * width + column for row in rows for column in columns)


def _extended(sides: list[Board], frame: Frame, ways: list[Way]) -> list[Way]:
    """Add a row to each way, and return the ways in which the new row is smallest."""
    best: Text | None = None
    kept: list[Way] = []
    for way in ways:
        check_limits()
        board = sides[way.turned]
        for row, alike in _next_rows(board, frame, way.rows):
            for text, longer in way.with_row(row, alike, board[row]):
                if best is None or text < best:
                    best, kept = text, []
                if text == best:
                    kept.append(longer)
                    require_few(len(kept))
    return kept


def _next_rows(board: Board, frame: Frame, rows: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the rows that may come next. The first of equal rows represents them all."""
    bands = (
        {rows[-1] // frame.height: 1} if len(rows) % frame.height else _bands(board, frame, rows)
    )
    for band, bands_alike in bands.items():
        unused = {
            row: board[row]
            for row in range(band * frame.height, (band + 1) * frame.height)
            if row not in rows
        }
        contents = list(unused.values())
        for place, (row, content) in enumerate(unused.items()):
            if content not in contents[:place]:
                yield row, bands_alike * contents.count(content)


def _bands(board: Board, frame: Frame, rows: tuple[int, ...]) -> dict[int, int]:
    """Return the unused bands: of equal bands, only the first one with their number."""
    first: dict[tuple[tuple[int, ...], ...], int] = {}
    found: dict[int, int] = {}
    begun = {row // frame.height for row in rows}
    for band in range(frame.bands):
        if band not in begun:
            content = tuple(sorted(board[band * frame.height : (band + 1) * frame.height]))
            chosen = first.setdefault(content, band)
            found[chosen] = found.get(chosen, 0) + 1
    return found
