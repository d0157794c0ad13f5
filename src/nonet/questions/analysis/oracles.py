"""Oracles answer whether a puzzle with only some of its parts has a solution.

There are three oracles. `Selectors` loads the clauses of all parts into one SAT solver, guarded by
a selector literal for each part. The solver keeps its learnt clauses, and returns a core of parts
that contradict each other. `Sessions` opens a session for each question, and so works with every
backend. `Listed` looks up the answer in a list of all solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis.budget import Budget
from nonet.questions.analysis.clues import CandidateSet, Given, House, Part, with_parts
from nonet.rules import ExtraRegion
from nonet.solvers import (
    Backend,
    ClauseSolver,
    Solution,
    Status,
    WrongAnswer,
    find_backend,
    require_right,
)
from nonet.system.limits import TimeUp

#: The default SAT solver. It loads fast, and answers many small questions fast.
ORACLE = "pysat:minisat22"

#: A function that loads clauses into a solver with cores.
Load = Callable[[Iterable[Sequence[int]]], ClauseSolver]


class OracleReply(NamedTuple):
    """A solution, or the numbers of parts that contradict each other (a core)."""

    solution: Solution | None
    core: frozenset[int] = frozenset()


class Oracle(Protocol):
    """Answers questions about a puzzle with some of its numbered parts."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the parts are added to."""

    @property
    def parts(self) -> Sequence[Part]:
        """The parts in the order of their numbers."""

    def solve(self, kept: Collection[int]) -> OracleReply:
        """Find a solution of the puzzle with these parts, or raise `TimeUp` at a limit."""

    def close(self) -> None:
        """Release the resources."""


def open_oracle(
    puzzle: Puzzle,
    parts: Sequence[Part],
    budget: Budget,
    spec: str | None = None,
    blocked: Iterable[Solution] = (),
) -> Oracle:
    """Return the oracle for a spec; blocked solutions do not count as solutions.

    Raise `TimeUp` if a limit is reached before the oracle is ready.
    """
    backend = find_backend(spec or ORACLE)
    if backend.cores is None:
        return Sessions(puzzle, parts, budget, backend, blocked)
    return Selectors(puzzle, parts, budget, backend.cores, blocked)


class Sessions:
    """An oracle that opens a session for each question."""

    def __init__(
        self,
        puzzle: Puzzle,
        parts: Sequence[Part],
        budget: Budget,
        backend: Backend,
        blocked: Iterable[Solution] = (),
    ) -> None:
        self.puzzle = puzzle
        self.parts = parts
        self._budget = budget
        self._backend = backend
        self._blocked = tuple(blocked)

    def solve(self, kept: Collection[int]) -> OracleReply:
        """Open a session on the puzzle with these parts."""
        limits = self._budget.left()
        puzzle = with_parts(self.puzzle, (self.parts[number] for number in sorted(kept)))
        with self._backend.open(puzzle) as session:
            for solution in self._blocked:
                session.block(solution)
            answer = session.solve(limits)
        if answer.status is Status.UNKNOWN:
            raise TimeUp
        return OracleReply(answer.solution, frozenset(kept if answer.solution is None else ()))

    def close(self) -> None:
        """Do nothing: every session is already closed."""


