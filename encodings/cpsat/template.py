"""Reuse the CP-SAT model of an empty board for one puzzle after another.

Building the model of a 9×9 puzzle takes several times as long as solving it. So a template keeps
its model, and edits the domains of a few variables for each puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ortools.sat.python.cp_model_helper import ConstraintProto

from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel

Encode: TypeAlias = "Callable[[Puzzle], CpSatModel]"

#: A template cannot remove the constraints that blocked solutions of earlier puzzles, so it empties
#: them. Above this number of emptied constraints, a new template is faster.
MOST_EMPTIED = 1_000

_EMPTY = ConstraintProto()


class Template:
    """A model for all puzzles with the same grid and rules, one puzzle at a time."""

    def __init__(self, encode: Encode, geometry: Geometry) -> None:
        self.geometry = geometry
        self.encoded = encode(Puzzle(geometry.grid, rules=geometry.rules))
        proto = self.encoded.model.proto
        self._domains = [variable.domain for variable in proto.variables]
        self._constraints = proto.constraints
        self._built = len(proto.constraints)
        self._used = self._built
        self._edited: list[tuple[int, list[int]]] = []

    @property
    def is_worn(self) -> bool:
        """Whether a new template would be faster."""
        return len(self._constraints) > self._built + MOST_EMPTIED

    def lend(self, puzzle: Puzzle) -> None:
        """Set the domains of the model to the domains of a puzzle with candidates for each cell."""
        self._reset()
        whole = self.encoded.puzzle.domains
        for cell, (old, new) in enumerate(zip(whole, puzzle.domains, strict=True)):
            if new != old:
                for variable, domain in self.encoded.narrowings(cell, new):
                    self._edited.append((variable, list(self._domains[variable])))
                    self._set(variable, domain)

    def _reset(self) -> None:
        for variable, domain in self._edited:
            self._set(variable, domain)
        self._edited.clear()
        for number in range(self._used, len(self._constraints)):
            self._constraints[number].copy_from(_EMPTY)
        self._used = len(self._constraints)

    def _set(self, variable: int, domain: list[int]) -> None:
        self._domains[variable].clear()
        self._domains[variable].extend(domain)
