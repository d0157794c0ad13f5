"""The basic questions about a puzzle: find a solution, and check whether it is the only one.

Each function is a short loop over a solver session: find a solution, block it, and ask for another.
So it works with every backend and every rule. The default backend is `auto`.
"""

from nonet.questions.uniqueness.checks import (
    check,
    check_many,
    count_many,
    solve,
    solve_many,
)
from nonet.questions.uniqueness.scores import Score, score
from nonet.questions.uniqueness.verdict import Kind, LimitReached, Verdict, reason_for_none

__all__ = [
    "Kind",
    "LimitReached",
    "Score",
    "Verdict",
    "check",
    "check_many",
    "count_many",
    "reason_for_none",
    "score",
    "solve",
    "solve_many",
]
