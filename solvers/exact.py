"""The solver Exact, which learns by cutting planes, on the pseudo-Boolean encoding.

Exact only checks limits and signals once in a few thousand conflicts. So it runs in a worker
process, which can be killed. `Limits.nodes` limits the conflicts.
"""

from __future__ import annotations

from functools import partial

from nonet.encodings.opb import Comparison
from nonet.solvers.contract import single_backend
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Comparing
from nonet.solvers.worker_engine import in_worker
from nonet.system.limits import Limits

_COUNTERS = ("conflicts", "decisions", "propagations", "restarts")


class Solver:
    """An Exact solver. It keeps learnt constraints from one solve to the next."""

    def __init__(self, seed: int) -> None:
        from exact import Exact

        # Do not pass the seed 0, because Exact would then choose a random seed.
        self._solver = Exact([("verbosity", "0"), ("seed", str(1 + seed % (1 << 30)))])
        self._variables: dict[int, str] = {}
        self._true: set[int] = set()
        self._before: dict[str, int] = {}

    def add(self, comparison: Comparison) -> None:
        terms = [(factor, self._variable(of)) for factor, of in comparison.terms]
        bound = comparison.bound
        self._solver.addConstraint(terms, True, bound, comparison.op == "=", bound)

    def solve(self, limits: Limits) -> bool | None:
        self._before = self._totals()
        outcome = "PAUSED"
        while outcome == "PAUSED":
            if limits.nodes is not None and self.counters()["conflicts"] >= limits.nodes:
                return None
            outcome = self._solver.runOnce()
        if outcome == "SAT":
            names = list(self._variables.values())
            values = self._solver.getLastSolutionFor(names)
            pairs = zip(self._variables, values, strict=True)
            self._true = {variable for variable, value in pairs if value}
        return {"SAT": True, "UNSAT": False}[outcome]

    def is_true(self, variable: int) -> bool:
        return variable in self._true

    def counters(self) -> dict[str, int]:
        return {name: total - self._before[name] for name, total in self._totals().items()}

    def _variable(self, number: int) -> str:
        if number not in self._variables:
            self._variables[number] = f"x{number}"
            self._solver.addVariable(f"x{number}", 0, 1)
        return self._variables[number]

    def _totals(self) -> dict[str, int]:
        counted = dict(self._solver.getStats())
        return {name: int(counted[name]) for name in _COUNTERS}


PROVIDER = single_backend(
    "exact",
    "pseudo-Boolean constraints and cutting planes, by Exact",
    with_cuts(partial(in_worker, "exact", partial(Comparing, "exact", Solver))),
    ("every rule", "incremental", "seed", "seconds (child process)", "nodes (conflicts)"),
    package="exact",
    module="exact",
)
