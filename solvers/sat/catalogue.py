"""A table of PySAT's SAT solvers: how each can be stopped, and its special features and bugs."""

from __future__ import annotations

from functools import cache

#: How a solver is stopped: by PySAT's interrupt from another thread, by CaDiCaL's `terminate`
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

#: The bindings of these solvers always report 0 propagations; the counter is left out.
NO_PROPAGATIONS = ("maplecm", "maplesat")

#: These solvers take cardinality constraints as well as clauses. For others PySAT offers a
#: propagator in Python: MiniSat and Ergo crash with it or cannot be stopped, and CaDiCaL fails on
#: some models.
NATIVE_CARDINALITY = ("gluecard3", "gluecard4", "minicard")

#: These solvers have no setting for the first value of a variable to try.
NO_PHASES = ("cadical103", *STOPPED_BY["child"])

#: These solvers cannot limit their conflicts.
NO_CONFLICT_LIMIT = ("cryptosat", "lingeling")

#: These solvers set the alarm of their process to 2,500 seconds, and handle SIGALRM, in order to
#: change their heuristics after that time.
SET_ALARMS = ("maplechrono", "maplecm")

#: These solvers write correct RUP proofs, by our tests. The MiniSat family and Kissat cannot write
#: proofs, and MapleSAT's are wrong: literals are off by one.
PROVERS = ("glucose4", "glucose3", "glucose42", "cadical195", "cadical153", "cadical103")

#: More conflicts than a solver reaches in months, and small enough for 32-bit counters.
MOST_CONFLICTS = 2**31 - 1


@cache
def names() -> tuple[str, ...]:
    """Return the names of all solvers that the installed python-sat knows."""
    from pysat.solvers import SolverNames

    return tuple(sorted(name for name in vars(SolverNames) if not name.startswith("_")))


def accepted_name(name: str) -> str:
    """Return the name that PySAT's `Solver` accepts; it may differ from the attribute's name."""
    from pysat.solvers import SolverNames

    accepted: tuple[str, ...] = getattr(SolverNames, name)
    return accepted[-1]


def stopped_by(name: str) -> str:
    """Return how a solver is stopped, a key of `STOPPED_BY`."""
    # Solvers newer than this table run in a worker, the safest way.
    return next((how for how, names in STOPPED_BY.items() if name in names), "child")


def is_loadable(name: str) -> bool:
    """Tell whether a solver can stay loaded in this process."""
    return stopped_by(name) != "child"
