"""Explanations: the next step with its reason, the whole path to the solution, and its difficulty.

A step removes pencil marks from the board. It cites as few houses and other rules as possible.
"""

from nonet.explanations.hints import Hint, hint
from nonet.explanations.path import Explanation, explain
from nonet.explanations.ratings import Rating, rate, rating_of
from nonet.explanations.steps import Step
from nonet.explanations.uses import Unit

__all__ = ["Explanation", "Hint", "Rating", "Step", "Unit", "explain", "hint", "rate", "rating_of"]
