"""Numbers of things, as callers pass them."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex


def whole(number: SupportsIndex, what: str) -> int:
    """Return an integer of Python's own; refuse what counts nothing, such as 2.5 or True.

    >>> whole(2.5, "the limit")
    Traceback (most recent call last):
    TypeError: the limit is a whole number, not 2.5
    """
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is a whole number, not {number!r:.40}")
    return index(number)
