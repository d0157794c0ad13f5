"""The canonical forms of full grids, which are almost determined by their first two rows.

Any row can come first: its columns can be in any order, and its values can then be renamed to 1, 2,
3 …. Instead of trying all orders of the columns, the search considers the first two rows together.
It chooses the columns one by one, so that the second row gets the smallest values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.questions.symmetry.frames import Frame
from nonet.questions.symmetry.ways import Text, Way, require_few

#: For each place in a row, the column that has been chosen for it, or None.
Places = tuple[int | None, ...]


def is_full(board: Sequence[Sequence[int]], values: int) -> bool:
    """Tell whether all rows and columns have all values.

    >>> is_full(((1, 2), (2, 1)), 2), is_full(((1, 2), (2, 0)), 2)
    (True, False)
    """
    wanted = set(range(1, values + 1))
    lines = (*board, *zip(*board, strict=True))
    return all(len(line) == values and set(line) == wanted for line in lines)


def starts(sides: Sequence[Sequence[Sequence[int]]], frame: Frame) -> Iterator[Way]:
    """Yield all ways to choose the first two rows of a full board with the smallest text."""
    best: Text | None = None
    kept: list[Way] = []
    for turned, board in enumerate(sides):
        for a, b in _pairs(frame):
            column_of = {value: column for column, value in enumerate(board[a])}
            text, orders = _smallest([column_of[value] for value in board[b]], frame.width)
            if best is None or text < best:
                best, kept = text, []
            if text == best:
                kept += [_way(bool(turned), board[a], order, frame, (a, b)) for order in orders]
                require_few(len(kept))
    yield from kept


def _pairs(frame: Frame) -> Iterator[tuple[int, int]]:
    rows = range(frame.bands * frame.height)
    for a in rows:
        for b in rows:
            if a != b and (frame.height == 1 or a // frame.height == b // frame.height):
                yield a, b


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
    size = len(pair)
    orders: list[Places] = [(None,) * size]
    text: list[int] = []
    for place in range(size):
        longer = [found for order in orders for found in _with_place(order, place, pair, width)]
        smallest = min(label for label, _ in longer)
        text.append(smallest)
        orders = [order for label, order in longer if label == smallest]
        require_few(len(orders))
    return tuple(text), [tuple(c for c in order if c is not None) for order in orders]


def _with_place(
    order: Places, place: int, pair: Sequence[int], width: int
) -> Iterator[tuple[int, Places]]:
    """Yield the possible labels at a place, with the orders of columns that give them."""
    here = order[place]
    for column in _free(order, place, width) if here is None else [here]:
        found = _put(order, place, column)
        other = pair[column]
        if other not in found:
            found = _put(found, _place_for(found, other, width), other)
        yield found.index(other) + 1, found


def _free(order: Places, place: int, width: int) -> Iterator[int]:
    """Yield the columns that may come to a place: of its slot's stack, or of an unused stack."""
    slot = place // width
    for column in range(len(order)):
        if column not in order and _slot_of(order, column // width, width) in (slot, None):
            stacks = {other // width for other in _within(order, slot, width) if other is not None}
            if stacks <= {column // width}:
                yield column


def _place_for(order: Places, column: int, width: int) -> int:
    """Return the first possible place of a column: in its stack's slot, or in a free one."""
    slot = _slot_of(order, column // width, width)
    if slot is None:
        slots = range(len(order) // width)
        slot = next(s for s in slots if set(_within(order, s, width)) == {None})
    return slot * width + _within(order, slot, width).index(None)


def _slot_of(order: Places, stack: int, width: int) -> int | None:
    for place, column in enumerate(order):
        if column is not None and column // width == stack:
            return place // width
    return None


def _within(order: Places, slot: int, width: int) -> Places:
    return order[slot * width : (slot + 1) * width]


def _put(order: Places, place: int, column: int) -> Places:
    return (*order[:place], column, *order[place + 1 :])
