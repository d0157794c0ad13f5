"""Let CP-SAT enumerate all solutions. CP-SAT always uses a single worker for this."""

from __future__ import annotations

from dataclasses import replace

from ortools.sat.python.cp_model import CpSolverSolutionCallback

from nonet.encodings.cpsat import CpSatModel
from nonet.solvers.callback_listing import Found
from nonet.solvers.cpsat.runner import Parameters, new_solver


class Enumeration:
    """Enumerates the solutions of a model."""

    def __init__(self, encoded: CpSatModel, parameters: Parameters) -> None:
        self._encoded = encoded
        self._solver = new_solver(replace(parameters, workers=1))
        self._solver.parameters.enumerate_all_solutions = True

    def enumerate(self, found: Found) -> None:
        outcome = self._solver.solve(self._encoded.model, _Report(self._encoded, found)).name
        if outcome not in ("OPTIMAL", "FEASIBLE", "INFEASIBLE"):
            reason = self._solver.response_proto.solution_info
            raise RuntimeError(f"CP-SAT ended with {outcome}: {reason}")

    def stop(self) -> None:
        self._solver.stop_search()


class _Report(CpSolverSolutionCallback):
    def __init__(self, encoded: CpSatModel, found: Found) -> None:
        super().__init__()
        self._encoded, self._found = encoded, found

    def on_solution_callback(self) -> None:
        if not self._found(lambda: self._encoded.decode(self)):
            self.stop_search()
