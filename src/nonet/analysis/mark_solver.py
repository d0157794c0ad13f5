"""Which marks some solution has, by a SAT solver and one clause that shrinks.

The clause says that a mark is true that no solution had so far. The solver is told to try those
marks first, so that each model has many of them; when there is no model, the marks that are left
are dead. An empty 9×9 grid takes some thirty models for its 729 marks.
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
    """A live solver on one puzzle; no solution is found twice."""

    def __init__(self, puzzle: Puzzle, name: str, budget: Budget) -> None:
        from nonet.encodings.cnf import encode

        self._puzzle = puzzle
        self._budget = budget
        self._stopped_by = satsolvers.stopped_by(name)
        self._has_phases = name not in satsolvers.NO_PHASES
        self._cnf = encode(puzzle)
        # The empty clause says "contradiction", but not every binding takes it.
        self._contradiction = [] in self._cnf.clauses
        self._solver = satsolvers.load(name, filter(None, self._cnf.clauses))
        self._unseen = {
            puzzle.grid.mark(cell, value)
            for cell, domain in enumerate(self._cnf.domains)
            for value in puzzle.grid.values_of(domain)
        }
        self._seen: set[int] = set()

    def cover(self) -> Iterator[Solution]:
        """Yield solutions until every mark that any solution has was in one."""
        shrinking = self._cnf.variables + 1
        while self._unseen:
            # Each of these clauses follows from the next one: they need no literals of their own.
            self._solver.add_clause([-shrinking, *self._unseen])
            if self._has_phases:
                self._solver.set_phases([*self._unseen, *(-mark for mark in self._seen)])
            solution = self._solve([shrinking])
            if solution is None:
                return
            yield solution

    def find_through(self, mark: Mark) -> Solution | None:
        """Return a solution with this mark that was not found before, None if there is none.

        Only after `cover`, which has seen every mark that has any.
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
        else:  # no cell was open
            self._contradiction = True

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.delete()
