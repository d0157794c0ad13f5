"""Ways to a canonical form, which grow row by row.

A way is a choice of the first rows of a form. Two columns, stacks or values are *tied* as long as
these rows do not distinguish them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, permutations
from math import factorial, prod
from operator import itemgetter
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from nonet.questions.symmetry.frames import Frame
from nonet.system.errors import TooLarge

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

P = TypeVar("P")


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
        """Return the way without any row."""
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
    """A row that is filled in part: its text, its groups or blocks, and the labels so far."""

    text: Text
    parts: tuple[P, ...]
    labels: Labels


def _fillings(
    begun: _Begun[Group], left: tuple[Group, ...], digits: Sequence[int]
) -> Iterator[_Begun[Group]]:
    """Yield all ways to fill the rest of a row with the smallest text."""
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
    """Return the orders of a stack's columns with the smallest text."""
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
