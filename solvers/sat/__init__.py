"""Every SAT solver of PySAT that runs here, on the CNF encoding.

The solver stays loaded: a blocking clause is added to it, and it goes on with all it has learnt.
`nonet.solvers.sat.satsolvers` knows how each is stopped:

- the MiniSat family can be interrupted from another thread;
- CaDiCaL cannot, so it runs in slices of conflicts with a look at the clock in between;
- the rest run in a child process that is ended, and a new one for each solve. Kissat belongs
  there for another reason too: it aborts its whole process on a second solve.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata
from typing import TYPE_CHECKING

from nonet.encodings.options import NATIVE, Encoding
from nonet.errors import PuzzleError
from nonet.puzzle import Puzzle
from nonet.solvers.contract import (
    Answer,
    Backend,
    BackendError,
    BackendUnavailable,
    Description,
    Engine,
    Family,
    Limits,
    LimitUnsupported,
    Phases,
    Solution,
    SolverCrashed,
    Status,
)
from nonet.solvers.sat import child, satsolvers
from nonet.solvers.sat.stopping import solve_within
from nonet.solvers.sat.stream import STATUS, LiveSolver

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

#: A fresh one is among the fastest at every size, and a live one is the fastest of all.
DEFAULT = "cadical153"

INSTALL = "python-sat is not installed: pip install 'python-sat>=1.9.dev1'"


class _Live:
    """A loaded solver, in this process."""

    def __init__(self, name: str, cnf: Cnf, phases: Phases) -> None:
        self._name = name
        self._cnf = cnf
        self._phases = phases
        with phases.measure("load"):
            self._solver = satsolvers.load(name, cnf.clauses, cnf.at_most_ones)
        # The empty clause says "contradiction", but not every binding takes it.
        self._contradiction = [] in cnf.clauses
        self._counters = satsolvers.Counters(name, self._solver)
        self._interrupted = False

    def solve(self, limits: Limits) -> Answer:
        """Go on with what was learnt."""
        if self._interrupted:
            raise RuntimeError("the solver was interrupted: open a new session")
        with self._phases.measure("solve"):
            satisfiable = False if self._contradiction else self._limited(limits)
        solution = None
        if satisfiable:
            with self._phases.measure("decode"):
                solution = self._cnf.decode(self._solver.get_model())
        status = STATUS[satisfiable]
        return Answer(status, solution, self._counters.take(), self._phases.take())

    def _limited(self, limits: Limits) -> bool | None:
        try:
            return solve_within(self._solver, satsolvers.stopped_by(self._name), limits)
        except BaseException:
            self._interrupted = True
            raise

    def block(self, solution: Solution) -> None:
        """Add the blocking clause to the loaded solver."""
        clause = self._cnf.blocking(solution)
        if clause:
            self._solver.add_clause(clause)
        elif clause is not None:
            self._contradiction = True

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.delete()


class _InChild:
    """A solver that runs in a new child process for each solve."""

    def __init__(self, name: str, cnf: Cnf, phases: Phases) -> None:
        self._name = name
        self._cnf = cnf
        self._phases = phases
        self._blocking: list[list[int]] = []

    def solve(self, limits: Limits) -> Answer:
        """Start over with all clauses."""
        if limits.nodes is not None and self._name in satsolvers.NO_CONFLICT_LIMIT:
            raise LimitUnsupported(f"pysat:{self._name} cannot limit its conflicts, only seconds")
        clauses = self._cnf.clauses + self._blocking
        if [] in clauses:
            return Answer(Status.UNSATISFIABLE, times=self._phases.take())
        name = satsolvers.accepted_name(self._name)
        try:
            reply = child.solve(name, clauses, limits.seconds, limits.nodes)
        except child.Crashed as crash:
            raise SolverCrashed(f"pysat:{crash}") from None
        if reply is None:
            return Answer(Status.UNKNOWN, times=self._phases.take())
        for phase, seconds in reply["times"].items():
            self._phases.add(phase, seconds)
        solution = None
        if reply["model"]:
            with self._phases.measure("decode"):
                solution = self._cnf.decode(reply["model"])
        return Answer(Status(reply["status"]), solution, times=self._phases.take())

    def block(self, solution: Solution) -> None:
        """Keep the blocking clause for the next solve."""
        clause = self._cnf.blocking(solution)
        if clause is not None:
            self._blocking.append(clause)

    def close(self) -> None:
        """Nothing is held between solves."""


def _describe() -> list[Description]:
    try:
        version = metadata.version("python-sat")
        satsolvers.names()
    except (metadata.PackageNotFoundError, ImportError):
        return [Description("pysat", "SAT solvers on the CNF encoding", missing=INSTALL)]
    found = []
    for name in satsolvers.names():
        how = satsolvers.stopped_by(name)
        capabilities = ["every rule", "seconds" if how != "child" else "seconds (child process)"]
        if how != "child":
            capabilities.insert(1, "incremental")
        if name not in satsolvers.NO_CONFLICT_LIMIT:
            capabilities.append("nodes (conflicts)")
        summary = "default of pysat" if name == DEFAULT else "SAT solver"
        found.append(
            Description(
                f"pysat:{name}", summary, version, tuple(capabilities), satsolvers.missing(name)
            )
        )
    return found


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    try:
        known = satsolvers.names()
    except ImportError:
        raise BackendUnavailable(INSTALL) from None
    name = variant or DEFAULT
    if name not in known:
        raise BackendError(f"pysat has no solver {name!r}; it has {', '.join(known)}")
    encoding = _encoding(options, name)
    reason = satsolvers.missing(name)
    if reason:
        raise BackendUnavailable(f"pysat:{name}: {reason}")
    engine: Callable[[str, Cnf, Phases], Engine]
    engine = _InChild if satsolvers.stopped_by(name) == "child" else _Live

    def make(puzzle: Puzzle, seed: int) -> Engine:
        from nonet.encodings.cnf import encode  # numpy is imported where it is needed

        phases = Phases()
        with phases.measure("encode"):
            cnf = encode(puzzle, encoding)
        return engine(name, cnf, phases)

    suffix = f"/{encoding}" if str(encoding) else ""
    spec = f"pysat:{name}{suffix}"
    if engine is _InChild:
        return Backend(spec, make)
    return Backend(spec, make, stream=lambda _: LiveSolver(name, encoding))


def _encoding(options: tuple[str, ...], solver: str) -> Encoding:
    try:
        encoding = Encoding.of(options)
    except PuzzleError as error:
        raise BackendError(f"pysat: {error}") from None
    if encoding.at_most_one == NATIVE and solver not in satsolvers.NATIVE_CARDINALITY:
        able = ", ".join(satsolvers.NATIVE_CARDINALITY)
        raise BackendError(f"pysat:{solver} has no cardinality constraints of its own; {able} have")
    return encoding


FAMILY = Family("pysat", _describe, _build)
