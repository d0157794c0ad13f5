"""Code that all analyses share: limits, the choice of a backend, lists of solutions, messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from nonet.formats import values_of
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.solvers import Backend, Limits, Solution, Status, find_backend, preferred
from nonet.system.errors import PuzzleError
from nonet.system.limits import TimeUp, check_limits, limited_to, seconds_left
from nonet.validity import violations

T = TypeVar("T")

#: The text of a result that has nothing to show but the verdict.
VERDICTS = {
    Kind.NONE: "the puzzle has no solution: look for a conflict",
    Kind.UNIQUE: "the puzzle has one solution",
    Kind.MULTIPLE: "the puzzle has several solutions: look for the differences",
    Kind.UNKNOWN: "unknown: a limit was reached",
}


def last_within(limits: Limits, results: Iterable[T], first: T) -> T:
    """Return the last result found within the limits. If nothing was found, return `first`."""
    with suppress(TimeUp), limited_to(limits):
        for found in results:
            first = found
    return first


def remaining(limits: Limits) -> Limits:
    """Return the limits of the next solve. If no time is left, raise `TimeUp`."""
    check_limits()
    return replace(limits, seconds=seconds_left())


def choose(puzzle: Puzzle, spec: str | None) -> Backend:
    """Return the backend of a spec, or the preferred backend for the puzzle."""
    return preferred(puzzle) if spec is None else find_backend(spec)


def stated(puzzle: Puzzle, values: Sequence[int], purpose: str) -> Solution:
    """Check and return a caller's solution, which may be a list or an array."""
    name = f"the solution {purpose}"
    solution = values_of(puzzle.grid, values)
    for violation in violations(puzzle, solution):
        raise PuzzleError(f"{name} is not a solution: {violation}")
    found = tuple([value for value in solution if value is not None])
    if len(found) < len(solution):
        empty = puzzle.grid.name(solution.index(None))
        raise PuzzleError(f"{name} is not a solution: {empty} is empty")
    return found


def each_solution(puzzle: Puzzle, backend: Backend, limits: Limits) -> Iterator[Solution]:
    """Yield every solution once, or raise `TimeUp` at a limit."""
    with backend.open(puzzle) as session:
        for answer in session.answers(remaining(limits)):
            if answer.status is Status.UNKNOWN:
                raise TimeUp
            if answer.solution is not None:
                yield answer.solution


def find_one(
    puzzle: Puzzle, backend: Backend, limits: Limits, blocked: Iterable[Solution] = ()
) -> Solution | None:
    """Return a solution that is not blocked, or None. Raise `TimeUp` at a limit."""
    with backend.open(puzzle) as session:
        for solution in blocked:
            session.block(solution)
        answer = session.solve(remaining(limits))
    if answer.status is Status.UNKNOWN:
        raise TimeUp
    return answer.solution
