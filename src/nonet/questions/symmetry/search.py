"""Find the canonical form of a board: the smallest isomorph, compared row by row.

A *way* is a choice of the first rows of the form. The search adds one row at a time, and keeps only
the ways with the smallest text. After the last row, all remaining ways give the canonical form.

Two columns, stacks or values are *tied* as long as the rows of a way do not distinguish them. A way
represents all orders of tied columns.

On a full grid, any row can come first, with its columns in any order, because its values are then
renamed to 1, 2, 3 …. So the search begins with two rows. It chooses the columns one by one, so that
the second row gets the smallest values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, permutations
from math import factorial, prod
from operator import itemgetter
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from nonet.model.grid import Cells
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

#: With more ways than this, the search raises an error. Examples are 16×16 boards with few empty
#: cells.
MOST_WAYS = 50_000

#: A block has columns whose order is still open. A stack has blocks in a fixed order. A group has
#: stacks whose order is still open.
Block: TypeAlias = tuple[int, ...]
Stack: TypeAlias = tuple[Block, ...]
Group: TypeAlias = tuple[Stack, ...]
#: The labels of the values that have appeared: 1, 2, 3 … in the order of appearance.
Labels: TypeAlias = Mapping[int, int]
Text: TypeAlias = tuple[int, ...]
#: The rows of values. Values are numbers from 1, and 0 is an empty cell.
Board: TypeAlias = tuple[tuple[int, ...], ...]
#: For each place in a row, the column that has been chosen for it, or None.
Places = tuple[int | None, ...]

P = TypeVar("P")


class Frame(NamedTuple):
    """The bands of rows and the stacks of columns of a board.

    Rows, columns and boxes stay intact if bands, the rows of a band, stacks, or the columns of a
    stack are reordered. If the boxes are square, rows and columns can also be exchanged.
    """

    bands: int
    height: int
    stacks: int
    width: int

    @property
    def can_turn(self) -> bool:
        """Whether the board allows an exchange of rows and columns."""
        return self.bands == self.stacks and self.height == self.width


class Found(NamedTuple):
    """A way to the canonical form, and the number of all ways.

    For each cell, `cells` has the cell that moves there. For each value, `labels` has its new name.
    """

    cells: Cells
    labels: tuple[int, ...]
    automorphisms: int


def best_ways(board: Sequence[int], frame: Frame, values: int) -> Found:
    """Return the form of a board. Values are numbers from 1, and 0 is an empty cell."""
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
    """Return the label of each value. Values without a label get the next free labels."""
    free = iter(range(1 + sum(value > 0 for value in labels), values + 1))
    return tuple(labels[v] if v in labels else next(free) for v in range(1, values + 1))


def moved(width: int, rows: Sequence[int], columns: Sequence[int], turned: bool) -> Cells:
    """Reorder rows and columns. Return for each place the cell that moves there."""
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


@dataclass(frozen=True)
class Way:
    """A choice of the first rows, which represents `ways` equivalent choices."""

    turned: bool
    groups: tuple[Group, ...]
    labels: Labels
    rows: tuple[int, ...] = ()
    ways: int = 1

    @classmethod
    def start(cls, turned: bool, frame: Frame) -> Way:
        width = frame.width
        stacks = [tuple(range(s * width, (s + 1) * width)) for s in range(frame.stacks)]
        return cls(turned, (tuple((stack,) for stack in stacks),), {})

    @cached_property
    def is_decided(self) -> bool:
        """Whether no columns are tied."""
        return all(
            len(group) == 1 and all(len(block) == 1 for block in group[0]) for group in self.groups
        )

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """An order of the columns that this way allows."""
        flat = chain.from_iterable
        return tuple(flat(flat(flat(self.groups))))

    def total(self, values: int) -> int:
        """Return the number of complete choices that this way represents, once it has all rows."""
        ties = [len(group) for group in self.groups]
        ties += [len(block) for group in self.groups for stack in group for block in stack]
        return self.ways * prod(map(factorial, ties)) * factorial(values - len(self.labels))

    def with_row(self, row: int, alike: int, digits: Sequence[int]) -> Iterator[tuple[Text, Way]]:
        """Add a row. Yield the resulting ways, each with the text of the row."""
        more = Way(self.turned, self.groups, self.labels, (*self.rows, row), self.ways * alike)
        if self.is_decided:
            known = dict(self.labels)
            text = tuple(
                known.setdefault(digits[column], len(known) + 1) if digits[column] else 0
                for column in self.columns
            )
            yield text, replace(more, labels=known)
            return
        for text, groups, labels in _fillings(_Begun((), (), self.labels), self.groups, digits):
            yield text, replace(more, groups=groups, labels=labels)


class _Begun(NamedTuple, Generic[P]):
    """A partly filled row: its text, its groups or blocks, and the labels so far."""

    text: Text
    parts: tuple[P, ...]
    labels: Labels


def _fillings(
    begun: _Begun[Group], left: tuple[Group, ...], digits: Sequence[int]
) -> Iterator[_Begun[Group]]:
    if not left:
        yield begun
        return
    group, *rest = left
    choices = [_orders(stack, digits, begun.labels) for stack in group]
    smallest = min(found[0].text for found in choices)
    first = [number for number, found in enumerate(choices) if found[0].text == smallest]
    # Equal stacks without a new value stay tied. Otherwise, any of the stacks can come first.
    are_tied = max(smallest) <= len(begun.labels)
    for taken in [first] if are_tied else [[number] for number in first]:
        others = tuple(stack for number, stack in enumerate(group) if number not in taken)
        text = begun.text + smallest * len(taken)
        for order in choices[taken[0]]:
            stacks = (order.parts, *(choices[number][0].parts for number in taken[1:]))
            after = _Begun(text, (*begun.parts, stacks), order.labels)
            yield from _fillings(after, (others, *rest) if others else tuple(rest), digits)


def _orders(stack: Stack, digits: Sequence[int], labels: Labels) -> list[_Begun[Block]]:
    found: list[_Begun[Block]] = [_Begun((), (), labels)]
    for block in stack:
        found = [
            longer for each in found for longer in _with_block(each, block, digits, len(found))
        ]
    smallest = min(each.text for each in found)
    return [each for each in found if each.text == smallest]


def _with_block(
    begun: _Begun[Block], block: Block, digits: Sequence[int], alike: int
) -> Iterator[_Begun[Block]]:
    """Sort a block by label. Values without labels may get the next labels in any order."""
    values = dict.fromkeys(digits[column] for column in block if digits[column])
    new = [value for value in values if value not in begun.labels]
    require_few(alike * factorial(len(new)))
    for order in permutations(new):
        labels = {**begun.labels, **{v: n for n, v in enumerate(order, len(begun.labels) + 1)}}
        pairs = sorted((labels.get(digits[column], 0), column) for column in block)
        text = tuple(label for label, _ in pairs)
        tied = groupby(pairs, key=itemgetter(0))
        blocks = tuple(tuple(column for _, column in alike) for _, alike in tied)
        yield _Begun(begun.text + text, begun.parts + blocks, labels)


def require_few(ways: int) -> None:
    """Raise `TooLarge` if there are too many ways."""
    if ways > MOST_WAYS:
        raise TooLarge(
            f"no canonical form: it could begin in {ways} ways, and the limit is {MOST_WAYS}"
        )
