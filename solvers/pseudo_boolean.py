"""The engine of clingo, Z3 and Exact, which all read pseudo-Boolean comparisons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from nonet.solvers.answers import Answer, PhaseClock, Status
from nonet.solvers.encoded_engine import EncodedEngine, Holder
from nonet.solvers.errors import crashes_of
from nonet.system.limits import Limits, check_limits

if TYPE_CHECKING:
    from nonet.encodings.places import Lowered


class Comparer(Holder, Protocol):
    """A solver that keeps comparisons."""

    def is_true(self, variable: int) -> bool:
        """Return the value of a variable after a satisfied solve."""


class Comparing(EncodedEngine):
    """The engine. It loads the comparisons of a puzzle into a solver."""

    def __init__(
        self, spec: str, start: Callable[[int], Comparer], puzzle: Lowered, seed: int
    ) -> None:
        from nonet.encodings.pseudo_boolean import PseudoBoolean

        phases = PhaseClock()
        self.puzzle = model = PseudoBoolean(puzzle)
        with phases.measure("encode"), crashes_of(spec):
            holder = start(seed)
            for comparison in model.bounded_comparisons():
                check_limits()
                holder.add(comparison)
        super().__init__(spec, model, holder, partial(model.decode, holder.is_true), phases)

    def solve(self, limits: Limits) -> Answer:
        if 0 in (limits.seconds, limits.nodes):  # for some solvers 0 means unlimited
            return Answer(Status.UNKNOWN, times=self._phases.take())
        return super().solve(limits)
