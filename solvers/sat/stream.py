"""A loaded SAT solver that answers all puzzles with the same rules.

The solver loads the clauses of the empty board once. The givens of each puzzle are assumptions.
Each puzzle has an activation literal, which switches on the clauses that block its solutions. The
literal is assumed to be true. After the puzzle, a clause makes it false. So all learnt clauses stay
valid for the next puzzles.
"""

from __future__ import annotations

import time
from dataclasses import replace
from operator import sub

from nonet.encodings.options import Encoding
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.solvers.answers import STATUS_OF, Answer, PhaseClock, Solution
from nonet.solvers.sat import catalogue
from nonet.solvers.sat.loaded import LoadedSolver
from nonet.system.limits import Limits

#: A solver is worn after this many conflicts. Then the clauses learnt from earlier puzzles cost
#: more time than they save. CaDiCaL deletes such clauses itself.
MOST_CONFLICTS, MOST_CONFLICTS_CADICAL = 2_000, 200_000


class Board:
    """The empty board in a loaded solver. It answers puzzles by solving under assumptions."""

    def __init__(self, name: str, encoding: Encoding, geometry: Geometry) -> None:
        from nonet.encodings.cnf import encode

        self.geometry = geometry
        self._phases = PhaseClock()
        grid = geometry.grid
        with self._phases.measure("encode"):
            empty = Puzzle(grid, rules=geometry.rules)
            cnf = encode(empty, replace(encoding, reduction="raw"))
        with self._phases.measure("load"):
            self._solver = LoadedSolver(name, cnf.clauses, cnf.at_most_ones)
        # The number of a mark is the `zero` of its cell plus its value.
        self._zeros = [grid.mark(cell, 0) for cell in grid.cells]
        self._top = cnf.variables
        #: The activation literal of the current puzzle, if a solution of it is blocked.
        self._activation: int | None = None
        is_cadical = catalogue.stopped_by(name) == "termination"
        self._most_conflicts = MOST_CONFLICTS_CADICAL if is_cadical else MOST_CONFLICTS

    @property
    def is_worn(self) -> bool:
        return self._solver.conflicts > self._most_conflicts

    def close(self) -> None:
        self._solver.close()

    def put(self, puzzle: Puzzle) -> None:
        """Assume the givens of a puzzle, and switch off the clauses for the last puzzle."""
        if self._activation is not None:
            self._solver.add([-self._activation])
            self._activation = None
        self._givens = puzzle.givens
        pairs = zip(self._zeros, puzzle.givens, strict=True)
        self._assumed = [zero + value for zero, value in pairs if value is not None]
        if puzzle.restricted:
            grid = puzzle.grid
            for zero, mask in zip(self._zeros, puzzle.marks, strict=True):
                self._assumed += (-(zero + value) for value in grid.values_of(grid.full & ~mask))

    def solve(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        satisfiable = self._solver.solve(limits, self._assumed)
        solved = time.perf_counter()
        self._phases.add("solve", solved - start)
        solution = None
        if satisfiable:
            # The true marks are in the order of the cells.
            marks = self._solver.model()[: self.geometry.grid.marks]
            solution = tuple(map(sub, (mark for mark in marks if mark > 0), self._zeros))
            self._phases.add("decode", time.perf_counter() - solved)
        counters = self._solver.counters()
        return Answer(STATUS_OF[satisfiable], solution, counters, self._phases.take())

    def block(self, solution: Solution) -> None:
        """Add a clause over the cells without a given. The activation literal switches it on."""
        if self._activation is None:
            self._top = self._activation = self._top + 1
            self._assumed.append(self._activation)
        held = zip(self._zeros, self._givens, solution, strict=True)
        clause = [-zero - value for zero, given, value in held if given is None]
        self._solver.add([-self._activation, *clause])
