"""Ways to a canonical form, which grow row by row.

A way is a choice of the first rows of a form. Columns of a stack, whole stacks, and values that
have not appeared yet are *tied* as long as these rows do not distinguish them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, permutations
from math import factorial, prod
from typing import NamedTuple, TypeAlias

from nonet.questions.symmetry.frames import Frame
from nonet.system.errors import TooLarge

#: The most ways before the search gives up, for example on a 16×16 board with few empty cells.
MOST_WAYS = 50_000

#: A block has tied columns, a stack has its blocks in their order, and a group has tied stacks.
Block: TypeAlias = tuple[int, ...]
Stack: TypeAlias = tuple[Block, ...]
Group: TypeAlias = tuple[Stack, ...]
#: The labels of the values that have appeared: 1, 2, 3 … in the order of appearance.
Labels: TypeAlias = Mapping[int, int]
Text: TypeAlias = tuple[int, ...]


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
        return tuple(
            column
            for group in self.groups
            for stack in group
            for block in stack
            for column in block
        )

    def total(self, values: int) -> int:
        """Return the number of complete choices that this way represents, once it has all rows."""
        ties = [len(group) for group in self.groups]
        ties += [len(block) for group in self.groups for stack in group for block in stack]
        return self.ways * prod(map(factorial, ties)) * factorial(values - len(self.labels))

    def with_row(self, row: int, alike: int, digits: Sequence[int]) -> Iterator[tuple[Text, Way]]:
        """Yield the ways in which a row comes next, each with the text of the row."""
        more = Way(self.turned, self.groups, self.labels, (*self.rows, row), self.ways * alike)
        if self.is_decided:
            known = dict(self.labels)
            text = tuple(
                known.setdefault(digits[column], len(known) + 1) if digits[column] else 0
                for column in self.columns
            )
            yield text, replace(more, labels=known)
            return
        for text, groups, labels in _fillings(_Filling((), (), self.labels), self.groups, digits):
            yield text, replace(more, groups=groups, labels=labels)


class _Filling(NamedTuple):
    """The first slots of a row: their text, their stacks, and the labels so far."""

    text: Text
    groups: tuple[Group, ...]
    labels: Labels


class _Stacked(NamedTuple):
    """The columns of a stack in an order: their text, their blocks, and the labels so far."""

    text: Text
    stack: Stack
    labels: Labels


def _fillings(
    filling: _Filling, left: tuple[Group, ...], digits: Sequence[int]
) -> Iterator[_Filling]:
    """Yield all ways to fill the remaining slots with the smallest text."""
    if not left:
        yield filling
        return
    group, *rest = left
    choices = [_orders(stack, digits, filling.labels) for stack in group]
    smallest = min(found[0].text for found in choices)
    first = [number for number, found in enumerate(choices) if found[0].text == smallest]
    if max(smallest) <= len(filling.labels):  # these stacks come first, and stay tied
        taken = [tuple(choices[number][0].stack for number in first)]
        others = tuple(stack for number, stack in enumerate(group) if number not in first)
        text = filling.text + smallest * len(first)
        after = _Filling(text, (*filling.groups, *taken), filling.labels)
        yield from _fillings(after, (others, *rest) if others else tuple(rest), digits)
        return
    for number in first:
        others = (*group[:number], *group[number + 1 :])
        for text, stack, labels in choices[number]:
            after = _Filling(filling.text + text, (*filling.groups, (stack,)), labels)
            yield from _fillings(after, (others, *rest) if others else tuple(rest), digits)


def _orders(stack: Stack, digits: Sequence[int], labels: Labels) -> list[_Stacked]:
    """Return the orders of a stack's columns with the smallest text."""
    found = [_Stacked((), (), labels)]
    for block in stack:
        found = [
            longer for each in found for longer in _with_block(each, block, digits, len(found))
        ]
    smallest = min(each.text for each in found)
    return [each for each in found if each.text == smallest]


def _with_block(
    begun: _Stacked, block: Block, digits: Sequence[int], alike: int
) -> Iterator[_Stacked]:
    """Yield the orders of a block: sorted by label. Values without labels may be in any order."""
    new = dict.fromkeys(
        digits[column] for column in block if digits[column] and digits[column] not in begun.labels
    )
    require_few(alike * factorial(len(new)))
    for order in permutations(new):
        numbers = range(len(begun.labels) + 1, len(begun.labels) + len(order) + 1)
        labels = {**begun.labels, **dict(zip(order, numbers, strict=True))} if new else begun.labels

        def label(column: int, labels: Labels = labels) -> int:
            return labels[digits[column]] if digits[column] else 0

        columns = sorted(block, key=label)
        yield _Stacked(
            begun.text + tuple(map(label, columns)),
            begun.stack + tuple(tuple(tied) for _, tied in groupby(columns, key=label)),
            labels,
        )


def require_few(ways: int) -> None:
    """Raise `TooLarge` if there are too many ways."""
    if ways > MOST_WAYS:
        raise TooLarge(
            f"no canonical form: it could begin in {ways} ways, and the limit is {MOST_WAYS}"
        )
