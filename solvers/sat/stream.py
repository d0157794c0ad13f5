"""A stream that answers puzzles with the same rules by one loaded SAT solver.

The clauses of the empty board are loaded once, and the givens of each puzzle are assumptions. The
clauses that block solutions of a puzzle contain the negation of an activation literal. The literal
is assumed to be true for this puzzle, and set to false after it. So all learnt clauses stay valid
for the next puzzles.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from operator import sub
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.solvers.answers import STATUS_OF, Answer, PhaseClock, Solution, Status
from nonet.solvers.engines import each_answer, within_deadline
from nonet.solvers.sat import catalogue
from nonet.solvers.sat.loaded import LoadedSolver
from nonet.system.limits import Limits, TimeUp, limited_to

if TYPE_CHECKING:
    from nonet.encodings.options import Encoding

#: The number of conflicts after which a new solver is loaded, because clauses learnt from other
#: puzzles then cost more time than they save. CaDiCaL deletes such clauses itself, so it is
#: replaced later, only to remove old activation literals.
MOST_CONFLICTS, MOST_CONFLICTS_CADICAL = 2_000, 200_000


class LiveStream:
    """A stream that keeps a solver loaded, and loads another one when the rules change."""

    def __init__(self, name: str, encoding: Encoding) -> None:
        self._name = name
        self._encoding = encoding
        self._board: _Board | None = None
        is_cadical = catalogue.stopped_by(name) == "termination"
        self._most_conflicts = MOST_CONFLICTS_CADICAL if is_cadical else MOST_CONFLICTS

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        return [self._answers(puzzle, limits, most) for puzzle in puzzles]

    def _answers(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        limits, start = within_deadline(limits), time.perf_counter()
        try:
            with limited_to(limits):
                board = self._board_of(puzzle.geometry)
        except TimeUp:
            return [Answer(Status.UNKNOWN)]
        limits = limits.after(time.perf_counter() - start)
        lent = _Lent(board, puzzle)
        try:
            with limited_to(Limits(memory=limits.memory)):
                answers = list(islice(each_answer(lent, limits), most))
            lent.retire()
        except BaseException:
            self.close()  # after an interrupt the state of the solver is unknown
            raise
        return answers

    def _board_of(self, geometry: Geometry) -> _Board:
        board = self._board
        if board and board.geometry is geometry and board.solver.conflicts <= self._most_conflicts:
            return board
        self.close()
        self._board = _Board(self._name, geometry, self._encoding)
        return self._board

    def close(self) -> None:
        if self._board is not None:
            self._board.solver.close()
            self._board = None


class _Board:
    """A solver with the clauses of an empty board."""

    def __init__(self, name: str, geometry: Geometry, encoding: Encoding) -> None:
        from nonet.encodings.cnf import encode

        self.geometry = geometry
        self.phases = PhaseClock()
        grid = geometry.grid
        with self.phases.measure("encode"):
            empty = Puzzle(grid, rules=geometry.rules)
            cnf = encode(empty, replace(encoding, reduction="raw"))
        with self.phases.measure("load"):
            self.solver = LoadedSolver(name, cnf.clauses, cnf.at_most_ones)
        self.marks = grid.marks
        # The mark of a value in a cell is the zero of the cell plus the value.
        self.zero = [grid.mark(cell, 0) for cell in grid.cells]
        self._top = cnf.variables

    def new_variable(self) -> int:
        """Return a fresh variable."""
        self._top += 1
        return self._top


class _Lent:
    """The engine: a board with the assumptions of one puzzle."""

    def __init__(self, board: _Board, puzzle: Puzzle) -> None:
        self._board = board
        self._puzzle = puzzle
        self._assumed = self._givens()
        self._activation: int | None = None

    def _givens(self) -> list[int]:
        """Return the marks of the givens, and the negated marks of excluded values."""
        puzzle, zeros = self._puzzle, self._board.zero
        pairs = zip(zeros, puzzle.givens, strict=True)
        givens = [zero + value for zero, value in pairs if value is not None]
        if puzzle.restricted:
            grid = puzzle.grid
            for zero, mask in zip(zeros, puzzle.marks, strict=True):
                givens += (-(zero + value) for value in grid.values_of(grid.full & ~mask))
        return givens

    def solve(self, limits: Limits) -> Answer:
        board, phases = self._board, self._board.phases
        start = time.perf_counter()
        satisfiable = board.solver.solve(limits, self._assumed)
        solved = time.perf_counter()
        phases.add("solve", solved - start)
        solution = None
        if satisfiable:
            # The true marks are in the order of the cells.
            true = [mark for mark in board.solver.model()[: board.marks] if mark > 0]
            solution = tuple(map(sub, true, board.zero))
            phases.add("decode", time.perf_counter() - solved)
        counters = board.solver.counters()
        return Answer(STATUS_OF[satisfiable], solution, counters, phases.take())

    def block(self, solution: Solution) -> None:
        """Add a clause over the cells that are not given; the activation literal switches it on."""
        if self._activation is None:
            self._activation = self._board.new_variable()
            self._assumed.append(self._activation)
        held = zip(self._board.zero, self._puzzle.givens, solution, strict=True)
        clause = [-zero - value for zero, given, value in held if given is None]
        self._board.solver.add([-self._activation, *clause])

    def retire(self) -> None:
        """Satisfy the blocking clauses for good, so that they do not affect the next puzzle."""
        if self._activation is not None:
            self._board.solver.add([-self._activation])
