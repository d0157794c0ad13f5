"""Check by the rules' definitions whether a grid, or each grid of an array, obeys a puzzle."""

from nonet.validity.meaning import Violation, is_solution, unfillable, violations

__all__ = ["Violation", "is_solution", "unfillable", "violations"]
