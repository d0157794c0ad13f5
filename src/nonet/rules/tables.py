"""Tables of the pairs of values that two cells may hold, made once for all rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from nonet.model.constraints import Candidates, Relation

Table: TypeAlias = frozenset[tuple[int, int]]


@lru_cache(maxsize=32)
def rising(values: range, least: int = 1) -> Table:
    """Return the pairs whose second value is higher, by `least` or more.

    >>> sorted(rising(range(1, 4)))
    [(1, 2), (1, 3), (2, 3)]
    """
    return frozenset((v, w) for v in values for w in values if w - v >= least)


@lru_cache(maxsize=32)
def apart(values: range, least: int, most: int | None = None) -> Table:
    """Return the pairs of values that differ by `least` to `most`.

    >>> sorted(apart(range(1, 5), 3)), sorted(apart(range(2), 0, 0))
    ([(1, 4), (4, 1)], [(0, 0), (1, 1)])
    """
    most = len(values) if most is None else most
    return frozenset((v, w) for v in values for w in values if least <= abs(v - w) <= most)


@lru_cache(maxsize=4096)
def only(cell: int, value: int) -> Candidates:
    """Restrict a cell to one value; clues that choose from a line say it again and again.

    >>> only(3, 9)
    Candidates(cell=3, values=frozenset({9}))
    """
    return Candidates(cell, frozenset({value}))


def relate(a: int, b: int, allowed: Table) -> Relation | Candidates:
    """Relate two cells; a cell that is related to itself is restricted.

    >>> relate(5, 5, frozenset({(1, 1), (1, 2)}))
    Candidates(cell=5, values=frozenset({1}))
    """
    if a != b:
        return Relation(a, b, allowed)
    return Candidates(a, frozenset(v for v, w in allowed if v == w))
