"""Code that many rules share: the values of cells, sets of values and of pairs, and sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple, TypeAlias

from nonet.model.constraints import Candidates, Linear, Relation, Values
from nonet.model.grid import Cells, Grid

Table: TypeAlias = frozenset[tuple[int, int]]


def third(values: range, value: int) -> int:
    """Return 0 for a low value, 1 for a middle value and 2 for a high value.

    The low and the high third have the same size. The middle third may be larger or smaller by one.

    >>> [third(range(7), value) for value in range(7)], [third(range(5), v) for v in range(5)]
    ([0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 2, 2])
    """
    outer = (len(values) + 1) // 3
    place = value - values.start
    return 0 if place < outer else 2 if place >= len(values) - outer else 1


def thirds_in_words(values: range) -> str:
    """Return the low, middle and high values in words. Some may be empty.

    >>> thirds_in_words(range(1, 10))
    'a low digit (1–3), a middle digit (4–6) and a high digit (7–9)'
    """
    members: dict[int, list[int]] = {}
    for value in values:
        members.setdefault(third(values, value), []).append(value)
    names = ("low", "middle", "high")
    words = [f"a {names[part]} digit ({span_in_words(each)})" for part, each in members.items()]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def span_in_words(values: range | list[int]) -> str:
    """Return consecutive values in words, as in ``1–4``."""
    return "–".join(map(str, dict.fromkeys((*values[:1], *values[-1:])))) or "none"


def either(items: Iterable[object]) -> str:
    """Return the items with "or" between them."""
    return " or ".join(map(str, items))


def filled(cells: Iterable[int], values: Values) -> list[int]:
    """Return the values of the cells that are not empty."""
    return [value for cell in cells if (value := values[cell]) is not None]


def filled_pairs(pairs: Iterable[tuple[int, int]], values: Values) -> Iterator[tuple[int, int]]:
    """Yield the values of each pair of cells in which both cells are filled."""
    for a, b in pairs:
        one, other = values[a], values[b]
        if one is not None and other is not None:
            yield one, other


@lru_cache(maxsize=32)
def rising(values: range, least: int = 1) -> Table:
    """Return the pairs whose second value is higher, by `least` or more."""
    return frozenset((v, w) for v in values for w in values if w - v >= least)


@lru_cache(maxsize=32)
def apart(values: range, least: int, most: int | None = None) -> Table:
    """Return the pairs of values whose difference is at least `least` and at most `most`."""
    most = len(values) if most is None else most
    return frozenset((v, w) for v in values for w in values if least <= abs(v - w) <= most)


@lru_cache(maxsize=4096)
def only(cell: int, value: int) -> Candidates:
    """Restrict a cell to one value. Many rules repeat the same restrictions."""
    return Candidates(cell, span(value, value))


@lru_cache(maxsize=256)
def span(first: int, last: int) -> frozenset[int]:
    """Return the numbers from the first to the last. Many primitives repeat the same sets."""
    return frozenset(range(first, last + 1))


def relate(a: int, b: int, allowed: Table) -> Relation | Candidates:
    """Relate two cells. If both are the same cell, restrict its values instead.

    >>> relate(5, 5, frozenset({(1, 1), (1, 2)}))
    Candidates(cell=5, values=frozenset({1}))
    """
    if a != b:
        return Relation(a, b, allowed)
    return Candidates(a, frozenset(v for v, w in allowed if v == w))


# --- sums -----------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """The lowest and the highest total that a sum can still have."""

    least: int
    most: int


def reach(
    grid: Grid, values: Values, cells: Sequence[int], coefficients: Sequence[int] | None = None
) -> Reach:
    """Return the lowest and the highest possible sum of cells. A repeated cell counts repeatedly.

    >>> reach(Grid(1, 3), [3, None, None], (0, 1))
    Reach(least=4, most=6)
    """
    held = [values[cell] for cell in cells]
    if coefficients is None and None not in held:
        total = sum(held)  # type: ignore[arg-type]  # None is not among them
        return Reach(total, total)
    least, most, lowest, highest = 0, 0, grid.values[0], grid.values[-1]
    for coefficient, value in zip(coefficients or repeat(1), held, strict=False):
        low, high = (lowest, highest) if value is None else (value, value)
        least += coefficient * (low if coefficient > 0 else high)
        most += coefficient * (high if coefficient > 0 else low)
    return Reach(least, most)


def may_add_up(
    grid: Grid,
    values: Values,
    cells: Sequence[int],
    totals: Collection[int],
    coefficients: Sequence[int] | None = None,
) -> bool:
    """Tell whether the sum of cells is one of the totals, or may still become one of them.

    >>> may_add_up(Grid(1, 3), [3, None, None], (0, 1), {4}), may_add_up(Grid(1, 1), [1], [0], [2])
    (True, False)
    """
    held = [values[cell] for cell in cells]
    if coefficients is None and None not in held:
        return sum(held) in totals  # type: ignore[arg-type]  # None is not among them
    least, most = reach(grid, values, cells, coefficients)
    return any(least <= total <= most for total in totals)


def meet(reaches: Sequence[Reach]) -> bool:
    """Tell whether sums with these reaches can all be equal."""
    return max(reach.least for reach in reaches) <= min(reach.most for reach in reaches)


def sum_of(cells: Cells, total: int) -> Linear:
    """Return the constraint that the cells add up to the total."""
    return Linear(tuple([(1, cell) for cell in cells]), "==", total)


def equal_sums(groups: Sequence[Sequence[int]]) -> Iterator[Linear]:
    """Yield constraints that each group has the same sum as the smallest group.

    >>> next(equal_sums([(0, 1), (2,)])).terms
    ((1, 0), (1, 1), (-1, 2))
    """
    smallest = min(range(len(groups)), key=lambda number: len(groups[number]))
    taken = [(-1, cell) for cell in groups[smallest]]
    for number, group in enumerate(groups):
        if number != smallest:
            yield Linear((*((1, cell) for cell in group), *taken), "==", 0)
