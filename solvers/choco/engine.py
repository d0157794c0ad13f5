"""A search that goes on from solution to solution, and begins again after a limit."""

from __future__ import annotations

from nonet.encodings.places import Lowered
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.choco.model import ChocoModel
from nonet.system.limits import Limits

#: pychoco 0.4 calls the time a number of nodes.
_COUNTERS = ("backtrack", "fail", "restart")

#: Java's counters have 64 bits.
_MOST_NODES = 1 << 62


class Search:
    """Pauses at each solution, and moves past it only once that is blocked.

    A limit of nodes counts from the root, and Choco does not forget it, so that the search begins
    anew before and after.
    """

    def __init__(self, lowered: Lowered) -> None:
        self._phases = PhaseClock()
        self._lowered = lowered
        self._blocked: set[Solution] = set()
        self._is_limited = False
        self._begin()

    def solve(self, limits: Limits) -> Answer:
        """Find a solution that is not blocked."""
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
        """Move past this grid."""
        self._blocked.add(solution)

    def close(self) -> None:
        """Nothing to give back."""

    def _begin(self) -> None:
        with self._phases.measure("encode"):
            self._model = ChocoModel(self._lowered)
        self._found: Solution | None = None
        self._is_over = False

    def _search(self, nodes: int | None) -> Status:
        solver = self._model.solver
        most = None if nodes is None else min(nodes, _MOST_NODES)
        while self._found is None or self._found in self._blocked:
            # A search that is over must not be asked again: it would fail its own check.
            if self._is_over or not solver.solve(node_limit=most):
                self._is_over = solver.get_search_state() == "TERMINATED"
                return Status.UNSATISFIABLE if self._is_over else Status.UNKNOWN
            self._found = self._model.decode()
        return Status.SATISFIED

    def _totals(self) -> dict[str, int]:
        solver = self._model.solver
        return {f"{name}s": getattr(solver, f"get_{name}_count")() for name in _COUNTERS}


def engine(lowered: Lowered, seed: int) -> Search:
    """Return the engine that works in a process of its own; it makes no random choice."""
    return Search(lowered)
