"""Some step, where the search for a cheapest one is ended."""

from __future__ import annotations

from typing import NamedTuple

from nonet.explanations.formula import Formula
from nonet.explanations.masks import Mask, numbers_in

#: Conflicts after which something is no longer asked: a search that was ended shall end.
SOON = 50

#: Conflicts until a mark is left for others. Each is asked again with more, at last without limit.
_PATIENCE = (SOON, 10 * SOON, 100 * SOON, None)

_MOST_SHRUNK = 5


class Blamed(NamedTuple):
    """Uses that remove a mark."""

    uses: Mask
    mark: int


def any_step(formula: Formula, uses: Mask, marks: Mask) -> Blamed:
    """Return a set of few of these uses that removes one of the marks.

    It is what the solver blames, where that is soon done, and of the smallest such sets the uses
    that are needed.

    >>> from nonet.solvers import StepTask
    >>> formula = Formula(StepTask(2, [[1, 2], [-1, -2]], [[[2]], [[-1]]], {2}))
    >>> any_step(formula, 0b11, 0b010).mark
    1
    >>> formula.close()
    """
    blamed = _blamed(formula, uses, marks)
    blamed.sort(key=lambda each: each.uses.bit_count())
    shrunk = [_shrunk(formula, each) for each in blamed[:_MOST_SHRUNK]]
    return min(shrunk, key=lambda each: each.uses.bit_count())


def _blamed(formula: Formula, uses: Mask, marks: Mask) -> list[Blamed]:
    """Return what is blamed for each mark if that is soon done, else for the first that is done."""
    for conflicts in _PATIENCE:
        blamed = []
        for mark in numbers_in(marks):
            core = formula.core(uses, mark, conflicts)
            if core is not None:
                blamed.append(Blamed(core, mark))
                if conflicts != SOON:
                    break
        if blamed:
            return blamed
    raise ValueError("the solution is not the only one")


def _shrunk(formula: Formula, blamed: Blamed) -> Blamed:
    uses, mark = blamed
    for use in numbers_in(blamed.uses):
        if uses >> use & 1:
            fewer = formula.core(uses & ~(1 << use), mark, SOON)
            uses = uses if fewer is None else fewer
    return Blamed(uses, mark)
