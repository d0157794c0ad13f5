"""Symmetries of puzzles: canonical forms and isomorphisms."""

from nonet.questions.symmetry.forms import (
    CanonicalForm,
    Isomorphism,
    canonical,
    canonical_many,
    isomorphism,
    searched,
)

__all__ = ["CanonicalForm", "Isomorphism", "canonical", "canonical_many", "isomorphism", "searched"]
