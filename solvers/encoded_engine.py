"""The engine of solvers that read clauses or pseudo-Boolean comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from nonet.solvers.answers import STATUS_OF, Answer, PhaseClock, Solution
from nonet.solvers.engines import Freed
from nonet.solvers.errors import SolverCrashed, crashes_of
from nonet.system.limits import Limits, check_limits

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf
    from nonet.encodings.opb import PseudoBoolean
    from nonet.encodings.places import Lowered
    from nonet.model.constraints import Candidates


class Holder(Protocol):
    """A solver that keeps its constraints, and accepts more constraints between two solves."""

    def add(self, constraint: Any) -> None:
        """Add a clause or a comparison."""

    def solve(self, limits: Limits) -> bool | None:
        """Tell whether all constraints can be satisfied. Return None at a limit."""

    def counters(self) -> dict[str, int]:
        """Return the solver's counters of the last solve, under the solver's names."""


class EncodedEngine(Freed):
    """The engine. It decodes solutions, and blocks a grid by an additional constraint."""

    def __init__(
        self,
        spec: str,
        model: Cnf | PseudoBoolean,
        holder: Holder,
        decode: Callable[[], Solution],
        phases: PhaseClock,
    ) -> None:
        self._spec = spec
        self._model = model
        self._holder = holder
        self._decode = decode
        self._phases = phases

    def solve(self, limits: Limits) -> Answer:
        with crashes_of(self._spec):
            with self._phases.measure("solve"):
                satisfiable = self._holder.solve(limits)
            solution = self._decoded() if satisfiable else None
            counters = self._holder.counters()
        return Answer(STATUS_OF[satisfiable], solution, counters, self._phases.take())

    def _decoded(self) -> Solution:
        try:
            with self._phases.measure("decode"):
                return self._decode()
        except ValueError as error:
            raise SolverCrashed(f"{self._spec}: {error}") from None

    def block(self, solution: Solution) -> None:
        self._add(self._model.blocking(solution))

    def cut(self, cut: Iterable[Candidates]) -> None:
        self._add(self._model.cut(cut))

    def _add(self, constraint: Any) -> None:
        if constraint is not None:
            with self._phases.measure("encode"), crashes_of(self._spec):
                self._holder.add(constraint)


class Comparer(Holder, Protocol):
    """A solver that keeps comparisons."""

    def is_true(self, variable: int) -> bool:
        """Return the value of a variable after a satisfied solve."""


class Comparing(EncodedEngine):
    """The engine of clingo, Z3 and Exact. It loads pseudo-Boolean comparisons into a solver."""

    def __init__(
        self, spec: str, start: Callable[[int], Comparer], puzzle: Lowered, seed: int
    ) -> None:
        from nonet.encodings.opb import PseudoBoolean

        phases = PhaseClock()
        self.puzzle = model = PseudoBoolean(puzzle)
        with phases.measure("encode"), crashes_of(spec):
            holder = start(seed)
            for comparison in model.bounded_comparisons():
                check_limits()
                holder.add(comparison)
        super().__init__(spec, model, holder, partial(model.decode, holder.is_true), phases)
