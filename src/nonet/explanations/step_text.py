"""Steps in words: the cited houses and rules, and the removed marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonet.drawing.legend import NO_BREAK
from nonet.explanations.reasons import Mark, Reason
from nonet.explanations.uses import Use
from nonet.model.grid import Grid


def cited(grid: Grid, uses: Sequence[Use], reason: Reason, placed: Mark | None) -> str:
    """Name the cited rules of a step. For a house, name only the fact that the step needs.

    >>> from nonet.questions.analysis.clues import House
    >>> use = Use(House("row", 1, (0, 1)), (0, 1), 2)
    >>> cited(Grid(1, 2), [use], Reason(places=frozenset({0})), (0, 2))
    'the only place for 2 in row 1'
    """
    return ", ".join(_half(grid, number, use, reason, placed) for number, use in enumerate(uses))


def _half(grid: Grid, number: int, use: Use, reason: Reason, placed: Mark | None) -> str:
    part = use.part.describe(grid)
    if use.value is None:
        return part if placed is None else f"the only place for {placed[1]} in {part}"
    if number in reason.places:
        where = "the only place" if placed else "a place"
        also = " and one alone" if number in reason.ones else ""
        return f"{where} for {use.value} in {part}{also}"
    return f"one {use.value} in {part}"


def of_subset(grid: Grid, uses: Sequence[Use], cells: Iterable[int], values: Iterable[int]) -> str:
    """Name the cells and values of a naked or hidden subset, and its houses.

    >>> from nonet.questions.analysis.clues import House
    >>> row = House("row", 1, (0, 1, 2, 3))
    >>> of_subset(Grid(1, 4), [Use(row, row.cells)], (0, 2), (3, 4))
    '3 4 in r1c1 r1c3 of row 1'
    """
    houses = dict.fromkeys(use.part.describe(grid) for use in uses)
    return f"{' '.join(map(str, values))} in {grid.names(cells)} of {' and '.join(houses)}"


def gone(grid: Grid, marks: Iterable[Mark]) -> str:
    """Name the removed marks. Cells that lose the same values are named together.

    >>> gone(Grid(4, 4), [(1, 3), (1, 4), (2, 3), (5, 3)])
    'r1c2 ≠ 3 4, r1c3 r2c2 ≠ 3'
    """
    lost: dict[int, list[int]] = {}
    for cell, value in marks:
        lost.setdefault(cell, []).append(value)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, values in lost.items():
        alike.setdefault(tuple(sorted(values)), []).append(cell)
    return ", ".join(
        f"{grid.names(cells)} ≠ {' '.join(map(str, values))}" for values, cells in alike.items()
    )


def unbroken(words: str) -> str:
    """Return the text with a non-breaking space before each sign and number.

    >>> unbroken("box 2 → r1c2 ≠ 3 4, r1c3 ≠ 3").split(" ")
    ['box\\xa02', '→', 'r1c2\\xa0≠\\xa03\\xa04,', 'r1c3\\xa0≠\\xa03']
    """
    return re.sub(r" (?=[≠=]|\d)", NO_BREAK, words)
