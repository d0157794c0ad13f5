"""What the SAT solvers of PySAT can do, and which of them run here: a table, and a try-out."""

from __future__ import annotations

from functools import cache
from importlib import metadata

from nonet.solvers import child

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
