"""The same questions about many puzzles: a backend may keep its solver loaded for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import tee

from nonet.formats import PuzzleLike, as_puzzles
from nonet.questions.uniqueness.verdict import LimitReached, Verdict, verdict_on
from nonet.solvers import Answer, Limits, LimitsLike, Status, find_backend


def solve_many(
    puzzles: Iterable[PuzzleLike],
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Iterator[Answer]:
    """Yield the answer to each puzzle, in their order.

    Backends that can keep a solver loaded do so from puzzle to puzzle; the limits are for each.

    >>> from nonet.formats import classic
    >>> [answer.status.value for answer in solve_many([classic(order=2), classic("11.." * 4)])]
    ['satisfied', 'unsatisfiable']
    """
    for answers in find_backend(backend).answer_many(puzzles, limits):
        yield answers[0]


def check_many(
    puzzles: Iterable[PuzzleLike],
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, in their order; the limits are for each solve.

    >>> from nonet.formats import classic
    >>> [str(verdict.kind) for verdict in check_many([classic(order=2), classic("11.." * 4)])]
    ['multiple', 'none']
    """
    limits = Limits.of(limits)
    asked, kept = tee(as_puzzles(puzzles))
    answers = find_backend(backend).answer_many(asked, limits, most=2)
    for puzzle, of_puzzle in zip(kept, answers, strict=True):
        yield verdict_on(puzzle, of_puzzle, limits)


def count_many(
    puzzles: Iterable[PuzzleLike],
    limit: int,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Iterator[int]:
    """Yield the number of solutions of each puzzle, up to `limit`.

    When one of `limits` is reached, `LimitReached` is raised.

    >>> from nonet.formats import classic
    >>> list(count_many([classic(order=2), classic("11.." * 4)], limit=7))
    [7, 0]
    """
    if limit < 0:
        raise ValueError(f"a limit of {limit} solutions is negative")
    if limit == 0:
        yield from (0 for _ in as_puzzles(puzzles))
        return
    for answers in find_backend(backend).answer_many(puzzles, limits, most=limit):
        found = sum(answer.solution is not None for answer in answers)
        if answers[-1].status is Status.UNKNOWN:
            raise LimitReached(found)
        yield found
