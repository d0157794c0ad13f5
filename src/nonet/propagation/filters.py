"""Filters: each constraint has a filter, which removes the values that it rules out.

A filter may keep impossible values as long as cells are open. Once every cell has one value left,
the filter is exact. If the constraint is then broken, the filter removes the last value of a cell.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, singledispatch
from typing import TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Count,
    Linear,
    Partition,
    Regular,
    Relation,
    Runs,
)
from nonet.model.grid import Grid
from nonet.propagation.digit_sets import digit_sets
from nonet.puzzle.geometry import Geometry
from nonet.system.limits import check_limits

#: For each cell, the mask of the values that it may still hold.
Marks: TypeAlias = list[int]
#: A cell, and the mask of values that it may keep.
Restriction: TypeAlias = tuple[int, int]
Filter: TypeAlias = Callable[[Marks], Iterable[Restriction]]


@singledispatch
def filter_of(constraint: object, geometry: Geometry) -> Filter:
    """Return the filter of a constraint.

    >>> from nonet.puzzle import Puzzle
    >>> two_odd = Count((0, 1, 2), frozenset({1, 3}), frozenset({2}))
    >>> list(filter_of(two_odd, Puzzle(Grid(1, 3)).geometry)([0b101, 0b010, 0b111]))
    [(2, 5)]
    """
    raise NotImplementedError(f"no filter for {type(constraint).__name__}")


@filter_of.register
def _(constraint: AllDifferent, geometry: Geometry) -> Filter:
    """Filter an all-different group inside an `AnyOf`. `Propagator` handles all other groups."""
    cells = constraint.cells

    def keep_distinct(marks: Marks) -> Iterator[Restriction]:
        union = 0
        for place, cell in enumerate(cells):
            mask = marks[cell]
            union |= mask
            if not mask & (mask - 1):
                for other in (*cells[:place], *cells[place + 1 :]):
                    yield other, ~mask
        if cells and union.bit_count() < len(cells):
            yield cells[0], 0

    return keep_distinct


@filter_of.register
def _(constraint: Candidates, geometry: Geometry) -> Filter:
    kept = [(constraint.cell, geometry.grid.overlap(constraint.values))]
    return lambda marks: kept


@filter_of.register
def _(constraint: Relation, geometry: Geometry) -> Filter:
    a, b = constraint.a, constraint.b
    after = _images(geometry.grid, constraint.allowed)
    before = _images(geometry.grid, frozenset((w, v) for v, w in constraint.allowed))

    def keep_supported(marks: Marks) -> Iterator[Restriction]:
        yield b, after(marks[a])
        yield a, before(marks[b])

    return keep_supported


@lru_cache(maxsize=256)
def _images(grid: Grid, allowed: frozenset[tuple[int, int]]) -> Callable[[int], int]:
    """Return a cached function from a mask of values to the mask of their allowed partners."""
    partners = {grid.bit(value): 0 for value in grid.values}
    for value, partner in allowed:
        if value in grid.values and partner in grid.values:
            partners[grid.bit(value)] |= grid.bit(partner)

    @lru_cache(maxsize=1 << 14)
    def image(mask: int) -> int:
        found = 0
        while mask:
            bit = mask & -mask
            mask ^= bit
            found |= partners[bit]
        return found

    return image


@filter_of.register
def _(constraint: Linear, geometry: Geometry) -> Filter:
    sets = digit_sets(geometry, constraint)
    if sets is not None:
        return _set_filter(constraint.cells, sets)
    return _bounds_filter(geometry.grid, constraint)


def _set_filter(cells: tuple[int, ...], sets: tuple[int, ...]) -> Filter:
    def keep_possible(marks: Marks) -> Iterator[Restriction]:
        fixed = union = 0
        for cell in cells:
            mask = marks[cell]
            union |= mask
            if not mask & (mask - 1):
                fixed |= mask
        possible, required = 0, -1
        for digits in sets:
            if digits & ~union or fixed & ~digits:
                continue
            if all(digits & marks[cell] for cell in cells):
                possible |= digits
                required &= digits
        for cell in cells:
            yield cell, possible
        required &= possible & ~fixed
        while required:
            bit = required & -required
            required ^= bit
            holders = [cell for cell in cells if marks[cell] & bit]
            if len(holders) == 1:
                yield holders[0], bit

    return keep_possible


def _bounds_filter(grid: Grid, sum_: Linear) -> Filter:
    first, reaches = grid.values.start, _reach(sum_)

    def keep_in_reach(marks: Marks) -> Iterator[Restriction]:
        ranges = [_extremes(first, coefficient, marks[cell]) for coefficient, cell in sum_.terms]
        lowest = sum(low for low, _ in ranges)
        highest = sum(high for _, high in ranges)
        for (coefficient, cell), (low, high) in zip(sum_.terms, ranges, strict=True):
            least, most = lowest - low, highest - high  # the range of the other terms
            keep = 0
            for value in grid.values_of(marks[cell]):
                share = coefficient * value
                if reaches(least + share, most + share):
                    keep |= grid.bit(value)
            yield cell, keep

    return keep_in_reach


def _reach(sum_: Linear) -> Callable[[int, int], bool]:
    """Return a function that tells whether a sum between two bounds may be allowed."""
    total = sum_.total
    if isinstance(total, frozenset):
        totals = sorted(total)
        return lambda least, most: bisect_left(totals, least) < bisect_right(totals, most)
    if sum_.op == "==":
        return lambda least, most: least <= total <= most
    return (lambda least, _: least <= total) if sum_.op == "<=" else lambda _, most: most >= total


def _extremes(first: int, coefficient: int, mask: int) -> tuple[int, int]:
    low = coefficient * (first + (mask & -mask).bit_length() - 1)
    high = coefficient * (first + mask.bit_length() - 1)
    return (low, high) if coefficient >= 0 else (high, low)


@filter_of.register
def _(constraint: Count, geometry: Geometry) -> Filter:
    """Compare the allowed counts with the lowest and the highest possible count."""
    counted = geometry.grid.overlap(constraint.values)
    cells = tuple(Counter(constraint.cells).items())

    def keep_countable(marks: Marks) -> Iterator[Restriction]:
        least = sum(times for cell, times in cells if not marks[cell] & ~counted)
        most = sum(times for cell, times in cells if marks[cell] & counted)
        numbers = [number for number in constraint.allowed if least <= number <= most]
        highest, lowest = max(numbers, default=-1), min(numbers, default=most + 1)
        for cell, times in cells:
            mask = marks[cell]
            if not numbers:
                yield cell, 0
            elif mask & counted and mask & ~counted:
                if least + times > highest:
                    yield cell, ~counted
                if most - times < lowest:
                    yield cell, counted

    return keep_countable


@filter_of.register
def _(constraint: Regular, geometry: Geometry) -> Filter:
    """Keep a value if some path from the start to an accepting state uses it."""
    cells, accepting = constraint.cells, constraint.automaton.accepting
    moves = _moves(geometry.grid, constraint.automaton)

    def keep_on_the_way(marks: Marks) -> Iterator[Restriction]:
        reached = [{0}]
        for cell in cells:
            check_limits()
            mask = marks[cell]
            reached.append({to for state in reached[-1] for bit, to in moves[state] if bit & mask})
        ending = reached[-1] & accepting
        for cell, states in zip(reversed(cells), reversed(reached[:-1]), strict=True):
            mask, keep, before = marks[cell], 0, set()
            for state in states:
                for bit, to in moves[state]:
                    if bit & mask and to in ending:
                        keep |= bit
                        before.add(state)
            ending = before
            yield cell, keep

    return keep_on_the_way


@lru_cache(maxsize=256)
def _moves(grid: Grid, automaton: Automaton) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(
        tuple((grid.bit(value), to) for value, to in pairs if value in grid.values)
        for pairs in automaton.transitions
    )


@filter_of.register
def _(constraint: Connected, geometry: Geometry) -> Filter:
    """Keep only areas that contain every cell that surely holds one of the values."""
    cells, inside = constraint.cells, geometry.grid.overlap(constraint.values)

    def keep_connected(marks: Marks) -> Iterator[Restriction]:
        possible = {cell for cell in cells if marks[cell] & inside}
        sure = {cell for cell in possible if not marks[cell] & ~inside}
        areas = [area for area in constraint.areas(possible) if len(area) >= constraint.least]
        kept = [area for area in areas if sure <= area]
        if not kept:
            yield cells[0], 0
        for cell in possible.difference(*kept):
            yield cell, ~inside

    return keep_connected


@filter_of.register
def _(constraint: Partition, geometry: Geometry) -> Filter:
    """Filter all parts. A label and a value that stand together occur together nowhere else."""
    others = [part for part in constraint.others() if not isinstance(part, AnyOf)]
    filters = [filter_of(part, geometry) for part in (*constraint.areas(), *others)]
    places = list(zip(constraint.marked, constraint.filled, strict=True))

    def keep_divided(marks: Marks) -> Iterator[Restriction]:
        for asked in filters:
            yield from asked(marks)
        found: dict[tuple[int, int], int] = {}
        for marked, filled in places:
            label, value = marks[marked], marks[filled]
            is_settled = not (label & (label - 1) or value & (value - 1))
            if is_settled and found.setdefault((label, value), marked) != marked:
                yield marked, 0
        for marked, filled in places:
            for (label, value), holder in found.items():
                if marks[marked] == label and holder != marked:
                    yield filled, ~value
                if marks[filled] == value and holder != marked:
                    yield marked, ~label

    return keep_divided


@filter_of.register
def _(constraint: Runs, geometry: Geometry) -> Filter:
    return filter_of(constraint.word(geometry.grid.values), geometry)


@filter_of.register
def _(constraint: AnyOf, geometry: Geometry) -> Filter:
    """Remove the values that every alternative removes. Ignore refuted alternatives."""
    cells = constraint.cells
    groups = [
        [filter_of(part, geometry) for part in parts]
        for parts in constraint.alternatives
        if all(part.cells or part.holds(()) for part in parts)  # skip a false part without cells
    ]

    def keep_of_any(marks: Marks) -> Iterator[Restriction]:
        union = dict.fromkeys(cells, 0)
        for group in groups:
            left = _settled(group, marks)
            if left is not None:
                union = {cell: mask | left[cell] for cell, mask in union.items()}
                if all(mask == marks[cell] for cell, mask in union.items()):
                    return
        yield from union.items()

    return keep_of_any


def _settled(group: list[Filter], marks: Marks) -> Marks | None:
    """Apply filters until nothing changes. Return the marks, or None for a contradiction."""
    marks = marks.copy()
    changed = True
    while changed:
        changed = False
        for asked in group:
            check_limits()
            for cell, keep in asked(marks):
                kept = marks[cell] & keep
                if not kept:
                    return None
                changed |= kept != marks[cell]
                marks[cell] = kept
    return marks
