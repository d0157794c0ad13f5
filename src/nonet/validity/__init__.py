"""Whether a grid obeys a puzzle, by the rules' own meaning; `arrays` does it for many grids."""

from nonet.validity.meaning import Violation, is_solution, unfillable, violations

__all__ = ["Violation", "is_solution", "unfillable", "violations"]
