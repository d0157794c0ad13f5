"""Generation of puzzles: draw a random full grid, and remove clues while the solution is unique."""

from nonet.generation.difficulty import Band, Difficulty, measure, parse_range
from nonet.generation.grids import dig, full_grids, with_holes
from nonet.generation.production import Made, Tried, generate, outcomes, second_opinion
from nonet.generation.request import Request, Symmetry, Unmet, empty_board

__all__ = ["Band", "Difficulty", "Made", "Request", "Symmetry", "Tried", "Unmet"]
__all__ += ["dig", "empty_board", "full_grids", "generate", "measure", "outcomes", "parse_range"]
__all__ += ["second_opinion", "with_holes"]
