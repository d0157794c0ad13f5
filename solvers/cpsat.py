"""The solver CP-SAT of OR-Tools, on two forms of a model.

CP-SAT is not incremental: after a grid is blocked, the next solve starts from scratch. With one
worker, the same seed gives the same search. Seed 0 keeps CP-SAT's defaults. With any other seed,
CP-SAT picks the first value of each literal at random.

The default parameters are tuned for puzzles: one worker, no probing, no symmetry detection, no
linear relaxation. The option `default` restores CP-SAT's own parameters, but keeps the single
worker. The option `workers=N` runs N workers.

`Limits.nodes` limits the conflicts. A search may exceed this limit by a few dozen conflicts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nonet.model.constraints import AnyOf, Regular
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.solvers.abilities import Listing
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import LendingStream
from nonet.solvers.errors import BackendError, LimitUnsupported
from nonet.solvers.threads import CallbackListing, Found, ask_in_thread
from nonet.system.errors import BackendUnavailable
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver
    from ortools.sat.python.cp_model_helper import CpSolverStatus

    from nonet.encodings.cpsat import CpSatModel

#: Boolean models are solved without presolve if a cell has at most this many values: it halves the
#: time. With more values, hard puzzles can need twenty times as many conflicts.
MOST_VALUES_SMALL = 16

#: The limit on the option `workers=N`. More workers would only take memory and time.
MOST_WORKERS = 256

#: A text of this many bytes, with a puzzle on each line, takes a few tenths of a second to answer.
PORTION = 1 << 15

_CAPABILITIES = ("every rule", "own enumeration", "seed", "seconds", "nodes (num_conflicts)")

#: The summary of each form of the model.
_FORMS = {
    "integer": "CP-SAT, with an integer variable for each cell",
    "boolean": "CP-SAT, with a literal for each pencil mark",
}

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
        # In models with both kinds of variables, the presolve of OR-Tools 9.15 has lost solutions.
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


# --- backends -------------------------------------------------------------------------------------


def _encoded(variant: str, puzzle: Puzzle) -> CpSatModel:
    from nonet.encodings import cpsat  # loads ortools

    return (cpsat.encode_integer if variant == "integer" else cpsat.encode_boolean)(puzzle)


def _missing() -> str | None:
    return None if find_spec("ortools") else "ortools is not installed: pip install ortools"


def _describe() -> list[Description]:
    missing = _missing()
    release = "" if missing else version("ortools")
    return [
        Description(f"cpsat:{variant}", summary, release, _CAPABILITIES, missing)
        for variant, summary in _FORMS.items()
    ]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    variant = variant or "integer"
    if variant not in _FORMS:
        raise BackendError(f"cpsat: unknown variant {variant!r}; use {', '.join(_FORMS)}")
    options = tuple(dict.fromkeys(options))
    workers = _workers(options)
    if missing := _missing():
        raise BackendUnavailable(missing)

    encode = partial(_encoded, variant)

    def chosen(encoded: CpSatModel) -> Parameters:
        presolve = variant != "boolean" or len(encoded.puzzle.grid.values) > MOST_VALUES_SMALL
        return Parameters(presolve, "default" not in options, workers)

    def make(puzzle: Puzzle, seed: int) -> CpSat:
        phases = PhaseClock()
        with phases.measure("encode"):
            encoded = encode(puzzle)
        return CpSat(encoded, phases, chosen(encoded), seed)

    def listing(puzzle: Puzzle, *, few: bool = False) -> Listing | None:
        # If several alternatives hold in a grid, CP-SAT would find this grid several times. So does
        # OR-Tools 9.15 with some automata of integer variables.
        repeating = AnyOf if variant == "boolean" else (AnyOf, Regular)
        may_repeat = any(isinstance(part, repeating) for part in puzzle.constraints)
        if few or may_repeat or puzzle.needs_cuts():
            return None
        encoded = encode(puzzle)
        return CallbackListing(Enumeration(encoded, chosen(encoded)), spec)

    spec = f"cpsat:{variant}" + (f"/{','.join(options)}" if options else "")
    return Backend(
        spec,
        with_cuts(make),
        stream=partial(LendingStream, partial(TemplateEngine, encode, chosen)),
        listings=listing,
        portion=PORTION,
    )


def _workers(options: Sequence[str]) -> int:
    workers = 1
    for option in options:
        if found := re.fullmatch(r"workers=(\d{1,4})", option):
            workers = int(found[1])
        elif option != "default":
            raise BackendError(f"cpsat: unknown option {option!r}; use default, workers=N")
    if not 1 <= workers <= MOST_WORKERS:
        raise BackendError(f"cpsat cannot run {workers} workers: choose 1 to {MOST_WORKERS}")
    return workers


PROVIDER = Provider("cpsat", _describe, _build)
