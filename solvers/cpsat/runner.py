"""How CP-SAT is run: its parameters, its limits, and how Ctrl-C ends it."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from nonet.solvers.answers import Answer, PhaseClock, Status
from nonet.solvers.errors import LimitUnsupported
from nonet.solvers.threads import ask_in_thread
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver, CpSolverStatus

    from nonet.encodings.cpsat import CpSatModel

_COUNTERS = (
    "num_booleans",
    "num_conflicts",
    "num_branches",
    "num_binary_propagations",
    "num_integer_propagations",
    "deterministic_time",
)
_STATUSES = {
    "OPTIMAL": Status.SATISFIED,
    "FEASIBLE": Status.SATISFIED,
    "INFEASIBLE": Status.UNSATISFIABLE,
    "UNKNOWN": Status.UNKNOWN,
}


@dataclass(frozen=True)
class Parameters:
    """How CP-SAT searches: tuned for one worker on these models, or by its own defaults."""

    presolve: bool = True
    is_tuned: bool = True
    workers: int = 1


class Runner:
    """Solves models, one after the other; Ctrl-C ends a search at once.

    With CP-SAT's own handler, Ctrl-C would look like a limit, and Python's handler would be gone
    afterwards. Python's own has to wait until C++ returns, so the search runs in a thread while
    this one listens. That costs 0.15 ms: 7 % of an easy 9×9. To search without a thread first, and
    to start again in one after 0.1 s, cost a fifth of the time of 56 variants of 9×9.
    """

    def __init__(self, phases: PhaseClock, parameters: Parameters, *, seed: int = 0) -> None:
        self._phases = phases
        self._parameters = parameters
        self._seed = seed
        self._thread = ThreadPoolExecutor(max_workers=1)

    def run(self, encoded: CpSatModel, limits: Limits) -> Answer:
        """Solve a model from the start."""
        if limits.nodes is not None and self._parameters.workers > 1:
            raise LimitUnsupported("several workers of CP-SAT have no common limit of conflicts")
        with self._phases.measure("solve"):
            solver = new_solver(self._parameters, self._seed)
            if limits.seconds is not None:
                solver.parameters.max_time_in_seconds = limits.seconds
            if limits.nodes is not None:
                solver.parameters.max_number_of_conflicts = min(limits.nodes, sys.maxsize)
            outcome = self._solve_interruptibly(solver, encoded).name
        if outcome not in _STATUSES:
            reason = solver.response_proto.solution_info
            raise RuntimeError(f"CP-SAT gives no answer but {outcome}: {reason}")
        status, solution = _STATUSES[outcome], None
        if status is Status.SATISFIED:
            with self._phases.measure("decode"):
                solution = encoded.decode(solver)
        counters = {name: getattr(solver, name) for name in _COUNTERS}
        return Answer(status, solution, counters, self._phases.take())

    def close(self) -> None:
        """End the thread, once nothing runs in it."""
        self._thread.shutdown()

    def _solve_interruptibly(self, solver: CpSolver, encoded: CpSatModel) -> CpSolverStatus:
        return ask_in_thread(self._thread, partial(solver.solve, encoded.model), solver.stop_search)


def new_solver(chosen: Parameters, seed: int = 0) -> CpSolver:
    """Return CP-SAT with these parameters."""
    from ortools.sat.python.cp_model import CpSolver

    solver = CpSolver()
    parameters = solver.parameters
    parameters.num_workers = chosen.workers
    if chosen.is_tuned:
        parameters.cp_model_presolve = chosen.presolve
        # On every puzzle measured these cost more than they gain.
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
    parameters.catch_sigint_signal = False
    if seed:
        # A search without random choices ignores its seed.
        parameters.random_seed = seed % (1 << 31)
        parameters.initial_polarity = parameters.POLARITY_RANDOM
    return solver
