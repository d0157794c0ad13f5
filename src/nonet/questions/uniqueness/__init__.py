"""The basic questions about a puzzle: solve it, check it, list its solutions.

All are short loops over a session, which find a solution, block it and ask again. So they work with
every backend and every rule. `auto` is the default backend.
"""

from nonet.questions.uniqueness.many_puzzles import check_many, count_many, solve_many
from nonet.questions.uniqueness.one_puzzle import check, check_in, solutions, solve
from nonet.questions.uniqueness.reasons import reason_for_none
from nonet.questions.uniqueness.scores import Score, score
from nonet.questions.uniqueness.verdict import Kind, LimitReached, Verdict

__all__ = [
    "Kind",
    "LimitReached",
    "Score",
    "Verdict",
    "check",
    "check_in",
    "check_many",
    "count_many",
    "reason_for_none",
    "score",
    "solutions",
    "solve",
    "solve_many",
]
