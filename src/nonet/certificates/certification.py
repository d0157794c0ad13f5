"""Certify a puzzle: find its verdict, and let a new solver prove the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from importlib import metadata
from itertools import islice

from nonet import __version__
from nonet.certificates.certificate import MOST_SOLUTIONS, Certificate, formula
from nonet.certificates.proof import check as check_proof
from nonet.certificates.refutation import refutation
from nonet.encodings.at_most_one import Clause
from nonet.encodings.cnf import Cnf
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.questions.counting import solutions
from nonet.questions.uniqueness import Kind, LimitReached, Verdict, check
from nonet.solvers import (
    BackendError,
    Limits,
    LimitsLike,
    Prover,
    Solution,
    SolverCrashed,
    WrongAnswer,
    are_repeated,
    backends,
    broken_cuts,
    find_backend,
)
from nonet.system.errors import NonetError, PuzzleError
from nonet.system.memory import paused_collector
from nonet.validity import violations

#: The default prover. It writes the shortest proofs.
DEFAULT_PROVER = "glucose4"

#: The SAT solver that finds the cuts of a formula.
_CUTTER = "pysat:glucose4"


class Uncertifiable(NonetError, RuntimeError):
    """A limit was reached before the verdict or its proof was found."""


def certify(
    puzzle: PuzzleLike,
    prover: str = DEFAULT_PROVER,
    limits: LimitsLike = Limits(),
    verdict: Verdict | None = None,
    *,
    every: bool = False,
) -> Certificate:
    """Return a certificate that a puzzle has no, one or several solutions.

    If you pass a `verdict`, `certify` checks its solutions instead of searching for solutions. With
    `every`, the certificate shows all solutions, at most 10,000.

    The limits apply to each call of a solver. If a limit is reached, raise `Uncertifiable`.

    >>> certify("11..............").claim
    <Kind.NONE: 'none'>
    >>> len(certify("1234............", every=True).solutions)
    12
    """
    load = _prover(prover)
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    if every:
        shown = _all_solutions(puzzle, limits)
    else:
        verdict = check(puzzle, limits=limits) if verdict is None else verdict
        shown = _claimed(verdict)
    for solution in shown:
        wrong = next(iter(violations(puzzle, solution)), None)
        if wrong is not None or None in solution:
            raise WrongAnswer(f"the verdict has a wrong solution: {wrong or 'a cell is empty'}")
    if are_repeated(puzzle, shown):
        raise WrongAnswer("the verdict has the same solution twice")
    if len(shown) > 1 and not every:
        return Certificate(puzzle, shown, (), None, {"nonet": __version__})
    with paused_collector():
        cuts = _cuts(puzzle, shown, limits) if puzzle.geometry.connections else []
        lines = _prove(formula(puzzle, shown, cuts), prover, load, limits)
    versions = {"nonet": __version__, "python-sat": metadata.version("python-sat")}
    return Certificate(puzzle, shown, lines, prover, versions, tuple(cuts))


def _all_solutions(puzzle: Puzzle, limits: Limits) -> tuple[Solution, ...]:
    """Return all solutions in an order that does not depend on the solver."""
    try:
        found = sorted(islice(solutions(puzzle, limits=limits), MOST_SOLUTIONS + 1))
    except LimitReached:
        raise Uncertifiable("nothing to certify: a limit was reached") from None
    if len(found) > MOST_SOLUTIONS:
        raise Uncertifiable(f"nothing to certify: more than {MOST_SOLUTIONS:,} solutions")
    return tuple(found)


def _claimed(verdict: Verdict) -> tuple[Solution, ...]:
    """Return the solutions of a verdict. Check the verdict, because a user may have made it."""
    if not isinstance(verdict, Verdict):
        raise TypeError(f"{verdict!r:.40} is not a verdict: pass the result of nonet.check")
    kind, shown = Kind(verdict.kind), verdict.witnesses
    if kind is Kind.UNKNOWN:
        raise Uncertifiable(f"nothing to certify: {verdict.reason or 'the verdict is unknown'}")
    needed = {Kind.NONE: 0, Kind.UNIQUE: 1, Kind.MULTIPLE: 2}[kind]
    if len(shown) != needed:
        words = counted(needed, "solution")
        raise PuzzleError(f"a verdict {kind.value!r} must have {words}, not {len(shown)}")
    return shown


def _cuts(puzzle: Puzzle, shown: Sequence[Solution], limits: Limits) -> list[Clause]:
    """Return cuts that leave the formula without a model."""
    cnf, cuts = formula(puzzle, shown), list[Clause]()
    load = find_backend(_CUTTER).cores
    assert load is not None, f"{_CUTTER} takes clauses"
    with closing(load(cnf.clauses)) as solver:
        while satisfiable := solver.solve(limits):
            new = [*map(cnf.cut, broken_cuts(puzzle, cnf.decode(solver.model())))]
            if not new:
                raise WrongAnswer(f"{_CUTTER} finds a solution that contradicts the verdict")
            for cut in new:
                solver.add(cut)
            cuts += new
    if satisfiable is None:
        raise Uncertifiable("no proof, because a limit was reached")
    return cuts


def _prove(
    cnf: Cnf, name: str, load: Callable[[Iterable[Clause]], Prover], limits: Limits
) -> tuple[str, ...]:
    """Return a checked proof by a new solver."""
    # A clause that is added later could make the solver's earlier simplifications wrong.
    with closing(load(cnf.clauses)) as solver:
        satisfiable = solver.solve(limits)
        if satisfiable is None:
            raise Uncertifiable("no proof, because a limit was reached")
        if satisfiable:
            raise WrongAnswer(f"{name} finds a solution that contradicts the verdict")
        lines = solver.proof()
    try:
        proof = tuple(refutation(lines, cnf.clauses, cnf.variables))
        check_proof(proof, cnf.clauses)
    except ValueError as error:
        message = f"{name} wrote an incomplete or damaged proof: {error}"
        raise SolverCrashed(message) from None
    return proof


def _prover(name: str) -> Callable[[Iterable[Clause]], Prover]:
    load = None
    with suppress(BackendError):
        load = find_backend(f"pysat:{name}").proofs
    if load is None:
        able = (entry.spec for entry in backends() if "proofs" in entry.capabilities)
        names = ", ".join(spec.partition(":")[2] for spec in able)
        raise BackendError(f"{name!r} writes no proofs: choose one of {names}")
    return load
