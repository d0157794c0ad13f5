"""Find the canonical form of a board: the smallest isomorph, compared row by row.

A *way* is a choice of the first rows of the form. The search adds one row at a time, and keeps only
the ways with the smallest text. After the last row, all remaining ways give the canonical form.

On a full grid, any row can come first, with its columns in any order. Its values are then renamed
to 1, 2, 3 …. So the search does not try all orders of the columns. It considers the first two rows
together, and chooses the columns one by one, so that the second row gets the smallest values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from nonet.model.grid import Cells
from nonet.questions.symmetry.frames import Frame
from nonet.questions.symmetry.ways import Text, Way, require_few
from nonet.system.limits import check_limits

#: The rows of values. Values are numbers from 1, and 0 is an empty cell.
Board: TypeAlias = tuple[tuple[int, ...], ...]


#: For each place in a row, the column that has been chosen for it, or None.
Places = tuple[int | None, ...]


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
    if len(rows) > 1 and _is_full(rows, values):
        ways = _starts(sides, frame)
    else:
        ways = [Way.start(bool(turned), frame) for turned in range(len(sides))]
    while len(ways[0].rows) < len(rows):
        ways = _extended(sides, frame, ways)
    first = ways[0]
    cells = moved(width, first.rows, first.columns, first.turned)
    automorphisms = sum(way.total(values) for way in ways)
    return Found(cells, all_labels(first.labels, values), automorphisms)


def all_labels(labels: Mapping[int, int], values: int) -> tuple[int, ...]:
    """Return the label of each value. Values without a label get the next free labels.

    >>> all_labels({3: 1, 1: 2}, values=4)
    (2, 3, 1, 4)
    """
    free = iter(range(1 + sum(value > 0 for value in labels), values + 1))
    return tuple(labels[v] if v in labels else next(free) for v in range(1, values + 1))


def moved(width: int, rows: Sequence[int], columns: Sequence[int], turned: bool) -> Cells:
    """Reorder rows and columns. Return for each place the cell that moves there.

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
    """Yield the rows that may come next. The first of several equal rows represents all of them."""
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
    """Count equal bands that have no row in the form yet. Name each kind by its first band."""
    first: dict[tuple[tuple[int, ...], ...], int] = {}
    found: dict[int, int] = {}
    begun = {row // frame.height for row in rows}
    for band in range(frame.bands):
        if band not in begun:
            content = tuple(sorted(board[band * frame.height : (band + 1) * frame.height]))
            chosen = first.setdefault(content, band)
            found[chosen] = found.get(chosen, 0) + 1
    return found


def _is_full(board: Sequence[Sequence[int]], values: int) -> bool:
    """Tell whether all rows and columns have all values.

    >>> _is_full(((1, 2), (2, 1)), 2), _is_full(((1, 2), (2, 0)), 2)
    (True, False)
    """
    wanted = set(range(1, values + 1))
    lines = (*board, *zip(*board, strict=True))
    return all(len(line) == values and set(line) == wanted for line in lines)


def _starts(sides: Sequence[Sequence[Sequence[int]]], frame: Frame) -> list[Way]:
    """Return all choices of the first two rows of a full board that give the smallest text."""
    best: Text | None = None
    kept: list[Way] = []
    for turned, board in enumerate(sides):
        for a, b in permutations(range(len(board)), 2):
            if frame.height > 1 and a // frame.height != b // frame.height:
                continue
            column_of = {value: column for column, value in enumerate(board[a])}
            text, orders = _smallest([column_of[value] for value in board[b]], frame.width)
            if best is None or text < best:
                best, kept = text, []
            if text == best:
                kept += [_way(bool(turned), board[a], order, frame, (a, b)) for order in orders]
                require_few(len(kept))
    return kept


def _way(
    turned: bool, first: Sequence[int], order: Sequence[int], frame: Frame, rows: tuple[int, int]
) -> Way:
    slots = range(0, len(order), frame.width)
    groups = tuple(
        (tuple((column,) for column in order[slot : slot + frame.width]),) for slot in slots
    )
    labels = {first[column]: label for label, column in enumerate(order, start=1)}
    return Way(turned, groups, labels, rows)


def _smallest(pair: Sequence[int], width: int) -> tuple[Text, list[tuple[int, ...]]]:
    """Return the smallest second row, and the orders of columns that give it.

    For each column, `pair` says where the first row has the value of the second row.

    >>> _smallest([1, 0, 3, 2], width=4)[0]
    (2, 1, 4, 3)
    """
    orders: list[Places] = [(None,) * len(pair)]
    text: list[int] = []
    for place in range(len(pair)):
        longer = [found for order in orders for found in _with_place(order, place, pair, width)]
        smallest = min(label for label, _ in longer)
        text.append(smallest)
        orders = [order for label, order in longer if label == smallest]
        require_few(len(orders))
    return tuple(text), [tuple(c for c in order if c is not None) for order in orders]


def _with_place(
    order: Places, place: int, pair: Sequence[int], width: int
) -> Iterator[tuple[int, Places]]:
    here, places = order[place], range(len(order))
    free = [column for column in places if _fits(order, place, column, width)]
    for column in free if here is None else [here]:
        found, other = _put(order, place, column), pair[column]
        if other not in found:  # the first free place gives the smallest label
            found = _put(found, next(at for at in places if _fits(found, at, other, width)), other)
        yield found.index(other) + 1, found


def _fits(order: Places, place: int, column: int, width: int) -> bool:
    """Tell whether a column may come to a free place. The columns of a stack stay together."""
    return (
        order[place] is None
        and column not in order
        and all(
            (taken // width == column // width) == (at // width == place // width)
            for at, taken in enumerate(order)
            if taken is not None
        )
    )


def _put(order: Places, place: int, column: int) -> Places:
    return (*order[:place], column, *order[place + 1 :])
