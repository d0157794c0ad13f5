"""The puzzle (grid, givens, marks and rules), and its geometry (grid and rules alone)."""

from nonet.puzzle.puzzle import Puzzle, with_layers

__all__ = ["Puzzle", "with_layers"]
