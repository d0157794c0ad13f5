"""Whether a puzzle can be solved with only some of its parts: the question behind most analyses.

There are two ways to ask. `Selectors` writes each part's clauses behind a literal of its own into
one SAT solver: what it learns stays, and it names the parts that clash. `Sessions` opens a session
for each question, and so works with every backend.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from nonet.analysis.budget import Budget, OutOfBudget
from nonet.analysis.clues import CandidateSet, Given, House, Part, with_parts
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion
from nonet.solvers import (
    Backend,
    ClauseSolver,
    Solution,
    Status,
    WrongAnswer,
    find_backend,
)
from nonet.validity import violations

#: Quick to load, and learns little that it would not need again.
ORACLE = "pysat:minisat22"

#: Loads clauses into a solver that names cores.
Load = Callable[[Iterable[Sequence[int]]], ClauseSolver]


class Reply(NamedTuple):
    """A solution, or None and numbers of parts that have none together."""

    solution: Solution | None
    core: frozenset[int] = frozenset()


class Oracle(Protocol):
    """Whoever can be asked; the parts are numbered as they were given."""

    @property
    def puzzle(self) -> Puzzle:
        """What the parts are added to."""

    @property
    def parts(self) -> Sequence[Part]:
        """The parts, in the order of their numbers."""

    def solve(self, kept: Collection[int]) -> Reply:
        """Find a solution of the puzzle with these parts; raise `OutOfBudget` at a limit."""

    def close(self) -> None:
        """Give back what is held."""


def open_oracle(
    puzzle: Puzzle,
    parts: Sequence[Part],
    budget: Budget,
    spec: str | None = None,
    blocked: Iterable[Solution] = (),
) -> Oracle:
    """Return who answers about a puzzle and parts to add to it, as the spec wishes.

    Blocked solutions do not count.
    """
    backend = find_backend(spec or ORACLE)
    if backend.cores is None:
        return Sessions(puzzle, parts, budget, backend, blocked)
    return Selectors(puzzle, parts, budget, backend.cores, blocked)


class Sessions:
    """A session for each question."""

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

    def solve(self, kept: Collection[int]) -> Reply:
        """Open a session on the puzzle with these parts."""
        limits = self._budget.left()
        puzzle = with_parts(self.puzzle, (self.parts[number] for number in sorted(kept)))
        with self._backend.open(puzzle) as session:
            for solution in self._blocked:
                session.block(solution)
            answer = session.solve(limits)
        if answer.status is Status.UNKNOWN:
            raise OutOfBudget
        return Reply(answer.solution, frozenset(kept if answer.solution is None else ()))

    def close(self) -> None:
        """Every session is closed by then."""


class Selectors:
    """One loaded SAT solver; a part counts where its selector is assumed."""

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
        self._cnf = encode(puzzle)
        clauses = [*self._cnf.clauses, *self._dead_marks()]
        for solution in blocked:
            forbidden = self._cnf.blocking(solution)
            clauses += [] if forbidden is None else [forbidden]
        self._selectors, behind = self._written()
        self._solver = load([*clauses, *behind])
        self._numbers = {selector: number for number, selector in enumerate(self._selectors)}

    def _dead_marks(self) -> Iterator[list[int]]:
        """Yield what the encoding leaves unsaid: the marks that it has dropped are false."""
        grid = self._cnf.grid
        for cell, domain in enumerate(self._cnf.domains):
            yield from ([-grid.mark(cell, v)] for v in grid.values_of(grid.full & ~domain))

    def _written(self) -> tuple[list[int], list[list[int]]]:
        """Return the selector of each part, and all clauses that they switch on."""
        top = self._cnf.variables
        selectors, found = [], []
        for part in self.parts:
            clauses, top = _clauses(self.puzzle, part, top)
            top += 1
            selectors.append(top)
            found += [[-top, *clause] for clause in clauses]
        return selectors, found

    def solve(self, kept: Collection[int]) -> Reply:
        """Assume the selectors of these parts."""
        limits = self._budget.left()
        assumed = [self._selectors[number] for number in kept]
        satisfiable = self._solver.solve(limits, assumed)
        if satisfiable is None:
            raise OutOfBudget
        if not satisfiable:
            core = self._solver.core()
            return Reply(None, frozenset(self._numbers[selector] for selector in core))
        solution = self._cnf.decode(self._solver.model())
        self._check(solution, kept)
        return Reply(solution)

    def _check(self, solution: Solution, kept: Collection[int]) -> None:
        grid = self.puzzle.grid
        if violations(self.puzzle, solution) or not all(
            self.parts[number].holds(grid, solution) for number in kept
        ):
            raise WrongAnswer("a SAT solver gave a wrong grid")

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()


def _clauses(puzzle: Puzzle, part: Part, top: int) -> tuple[list[list[int]], int]:
    """Return the clauses of a part alone, over all marks, and the highest variable then."""
    from nonet.encodings.cnf import write_rules
    from nonet.encodings.options import Encoding
    from nonet.encodings.writer import Writer

    grid = puzzle.grid
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
