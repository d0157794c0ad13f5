"""Count the solutions of a puzzle on all cores, estimate their number, or list them in order.

A puzzle is cut into pieces. The pieces are counted in parallel, or estimated from samples.
"""

from nonet.questions.counting.enumeration import solutions
from nonet.questions.counting.exact import Tally, count, tally
from nonet.questions.counting.probes import Estimate, estimate, estimates

__all__ = ["Estimate", "Tally", "count", "estimate", "estimates", "solutions", "tally"]
