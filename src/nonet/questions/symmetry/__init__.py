"""Symmetries of puzzles: canonical forms and isomorphisms."""

from nonet.questions.symmetry.forms import (
    CanonicalForm,
    canonical,
    canonical_many,
    isomorphism,
    searched,
)
from nonet.questions.symmetry.isomorphisms import Isomorphism

__all__ = ["CanonicalForm", "Isomorphism", "canonical", "canonical_many", "isomorphism", "searched"]
