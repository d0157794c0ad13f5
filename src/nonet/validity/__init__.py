"""Check whether one grid or many grids obey a puzzle, by the definitions of its rules."""

from nonet.validity.meaning import Violation, is_solution, unfillable, violations

__all__ = ["Violation", "is_solution", "unfillable", "violations"]
