"""A step as a puzzle without a solution: its rules, and a rule that denies its conclusion."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.explanations.reasons import Mark
from nonet.explanations.uses import Use
from nonet.model.grid import Grid
from nonet.rules import Among, Either, ExtraRegion, LookAndSay, Rule


def stays(gone: Iterable[Mark]) -> Rule:
    """Return the rule that at least one of the removed pencil marks is right.

    >>> stays([(1, 4), (1, 3), (2, 3)]).describe(Grid(2, 2))
    'r1c2 among 3 4 or r2c1 among 3'
    """
    kept: dict[int, list[int]] = {}
    for cell, value in gone:
        kept.setdefault(cell, []).append(value)
    cells = [Among([cell], sorted(values)) for cell, values in kept.items()]
    return cells[0] if len(cells) == 1 else Either(*cells)


def is_not(placed: Mark) -> Rule:
    """Return the rule that a cell does not hold its placed value.

    The rule says that the value occurs 0 times. A list of all other values could be empty.

    >>> is_not((0, 1)).describe(Grid(1, 1))
    'look-and-say r1c1: 0 × 1'
    """
    cell, value = placed
    return LookAndSay([cell], [(0, value)])


def as_rule(grid: Grid, use: Use) -> Rule:
    """Return a use as a rule. A use of one digit says how often the digit is in the house.

    >>> from nonet.questions.analysis.clues import House
    >>> as_rule(Grid(2, 2), Use(House("row", 1, (0, 1)), (0, 1), 1)).describe(Grid(2, 2))
    'look-and-say r1c1 r1c2: 1 × 1'
    """
    if isinstance(use.part, Rule):
        return use.part
    if use.value is None:
        return ExtraRegion(use.cells)
    once = LookAndSay(use.cells, [(1, use.value)])
    if len(use.cells) == len(grid.values):
        return once
    return Either(LookAndSay(use.cells, [(0, use.value)]), once)
