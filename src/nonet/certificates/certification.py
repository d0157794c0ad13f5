"""Making certificates: the verdict, then the proof by a solver that has seen nothing else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import metadata
from math import inf
from typing import Any

from nonet import __version__
from nonet.certificates.certificate import SHOWN, Certificate, formula
from nonet.certificates.proof import tidied
from nonet.encodings.at_most_one import Clause
from nonet.puzzle import Puzzle
from nonet.solvers import BackendError, Limits, WrongAnswer
from nonet.solvers.sat import satsolvers
from nonet.uniqueness import Kind, Verdict, check

#: Their proofs are RUP, and correct: tested. Of the rest of PySAT's solvers, the MiniSat family and
#: Kissat write none, and MapleSAT wrong ones, with literals off by one.
PROVERS = ("glucose4", "glucose3", "glucose42", "cadical195", "cadical153", "cadical103")

#: The shortest proofs of all: few lemmas, and none for what follows by unit propagation.
DEFAULT_PROVER = PROVERS[0]

#: So many conflicts pass between two looks at the clock.
_SLICE = 2_000


class Uncertifiable(RuntimeError):
    """There is nothing to certify: a limit was reached before the answer was known."""


def certify(
    puzzle: Puzzle,
    prover: str = DEFAULT_PROVER,
    limits: Limits = Limits(),
    verdict: Verdict | None = None,
) -> Certificate:
    """Return a certificate that a puzzle has no, one or several solutions.

    A verdict that is known already need not be found again; what it says is proved all the same.
    The limits are for each solve. Raises `Uncertifiable` when one is reached.

    >>> from nonet.formats import classic
    >>> certify(classic("11..............")).claim
    <Kind.NONE: 'none'>
    """
    if prover not in PROVERS:
        raise BackendError(f"no proofs from {prover!r}; there are {', '.join(PROVERS)}")
    verdict = verdict or check(puzzle, limits=limits)
    if verdict.kind is Kind.UNKNOWN:
        raise Uncertifiable(f"nothing to certify: {verdict.reason}")
    solutions = verdict.witnesses[: SHOWN[verdict.kind]]
    if verdict.kind is Kind.MULTIPLE:
        return Certificate(puzzle, verdict.kind, solutions, (), None, {"nonet": __version__})
    lines = _prove(formula(puzzle, solutions).clauses, prover, limits)
    versions = {"nonet": __version__, "python-sat": metadata.version("python-sat")}
    return Certificate(puzzle, verdict.kind, solutions, lines, prover, versions)


def _prove(clauses: Sequence[Clause], prover: str, limits: Limits) -> tuple[str, ...]:
    """Return the proof of a new solver, which has all clauses before it starts.

    A solver that was asked before the last clause came may have taken steps that were right only
    without that clause: there is no way to hand one in.
    """
    if [] in clauses:  # not every binding takes it
        return ("0",)
    from pysat.solvers import Solver

    with (
        satsolvers.paused_collector(),
        Solver(name=prover, bootstrap_with=clauses, with_proof=True) as solver,
    ):
        satisfiable = _solve(solver, limits)
        if satisfiable is None:
            raise Uncertifiable("no proof: limit reached")
        if satisfiable:
            raise WrongAnswer(f"{prover} finds a solution that the verdict denies")
        return tuple(tidied(solver.get_proof()))


def _solve(solver: Any, limits: Limits) -> bool | None:
    """Solve in slices of conflicts, with a look at the clock after each; None at a limit."""
    deadline = inf if limits.seconds is None else time.perf_counter() + limits.seconds
    left = inf if limits.nodes is None else limits.nodes
    satisfiable: bool | None = None
    while satisfiable is None and left > 0 and time.perf_counter() < deadline:
        solver.conf_budget(int(min(left, _SLICE)))
        try:
            satisfiable = solver.solve_limited()
        except Exception as error:
            if "keyboard interrupt" in str(error):  # Ctrl-C, in the words of PySAT
                raise KeyboardInterrupt from None
            raise
        left -= _SLICE
    return satisfiable
