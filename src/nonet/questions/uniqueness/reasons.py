"""Finds the reason why a puzzle is unsolvable, if one sentence can give it."""

from __future__ import annotations

from contextlib import suppress

from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion, Rule
from nonet.solvers import Limits, Status, Unable, find_backend
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to
from nonet.validity import unfillable, violations

#: The most nodes for refuting one rule alone. A rule that takes more is not a simple reason.
_MOST_NODES = 1000


def reason_for_none(puzzle: Puzzle, seconds: float | None = None) -> str | None:
    """Return why a puzzle is unsolvable: clashing givens or an impossible rule. None if unknown.

    `seconds` limits the time to try the rules.

    >>> from nonet.formats import classic
    >>> from nonet.rules import Cage
    >>> reason_for_none(classic(order=3).with_rules(Cage("r1c1 r1c2", 20)))
    'cage r1c1 r1c2 = 20: no digits fill it'
    """
    clashes = violations(puzzle, puzzle.givens)
    if clashes:
        return clashes[0].message
    with suppress(TimeUp), limited_to(seconds):
        for rule in puzzle.meant:
            if _is_unfillable(puzzle, rule):
                return unfillable(rule, puzzle.grid)
    return None


def _is_unfillable(puzzle: Puzzle, rule: Rule) -> bool:
    """Tell whether no values of the rule's cells satisfy the rule."""
    cells = {cell for part in rule.lower(puzzle.grid) for cell in part.cells}
    if len(cells) == len(puzzle.grid.cells):
        return False
    groups = {tuple(sorted(cells.intersection(group))) for group in puzzle.geometry.groups}
    different = [ExtraRegion(group) for group in sorted(groups) if len(group) > 1]
    # Each other cell gets the same single value, so that it does not matter.
    marks = tuple(mask if cell in cells else 1 for cell, mask in enumerate(puzzle.domains))
    alone = Puzzle(puzzle.grid, marks=marks, rules=(rule, *different)).unshared()
    try:
        with find_backend().open(alone) as session:
            return session.solve(Limits(nodes=_MOST_NODES)).status is Status.UNSATISFIABLE
    except (TooLarge, Unable):
        return False
