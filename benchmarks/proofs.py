"""Proofs by the general engine that a puzzle has one solution, while the puzzle is made."""

from collections.abc import Sequence

from nonet.puzzle import Puzzle
from nonet.solvers import Backend, Limits, Status
from nonet.solvers.native.general.engine import GeneralEngine

GENERAL = Backend("native:general", lambda puzzle, _: GeneralEngine(puzzle))


def is_only(solution: Sequence[int], puzzle: Puzzle, nodes: int) -> bool:
    """Tell whether the engine can prove the solution unique within this number of nodes."""
    with GENERAL.open(puzzle) as session:
        session.block(tuple(solution))
        return session.solve(Limits(nodes=nodes)).status is Status.UNSATISFIABLE


def second_solution(puzzle: Puzzle, first: Sequence[int]) -> tuple[int, ...] | None:
    with GENERAL.open(puzzle) as session:
        session.block(tuple(first))
        return session.solve().solution
