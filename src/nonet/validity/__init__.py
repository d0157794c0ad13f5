"""Whether grids obey a puzzle: by the rules' meaning, and for many grids at once."""

from nonet.validity.arrays import wrong_grids
from nonet.validity.meaning import Violation, violations

__all__ = ["Violation", "violations", "wrong_grids"]
