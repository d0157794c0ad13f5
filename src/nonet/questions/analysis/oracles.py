"""Oracles tell whether a puzzle with only some of its parts has a solution.

`Selectors` is the usual oracle: a SAT solver with the clauses of all parts, which learns from
question to question. `Sessions` works with every backend, because it opens a session for each
question. `Listed` looks up the answer in a list of all solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import Given, Part, with_parts
from nonet.questions.analysis.solutions import find_one, remaining
from nonet.solvers import (
    Backend,
    ClauseSolver,
    Limits,
    Solution,
    Unable,
    WrongAnswer,
    find_backend,
    require_right,
    second_opinion,
)
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp

#: The default SAT solver. It loads quickly, and answers many small questions quickly.
ORACLE = "pysat:minisat22"

#: The node limit of the second solver. It applies even if the user sets no limit.
_MOST_NODES = 100_000

#: A function that loads clauses into a SAT solver. The solver can return unsatisfiable cores.
Load = Callable[[Iterable[Sequence[int]]], ClauseSolver]


class OracleReply(NamedTuple):
    """A solution, or the numbers of parts that contradict each other (a core)."""

    solution: Solution | None
    core: frozenset[int] = frozenset()


@dataclass
class Oracle:
    """Answers questions about a puzzle with some of the `parts` added."""

    puzzle: Puzzle
    parts: Sequence[Part]

    def solve(self, kept: Collection[int]) -> OracleReply:
        """Solve the puzzle with the parts of these numbers added. Raise `TimeUp` at a limit."""
        raise NotImplementedError

    def core(self, kept: Collection[int]) -> Collection[int] | None:
        """Return some of these parts that make the puzzle unsolvable, or None."""
        reply = self.solve(kept)
        return reply.core if reply.solution is None else None

    def close(self) -> None:
        """Free the solver's memory, if there is a solver."""


def open_oracle(
    puzzle: Puzzle,
    parts: Sequence[Part],
    limits: Limits,
    spec: str | None = None,
    blocked: Sequence[Solution] = (),
) -> Oracle:
    """Return an oracle that uses this backend. Blocked solutions do not count as solutions."""
    backend = find_backend(spec or ORACLE)
    if backend.cores is None:
        return Sessions(puzzle, parts, limits, backend, blocked)
    return Selectors(puzzle, parts, limits, backend.cores, blocked)


@dataclass
class Sessions(Oracle):
    """An oracle that opens a session for each question."""

    limits: Limits
    backend: Backend
    blocked: Sequence[Solution] = ()

    def solve(self, kept: Collection[int]) -> OracleReply:
        puzzle = with_parts(self.puzzle, (self.parts[number] for number in sorted(kept)))
        solution = find_one(puzzle, self.backend, self.limits, self.blocked)
        return OracleReply(solution, frozenset(kept if solution is None else ()))


class Selectors(Oracle):
    """An oracle with one loaded SAT solver. The selector of a part activates its clauses."""

    def __init__(
        self,
        puzzle: Puzzle,
        parts: Sequence[Part],
        limits: Limits,
        load: Load,
        blocked: Sequence[Solution] = (),
    ) -> None:
        from nonet.encodings.cnf import encode

        super().__init__(puzzle, parts)
        self._limits = limits
        self._cnf = encode(puzzle)
        grid, top = puzzle.grid, self._cnf.variables
        clauses: list[Sequence[int]] = [*self._cnf.clauses]
        # The clauses of the parts have variables for impossible marks. Make these variables false.
        for cell, domain in enumerate(self._cnf.domains):
            clauses += ([-grid.mark(cell, v)] for v in grid.values_of(grid.full & ~domain))
        clauses += (c for c in map(self._cnf.blocking, blocked) if c is not None)
        self._selectors = []
        for part in parts:
            behind, top = clauses_alone(grid, part, top)
            top += 1
            self._selectors.append(top)
            clauses += ([-top, *clause] for clause in behind)
        self._numbers = {selector: number for number, selector in enumerate(self._selectors)}
        self._solver = load(clauses)

    def find(self, assumed: Sequence[int]) -> Solution | None:
        """Return a checked solution under assumptions, or None. Raise `TimeUp` at a limit."""
        satisfiable = self._solver.solve(remaining(self._limits), assumed)
        if satisfiable is None:
            raise TimeUp
        if not satisfiable:
            return None
        solution = self._cnf.decode(self._solver.model())
        require_right(self.puzzle, [solution], "a SAT solver")
        return solution

    def solve(self, kept: Collection[int]) -> OracleReply:
        solution = self.find([self._selectors[number] for number in kept])
        if solution is None:
            return OracleReply(None, frozenset(map(self._numbers.__getitem__, self._solver.core())))
        if not all(self.parts[number].holds(self.puzzle.grid, solution) for number in kept):
            raise WrongAnswer("a SAT solver gave a grid that breaks a clue")
        return OracleReply(solution)

    def close(self) -> None:
        self._solver.close()


