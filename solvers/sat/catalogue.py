"""What PySAT's SAT solvers can and cannot do."""

from __future__ import annotations

from functools import cache

#: How each solver can be stopped: PySAT's interrupt, CaDiCaL's method `terminate`, or a kill of the
#: child process in which the solver runs.
STOPPED_BY = {
    "interrupt": (
        *("ergo", "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42"),
        *("maplechrono", "maplecm", "maplesat", "mergesat3"),
        *("minicard", "minisat22", "minisatep", "minisatgh"),
    ),
    "termination": ("cadical103", "cadical153", "cadical195", "cadical300"),
    "child": ("cryptosat", "kissat404", "lingeling"),
}

#: Solvers for which PySAT always reports 0 propagations. Answers omit this counter.
NO_PROPAGATIONS = ("maplecm", "maplesat")

#: Solvers that accept cardinality constraints as well as clauses. For other solvers, PySAT has a
#: propagator in Python, but we do not use it. With it, MiniSat and Ergo crash or cannot be stopped,
#: and CaDiCaL fails on some models.
NATIVE_CARDINALITY = ("gluecard3", "gluecard4", "minicard")

#: Solvers that always choose by themselves which value of a variable they try first.
NO_PHASES = ("cadical103", *STOPPED_BY["child"])

#: Solvers that cannot limit their conflicts.
NO_CONFLICT_LIMIT = ("cryptosat", "lingeling")

#: Solvers that set the process's alarm and handle SIGALRM, to change their heuristics after 2,500
#: seconds.
SET_ALARMS = ("maplechrono", "maplecm")

#: Solvers whose RUP proofs are correct in our tests. The MiniSat family and Kissat write no proofs.
#: MapleSAT's proofs are wrong, because their literals are off by one.
PROVERS = ("glucose4", "glucose3", "glucose42", "cadical195", "cadical153", "cadical103")

#: The largest conflict limit that fits into 32-bit counters. No solver reaches it within months.
MOST_CONFLICTS = 2**31 - 1


@cache
def names() -> tuple[str, ...]:
    """Return the names of all solvers that the installed python-sat knows."""
    from pysat.solvers import SolverNames

    return tuple(sorted(name for name in vars(SolverNames) if not name.startswith("_")))


def accepted_name(name: str) -> str:
    """Return the name that PySAT's class `Solver` accepts. It may differ from `name`."""
    from pysat.solvers import SolverNames

    accepted: tuple[str, ...] = getattr(SolverNames, name)
    return accepted[-1]


def stopped_by(name: str) -> str:
    """Return how a solver is stopped: a key of `STOPPED_BY`."""
    # A solver that is missing in the table runs in a child process, which is the safest way.
    return next((how for how, names in STOPPED_BY.items() if name in names), "child")


def is_loadable(name: str) -> bool:
    """Tell whether a solver can stay loaded in this process."""
    return stopped_by(name) != "child"
