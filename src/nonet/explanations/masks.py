"""Sets of marks and of uses as integers: bit n stands for number n."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Mask: TypeAlias = int


def mask_of(numbers: Iterable[int]) -> Mask:
    """Return the mask of some numbers.

    >>> bin(mask_of([0, 2]))
    '0b101'
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def numbers_in(mask: Mask) -> Iterator[int]:
    """Yield the numbers in a mask, lowest first.

    >>> list(numbers_in(0b101))
    [0, 2]
    """
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1