class Listed(Oracle):
    """An oracle that looks up answers in a list of all solutions, except for the `target`.

    The values of the target are the parts. A reply is the solution closest to the target.
    """

    parts: Sequence[Given]

    def __init__(self, puzzle: Puzzle, solutions: Sequence[Solution], target: Solution) -> None:
        import numpy as np

        grid, same = puzzle.grid, puzzle.grid.answer(target)
        others = np.array([found for found in solutions if grid.answer(found) != same])
        varies = (others != np.array(target)).any(axis=0)
        cells = [cell for cell in grid.answers if varies[cell]]
        super().__init__(puzzle, tuple(Given(cell, target[cell]) for cell in cells))
        differs = others[:, cells] != np.array([target[cell] for cell in cells])
        order = differs.sum(axis=1).argsort(kind="stable")
        self._others, self._differs = others[order], differs[order]

    def solve(self, kept: Collection[int]) -> OracleReply:
        agreeing = ~self._differs[:, list(kept)].any(axis=1)
        closest = int(agreeing.argmax())
        if not agreeing[closest]:
            return OracleReply(None, frozenset(kept))
        return OracleReply(tuple(self._others[closest].tolist()))


def confirm(
    puzzle: Puzzle,
    parts: Sequence[Part],
    spec: str | None,
    limits: Limits,
    blocked: Sequence[Solution] = (),
) -> str | None:
    """Let a second solver confirm that these parts, but not fewer, make the puzzle unsolvable.

    Return the spec of the second solver, or None if a limit was reached. `spec` names the first
    solver.
    """
    first = find_backend(spec or ORACLE)
    second = second_opinion(first, with_parts(puzzle, parts))
    nodes = _MOST_NODES if limits.nodes is None else min(limits.nodes, _MOST_NODES)
    oracle = Sessions(puzzle, parts, replace(limits, nodes=nodes), second, blocked)
    every = frozenset(range(len(parts)))
    try:
        is_right = oracle.solve(every).solution is None and all(
            oracle.solve(every - {left_out}).solution for left_out in every
        )
    except (TimeUp, TooLarge, Unable):
        return None
    if not is_right:
        raise WrongAnswer(f"{second.spec} contradicts {first.spec}")
    return second.spec


def clauses_alone(grid: Grid, part: Part, top: int) -> tuple[list[list[int]], int]:
    """Return the clauses of one part, and the highest variable in use."""
    from nonet.encodings.cnf import write_rules
    from nonet.encodings.options import Encoding
    from nonet.encodings.writer import Writer

    if isinstance(part, Given):
        return [[grid.mark(part.cell, part.value)]], top
    alone = with_parts(Puzzle(grid), [part])
    writer = Writer(alone.geometry, (grid.full,) * len(grid.cells), Encoding())
    writer.variables = top
    write_rules(writer)
    for cell, domain in enumerate(alone.domains):
        left_out = grid.values_of(grid.full & ~domain)
        writer.clauses.extend([-grid.mark(cell, value)] for value in left_out)
    return writer.all_clauses(), writer.variables
