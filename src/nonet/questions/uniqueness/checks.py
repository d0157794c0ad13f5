"""Solve, check and count: one puzzle, or many with a solver that stays loaded."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice, tee
from typing import cast

from nonet.formats import PuzzleLike, as_puzzles
from nonet.formats.construction import require_list
from nonet.formats.reader import are_cells, of_cells
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness.verdict import LimitReached, Verdict, verdict_on
from nonet.solvers import (
    Answer,
    Backend,
    Limits,
    LimitsLike,
    RowSolver,
    Status,
    Times,
    find_backend,
)
from nonet.system.limits import whole
from nonet.system.memory import paused_collector

#: The maximum number of puzzles of 81 characters that are solved together in one array.
_MOST_TOGETHER = 4096

_UNLIMITED = Limits()


def solve(puzzle: PuzzleLike, backend: str | None = None, limits: LimitsLike = Limits()) -> Answer:
    """Solve a puzzle. The answer is a solution, unsatisfiable, or unknown at a limit.

    The puzzle is a `Puzzle`, or anything that `as_puzzle` accepts. `limits=5` means five seconds.

    >>> solve("12..34..2......3", limits=5).solution
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    """
    with find_backend(backend).open(puzzle) as session:
        return session.solve(limits)


def check(puzzle: PuzzleLike, backend: str | None = None, limits: LimitsLike = Limits()) -> Verdict:
    """Tell whether a puzzle has no, one or several solutions. This takes at most two solves.

    The time limit covers both solves together. The node limit applies to each solve separately.

    >>> check("12..34..2......3").kind, check("11..............").reason
    (<Kind.UNIQUE: 'unique'>, 'r1c1 and r1c2 are both 1')
    """
    limits = Limits.of(limits)
    with find_backend(backend).open(puzzle) as session:
        answers = list(islice(session.answers(limits, together=True), 2))
        return verdict_on(session.puzzle, answers, limits)


def solve_many(
    puzzles: Iterable[PuzzleLike], backend: str | None = None, limits: LimitsLike = Limits()
) -> Iterator[Answer]:
    """Yield the answer to each puzzle, in the order of the puzzles.

    Some backends keep their solver loaded, so this can be faster than `solve`. The limits apply to
    each puzzle.

    >>> [answer.status.value for answer in solve_many(["." * 16, "11.." * 4])]
    ['satisfied', 'unsatisfiable']
    """
    for answers in find_backend(backend).answer_many(puzzles, limits):
        yield answers[0]


def check_many(
    puzzles: Iterable[PuzzleLike], backend: str | None = None, limits: LimitsLike = Limits()
) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, in the order of the puzzles.

    The limits apply to each solve.

    >>> [str(verdict.kind) for verdict in check_many(["." * 16, "11.." * 4])]
    ['multiple', 'none']
    """
    found, limits = find_backend(backend), Limits.of(limits)
    if found.rows is None or limits.seconds is not None or limits.nodes is not None:
        yield from _checked(as_puzzles(puzzles), found, limits)
        return
    require_list(puzzles)
    number, size = 1, 1
    for are_rows, same in groupby(puzzles, key=are_cells):
        while some := list(islice(same, size)):
            size = min(2 * size, _MOST_TOGETHER)  # small first, for early verdicts
            if are_rows:
                yield from _checked_rows(cast(list[str], some), found.rows)
            else:
                yield from _checked(as_puzzles(some, first=number), found, limits)
            number += len(some)


def _checked(puzzles: Iterator[Puzzle], backend: Backend, limits: Limits) -> Iterator[Verdict]:
    asked, kept = tee(puzzles)
    answers = backend.answer_many(asked, limits, most=2)
    for puzzle, of_puzzle in zip(kept, answers, strict=True):
        yield verdict_on(puzzle, of_puzzle, limits)


def _checked_rows(rows: Sequence[str], solver: RowSolver) -> list[Verdict]:
    """Return the verdicts on puzzles of 81 characters each, solved together in one array."""
    start = time.perf_counter()
    results = solver.run("".join(rows).encode(), limit=2, kept=2)
    share = Times(solve=(time.perf_counter() - start) / max(1, 2 * len(rows)))
    # Pause the garbage collector. Otherwise it would scan all verdicts again and again.
    with paused_collector():
        none = Answer(Status.UNSATISFIABLE, times=share, by=solver.by, are_shared=True)
        verdicts = []
        found = zip(rows, results.counts.tolist(), results.solutions.tolist(), strict=True)
        for row, count, grids in found:
            answers = [
                Answer(Status.SATISFIED, tuple(grid), times=share, by=solver.by, are_shared=True)
                for grid in grids[:count]
            ]
            answers += [none] * (count < 2)
            verdicts.append(verdict_on(of_cells(row), answers, _UNLIMITED))
    return verdicts


def count_many(
    puzzles: Iterable[PuzzleLike],
    limit: int,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Iterator[int]:
    """Yield the number of solutions of each puzzle, but at most `limit`.

    If one of the `limits` is reached, raise `LimitReached`.

    >>> list(count_many(["." * 16, "11.." * 4], limit=7))
    [7, 0]
    """
    if whole(limit, "the limit", 0) == 0:
        yield from (0 for _ in as_puzzles(puzzles))
        return
    for answers in find_backend(backend).answer_many(puzzles, limits, most=limit):
        found = sum(answer.solution is not None for answer in answers)
        if answers[-1].status is Status.UNKNOWN:
            raise LimitReached(found)
        yield found
