"""Find the first two rows of the canonical form of a full grid. They almost decide the rest.

Any row can come first, with its columns in any order, because its values can then be renamed to 1,
2, 3 …. Instead of trying all orders of the columns, the search considers the first two rows
together. It chooses the columns one by one, so that the second row gets the smallest values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

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


def starts(sides: Sequence[Sequence[Sequence[int]]], frame: Frame) -> list[Way]:
    """Return all ways to choose the first two rows of a full board with the smallest text."""
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
    """Yield the possible labels of the second row at a place, with the orders that give them."""
    here, places = order[place], range(len(order))
    free = [column for column in places if _fits(order, place, column, width)]
    for column in free if here is None else [here]:
        found, other = _put(order, place, column), pair[column]
        if other not in found:  # it comes to the first place that fits, for the smallest label
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
