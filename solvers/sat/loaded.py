"""SAT solvers of PySAT, loaded in this process or, for each solve, in a new worker."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from operator import sub
from typing import TYPE_CHECKING, Any

from nonet.encodings.options import Encoding
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.solvers.answers import STATUS_OF, Answer, PhaseClock, Solution
from nonet.solvers.engines import EncodedEngine
from nonet.solvers.errors import Unable, crashes_of, refuse_nodes
from nonet.solvers.sat import catalogue
from nonet.solvers.sat.limits import solve_within
from nonet.solvers.worker_engine import WorkerEngine
from nonet.system.limits import Limits, check_limits
from nonet.system.memory import paused_collector
from nonet.system.processes import endings_wait

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

#: How many clauses are loaded between two checks of the limits.
_STEP = 1 << 16


class LoadedSolver:
    """A solver that keeps its clauses and learnt clauses from one solve to the next."""

    def __init__(
        self,
        name: str,
        clauses: Iterable[Sequence[int]],
        at_most_ones: Iterable[Sequence[int]] = (),
        *,
        with_proof: bool = False,
    ) -> None:
        """Load clauses. Also load an at-most-one constraint for each list in `at_most_ones`."""
        from pysat.solvers import Solver

        self._name = name
        self._stopped_by = catalogue.stopped_by(name)
        clauses, at_most_ones = list(clauses), list(at_most_ones)
        # Remove empty clauses, which are contradictions, because some solvers do not accept them.
        self._contradiction = not all(clauses)
        if self._contradiction:
            clauses = [clause for clause in clauses if clause]
        options = {"with_proof": True} if with_proof else {}
        with paused_collector(), crashes_of(f"pysat:{self._name}"):
            with endings_wait():  # PySAT cannot free a half-built solver
                self._solver: Any = Solver(
                    name=catalogue.accepted_name(name), bootstrap_with=clauses[:_STEP], **options
                )
            try:
                for start in range(_STEP, len(clauses), _STEP):
                    check_limits()
                    self._solver.append_formula(clauses[start : start + _STEP])
                for literals in at_most_ones:
                    self._solver.add_atmost(literals, 1)
            except BaseException:
                self.close()
                raise
        self._interrupted = False
        self._assumed: Sequence[int] = ()
        self._counted: dict[str, int] = {}

    def add(self, clause: Sequence[int]) -> None:
        if clause:
            self._solver.add_clause(clause)
        else:
            self._contradiction = True

    def solve(self, limits: Limits = Limits(), assumptions: Sequence[int] = ()) -> bool | None:
        if self._interrupted:
            raise Unable("the solver was interrupted: open a new session")
        if self._name in catalogue.NO_CONFLICT_LIMIT:
            refuse_nodes(f"pysat:{self._name}", limits, "conflicts")
        self._assumed = assumptions
        if self._contradiction:
            return False
        kept_alarm = others_alarm() if self._name in catalogue.SET_ALARMS else nullcontext()
        try:
            with crashes_of(f"pysat:{self._name}"), kept_alarm:
                return solve_within(self._solver, self._stopped_by, limits, assumptions)
        except BaseException:
            self._interrupted = True
            raise

    def model(self) -> list[int]:
        with crashes_of(f"pysat:{self._name}"):
            model: list[int] = self._solver.get_model()
        return model

    def core(self) -> list[int]:
        if self._contradiction or not self._assumed:  # without assumptions CaDiCaL has no core
            return []
        return list(self._solver.get_core() or ())

    def prefer(self, literals: Iterable[int]) -> None:
        if self._name not in catalogue.NO_PHASES:
            self._solver.set_phases(list(literals))

    def proof(self) -> list[str]:
        return ["0"] if self._contradiction else list(self._solver.get_proof())

    def counters(self) -> dict[str, int]:
        """Return how much each counter has grown since the last call."""
        if self._stopped_by == "child":  # most of these solvers have none
            return {}
        before, self._counted = self._counted, self._solver.accum_stats()
        if self._name in catalogue.NO_PROPAGATIONS:
            del self._counted["propagations"]
        return {name: total - before.get(name, 0) for name, total in self._counted.items()}

    @property
    def conflicts(self) -> int:
        """The total number of conflicts up to the last call of `counters`."""
        return self._counted.get("conflicts", 0)

    def close(self) -> None:
        # During `delete`, Ctrl-C would make PySAT free the memory twice.
        with endings_wait():
            if self._solver is not None:
                self._solver.delete()
                self._solver = None


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
    opening = (LiveEngine, name, cnf, PhaseClock())
    return WorkerEngine(f"pysat:{name}", *opening, phases=phases, once=True)


@contextmanager
def others_alarm() -> Iterator[None]:
    """Restore this process's alarm after the block, because C code in the block may change it."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    began, handler = time.monotonic(), signal.getsignal(signal.SIGALRM)
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread() and handler is not None:
            signal.signal(signal.SIGALRM, handler)
        left = left and max(left - (time.monotonic() - began), 1e-6)
        signal.setitimer(signal.ITIMER_REAL, left, interval)


