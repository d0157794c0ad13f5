"""Proofs that a puzzle has one solution, while the puzzle is made."""

from collections.abc import Mapping, Sequence

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers import Backend, Limits, Status
from nonet.solvers.native.general import GeneralEngine

GENERAL = Backend("native:general", lambda puzzle, _: GeneralEngine(puzzle))


def judge_of(puzzle: Puzzle, solution: Sequence[int], judges: Mapping[str, int]) -> str | None:
    """Return the first judge that proves that a solution is the only one.

    `judges` maps each backend to its limit of nodes. If a judge reaches its limit, the next one
    tries. Return None if the puzzle has another solution, or if all judges reach their limits.

    >>> judge_of(nonet.classic("1..."), (1, 2, 2, 1), {"native": 10})
    'native'
    """
    for name, most in judges.items():
        with nonet.find_backend(name).open(puzzle) as session:
            session.block(tuple(solution))
            answer = session.solve(Limits(nodes=most))
        if answer.status is Status.UNSATISFIABLE:
            return name
        if answer.status is Status.SATISFIED:
            return None
    return None


def judges(nodes: int) -> dict[str, int]:
    """Return the judges of a puzzle: the native engine, and a SAT solver with as many conflicts."""
    return {"native": nodes, "pysat:glucose4": nodes}


def is_only(solution: Sequence[int], puzzle: Puzzle, nodes: int) -> bool:
    """Return whether one of the judges proves the solution unique."""
    return judge_of(puzzle, solution, judges(nodes)) is not None


def second_solution(puzzle: Puzzle, first: Sequence[int]) -> tuple[int, ...] | None:
    with GENERAL.open(puzzle) as session:
        session.block(tuple(first))
        return session.solve().solution
