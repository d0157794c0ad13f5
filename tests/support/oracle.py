"""The solutions of a puzzle, by brute force and by a session.

Brute force uses no constraint and no solver, only the givens, the marks and the rules' `holds`.
"""

from functools import lru_cache

from examples import case

from nonet import solutions
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, Verdict, check
from nonet.solvers import Limits, Session, Status

Solution = tuple[int, ...]

#: Backends of every kind.
KINDS = {"native", "norvig", "dlx", "heuristic", "backtracking", "pysat", "cpsat", "clingo"}


def brute_force(puzzle: Puzzle) -> set[Solution]:
    """Return every solution, found by trying all values and testing `holds`.

    A value is dropped as soon as `holds` is False on the partial grid. Tests in tests/rules check
    `holds` on partial grids, by trying all ways to complete them.
    """
    return {*_every_solution(puzzle)}


@lru_cache(maxsize=1000)
def _every_solution(puzzle: Puzzle) -> set[Solution]:
    grid = puzzle.grid
    choices = []
    for cell in grid.cells:
        allowed = [value for value in grid.values if puzzle.marks[cell] & grid.bit(value)]
        given = puzzle.givens[cell]
        choices.append(allowed if given is None else [value for value in allowed if value == given])
    values: list[int | None] = [None] * len(grid.cells)
    order = sorted(grid.cells, key=lambda cell: len(choices[cell]) > 1)  # the givens first
    found: set[Solution] = set()

    def fill(done: int) -> None:
        if done == len(order):
            found.add(tuple(values))
            return
        cell = order[done]
        for value in choices[cell]:
            values[cell] = value
            if all(rule.holds(grid, values) for rule in puzzle.meant):
                fill(done + 1)
        values[cell] = None

    fill(0)
    return found


def found_by_all(puzzle: Puzzle, *without: str) -> set[Solution]:
    """Return the solutions by brute force. Assert that every kind of backend finds them."""
    expected = brute_force(puzzle)
    for spec in KINDS - {*without}:
        with case(spec):
            assert set(solutions(puzzle, backend=spec)) == expected
    return expected


def enumerate_solutions(session: Session, limits: Limits | None = None) -> list[Solution]:
    """Return the solutions of a session, found by solving and blocking to the end.

    If a limit was reached and the status is UNKNOWN, solve again.
    """
    found: list[Solution] = []
    while True:
        answer = session.solve(limits or Limits())
        if answer.status is Status.UNSATISFIABLE:
            return found
        if answer.status is Status.SATISFIED:
            found.append(answer.solution)
            session.block(answer.solution)
        else:
            assert limits, "UNKNOWN without a limit"


def verdict_of(puzzle: Puzzle) -> Verdict:
    """Return the verdict of a plain search. If the search would never end, ask CP-SAT."""
    found = check(puzzle, "heuristic", Limits(nodes=10_000))
    return check(puzzle, "cpsat") if found.kind is Kind.UNKNOWN else found
