"""Finds some step if the search for the cheapest step has reached its limit."""

from __future__ import annotations

from typing import NamedTuple

from nonet.explanations.formula import Formula
from nonet.explanations.witnesses import Mask, numbers_in

#: The conflict limit of a quick question to the SAT solver.
SOON = 50
#: The conflict limit for making an unsatisfiable core smaller.
_LONGEST = 100 * SOON
#: The conflict limit of a question about one pencil mark, in each round.
_PATIENCE = (SOON, 10 * SOON, _LONGEST, 10**9)
#: Only this many of the smallest unsatisfiable cores are made smaller.
_MOST_SHRUNK = 5


class Removal(NamedTuple):
    """A set of uses (cited rules), and a pencil mark that these uses remove."""

    uses: Mask
    mark: int


def any_step(formula: Formula, uses: Mask, marks: Mask) -> Removal:
    """Find a small set of these uses that removes one of these pencil marks.

    For each mark, the SAT solver assumes that the mark is right. If this contradicts the uses, the
    unsatisfiable core is a set of uses that removes the mark. The smallest cores are then made
    smaller.

    >>> from nonet.solvers import StepTask
    >>> formula = Formula(StepTask(2, [[1, 2], [-1, -2]], [[[2]], [[-1]]], {2}))
    >>> any_step(formula, 0b11, 0b010).mark
    1
    >>> formula.close()
    """
    for conflicts in _PATIENCE:
        found = _removals(formula, uses, marks, conflicts)
        if found:
            smallest = sorted(found, key=_size)[:_MOST_SHRUNK]
            most = min(conflicts, _LONGEST)
            return min((_shrunk(formula, each, most) for each in smallest), key=_size)
    raise ValueError("the solution is not the only one")


def _size(removal: Removal) -> int:
    return removal.uses.bit_count()


def _removals(formula: Formula, uses: Mask, marks: Mask, conflicts: int) -> list[Removal]:
    """Return a core for each refuted mark. With more than `SOON` conflicts, stop at the first."""
    found = []
    for mark in numbers_in(marks):
        core = formula.core(uses, mark, conflicts)
        if core is not None:
            found.append(Removal(core, mark))
            if conflicts > SOON:
                break
    return found


def _shrunk(formula: Formula, removal: Removal, conflicts: int) -> Removal:
    """Leave out all uses that the solver quickly proves to be unnecessary."""
    uses, mark = removal
    for use in numbers_in(removal.uses):
        if uses >> use & 1:
            fewer = formula.core(uses & ~(1 << use), mark, conflicts)
            uses = uses if fewer is None else fewer
    return Removal(uses, mark)
