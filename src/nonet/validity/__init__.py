"""Check whether grids obey a puzzle, by the rules' definitions; `arrays` checks many at once."""

from nonet.validity.meaning import Violation, is_solution, unfillable, violations

__all__ = ["Violation", "is_solution", "unfillable", "violations"]
