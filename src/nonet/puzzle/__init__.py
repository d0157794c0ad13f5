"""The puzzle: a grid, its givens and marks, and the rules; `geometry` is a grid under rules."""

from nonet.puzzle.puzzle import Puzzle

__all__ = ["Puzzle"]
