"""Which uses a board breaks, as far as their clauses alone can tell."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nonet.explanations.masks import Mask, mask_of
from nonet.solvers import StepTask


class Breaches:
    """Checks boards against all clauses at once.

    Uses with variables of their own stay undecided: whether these can be set is a question for a
    solver.

    >>> uses = [[[1, 2]], [[-1, 3], [-3]]]
    >>> Breaches(StepTask(2, [], uses, ()), {}).of(0b100)
    (0, (1,))
    """

    def __init__(self, task: StepTask, exactly_one: Mapping[int, Mask]) -> None:
        self._exactly_one = exactly_one
        self._undecided = tuple(
            number
            for number, clauses in enumerate(task.uses)
            if any(abs(literal) > task.marks for clause in clauses for literal in clause)
        )
        checked = [
            (number, clause)
            for number, clauses in enumerate(task.uses)
            if number not in exactly_one and number not in self._undecided
            for clause in clauses
        ]
        self._owners = np.array([number for number, _ in checked], np.intp)
        literals = np.array([literal for _, clause in checked for literal in clause], np.int64)
        self._variables, self._signs = np.abs(literals), literals > 0
        sizes = [len(clause) for _, clause in checked]
        self._starts = np.cumsum([0, *sizes], dtype=np.intp)[:-1]
        self._bytes = task.marks // 8 + 1

    def of(self, board: Mask) -> tuple[Mask, tuple[int, ...]]:
        """Return the uses that are broken, and those that are undecided."""
        broken = 0
        for number, places in self._exactly_one.items():
            if (board & places).bit_count() != 1:
                broken |= 1 << number
        if len(self._owners):
            packed = np.frombuffer(board.to_bytes(self._bytes, "little"), np.uint8)
            values = np.unpackbits(packed, bitorder="little").view(np.bool_)
            true = values[self._variables] == self._signs
            holds = np.logical_or.reduceat(true, self._starts)
            broken |= mask_of(set(self._owners[~holds].tolist()))
        return broken, self._undecided
