"""The thirds of the values: low, middle and high."""

from __future__ import annotations


def third(values: range, value: int) -> int:
    """Return 0 for a low value, 1 for a middle one, 2 for a high one.

    Low and high are equally many; the middle ones are one more or one fewer if they have to be.

    >>> [third(range(1, 10), value) for value in range(1, 10)]
    [0, 0, 0, 1, 1, 1, 2, 2, 2]
    >>> [third(range(7), value) for value in range(7)], [third(range(5), v) for v in range(5)]
    ([0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 2, 2])
    """
    outer = (len(values) + 1) // 3
    place = value - values.start
    return 0 if place < outer else 2 if place >= len(values) - outer else 1
