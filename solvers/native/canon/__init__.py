"""Canonical forms of classic puzzles and grids, in arrays."""
