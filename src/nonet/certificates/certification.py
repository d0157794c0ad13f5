"""Certify a puzzle: find its verdict, and let a new solver prove the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from importlib import metadata

from nonet import __version__
from nonet.certificates.certificate import SHOWN, Certificate, formula
from nonet.certificates.checker import Borrowed
from nonet.certificates.proof import check as check_proof
from nonet.certificates.proof import tidied
from nonet.encodings.at_most_one import Clause
from nonet.encodings.cnf import Cnf
from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, Verdict, check
from nonet.solvers import (
    BackendError,
    Limits,
    LimitsLike,
    Prover,
    Solution,
    SolverCrashed,
    WrongAnswer,
    backends,
    find_backend,
)
from nonet.system.errors import NonetError, PuzzleError
from nonet.system.memory import paused_collector
from nonet.validity import violations

#: The default prover. It writes the shortest proofs. These proofs have few lemmas. A fact that unit
#: propagation of the formula finds is never a lemma.
DEFAULT_PROVER = "glucose4"


class Uncertifiable(NonetError, RuntimeError):
    """A limit was reached before the verdict or its proof was found.

    >>> certify("................", limits=Limits(nodes=0))
    Traceback (most recent call last):
    nonet.certificates.certification.Uncertifiable: nothing to certify: limit reached: 0 nodes
    """


def certify(
    puzzle: PuzzleLike,
    prover: str = DEFAULT_PROVER,
    limits: LimitsLike = Limits(),
    verdict: Verdict | None = None,
) -> Certificate:
    """Return a certificate that a puzzle has no, one or several solutions.

    If you pass a `verdict`, `certify` does not search for solutions. It still checks the verdict's
    solutions and proves the claim. The limits apply to each call of a solver. If a limit is
    reached, raise `Uncertifiable`.

    >>> from nonet.formats import classic
    >>> certify(classic("11..............")).claim
    <Kind.NONE: 'none'>
    """
    load = _prover(prover)
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    verdict = check(puzzle, limits=limits) if verdict is None else verdict
    kind, solutions = _claimed(puzzle, verdict)
    if kind is Kind.MULTIPLE:
        return Certificate(puzzle, kind, solutions, (), None, {"nonet": __version__})
    lines = _prove(formula(puzzle, solutions), prover, load, limits)
    versions = {"nonet": __version__, "python-sat": metadata.version("python-sat")}
    return Certificate(puzzle, kind, solutions, lines, prover, versions)


def _claimed(puzzle: Puzzle, verdict: Verdict) -> tuple[Kind, tuple[Solution, ...]]:
    """Return a verdict's claim and solutions. Check them: a user may have made the verdict."""
    if not isinstance(verdict, Verdict):
        raise TypeError(f"{verdict!r:.40} is not a verdict: pass the result of nonet.check")
    kind, shown = Kind(verdict.kind), verdict.witnesses
    if kind is Kind.UNKNOWN:
        raise Uncertifiable(f"nothing to certify: {verdict.reason or 'the verdict is unknown'}")
    if len(shown) != SHOWN[kind]:
        needed = f"{SHOWN[kind]} solutions" if SHOWN[kind] != 1 else "1 solution"
        raise PuzzleError(f"a verdict {kind.value!r} must have {needed}, not {len(shown)}")
    for solution in shown:
        wrong = next(iter(violations(puzzle, solution)), None)
        if wrong is not None or None in solution:
            raise WrongAnswer(f"the verdict has a wrong solution: {wrong or 'a cell is empty'}")
    if len(set(shown)) < len(shown):
        raise WrongAnswer("the verdict has the same solution twice")
    return kind, shown


def _prove(
    cnf: Cnf, name: str, load: Callable[[Iterable[Clause]], Prover], limits: Limits
) -> tuple[str, ...]:
    """Return a proof by a new solver, which gets all clauses before it starts.

    A solver simplifies its clauses during a search. If a clause were added after the search, the
    simplifications might no longer be valid, and the proof would be worthless.
    """
    with paused_collector(), closing(load(cnf.clauses)) as solver:
        satisfiable = solver.solve(limits)
        if satisfiable is None:
            raise Uncertifiable("no proof, because a limit was reached")
        if satisfiable:
            raise WrongAnswer(f"{name} finds a solution that contradicts the verdict")
        lines = solver.proof()
    try:
        return _checked(lines, cnf)
    except ValueError as error:
        raise SolverCrashed(f"{name} wrote an incomplete or damaged proof: {error}") from None


def _checked(lines: Sequence[str], cnf: Cnf) -> tuple[str, ...]:
    """Return the necessary lines of a proof. Raise `ValueError` unless each lemma follows.

    For speed, a SAT solver does the unit propagation. `verify` does not trust this check. Solvers
    may leave out the empty clause if it follows by unit propagation.

    >>> from nonet.model.grid import Grid
    >>> square = Cnf(Grid(1, 1), (3,), [[1, 2], [1, -2], [-1, 2], [-1, -2]], variables=2)
    >>> _checked(["1 0"], square)
    ('1 0', '0')
    >>> try:
    ...     _checked([], square)
    ... except ValueError as error:
    ...     print(error)
    line 1: the empty clause does not follow by unit propagation
    """
    found = tuple(tidied(lines))
    check_proof(found, cnf.clauses, cnf.variables, Borrowed(cnf.clauses))
    return found


def _prover(name: str) -> Callable[[Iterable[Clause]], Prover]:
    """Return the function that loads clauses into this PySAT solver, which must write proofs."""
    load = None
    with suppress(BackendError):
        load = find_backend(f"pysat:{name}").proofs
    if load is None:
        able = (entry.spec for entry in backends() if "proofs" in entry.capabilities)
        names = ", ".join(spec.partition(":")[2] for spec in able)
        raise BackendError(f"{name!r} writes no proofs: choose one of {names}")
    return load
