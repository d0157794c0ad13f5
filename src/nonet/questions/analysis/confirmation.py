"""A second opinion: another solver confirms that a set of parts is a minimal refutation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonet.puzzle import Puzzle
from nonet.questions.analysis.budget import Budget
from nonet.questions.analysis.clues import Part, with_parts
from nonet.questions.analysis.oracles import ORACLE
from nonet.solvers import (
    Backend,
    Solution,
    Status,
    Unable,
    WrongAnswer,
    find_backend,
    second_opinion,
)
from nonet.system.errors import TooLarge

#: The most nodes for a second opinion, even if the user sets no limit.
MOST_NODES = 100_000


def confirm(
    puzzle: Puzzle,
    parts: Sequence[Part],
    spec: str | None,
    budget: Budget,
    blocked: Sequence[Solution] = (),
) -> str | None:
    """Confirm that the puzzle with the parts is unsolvable, and solvable without any one of them.

    Return the spec of the solver that confirms it, or None if a limit was reached. `spec` names the
    solver that found the parts. Blocked solutions do not count as solutions.
    """
    first = find_backend(spec or ORACLE)
    second = second_opinion(first, with_parts(puzzle, parts))
    for left_out in (None, *range(len(parts))):
        kept = (part for number, part in enumerate(parts) if number != left_out)
        status = _status(second, with_parts(puzzle, kept), budget, blocked)
        if status is Status.UNKNOWN:
            return None
        expected = Status.UNSATISFIABLE if left_out is None else Status.SATISFIED
        if status is not expected:
            raise WrongAnswer(f"{second.spec} contradicts {first.spec}")
    return second.spec


def _status(
    backend: Backend, puzzle: Puzzle, budget: Budget, blocked: Sequence[Solution]
) -> Status:
    limits = budget.left()
    nodes = MOST_NODES if limits.nodes is None else min(limits.nodes, MOST_NODES)
    try:
        with backend.open(puzzle) as session:
            for solution in blocked:
                session.block(solution)
            return session.solve(replace(limits, nodes=nodes)).status
    except (TooLarge, Unable):
        return Status.UNKNOWN
