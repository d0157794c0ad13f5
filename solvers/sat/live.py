"""Sessions on a loaded SAT solver: a blocked grid is one clause more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.errors import SolverCrashed
from nonet.solvers.sat.loaded import LoadedSolver
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

STATUS = {True: Status.SATISFIED, False: Status.UNSATISFIABLE, None: Status.UNKNOWN}


class LiveEngine:
    """A loaded solver on the clauses of one puzzle."""

    def __init__(self, name: str, cnf: Cnf, phases: PhaseClock) -> None:
        self._name = name
        self._cnf = cnf
        self._phases = phases
        with phases.measure("load"):
            self._solver = LoadedSolver(name, cnf.clauses, cnf.at_most_ones)

    def solve(self, limits: Limits) -> Answer:
        """Go on with what was learnt."""
        with self._phases.measure("solve"):
            satisfiable = self._solver.solve(limits)
        solution = None
        if satisfiable:
            with self._phases.measure("decode"):
                solution = self._decoded()
        counters = self._solver.take_counters()
        return Answer(STATUS[satisfiable], solution, counters, self._phases.take())

    def _decoded(self) -> Solution:
        try:
            return self._cnf.decode(self._solver.model())
        except ValueError as error:
            raise SolverCrashed(f"pysat:{self._name}: {error}") from None

    def block(self, solution: Solution) -> None:
        """Add the blocking clause to the loaded solver."""
        clause = self._cnf.blocking(solution)
        if clause is not None:
            self._solver.add(clause)

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()
