"""Sessions on CP-SAT: one model, to which blocked grids are added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.solvers.answers import Answer, PhaseClock, Solution
from nonet.solvers.cpsat.runner import Runner
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel


class CpSat:
    """One model, solved from the start each time."""

    def __init__(self, encoded: CpSatModel, runner: Runner, phases: PhaseClock) -> None:
        self._encoded = encoded
        self._runner = runner
        self._phases = phases

    def solve(self, limits: Limits) -> Answer:
        """Solve the model with all its blocking clauses."""
        return self._runner.run(self._encoded, limits)

    def block(self, solution: Solution) -> None:
        """Add the blocking clause to the model."""
        with self._phases.measure("encode"):
            self._encoded.block(solution)

    def close(self) -> None:
        """End the thread of the runner."""
        self._runner.close()
