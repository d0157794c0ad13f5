"""The search in C++ for the cheapest steps of an explanation. It works for all rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from nonet.solvers.abilities import COMPARED, FoundStep, StepTask
from nonet.solvers.engines import Freed
from nonet.solvers.native.core import core
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: The limit on the uses in a `StepTask`. A 36×36 board has 3888: one for each digit of each house.
MOST_USES = 4096


class TreeSearch(Freed):
    """Implements `nonet.solvers.StepSearch`.

    The learner's conflicts and its questions about whole boards count as nodes.

    In this example, two cells share a house, and the first cell has only one mark left:

    >>> house = [[[1, 3], [-1, -3]], [[2, 4], [-2, -4]]]
    >>> task = StepTask(4, [[1, 2], [-1, -2], [3, 4], [-3, -4]], house, {1, 4})
    >>> TreeSearch(task).next({1, 3, 4})
    FoundStep(uses=(0,), removed=(3,), least=1, cut_off=False)
    """

    def __init__(self, task: StepTask) -> None:
        if (uses := len(task.uses)) > MOST_USES:
            raise TooLarge(
                f"the search for steps has {uses} uses of rules. The limit is {MOST_USES}"
            )
        self._search = core().StepSearch(_compiled(task), sorted(task.solution), COMPARED)

    def next(self, live: Collection[int], nodes: int | None = None) -> FoundStep | None:
        check_limits()
        found = self._search.next(list(live), nodes, check_limits)
        return None if found is None else FoundStep(*found)


#: The most recent tasks, with their compiled models. Puzzles with the same rules share a model.
_last: list[tuple[StepTask, _core.StepModel]] = []


def _compiled(task: StepTask) -> _core.StepModel:
    for known, compiled in _last:
        if known.uses is task.uses and known.background is task.background:
            return compiled
    model: _core.StepModel = core().StepModel(task.marks, task.background, task.uses)
    _last[:] = [(task, model), *_last[:3]]
    return model
