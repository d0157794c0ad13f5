"""Two engines for SAT solvers: one keeps its solver loaded, the other starts a worker per solve."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet.solvers.answers import STATUS_OF, Answer, PhaseClock, Solution, Status, Times
from nonet.solvers.encoded_engine import EncodedEngine
from nonet.solvers.engines import Freed
from nonet.solvers.errors import refuse_nodes
from nonet.solvers.sat import catalogue
from nonet.solvers.sat.loaded import LoadedSolver
from nonet.solvers.worker_engine import WorkerEngine
from nonet.system.limits import Limits
from nonet.system.memory import paused_collector

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf


class LiveEngine(EncodedEngine):
    """An engine that keeps its solver loaded."""

    def __init__(self, name: str, cnf: Cnf, phases: PhaseClock) -> None:
        with phases.measure("load"):
            solver = LoadedSolver(name, cnf.clauses, cnf.at_most_ones)
        super().__init__(f"pysat:{name}", cnf, solver, lambda: cnf.decode(solver.model()), phases)
        self._solver = solver

    def close(self) -> None:
        self._solver.close()


def child_engine(name: str, cnf: Cnf, phases: PhaseClock) -> WorkerEngine:
    """Return an engine that sends the clauses to a new worker for each solve."""
    return WorkerEngine(f"pysat:{name}", OneSolve, name, cnf, phases=phases, once=True)


class OneSolve(Freed):
    """The engine in the worker. It solves only once, because Kissat aborts on a second solve."""

    def __init__(self, name: str, cnf: Cnf) -> None:
        self._name = name
        self._cnf = cnf
        self._blocking: list[list[int]] = []

    def solve(self, limits: Limits) -> Answer:
        if self._name in catalogue.NO_CONFLICT_LIMIT:
            refuse_nodes(f"pysat:{self._name}", limits, "conflicts")
        clauses = self._cnf.clauses + self._blocking
        if [] in clauses:
            return Answer(Status.UNSATISFIABLE)
        satisfiable, model, times = solve_once(self._name, clauses, limits.nodes)
        if not satisfiable:
            return Answer(STATUS_OF[satisfiable], times=times)
        start = time.perf_counter()
        solution = self._cnf.decode(model)
        times += Times(decode=time.perf_counter() - start)
        return Answer(Status.SATISFIED, solution, times=times)

    def block(self, solution: Solution) -> None:
        clause = self._cnf.blocking(solution)
        if clause is not None:
            self._blocking.append(clause)


def solve_once(
    name: str, clauses: Sequence[Sequence[int]], conflicts: int | None = None
) -> tuple[bool | None, list[int], Times]:
    """Solve clauses. Return whether they are satisfiable, the model, and the times."""
    from pysat.solvers import Solver

    start = time.perf_counter()
    with paused_collector():
        solver = Solver(name=catalogue.accepted_name(name), bootstrap_with=clauses)
    loaded = time.perf_counter()
    if conflicts is None:
        satisfiable = solver.solve()
    else:
        solver.conf_budget(min(conflicts, catalogue.MOST_CONFLICTS))
        satisfiable = solver.solve_limited()
    times = Times(load=loaded - start, solve=time.perf_counter() - loaded)
    return satisfiable, solver.get_model() if satisfiable else [], times
