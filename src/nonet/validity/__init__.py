"""Check by the rules' definitions whether one grid or many grids obey a puzzle."""

from nonet.validity.meaning import Violation, is_solution, unfillable, violations

__all__ = ["Violation", "is_solution", "unfillable", "violations"]
