"""CP-SAT on one puzzle, as a stream for many puzzles, and as an enumerator of all solutions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.errors import LimitUnsupported
from nonet.solvers.threads import Found, ask_in_thread
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver
    from ortools.sat.python.cp_model_helper import CpSolverStatus

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
    """The chosen parameters of CP-SAT."""

    presolve: bool = True
    is_tuned: bool = True
    workers: int = 1


class CpSat:
    """The engine. Each solve starts from scratch on the same model.

    Python's signal handler only runs after C++ code returns. So the search runs in a second thread
    while this thread waits for Ctrl-C. The second thread costs 0.15 ms, which is 7 % of the time of
    an easy 9×9. CP-SAT's own signal handler is off, because it would make Ctrl-C look like a limit.
    """

    def __init__(
        self, encoded: CpSatModel, phases: PhaseClock, parameters: Parameters, seed: int = 0
    ) -> None:
        self._encoded = encoded
        self._phases = phases
        self._parameters = parameters
        self._seed = seed
        self._thread = ThreadPoolExecutor(max_workers=1)

    def solve(self, limits: Limits) -> Answer:
        if limits.nodes is not None and self._parameters.workers > 1:
            raise LimitUnsupported(
                "CP-SAT cannot limit the conflicts of several workers: use one worker"
            )
        with self._phases.measure("solve"):
            solver = _new_solver(self._parameters, self._seed)
            if limits.seconds is not None:
                solver.parameters.max_time_in_seconds = limits.seconds
            if limits.nodes is not None:
                solver.parameters.max_number_of_conflicts = min(limits.nodes, sys.maxsize)
            search = partial(solver.solve, self._encoded.model)
            outcome = ask_in_thread(self._thread, search, solver.stop_search)
        status, solution = _status(outcome, solver), None
        if status is Status.SATISFIED:
            with self._phases.measure("decode"):
                solution = self._encoded.decode(solver)
        counters = {name: getattr(solver, name) for name in _COUNTERS}
        return Answer(status, solution, counters, self._phases.take())

    def block(self, solution: Solution) -> None:
        with self._phases.measure("encode"):
            self._encoded.block(solution)

    def close(self) -> None:
        self._thread.shutdown()


class TemplateEngine(CpSat):
    """An engine that answers all puzzles with the same rules by one model."""

    def __init__(
        self,
        encode: Callable[[Puzzle], CpSatModel],
        chosen: Callable[[CpSatModel], Parameters],
        geometry: Geometry,
    ) -> None:
        from nonet.encodings.cpsat.template import Template

        phases, self.geometry = PhaseClock(), geometry
        with phases.measure("encode"):
            self._template = Template(encode, geometry)
        encoded = self._template.encoded
        super().__init__(encoded, phases, chosen(encoded))

    @property
    def is_worn(self) -> bool:
        return self._template.is_worn

    def put(self, puzzle: Puzzle) -> None:
        with self._phases.measure("encode"):
            self._template.lend(puzzle)


class Enumeration:
    """Enumerates the solutions of a model. CP-SAT always uses a single worker for this."""

    def __init__(self, encoded: CpSatModel, parameters: Parameters) -> None:
        self._encoded = encoded
        self._solver = _new_solver(replace(parameters, workers=1))
        self._solver.parameters.enumerate_all_solutions = True
        # The presolve of OR-Tools 9.15 loses solutions of some linked models.
        self._solver.parameters.cp_model_presolve = False

    def enumerate(self, found: Found) -> None:
        from ortools.sat.python.cp_model import CpSolverSolutionCallback

        encoded = self._encoded

        class Report(CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                if not found(lambda: encoded.decode(self)):
                    self.stop_search()

        _status(self._solver.solve(encoded.model, Report()), self._solver)

    def stop(self) -> None:
        self._solver.stop_search()


def _status(outcome: CpSolverStatus, solver: CpSolver) -> Status:
    if outcome.name not in _STATUSES:
        reason = solver.response_proto.solution_info
        raise RuntimeError(f"CP-SAT ended with {outcome.name}: {reason}")
    return _STATUSES[outcome.name]


def _new_solver(chosen: Parameters, seed: int = 0) -> CpSolver:
    from ortools.sat.python.cp_model import CpSolver

    solver = CpSolver()
    parameters = solver.parameters
    parameters.num_workers = chosen.workers
    if chosen.is_tuned:
        parameters.cp_model_presolve = chosen.presolve
        # These steps take time before the search. On some variants they save more than they cost.
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
    parameters.catch_sigint_signal = False
    if seed:
        # The seed only has an effect if CP-SAT makes random choices.
        parameters.random_seed = seed % (1 << 31)
        parameters.initial_polarity = parameters.POLARITY_RANDOM
    return solver
