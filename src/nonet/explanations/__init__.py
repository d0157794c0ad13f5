"""Explanations: the next step with its reason, the whole path to the solution, and its difficulty.

A step removes pencil marks from the board. It cites as few houses and other rules as possible.
"""

import os

from nonet.explanations.hints import LEVELS, Hint, hint
from nonet.explanations.path import Explanation, explain, line
from nonet.explanations.ratings import Rating, rate, rating_of
from nonet.explanations.steps import Step
from nonet.explanations.uses import Unit, Use
from nonet.system.files import write_whole

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
    "rating_of",
    "write_page",
]


def write_page(path: Explanation, name: str | os.PathLike[str]) -> None:
    """Write the page of a path as a file, in full or not at all."""
    write_whole(os.fspath(name), [path.page().encode()])
