"""The questions of setters: true candidates, conflicts, redundant clues, fewest givens and others.

An analysis solves many variants of a puzzle, with any backend and any rules. The time limit covers
the whole analysis. The node limit applies to each solve separately. If a limit is reached, the
result is incomplete and says so.
"""

from nonet.questions.analysis.candidates import TrueCandidates, true_candidates
from nonet.questions.analysis.clue_sets import (
    Conflict,
    Minimised,
    Redundancy,
    find_conflict,
    find_redundant,
    minimise,
)
from nonet.questions.analysis.clues import CandidateSet, Clue, Given, House, clues_of
from nonet.questions.analysis.completion import FewestGivens, fewest_givens
from nonet.questions.analysis.differences import Differences, find_differences

__all__ = ["CandidateSet", "Clue", "Conflict", "Differences", "FewestGivens", "Given", "House"]
__all__ += ["Minimised", "Redundancy", "TrueCandidates"]
__all__ += ["clues_of", "fewest_givens", "find_conflict", "find_differences", "find_redundant"]
__all__ += ["minimise", "true_candidates"]
