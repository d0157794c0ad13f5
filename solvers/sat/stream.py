"""One loaded SAT solver for a stream of puzzles under the same rules.

The clauses of the empty board are loaded once. A puzzle's givens are assumptions, and the clause
that blocks its first solution stands behind an activation literal, which is assumed too, and
retired when the puzzle is done. What was learnt stays true for every puzzle.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from operator import sub
from typing import TYPE_CHECKING

from nonet.puzzle import Geometry, Puzzle
from nonet.solvers.contract import Answer, Limits, Phases, Solution, Status
from nonet.solvers.sat import satsolvers
from nonet.solvers.sat.stopping import solve_within

if TYPE_CHECKING:
    from nonet.encodings.options import Encoding

#: Conflicts after which a solver is loaded anew: what it learnt from other puzzles then costs more
#: than it saves. CaDiCaL sorts out what it learnt by itself, and is only rid of retired literals.
MOST_CONFLICTS, MOST_CONFLICTS_CADICAL = 2_000, 200_000

STATUS = {True: Status.SATISFIED, False: Status.UNSATISFIABLE, None: Status.UNKNOWN}


class LiveSolver:
    """Answers puzzle after puzzle; loads anew when the rules change."""

    def __init__(self, name: str, encoding: Encoding) -> None:
        self._name = name
        self._encoding = encoding
        self._geometry: Geometry | None = None
        self._stopped_by = satsolvers.stopped_by(name)
        is_cadical = self._stopped_by == "slices"
        self._most_conflicts = MOST_CONFLICTS_CADICAL if is_cadical else MOST_CONFLICTS
        self._phases = Phases()

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Return up to so many answers to each puzzle; the last may say that there are no more."""
        return [self._answers(puzzle, limits, most) for puzzle in puzzles]

    def _answers(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        if puzzle.geometry is not self._geometry or self._is_worn():
            self._load(puzzle.geometry)
        try:
            return self._ask(puzzle, limits, most)
        except BaseException:
            self.close()  # after an interrupt the solver is in no known state
            raise

    def _is_worn(self) -> bool:
        return self._counters.totals.get("conflicts", 0) > self._most_conflicts

    def _ask(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        givens = self._assumptions(puzzle)
        assumed = givens
        activation = None
        answers: list[Answer] = []
        while len(answers) < most:
            if answers:
                solution = answers[-1].solution
                if solution is None:
                    break
                if activation is None:
                    self._top += 1
                    activation = self._top
                    assumed = [*givens, activation]
                self._solver.add_clause([-activation, *self._blocking(puzzle, solution)])
            answers.append(self._solve(assumed, limits))
        if activation is not None:
            self._solver.add_clause([-activation])
        return answers

    def _assumptions(self, puzzle: Puzzle) -> list[int]:
        """Return the marks of the givens, and the negated ones of values that marks leave out."""
        pairs = zip(self._zero, puzzle.givens, strict=True)
        givens = [zero + value for zero, value in pairs if value is not None]
        if puzzle.restricted:
            grid = puzzle.grid
            for zero, mask in zip(self._zero, puzzle.marks, strict=True):
                givens += (-(zero + value) for value in grid.values_of(grid.full & ~mask))
        return givens

    def _blocking(self, puzzle: Puzzle, solution: Solution) -> list[int]:
        held = zip(self._zero, puzzle.givens, solution, strict=True)
        return [-zero - value for zero, given, value in held if given is None]

    def _solve(self, assumptions: list[int], limits: Limits) -> Answer:
        start = time.perf_counter()
        satisfiable = solve_within(self._solver, self._stopped_by, limits, assumptions)
        solved = time.perf_counter()
        self._phases.add("solve", solved - start)
        solution = None
        if satisfiable:
            solution = self._decode(self._solver.get_model())
            self._phases.add("decode", time.perf_counter() - solved)
        counters = self._counters.take()
        return Answer(STATUS[satisfiable], solution, counters, self._phases.take())

    def _decode(self, model: list[int]) -> Solution:
        """Return the values of the true marks, which come in the order of the cells."""
        true = [mark for mark in model[: self._marks] if mark > 0]
        return tuple(map(sub, true, self._zero))

    def _load(self, geometry: Geometry) -> None:
        from nonet.encodings.cnf import encode

        self.close()
        grid = geometry.grid
        with self._phases.measure("encode"):
            empty = Puzzle(grid, rules=geometry.rules)
            cnf = encode(empty, replace(self._encoding, reduction="raw"))
        with self._phases.measure("load"):
            self._solver = satsolvers.load(self._name, cnf.clauses, cnf.at_most_ones)
        self._counters = satsolvers.Counters(self._name, self._solver)
        self._geometry = geometry
        self._top = cnf.variables
        self._marks = grid.marks
        # A value added to the zero of its cell is its mark.
        self._zero = [grid.mark(cell, 0) for cell in grid.cells]

    def close(self) -> None:
        """Free the solver's memory."""
        if self._geometry is not None:
            self._solver.delete()
            self._geometry = None
