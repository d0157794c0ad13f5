"""What setters ask about a puzzle beside whether it is unique: true candidates, conflicts, clues."""

from nonet.analysis.candidates import Candidates, true_candidates

__all__ = ["Candidates", "true_candidates"]
