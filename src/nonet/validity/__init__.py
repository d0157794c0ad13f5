"""Whether a grid obeys a puzzle, by the rules' own meaning; `arrays` does it for many grids."""

from nonet.validity.meaning import Violation, unfillable, violations

__all__ = ["Violation", "unfillable", "violations"]
