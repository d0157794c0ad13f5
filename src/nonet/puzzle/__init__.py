"""The puzzle (grid, givens, marks and rules), and its geometry (grid and rules alone)."""

from nonet.puzzle.puzzle import Puzzle

__all__ = ["Puzzle"]
