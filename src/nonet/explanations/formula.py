"""The task of a search in a SAT solver: each use behind a selector, cells as sets of marks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nonet.explanations.breaches import Breaches
from nonet.explanations.masks import Mask, mask_of, numbers_in
from nonet.solvers import Limits, StepTask, find_backend
from nonet.system.limits import require_means

#: Fast to load, and fast at many small questions.
SOLVER = "pysat:minisat22"


class OutOfNodes(Exception):
    """The limit of nodes ended the search for a step."""


class Formula:
    """Finds boards on which some uses hold, and tells which uses a board breaks.

    A board is a mask of marks, one a cell.

    >>> task = StepTask(2, [[1, 2], [-1, -2]], [[[-1]]], {2})
    >>> formula = Formula(task)
    >>> formula.board(0, mark=1), formula.board(0b1, mark=1), formula.broken(0b010)
    (2, None, 1)
    >>> formula.close()
    """

    def __init__(self, task: StepTask) -> None:
        #: How many boards were asked for, and how many may be.
        self.asked = 0
        self.most: int | None = None
        self.cells = [mask_of(clause) for clause in task.background if min(clause) > 0]
        self.cell_of = {mark: cell for cell in self.cells for mark in numbers_in(cell)}
        self._marks = task.marks
        #: The marks that each use could remove: those of the cells that it speaks of.
        self.scopes = [self._scope(clauses) for clauses in task.uses]
        #: By number, the marks of uses that say: exactly one of these.
        self.exactly_one = {
            number: places
            for number, clauses in enumerate(task.uses)
            if (places := _exactly_one(clauses))
        }
        self._breaches = Breaches(task, self.exactly_one)
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

    def _scope(self, clauses: Sequence[Sequence[int]]) -> Mask:
        scope = 0
        for mark in {abs(literal) for clause in clauses for literal in clause}:
            scope |= self.cell_of.get(mark, 0)
        return scope

    def remove(self, marks: Mask) -> None:
        """Take marks away for good."""
        for mark in numbers_in(marks):
            self._solver.add([-mark])

    def board(self, uses: Mask, mark: int, conflicts: int | None = None) -> Mask | None:
        """Return a board with a mark on which some uses hold.

        None if there is none, or if it takes more than these conflicts to find one.
        """
        if not self._is_possible(uses, mark, conflicts):
            return None
        return mask_of(literal for literal in self._solver.model()[: self._marks] if literal > 0)

    def core(self, uses: Mask, mark: int, conflicts: int | None = None) -> Mask | None:
        """Return some of these uses with which a mark is impossible.

        None if it is possible, or if it takes more than these conflicts to tell.
        """
        if self._is_possible(uses, mark, conflicts) is not False:
            return None
        first = self._selectors.start
        return mask_of(each - first for each in self._solver.core() if each >= first)

    def _is_possible(self, uses: Mask, mark: int, conflicts: int | None) -> bool | None:
        require_means()
        self.asked += 1
        if self.most is not None and self.asked > self.most:
            raise OutOfNodes
        assumed = [self._selectors[number] for number in numbers_in(uses)]
        return self._solver.solve(Limits(nodes=conflicts), [*assumed, mark])

    def broken(self, board: Mask) -> Mask:
        """Return the uses that a board breaks."""
        broken, undecided = self._breaches.of(board)
        for number in undecided:
            assumed = [self._selectors[number], *numbers_in(board)]
            if not self._solver.solve(assumptions=assumed):
                broken |= 1 << number
        return broken

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()


def _exactly_one(clauses: Sequence[Sequence[int]]) -> Mask:
    """Return the marks of which the clauses say, literally, that exactly one is true, or 0."""
    long = [clause for clause in clauses if min(clause) > 0]
    if len(long) != 1:
        return 0
    pairs = {frozenset(clause) for clause in clauses if min(clause) < 0}
    said = {frozenset((-a, -b)) for a, b in combinations(long[0], 2)}
    return mask_of(long[0]) if pairs == said else 0
