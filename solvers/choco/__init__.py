"""The constraint solver Choco. It has a propagator for each primitive, and does not learn.

While Choco runs, Python does not see Ctrl-C, and an internal error of Choco ends the process. So
Choco runs in a worker process, which can be killed.
"""

from __future__ import annotations

from functools import partial

from nonet.encodings.places import Lowered
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Freed
from nonet.solvers.provider import single_backend
from nonet.solvers.worker_engine import in_worker
from nonet.system.limits import Limits

#: The counters that answers report. There are no nodes, because pychoco 0.4 returns a time instead.
_COUNTERS = ("backtrack", "fail", "restart")

#: The largest node limit that fits into Java's 64-bit counters.
_MOST_NODES = 1 << 62


class Search(Freed):
    """The engine. Its search pauses at each solution and continues after the solution is blocked.

    Choco counts nodes from the root of the search tree, and cannot remove a node limit. So the
    search starts again before a solve with a node limit, and also after it.
    """

    def __init__(self, lowered: Lowered, seed: int) -> None:
        self._phases = PhaseClock()
        self._lowered = lowered
        self._blocked: set[Solution] = set()
        self._is_limited = False
        self._begin()

    def solve(self, limits: Limits) -> Answer:
        was_limited, self._is_limited = self._is_limited, limits.nodes is not None
        if was_limited or self._is_limited:
            self._begin()
        before = self._totals()
        with self._phases.measure("solve"):
            status = self._search(limits.nodes)
        counters = {name: total - before[name] for name, total in self._totals().items()}
        solution = self._found if status is Status.SATISFIED else None
        return Answer(status, solution, counters, self._phases.take())

    def block(self, solution: Solution) -> None:
        self._blocked.add(solution)

    def _begin(self) -> None:
        from nonet.solvers.choco.model import ChocoModel  # needs pychoco, which may be missing

        with self._phases.measure("encode"):
            self._model = ChocoModel(self._lowered)
        self._found: Solution | None = None
        self._is_over = False

    def _search(self, nodes: int | None) -> Status:
        solver = self._model.solver
        most = None if nodes is None else min(nodes, _MOST_NODES)
        while self._found is None or self._found in self._blocked:
            # Do not continue a finished search, because an internal check of Choco would fail.
            if self._is_over or not solver.solve(node_limit=most):
                self._is_over = solver.get_search_state() == "TERMINATED"
                return Status.UNSATISFIABLE if self._is_over else Status.UNKNOWN
            self._found = self._model.decode()
        return Status.SATISFIED

    def _totals(self) -> dict[str, int]:
        solver = self._model.solver
        return {f"{name}s": getattr(solver, f"get_{name}_count")() for name in _COUNTERS}


PROVIDER = single_backend(
    "choco",
    "constraint programming with arc consistency, by Choco",
    with_cuts(partial(in_worker, "choco", Search)),
    ("every rule", "incremental", "seconds (child process)", "nodes"),
    package="pychoco",
    module="pychoco",
)
