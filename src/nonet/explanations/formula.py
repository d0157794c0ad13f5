"""The clauses for the search for steps. A selector variable switches each use on.

A set of marks or of uses is an integer, in which bit n stands for number n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TypeAlias

import numpy as np

from nonet.solvers import Limits, StepTask, find_backend
from nonet.system.limits import check_limits

Mask: TypeAlias = int

#: The SAT solver. It loads fast, and answers many small questions fast.
SOLVER = "pysat:minisat22"


def mask_of(numbers: Iterable[int]) -> Mask:
    """Return the mask of some numbers."""
    return sum(1 << number for number in set(numbers))


def numbers_in(mask: Mask) -> Iterator[int]:
    """Yield the numbers in a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1


class OutOfNodes(Exception):
    """Raised when the search for a step has reached its node limit."""


class Formula:
    """Asks a SAT solver for boards that obey some uses, and finds the uses that a board breaks.

    A use is a rule that a step may cite. A board is a set of marks, one for each cell.
    """

    def __init__(self, task: StepTask) -> None:
        #: The number of questions to the solver so far, and the limit on this number.
        self.asked = 0
        self.most: int | None = None
        self.cells = [mask_of(clause) for clause in task.background if min(clause) > 0]
        self.cell_of = {mark: cell for cell in self.cells for mark in numbers_in(cell)}
        self._marks = task.marks
        #: For each use, the marks of its cells. It can remove no others.
        self.scopes = [
            reduce(
                or_, {self.cell_of.get(abs(each), 0) for clause in clauses for each in clause}, 0
            )
            for clauses in task.uses
        ]
        #: The marks of each use that means "exactly one of these marks is right".
        self.exactly_one = {
            number: places
            for number, clauses in enumerate(task.uses)
            if (places := _exactly_one(clauses))
        }
        self._prepare_checks(task)
        top = max(
            (abs(literal) for use in task.uses for clause in use for literal in clause), default=0
        )
        first = max(top, task.marks) + 1
        self._selectors = range(first, first + len(task.uses))
        guarded = (
            [-selector, *clause]
            for selector, clauses in zip(self._selectors, task.uses, strict=True)
            for clause in clauses
        )
        load = find_backend(SOLVER).cores
        assert load is not None
        self._solver = load([*task.background, *guarded])
        marks = range(1, task.marks + 1)
        self._solver.prefer(
            [
                *(mark if mark in task.solution else -mark for mark in marks),
                *(-selector for selector in self._selectors),
            ]
        )

    def _prepare_checks(self, task: StepTask) -> None:
        """Store the clauses of all uses as arrays, so that `broken` checks them at once.

        Leave out uses with auxiliary variables, whose values only a solver can find.
        """
        self._undecided = [
            number
            for number, clauses in enumerate(task.uses)
            if any(abs(literal) > task.marks for clause in clauses for literal in clause)
        ]
        checked = [
            (number, clause)
            for number, clauses in enumerate(task.uses)
            if number not in self.exactly_one and number not in self._undecided
            for clause in clauses
        ]
        self._owners = np.array([number for number, _ in checked], np.intp)
        literals = np.array([literal for _, clause in checked for literal in clause], np.int64)
        self._variables, self._signs = np.abs(literals), literals > 0
        sizes = [len(clause) for _, clause in checked]
        self._starts = np.cumsum([0, *sizes], dtype=np.intp)[:-1]

    def scope(self, uses: Mask) -> Mask:
        """Return the marks that these uses could remove."""
        return reduce(or_, (self.scopes[number] for number in numbers_in(uses)), 0)

    def remove(self, marks: Mask) -> None:
        for mark in numbers_in(marks):
            self._solver.add([-mark])

    def board(self, uses: Mask, mark: int, conflicts: int | None = None) -> Mask | None:
        """Return a board with this mark that obeys these uses. None may mean too many conflicts."""
        if not self._is_possible(uses, mark, conflicts):
            return None
        return mask_of(literal for literal in self._solver.model()[: self._marks] if literal > 0)

    def core(self, uses: Mask, mark: int, conflicts: int | None = None) -> Mask | None:
        """Return some of these uses that make a mark impossible. None may mean a limit."""
        if self._is_possible(uses, mark, conflicts) is not False:
            return None
        first = self._selectors.start
        return mask_of(each - first for each in self._solver.core() if each >= first)

    def _is_possible(self, uses: Mask, mark: int, conflicts: int | None) -> bool | None:
        check_limits()
        self.asked += 1
        if self.most is not None and self.asked > self.most:
            raise OutOfNodes
        assumed = [self._selectors[number] for number in numbers_in(uses)]
        return self._solver.solve(Limits(nodes=conflicts), [*assumed, mark])

    def broken(self, board: Mask) -> Mask:
        """Return the uses that a board breaks."""
        broken = 0
        for number, places in self.exactly_one.items():
            if (board & places).bit_count() != 1:
                broken |= 1 << number
        if len(self._owners):
            packed = np.frombuffer(board.to_bytes(self._marks // 8 + 1, "little"), np.uint8)
            values = np.unpackbits(packed, bitorder="little").view(np.bool_)
            true = values[self._variables] == self._signs
            holds = np.logical_or.reduceat(true, self._starts)
            broken |= mask_of(set(self._owners[~holds].tolist()))
        for number in self._undecided:
            assumed = [self._selectors[number], *numbers_in(board)]
            if not self._solver.solve(assumptions=assumed):
                broken |= 1 << number
        return broken

    def close(self) -> None:
        self._solver.close()


def _exactly_one(clauses: Sequence[Sequence[int]]) -> Mask:
    """Return the marks if the clauses just mean "exactly one of these marks is true", else 0."""
    long = [clause for clause in clauses if min(clause) > 0]
    if len(long) != 1:
        return 0
    pairs = {frozenset(clause) for clause in clauses if min(clause) < 0}
    expected = {frozenset((-a, -b)) for a, b in combinations(long[0], 2)}
    return mask_of(long[0]) if pairs == expected else 0
