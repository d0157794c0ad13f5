"""Making puzzles: full grids at random, and clues taken out while there is one solution."""

from nonet.generation.difficulty import Band, Difficulty, Range, measure, parse_range
from nonet.generation.grids import full_grids
from nonet.generation.holes import with_holes
from nonet.generation.making import Made, Queue, generate, outcomes, second_opinion
from nonet.generation.models import named
from nonet.generation.request import Request, Unmet
from nonet.generation.symmetry import Symmetry

__all__ = [
    "Band",
    "Difficulty",
    "Made",
    "Queue",
    "Range",
    "Request",
    "Symmetry",
    "Unmet",
    "full_grids",
    "generate",
    "measure",
    "named",
    "outcomes",
    "parse_range",
    "second_opinion",
    "with_holes",
]
