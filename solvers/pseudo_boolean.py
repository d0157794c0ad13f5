"""The engine that clingo, Z3 and Exact share, because all read pseudo-Boolean comparisons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.errors import crashes_of
from nonet.system.limits import Limits, check_limits

if TYPE_CHECKING:
    from nonet.encodings.places import Lowered
    from nonet.encodings.pseudo_boolean import Comparison

_STATUSES = {True: Status.SATISFIED, False: Status.UNSATISFIABLE, None: Status.UNKNOWN}


class Holder(Protocol):
    """A solver that keeps its comparisons, and takes further comparisons between two solves."""

    def add(self, comparison: Comparison) -> None:
        """Add a comparison."""

    def solve(self, limits: Limits) -> bool | None:
        """Tell whether all comparisons can be satisfied; None at a limit."""

    def is_true(self, variable: int) -> bool:
        """Return the value of a variable after a satisfied solve."""

    def counters(self) -> dict[str, int]:
        """Return the solver's counters of the last solve, under the solver's names."""


class Comparing:
    """The engine: a solver loaded with the comparisons of a puzzle."""

    def __init__(self, spec: str, puzzle: Lowered, start: Callable[[], Holder]) -> None:
        from nonet.encodings.pseudo_boolean import PseudoBoolean

        self._spec = spec
        self._phases = PhaseClock()
        self._model = PseudoBoolean(puzzle)
        with self._phases.measure("encode"), crashes_of(self._spec):
            self._holder = start()
            for comparison in self._model.bounded_comparisons():
                check_limits()
                self._holder.add(comparison)

    def solve(self, limits: Limits) -> Answer:
        if 0 in (limits.seconds, limits.nodes):  # some solvers take 0 for unlimited
            return Answer(Status.UNKNOWN, times=self._phases.take())
        with crashes_of(self._spec):
            with self._phases.measure("solve"):
                status = _STATUSES[self._holder.solve(limits)]
            solution = None
            if status is Status.SATISFIED:
                with self._phases.measure("decode"):
                    solution = self._model.decode(self._holder.is_true)
            return Answer(status, solution, self._holder.counters(), self._phases.take())

    def block(self, solution: Solution) -> None:
        comparison = self._model.blocking(solution)
        if comparison is not None:
            with self._phases.measure("encode"), crashes_of(self._spec):
                self._holder.add(comparison)

    def close(self) -> None:
        """Do nothing: the solver is freed with this object."""
