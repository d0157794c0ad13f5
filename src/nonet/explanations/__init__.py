"""Explanations: the next step and why it is forced, the whole path, and how hard it is.

A step is a smallest set of *uses* of rules that, with the marks on the board, removes a mark.
"""

from nonet.explanations.hints import LEVELS, Hint, hint
from nonet.explanations.page import write_page
from nonet.explanations.path import Explanation, explain, line
from nonet.explanations.rating import Rating, rate
from nonet.explanations.steps import Step
from nonet.explanations.uses import Unit, Use

__all__ = [
    "LEVELS",
    "Explanation",
    "Hint",
    "Rating",
    "Step",
    "Unit",
    "Use",
    "explain",
    "hint",
    "line",
    "rate",
    "write_page",
]
