"""Some step, where the search for a cheapest one is ended."""

from __future__ import annotations

from typing import NamedTuple

from nonet.explanations.formula import Formula
from nonet.explanations.masks import Mask, numbers_in

#: Conflicts after which something is no longer asked: a search that was ended shall end.
SOON = 50

#: Conflicts until a mark is left for others. Each is asked again with more.
_LONGEST = 100 * SOON
_PATIENCE = (SOON, 10 * SOON, _LONGEST, 10**9)

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
    for conflicts in _PATIENCE:
        blamed = _blamed(formula, uses, marks, conflicts)
        if blamed:
            blamed.sort(key=_size)
            return min(
                (
                    _shrunk(formula, each, min(conflicts, _LONGEST))
                    for each in blamed[:_MOST_SHRUNK]
                ),
                key=_size,
            )
    raise ValueError("the solution is not the only one")


def _size(blamed: Blamed) -> int:
    return blamed.uses.bit_count()


def _blamed(formula: Formula, uses: Mask, marks: Mask, conflicts: int) -> list[Blamed]:
    """Return what is blamed for each mark where so many conflicts tell; if many, for one alone."""
    blamed = []
    for mark in numbers_in(marks):
        core = formula.core(uses, mark, conflicts)
        if core is not None:
            blamed.append(Blamed(core, mark))
            if conflicts > SOON:
                break
    return blamed


def _shrunk(formula: Formula, blamed: Blamed, conflicts: int) -> Blamed:
    """Leave out each use without which so many conflicts show that the mark goes."""
    uses, mark = blamed
    for use in numbers_in(blamed.uses):
        if uses >> use & 1:
            fewer = formula.core(uses & ~(1 << use), mark, conflicts)
            uses = uses if fewer is None else fewer
    return Blamed(uses, mark)
