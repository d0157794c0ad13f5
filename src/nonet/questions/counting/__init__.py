"""Count the solutions of a puzzle on all cores, estimate their number, or list them in order.

To do so, cut the puzzle into pieces, which can be counted in parallel or sampled.
"""

from nonet.questions.counting.enumeration import solutions
from nonet.questions.counting.exact import Tally, count, tally
from nonet.questions.counting.probes import PROBES, Estimate, estimate, estimates

__all__ = ["PROBES", "Estimate", "Tally", "count", "estimate", "estimates", "solutions", "tally"]
