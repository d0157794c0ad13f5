"""OR-Tools CP-SAT: clause learning under integers, on either of the two models.

CP-SAT has no incremental mode: a blocked grid is added to the model, and the next solve starts
afresh. It runs on one worker, so the same seed gives the same search; seed 0 is the search that
CP-SAT makes by itself, any other takes the first value of each literal at random.

`Limits.nodes` is its ``max_number_of_conflicts``. It is looked at between conflicts of the search
proper but not inside a round of inprocessing, so a few dozen more may be counted; the same run
stops at the same conflict each time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.solvers.contract import (
    Answer,
    Backend,
    BackendError,
    BackendUnavailable,
    Description,
    Family,
    Limits,
    Phases,
    Solution,
    Status,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus

    from nonet.encodings.cpsat import CpSatModel

#: Without presolve the Boolean model is answered in half the time up to this many values, but
#: beyond it hard puzzles need twenty times as many conflicts.
MOST_VALUES_UNPRESOLVED = 16

_SUMMARIES = {
    "integer": "CP-SAT, an integer variable a cell",
    "boolean": "CP-SAT, a literal a pencil mark",
}
_CAPABILITIES = ("every rule", "seed", "seconds", "nodes (num_conflicts)")
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


class CpSat:
    """The engine: one model, solved as often as it is asked."""

    def __init__(
        self, puzzle: Puzzle, seed: int, encode: Callable[[Puzzle], CpSatModel], presolve: bool
    ) -> None:
        self._phases = Phases()
        with self._phases.measure("encode"):
            self._encoded = encode(puzzle)
        self._seed = seed
        self._presolve = presolve

    def solve(self, limits: Limits) -> Answer:
        """Solve the model from the start."""
        solver = self._solver(limits)
        with self._phases.measure("solve"):
            outcome = _solve_interruptibly(solver, self._encoded.model).name
        if outcome not in _STATUSES:
            reason = solver.response_proto.solution_info
            raise RuntimeError(f"CP-SAT gives no answer but {outcome}: {reason}")
        status, solution = _STATUSES[outcome], None
        if status is Status.SATISFIED:
            with self._phases.measure("decode"):
                solution = self._encoded.decode(solver)
        counters = {name: getattr(solver, name) for name in _COUNTERS}
        return Answer(status, solution, counters, self._phases.take())

    def block(self, solution: Solution) -> None:
        """Add the clause to the model."""
        with self._phases.measure("encode"):
            self._encoded.block(solution)

    def close(self) -> None:
        """Nothing is held but the model."""

    def _solver(self, limits: Limits) -> CpSolver:
        from ortools.sat.python.cp_model import CpSolver

        solver = CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.cp_model_presolve = self._presolve
        # These cost more than they find on every puzzle measured.
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
        parameters.catch_sigint_signal = False
        if self._seed:
            # A search that makes no random choices ignores its seed.
            parameters.random_seed = self._seed % (1 << 31)
            parameters.initial_polarity = parameters.POLARITY_RANDOM
        if limits.seconds is not None:
            parameters.max_time_in_seconds = limits.seconds
        if limits.nodes is not None:
            parameters.max_number_of_conflicts = min(limits.nodes, sys.maxsize)
        return solver


def _solve_interruptibly(solver: CpSolver, model: CpModel) -> CpSolverStatus:
    """Solve in a thread, so that Ctrl-C reaches the one that waits for it.

    CP-SAT's own handler would make of Ctrl-C a limit that was reached, and would leave the
    process without Python's handler, to be killed by the next one. Without any, Python's has to
    wait until C++ returns.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        running = pool.submit(solver.solve, model)
        try:
            return running.result()
        finally:
            # A stop that comes before the search has begun is lost, so it is repeated.
            while not running.done():
                solver.stop_search()
                wait([running], timeout=0.02)


def _missing() -> str | None:
    return None if find_spec("ortools") else "ortools is not installed: pip install ortools"


def _describe() -> list[Description]:
    missing = _missing()
    release = "" if missing else version("ortools")
    return [
        Description(f"cpsat:{variant}", summary, release, _CAPABILITIES, missing)
        for variant, summary in _SUMMARIES.items()
    ]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    variant = variant or "integer"
    if variant not in _SUMMARIES:
        raise BackendError(f"cpsat has no variant {variant!r}, only {' and '.join(_SUMMARIES)}")
    if options:
        raise BackendError(f"cpsat:{variant} has no options, so not {'/'.join(options)!r}")
    if missing := _missing():
        raise BackendUnavailable(missing)
    return Backend(f"cpsat:{variant}", _integer if variant == "integer" else _boolean)


def _integer(puzzle: Puzzle, seed: int) -> CpSat:
    from nonet.encodings.cpsat import encode_integer

    return CpSat(puzzle, seed, encode_integer, presolve=True)


def _boolean(puzzle: Puzzle, seed: int) -> CpSat:
    from nonet.encodings.cpsat import encode_boolean

    presolve = len(puzzle.grid.values) > MOST_VALUES_UNPRESOLVED
    return CpSat(puzzle, seed, encode_boolean, presolve)


FAMILY = Family("cpsat", _describe, _build)
