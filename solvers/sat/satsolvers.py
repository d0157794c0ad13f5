"""What the SAT solvers of PySAT can do, and which of them run here: a table, and a try-out."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from typing import Any

from nonet.solvers.sat import child

#: How a solver is stopped: by an interrupt from another thread, by a look at the clock between
#: slices of conflicts, or by ending its process.
STOPPED_BY = {
    "interrupt": (
        *("ergo", "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42"),
        *("maplechrono", "maplecm", "maplesat", "mergesat3"),
        *("minicard", "minisat22", "minisatep", "minisatgh"),
    ),
    "slices": ("cadical103", "cadical153", "cadical195", "cadical300"),
    "child": ("cryptosat", "kissat404", "lingeling"),
}

#: Their bindings count no propagations and say 0; what is not known is left out.
NO_PROPAGATIONS = ("maplecm", "maplesat")

#: These take cardinality constraints beside clauses; the value says whether they must be asked to.
NATIVE_CARDINALITY = {
    "cadical195": True,
    "cadical300": True,
    "ergo": True,
    "gluecard3": False,
    "gluecard4": False,
    "minicard": False,
    "minisatep": True,
}

#: These cannot be told which value of a variable to try first.
NO_PHASES = ("cadical103", *STOPPED_BY["child"])

#: These cannot limit their conflicts.
NO_CONFLICT_LIMIT = ("cryptosat", "lingeling")


def accepted_name(name: str) -> str:
    """Return the name under which `Solver` takes a solver; for some it is not the obvious one."""
    from pysat.solvers import SolverNames

    accepted: tuple[str, ...] = getattr(SolverNames, name)
    return accepted[-1]


@cache
def names() -> tuple[str, ...]:
    """Return the names of all solvers that the installed python-sat knows."""
    from pysat.solvers import SolverNames

    return tuple(sorted(name for name in vars(SolverNames) if not name.startswith("_")))


def stopped_by(name: str) -> str:
    """Return how a solver is stopped, a key of `STOPPED_BY`."""
    # A solver newer than the table is treated as one of which nothing is known.
    return next((how for how, names in STOPPED_BY.items() if name in names), "child")


def load(name: str, clauses: Iterable[list[int]], at_most_ones: Iterable[list[int]] = ()) -> Any:
    """Return a solver with these clauses, and with these lists of which one may be true.

    The garbage collector rests meanwhile: it would search hundreds of thousands of short lists
    that are not garbage.
    """
    from pysat.solvers import Solver

    at_most_ones = list(at_most_ones)
    asked = {"native_card": True} if at_most_ones and NATIVE_CARDINALITY[name] else {}
    with paused_collector():
        solver = Solver(name=accepted_name(name), bootstrap_with=clauses, **asked)
        if asked:
            solver.activate_atmost()
        for literals in at_most_ones:
            solver.add_atmost(literals, 1)
    return solver


class Counters:
    """What a loaded solver counts, from one solve to the next.

    >>> solver = load("minisat22", [[1, 2], [-1]])
    >>> counters = Counters("minisat22", solver)
    >>> sorted(counters.take()), counters.take()["conflicts"]
    (['conflicts', 'decisions', 'propagations', 'restarts'], 0)
    """

    def __init__(self, name: str, solver: Any) -> None:
        self._solver = solver
        self._left_out = "propagations" if name in NO_PROPAGATIONS else None
        self.totals: dict[str, int] = {}

    def take(self) -> dict[str, int]:
        """Return what was counted since the last time."""
        before, totals = self.totals, self._solver.accum_stats()
        if self._left_out:
            del totals[self._left_out]
        self.totals = totals
        return {key: total - before.get(key, 0) for key, total in totals.items()}


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the garbage collector for a block, if it runs."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@cache
def missing(name: str) -> str | None:
    """Return why a solver does not run here, found by running it; None if it does."""
    if name == "cryptosat":
        try:
            metadata.version("pycryptosat")
        except metadata.PackageNotFoundError:
            return "pycryptosat is not installed: pip install pycryptosat"
    try:
        if stopped_by(name) == "child":
            reply = child.solve(accepted_name(name), [[1, 2], [-1]], 10.0, None)
            model = reply and reply["model"]
        else:
            model = _try_live(name)
    except Exception as error:  # whatever a solver does on a formula of two clauses
        return f"does not run here: {error}"
    return None if model == [-1, 2] else f"does not run here: {model} is no model"


def _try_live(name: str) -> object:
    from pysat.solvers import Solver

    with Solver(name=accepted_name(name), bootstrap_with=[[1, 2], [-1]]) as solver:
        solver.solve()
        return solver.get_model()
