"""How many solutions there are: counted on all cores, or estimated; and all of them in order.

A puzzle is cut into pieces, which are counted side by side or sampled.
"""

from nonet.questions.counting.exact import Tally, count, tally
from nonet.questions.counting.order import solutions
from nonet.questions.counting.probes import PROBES, Estimate, estimate, estimates

__all__ = [
    "PROBES",
    "Estimate",
    "Tally",
    "count",
    "estimate",
    "estimates",
    "solutions",
    "tally",
]
