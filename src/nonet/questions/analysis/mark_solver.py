"""A SAT solver that finds solutions with given marks: with each possible mark, or with one.

To cover all marks, it requires that each new solution has a mark that no earlier solution had. The
solver prefers such marks, so each solution covers many of them. When no new solution exists, the
remaining marks are in no solution. For the 729 marks of an empty 9×9 grid, some thirty solutions
suffice.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.puzzle import Puzzle
from nonet.questions.analysis.oracles import Load
from nonet.questions.analysis.solution_pool import Mark
from nonet.questions.analysis.solutions import remaining
from nonet.solvers import Limits, Solution, require_right
from nonet.system.limits import TimeUp


class MarkSolver:
    """A SAT solver loaded with one puzzle, which finds no solution twice."""

    def __init__(self, puzzle: Puzzle, load: Load, limits: Limits) -> None:
        from nonet.encodings.cnf import encode

        self._puzzle = puzzle
        self._limits = limits
        self._cnf = encode(puzzle)
        self._solver = load(self._cnf.clauses)
        self._unseen = {
            puzzle.grid.mark(cell, value)
            for cell, domain in enumerate(self._cnf.domains)
            for value in puzzle.grid.values_of(domain)
        }
        self._seen: set[int] = set()

    def cover(self) -> Iterator[Solution]:
        """Yield solutions until they cover every mark that is in some solution."""
        shrinking = self._cnf.variables + 1
        while self._unseen:
            # Each clause follows from the next one, so one assumption activates them all.
            self._solver.add([-shrinking, *self._unseen])
            self._solver.prefer([*self._unseen, *(-mark for mark in self._seen)])
            solution = self._solve([shrinking])
            if solution is None:
                return
            yield solution

    def find_through(self, mark: Mark) -> Solution | None:
        """Return a new solution with this mark, or None.

        Call `cover` first, because it finds every mark that is in a solution.
        """
        number = self._puzzle.grid.mark(*mark)
        return self._solve([number]) if number in self._seen else None

    def _solve(self, assumptions: list[int]) -> Solution | None:
        satisfiable = self._solver.solve(remaining(self._limits), assumptions)
        if satisfiable is None:
            raise TimeUp
        if not satisfiable:
            return None
        solution = self._cnf.decode(self._solver.model())
        require_right(self._puzzle, [solution], "a SAT solver")
        marks = {self._puzzle.grid.mark(*mark) for mark in enumerate(solution)}
        self._unseen -= marks
        self._seen |= marks
        # If all cells are fixed, the clause is empty: there is no other solution.
        self._solver.add(self._cnf.blocking(solution) or [])
        return solution

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()
