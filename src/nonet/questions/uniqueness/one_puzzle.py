"""Questions about one puzzle: a solution and a verdict."""

from __future__ import annotations

from itertools import islice

from nonet.formats import PuzzleLike
from nonet.questions.uniqueness.verdict import Verdict, verdict_on
from nonet.solvers import Answer, Limits, LimitsLike, Session, find_backend


def solve(puzzle: PuzzleLike, backend: str | None = None, limits: LimitsLike = Limits()) -> Answer:
    """Return an answer: a solution, unsatisfiable, or unknown because a limit was reached.

    The puzzle is a `Puzzle`, or anything that `as_puzzle` accepts. `limits=5` means five seconds.

    >>> solve("12..34..2......3", limits=5).solution
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    """
    with find_backend(backend).open(puzzle) as session:
        return session.solve(limits)


def check(puzzle: PuzzleLike, backend: str | None = None, limits: LimitsLike = Limits()) -> Verdict:
    """Tell whether a puzzle has no, one or several solutions, in two solves at most.

    The limit of seconds applies to both solves together, and the limit of nodes to each.

    >>> check("12..34..2......3").kind, check("11..............").reason
    (<Kind.UNIQUE: 'unique'>, 'r1c1 and r1c2 are both 1')
    """
    with find_backend(backend).open(puzzle) as session:
        return check_in(session, limits)


def check_in(session: Session, limits: LimitsLike = Limits()) -> Verdict:
    """Check the puzzle of an open session, and leave its first solution blocked.

    >>> with find_backend("norvig").open("12..34..2......3") as session:
    ...     print(check_in(session).kind)
    unique
    """
    limits = Limits.of(limits)
    answers = list(islice(session.answers(limits, together=True), 2))
    return verdict_on(session.puzzle, answers, limits)