class Selectors:
    """An oracle with one loaded SAT solver. Assuming a part's selector activates the part."""

    def __init__(
        self,
        puzzle: Puzzle,
        parts: Sequence[Part],
        budget: Budget,
        load: Load,
        blocked: Iterable[Solution] = (),
    ) -> None:
        from nonet.encodings.cnf import encode

        self.puzzle = puzzle
        self.parts = parts
        self._budget = budget
        with budget.spent():
            self._cnf = encode(puzzle)
            clauses = [*self._cnf.clauses, *self._dead_marks()]
            for solution in blocked:
                forbidden = self._cnf.blocking(solution)
                clauses += [] if forbidden is None else [forbidden]
            self._selectors, behind = self._written()
            self._solver = load([*clauses, *behind])
        self._numbers = {selector: number for number, selector in enumerate(self._selectors)}

    def _dead_marks(self) -> Iterator[list[int]]:
        """Yield unit clauses that make each mark false that the encoding has dropped."""
        grid = self._cnf.grid
        for cell, domain in enumerate(self._cnf.domains):
            yield from ([-grid.mark(cell, v)] for v in grid.values_of(grid.full & ~domain))

    def _written(self) -> tuple[list[int], list[list[int]]]:
        """Return the selector of each part, and the clauses that the selectors guard."""
        top = self._cnf.variables
        selectors, found = [], []
        for part in self.parts:
            clauses, top = clauses_alone(self.puzzle.grid, part, top)
            top += 1
            selectors.append(top)
            found += [[-top, *clause] for clause in clauses]
        return selectors, found

    def solve(self, kept: Collection[int]) -> OracleReply:
        """Assume the selectors of these parts."""
        limits = self._budget.left()
        assumed = [self._selectors[number] for number in kept]
        satisfiable = self._solver.solve(limits, assumed)
        if satisfiable is None:
            raise TimeUp
        if not satisfiable:
            core = self._solver.core()
            return OracleReply(None, frozenset(self._numbers[selector] for selector in core))
        solution = self._cnf.decode(self._solver.model())
        self._check(solution, kept)
        return OracleReply(solution)

    def _check(self, solution: Solution, kept: Collection[int]) -> None:
        require_right(self.puzzle, [solution], "a SAT solver")
        if not all(self.parts[number].holds(self.puzzle.grid, solution) for number in kept):
            raise WrongAnswer("a SAT solver gave a grid that breaks a clue")

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()


class Listed:
    """An oracle on the list of all solutions. Its parts are the values of a blocked solution.

    The blocked solution is the `target`. The reply is the solution that has the kept values and is
    closest to the target.
    """

    def __init__(self, puzzle: Puzzle, solutions: Sequence[Solution], target: Solution) -> None:
        import numpy as np

        self.puzzle = puzzle
        others = np.array([found for found in solutions if found != target])
        cells = (others != np.array(target)).any(axis=0).nonzero()[0].tolist()
        self.parts = tuple(Given(cell, target[cell]) for cell in cells)
        differs = others[:, cells] != np.array([target[cell] for cell in cells])
        order = differs.sum(axis=1).argsort(kind="stable")
        self._others, self._differs = others[order], differs[order]

    def solve(self, kept: Collection[int]) -> OracleReply:
        """Look up the givens in the list."""
        agreeing = ~self._differs[:, list(kept)].any(axis=1)
        closest = int(agreeing.argmax())
        if not agreeing[closest]:
            return OracleReply(None, frozenset(kept))
        return OracleReply(tuple(self._others[closest].tolist()))

    def close(self) -> None:
        """Do nothing: a list holds no resources."""


def clauses_alone(grid: Grid, part: Part, top: int) -> tuple[list[list[int]], int]:
    """Return the clauses of one part over all marks, and the highest variable in use.

    >>> clauses_alone(Grid(2, 2), House("row", 1, (0, 1)), top=8)
    ([[1, 3], [2, 4], [-1, -3], [-2, -4]], 8)
    """
    from nonet.encodings.cnf import write_rules
    from nonet.encodings.options import Encoding
    from nonet.encodings.writer import Writer

    match part:
        case Given(cell, value):
            return [[grid.mark(cell, value)]], top
        case CandidateSet(cell, mask):
            left_out = grid.values_of(grid.full & ~mask)
            return [[-grid.mark(cell, value)] for value in left_out], top
        case House(cells=cells):
            part = ExtraRegion(cells)
    geometry = Puzzle(grid, rules=(part,)).geometry
    writer = Writer(geometry, (grid.full,) * len(grid.cells), Encoding())
    writer.variables = top
    write_rules(writer)
    for cell, allowed in enumerate(geometry.allowed):
        left_out = grid.values_of(grid.full & ~allowed)
        writer.clauses.extend([-grid.mark(cell, value)] for value in left_out)
    return writer.all_clauses(), writer.variables
