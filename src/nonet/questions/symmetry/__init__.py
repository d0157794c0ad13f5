"""Symmetries of puzzles: canonical forms, isomorphisms, and tests for isomorphic puzzles."""

from nonet.questions.symmetry.forms import (
    CanonicalForm,
    canonical,
    canonical_many,
    isomorphism,
    searched,
)
from nonet.questions.symmetry.isomorphisms import Isomorphism

__all__ = ["CanonicalForm", "Isomorphism", "canonical", "canonical_many", "isomorphism", "searched"]