# --- streams -------------------------------------------------------------------------------------

#: A solver is worn after this many conflicts. Then the clauses learnt from earlier puzzles cost
#: more time than they save. CaDiCaL deletes such clauses itself.
MOST_CONFLICTS, MOST_CONFLICTS_CADICAL = 2_000, 200_000


class Board:
    """A loaded solver that answers all puzzles with the same rules.

    The solver loads the clauses of the empty board once. The givens of each puzzle are assumptions.
    Each puzzle has an activation literal, which switches on the clauses that block its solutions.
    The literal is assumed to be true. After the puzzle, a clause makes it false. So all learnt
    clauses stay valid for the next puzzles.
    """

    def __init__(self, name: str, encoding: Encoding, geometry: Geometry) -> None:
        from nonet.encodings.cnf import encode

        self.geometry = geometry
        self._phases = PhaseClock()
        grid = geometry.grid
        with self._phases.measure("encode"):
            empty = Puzzle(grid, rules=geometry.rules)
            cnf = encode(empty, replace(encoding, reduction="raw"))
        with self._phases.measure("load"):
            self._solver = LoadedSolver(name, cnf.clauses, cnf.at_most_ones)
        # The number of a mark is the `zero` of its cell plus its value.
        self._zeros = [grid.mark(cell, 0) for cell in grid.cells]
        self._top = cnf.variables
        #: The activation literal of the current puzzle, if a solution of it is blocked.
        self._activation: int | None = None
        is_cadical = catalogue.stopped_by(name) == "termination"
        self._most_conflicts = MOST_CONFLICTS_CADICAL if is_cadical else MOST_CONFLICTS

    @property
    def is_worn(self) -> bool:
        return self._solver.conflicts > self._most_conflicts

    def close(self) -> None:
        self._solver.close()

    def put(self, puzzle: Puzzle) -> None:
        """Assume the givens of a puzzle, and switch off the clauses for the last puzzle."""
        if self._activation is not None:
            self._solver.add([-self._activation])
            self._activation = None
        self._givens = puzzle.givens
        pairs = zip(self._zeros, puzzle.givens, strict=True)
        self._assumed = [zero + value for zero, value in pairs if value is not None]
        if puzzle.restricted:
            grid = puzzle.grid
            for zero, mask in zip(self._zeros, puzzle.marks, strict=True):
                self._assumed += (-(zero + value) for value in grid.values_of(grid.full & ~mask))

    def solve(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        satisfiable = self._solver.solve(limits, self._assumed)
        solved = time.perf_counter()
        self._phases.add("solve", solved - start)
        solution = None
        if satisfiable:
            # The true marks are in the order of the cells.
            marks = self._solver.model()[: self.geometry.grid.marks]
            solution = tuple(map(sub, (mark for mark in marks if mark > 0), self._zeros))
            self._phases.add("decode", time.perf_counter() - solved)
        counters = self._solver.counters()
        return Answer(STATUS_OF[satisfiable], solution, counters, self._phases.take())

    def block(self, solution: Solution) -> None:
        """Add a clause over the cells without a given. The activation literal switches it on."""
        if self._activation is None:
            self._top = self._activation = self._top + 1
            self._assumed.append(self._activation)
        held = zip(self._zeros, self._givens, solution, strict=True)
        clause = [-zero - value for zero, given, value in held if given is None]
        self._solver.add([-self._activation, *clause])
