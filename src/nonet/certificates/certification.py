"""Certification: find the verdict, then have it proved by a fresh solver."""

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

#: Solvers with correct RUP proofs (tested). Of PySAT's others, the MiniSat family and Kissat write
#: none, and MapleSAT writes wrong ones, with literals off by one.
PROVERS = ("glucose4", "glucose3", "glucose42", "cadical195", "cadical153", "cadical103")

#: Writes the shortest proofs: few lemmas, and none that unit propagation finds anyway.
DEFAULT_PROVER = PROVERS[0]

#: Conflicts between two looks at the clock.
_SLICE = 2_000


class Uncertifiable(RuntimeError):
    """A limit was reached, so there is nothing to certify."""


def certify(
    puzzle: Puzzle,
    prover: str = DEFAULT_PROVER,
    limits: Limits = Limits(),
    verdict: Verdict | None = None,
) -> Certificate:
    """Return a certificate that a puzzle has no, one or several solutions.

    With a `verdict` the puzzle is not checked again, but the verdict is still proved. The limits
    are for each solve; `Uncertifiable` is raised when one is reached.

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
    """Return a proof by a fresh solver that has all clauses before it starts.

    A solver that has searched before a clause was added may have simplified in ways that this
    clause makes unsound; its proof would be worthless.
    """
    if [] in clauses:  # not every binding accepts it
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
