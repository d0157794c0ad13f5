"""The SAT solvers of PySAT, and what each of them can do."""

from __future__ import annotations

from functools import cache

#: How a solver is stopped: by PySAT's interrupt from another thread, by CaDiCaL's own termination
#: (`cadical`), or by killing its process.
STOPPED_BY = {
    "interrupt": (
        *("ergo", "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42"),
        *("maplechrono", "maplecm", "maplesat", "mergesat3"),
        *("minicard", "minisat22", "minisatep", "minisatgh"),
    ),
    "termination": ("cadical103", "cadical153", "cadical195", "cadical300"),
    "child": ("cryptosat", "kissat404", "lingeling"),
}

#: The bindings of these count no propagations and say 0: unknown, so it is left out.
NO_PROPAGATIONS = ("maplecm", "maplesat")

#: These take cardinality constraints beside clauses. Others of PySAT have a propagator in Python
#: instead: MiniSat and Ergo crash with it or cannot be stopped, and CaDiCaL fails on some models.
NATIVE_CARDINALITY = ("gluecard3", "gluecard4", "minicard")

#: These cannot be told which value of a variable to try first.
NO_PHASES = ("cadical103", *STOPPED_BY["child"])

#: These cannot limit their conflicts.
NO_CONFLICT_LIMIT = ("cryptosat", "lingeling")

#: These set the alarm of their process to 2,500 seconds and hear it themselves, as they would
#: change their ways then.
SET_ALARMS = ("maplechrono", "maplecm")

#: These write proofs that are RUP, and correct: tested. Of the rest, the MiniSat family and Kissat
#: write none, and MapleSAT wrong ones, with literals off by one.
PROVERS = ("glucose4", "glucose3", "glucose42", "cadical195", "cadical153", "cadical103")

#: More conflicts than a solver makes in months: no 32-bit counter overflows.
MOST_CONFLICTS = 2**31 - 1


@cache
def names() -> tuple[str, ...]:
    """Return the names of all solvers that the installed python-sat knows."""
    from pysat.solvers import SolverNames

    return tuple(sorted(name for name in vars(SolverNames) if not name.startswith("_")))


def accepted_name(name: str) -> str:
    """Return the name that PySAT's `Solver` accepts; for some solvers it is not the obvious one."""
    from pysat.solvers import SolverNames

    accepted: tuple[str, ...] = getattr(SolverNames, name)
    return accepted[-1]


def stopped_by(name: str) -> str:
    """Return how a solver is stopped, a key of `STOPPED_BY`."""
    # A solver newer than the table is treated as one of which nothing is known.
    return next((how for how, names in STOPPED_BY.items() if name in names), "child")


def is_loadable(name: str) -> bool:
    """Tell whether a solver can run in this process, where it stays loaded."""
    return stopped_by(name) != "child"
