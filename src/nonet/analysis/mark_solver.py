"""A SAT solver that finds solutions through marks: through all of them, or through a given one.

To cover all marks it uses one clause that shrinks: some mark is true that no solution had so far.
The solver prefers those marks, so each model covers many; once there is no model, the remaining
marks are in no solution. For the 729 marks of an empty 9×9 grid some thirty models suffice.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.analysis.budget import Budget, OutOfBudget
from nonet.analysis.pool import Mark
from nonet.puzzle import Puzzle
from nonet.solvers import Solution, WrongAnswer
from nonet.solvers.sat import satsolvers
from nonet.solvers.sat.stopping import solve_within
from nonet.validity import violations


class MarkSolver:
    """A live solver on one puzzle; it finds no solution twice."""

    def __init__(self, puzzle: Puzzle, name: str, budget: Budget) -> None:
        from nonet.encodings.cnf import encode

        self._puzzle = puzzle
        self._budget = budget
        self._stopped_by = satsolvers.stopped_by(name)
        self._has_phases = name not in satsolvers.NO_PHASES
        self._cnf = encode(puzzle)
        # The empty clause is a contradiction, but not every binding accepts it.
        self._contradiction = [] in self._cnf.clauses
        self._solver = satsolvers.load(name, filter(None, self._cnf.clauses))
        self._unseen = {
            puzzle.grid.mark(cell, value)
            for cell, domain in enumerate(self._cnf.domains)
            for value in puzzle.grid.values_of(domain)
        }
        self._seen: set[int] = set()

    def cover(self) -> Iterator[Solution]:
        """Yield solutions until they cover every mark that is in any solution."""
        shrinking = self._cnf.variables + 1
        while self._unseen:
            # Each clause follows from the next one, so one literal serves them all.
            self._solver.add_clause([-shrinking, *self._unseen])
            if self._has_phases:
                self._solver.set_phases([*self._unseen, *(-mark for mark in self._seen)])
            solution = self._solve([shrinking])
            if solution is None:
                return
            yield solution

    def find_through(self, mark: Mark) -> Solution | None:
        """Return a new solution with this mark, None if there is none.

        To be called after `cover`, which has seen every mark that is in a solution.
        """
        number = self._puzzle.grid.mark(*mark)
        return self._solve([number]) if number in self._seen else None

    def _solve(self, assumptions: list[int]) -> Solution | None:
        limits = self._budget.left()
        if self._contradiction:
            return None
        satisfiable = solve_within(self._solver, self._stopped_by, limits, assumptions)
        if satisfiable is None:
            raise OutOfBudget
        if not satisfiable:
            return None
        solution = self._cnf.decode(self._solver.get_model())
        for violation in violations(self._puzzle, solution):
            raise WrongAnswer(f"a SAT solver gave a wrong grid: {violation}")
        self._take(solution)
        return solution

    def _take(self, solution: Solution) -> None:
        marks = {self._puzzle.grid.mark(*mark) for mark in enumerate(solution)}
        self._unseen -= marks
        self._seen |= marks
        blocking = self._cnf.blocking(solution)
        if blocking:
            self._solver.add_clause(blocking)
        else:  # all cells are fixed: it was the only solution
            self._contradiction = True

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.delete()
