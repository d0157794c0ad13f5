"""Symmetries of puzzles: canonical forms, isomorphisms, and when two puzzles are the same."""

from nonet.symmetry.forms import CanonicalForm, canonical, canonical_many, isomorphism, searched
from nonet.symmetry.isomorphisms import Isomorphism

__all__ = [
    "CanonicalForm",
    "Isomorphism",
    "canonical",
    "canonical_many",
    "isomorphism",
    "searched",
]
