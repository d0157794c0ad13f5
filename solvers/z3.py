"""Z3's solver for finite domains, on the pseudo-Boolean encoding.

On large boards, Z3 takes seconds to react to an interruption. So it runs in a worker process, which
can be killed.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from nonet.encodings.opb import Comparison
from nonet.solvers.contract import single_backend
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Comparing
from nonet.solvers.worker_engine import in_worker
from nonet.system.limits import Limits

#: The largest limit of conflicts that Z3 accepts. It means no limit.
_NO_LIMIT = (1 << 32) - 1

#: The counters that answers report. Z3 adds up each counter over all solves, and answers report the
#: increase.
_COUNTERS = ("conflicts", "decisions", "restarts")

#: A true variable in the text of a model.
_TRUE = re.compile(r"\(define-fun (x\d+) \(\) Bool\s+true\)")


class Solver:
    """A Z3 solver in its own context. It keeps learnt clauses from one solve to the next."""

    def __init__(self, seed: int) -> None:
        import z3

        self._z3 = z3
        self._context = z3.Context()
        self._solver = z3.SolverFor("QF_FD", ctx=self._context)
        self._solver.set(random_seed=seed % (1 << 31))
        self._variables: dict[int, Any] = {}
        self._true: set[str] = set()
        self._before: dict[str, int] = {}

    def add(self, comparison: Comparison) -> None:
        terms = [(self._variable(of), factor) for factor, of in comparison.terms if factor]
        if not terms:
            holds = comparison.bound == 0 if comparison.op == "=" else comparison.bound <= 0
            self._solver.add(self._z3.BoolVal(holds, ctx=self._context))
        elif comparison.op == "=":
            self._solver.add(self._z3.PbEq(terms, comparison.bound, ctx=self._context))
        else:
            self._solver.add(self._z3.PbGe(terms, comparison.bound))

    def solve(self, limits: Limits) -> bool | None:
        most = _NO_LIMIT if limits.nodes is None else min(limits.nodes, _NO_LIMIT)
        self._solver.set(max_conflicts=most)
        outcome = self._solver.check()
        if outcome == self._z3.sat:
            # Asking the model for each variable takes longer.
            self._true = set(_TRUE.findall(self._solver.model().sexpr()))
            return True
        return False if outcome == self._z3.unsat else None

    def is_true(self, variable: int) -> bool:
        return _name(variable) in self._true

    def counters(self) -> dict[str, int]:
        before, self._before = self._before, self._totals()
        return {name: total - before.get(name, 0) for name, total in self._before.items()}

    def _variable(self, number: int) -> Any:
        if number not in self._variables:
            self._variables[number] = self._z3.Bool(_name(number), ctx=self._context)
        return self._variables[number]

    def _totals(self) -> dict[str, int]:
        counted = dict(iter(self._solver.statistics()))
        return {name: int(counted.get(f"sat {name}", 0)) for name in _COUNTERS}


def _name(variable: int) -> str:
    return f"x{variable}"


PROVIDER = single_backend(
    "z3",
    "Z3, on finite domains",
    with_cuts(partial(in_worker, "z3", partial(Comparing, "z3", Solver))),
    ("every rule", "incremental", "seed", "seconds (child process)", "nodes (conflicts)"),
    package="z3-solver",
    module="z3",
)
