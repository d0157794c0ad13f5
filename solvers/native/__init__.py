"""The compiled engines: classic puzzles in lockstep, in the lanes of the processor; and all others.

`nonet.solvers.native.arrays` has the same for arrays of puzzles. Without a compiled core (see
`nonet backends`) the backend is unavailable, and says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers.contract import (
    Answer,
    Backend,
    BackendError,
    BackendUnavailable,
    Description,
    Engine,
    Family,
    PuzzleUnsupported,
    Solution,
    Status,
)
from nonet.solvers.native.core import isa, missing
from nonet.solvers.native.general import GeneralEngine, supports
from nonet.solvers.native.lockstep import Lockstep, clues, is_classic

SUMMARY = "classic puzzles in the lanes of the processor, all others by propagation"


def engine(puzzle: Puzzle) -> Engine:
    """Return the engine for a puzzle, chosen by its model: the one place that knows them all.

    >>> from nonet.formats import classic
    >>> type(engine(classic(order=3))).__name__, type(engine(classic(order=2))).__name__
    ('Lockstep', 'GeneralEngine')
    """
    if is_classic(puzzle):
        return Lockstep(puzzle)
    reason = supports(puzzle)
    if reason:
        raise PuzzleUnsupported(f"native: {reason}")
    return GeneralEngine(puzzle)


class NativeBackend(Backend):
    """A backend with a faster way for many puzzles than one session each."""

    def solve_many(self, puzzles: Sequence[Puzzle], *, threads: int = 1) -> list[Answer]:
        """Solve each puzzle.

        >>> from nonet.formats import classic
        >>> from nonet.solvers import backend
        >>> [answer] = backend("native").solve_many([classic(order=3)])
        >>> answer.status
        <Status.SATISFIED: 'satisfied'>
        """
        return [
            Answer(Status.SATISFIED, found[0]) if found else Answer(Status.UNSATISFIABLE)
            for found in _witnesses(puzzles, 1, threads)
        ]

    def check_many(
        self, puzzles: Sequence[Puzzle], *, threads: int = 1
    ) -> list[tuple[Solution, ...]]:
        """Return the witnesses of each puzzle: no solution, its only one, or two of several."""
        return _witnesses(puzzles, 2, threads)

    def count_many(
        self, puzzles: Sequence[Puzzle], limit: int | None = None, *, threads: int = 1
    ) -> list[int]:
        """Count the solutions of each puzzle, up to a limit."""
        counts = iter(_counted([p for p in puzzles if is_classic(p)], limit, threads))
        return [
            next(counts) if is_classic(puzzle) else sum(1 for _ in _found(puzzle, limit))
            for puzzle in puzzles
        ]


def _witnesses(puzzles: Sequence[Puzzle], most: int, threads: int) -> list[tuple[Solution, ...]]:
    """Return up to so many solutions of each puzzle: of classic ones all at once."""
    in_lanes = iter(_side_by_side([p for p in puzzles if is_classic(p)], most, threads))
    return [
        next(in_lanes) if is_classic(puzzle) else tuple(_found(puzzle, most)) for puzzle in puzzles
    ]


def _side_by_side(puzzles: Sequence[Puzzle], most: int, threads: int) -> list[tuple[Solution, ...]]:
    from nonet.solvers.native import arrays

    rows = b"".join(map(clues, puzzles))
    results = arrays.run(rows, limit=most, kept=most, threads=threads)
    grids = results.solutions.tolist()
    return [
        tuple(map(tuple, found[:count]))
        for found, count in zip(grids, results.counts.tolist(), strict=True)
    ]


def _counted(puzzles: Sequence[Puzzle], limit: int | None, threads: int) -> list[int]:
    from nonet.solvers.native import arrays

    rows = b"".join(map(clues, puzzles))
    counts: list[int] = arrays.count(rows, limit, threads=threads).counts.tolist()
    return counts


def _found(puzzle: Puzzle, most: int | None) -> Iterator[Solution]:
    """Yield solutions one by one, up to a limit; each is checked by its session."""
    with _build("", ()).open(puzzle) as session:
        found = 0
        while (most is None or found < most) and (solution := session.solve().solution):
            yield solution
            found += 1
            session.block(solution)


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    if variant or options:
        raise BackendError("native has no variants and no options")
    reason = missing()
    if reason:
        raise BackendUnavailable(f"native: {reason}")
    return NativeBackend("native", lambda puzzle, seed: engine(puzzle))


def _describe() -> list[Description]:
    reason = missing()
    in_use = () if reason else (isa(),)
    can = ("every rule", "up to 64 values", "incremental", "seconds", "nodes", "many at once")
    return [Description("native", SUMMARY, nonet.__version__, (*in_use, *can), reason)]


FAMILY = Family("native", _describe, _build)
