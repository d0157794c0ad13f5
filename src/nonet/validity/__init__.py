"""Whether a grid obeys a puzzle: by the rules' own meaning, and in arrays for many grids."""

from nonet.validity.arrays import wrong_grids
from nonet.validity.meaning import Violation, violations

__all__ = ["Violation", "violations", "wrong_grids"]
