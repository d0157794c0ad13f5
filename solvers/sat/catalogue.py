"""Tables of PySAT's SAT solvers: how each can be stopped, what it cannot do, and its bugs."""

from __future__ import annotations

from functools import cache

#: The solvers by the way to stop them: by PySAT's interrupt from another thread, by CaDiCaL's
#: `terminate` (`cadical`), or by killing the process (`child`).
STOPPED_BY = {
    "interrupt": (
        *("ergo", "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42"),
        *("maplechrono", "maplecm", "maplesat", "mergesat3"),
        *("minicard", "minisat22", "minisatep", "minisatgh"),
    ),
    "termination": ("cadical103", "cadical153", "cadical195", "cadical300"),
    "child": ("cryptosat", "kissat404", "lingeling"),
}

#: These solvers get no counter of propagations, because their bindings always report 0.
NO_PROPAGATIONS = ("maplecm", "maplesat")

#: These solvers take cardinality constraints as well as clauses. PySAT has a propagator in Python
#: that adds such constraints to other solvers, but we do not use it: MiniSat and Ergo crash with it
#: or cannot be stopped, and CaDiCaL fails on some models.
NATIVE_CARDINALITY = ("gluecard3", "gluecard4", "minicard")

#: These solvers have no setting that tells which value of a variable to try first.
NO_PHASES = ("cadical103", *STOPPED_BY["child"])

#: These solvers cannot limit their conflicts.
NO_CONFLICT_LIMIT = ("cryptosat", "lingeling")

#: These solvers change their heuristics after 2,500 seconds, for which they set the alarm of the
#: process and handle SIGALRM.
SET_ALARMS = ("maplechrono", "maplecm")

#: Our tests found that these solvers write correct RUP proofs. The MiniSat family and Kissat cannot
#: write proofs, and the proofs of MapleSAT are wrong, because literals in them are off by one.
PROVERS = ("glucose4", "glucose3", "glucose42", "cadical195", "cadical153", "cadical103")

#: The largest limit of conflicts. No solver reaches so many in months, and the number fits into
#: 32-bit counters.
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
    """Return the key of `STOPPED_BY` that tells how a solver is stopped."""
    # Solvers that are newer than this table run in a worker process, which is the safest way.
    return next((how for how, names in STOPPED_BY.items() if name in names), "child")


def is_loadable(name: str) -> bool:
    """Tell whether a solver can stay loaded in this process."""
    return stopped_by(name) != "child"
