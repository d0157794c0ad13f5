"""The compiled engines: classic puzzles in lockstep, side by side in the lanes of the processor.

`nonet.solvers.native.arrays` has the same for arrays of puzzles. Without a compiled core (see
`nonet backends`) the backend is unavailable, and says why.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from nonet.solvers.native.lockstep import Lockstep, clues, is_classic

SUMMARY = "classic puzzles in the lanes of the processor"


def engine(puzzle: Puzzle) -> Engine:
    """Return the engine for a puzzle, chosen by its model: the one place that knows them all.

    >>> from nonet.formats import classic
    >>> engine(classic(order=2))
    Traceback (most recent call last):
    nonet.solvers.contract.PuzzleUnsupported: native: not a classic 9×9 puzzle without pencil marks
    """
    reason = unsupported(puzzle)
    if reason:
        raise PuzzleUnsupported(f"native: {reason}")
    return Lockstep(puzzle)


def unsupported(puzzle: Puzzle) -> str | None:
    """Say why no engine takes a puzzle; None if one does."""
    return None if is_classic(puzzle) else "not a classic 9×9 puzzle without pencil marks"


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
        from nonet.solvers.native import arrays

        counts: list[int] = arrays.count(_rows(puzzles), limit, threads=threads).counts.tolist()
        return counts


def _witnesses(puzzles: Sequence[Puzzle], most: int, threads: int) -> list[tuple[Solution, ...]]:
    from nonet.solvers.native import arrays

    results = arrays.run(_rows(puzzles), limit=most, kept=most, threads=threads)
    grids = results.solutions.tolist()
    return [
        tuple(map(tuple, found[:count]))
        for found, count in zip(grids, results.counts.tolist(), strict=True)
    ]


def _rows(puzzles: Sequence[Puzzle]) -> bytes:
    for index, puzzle in enumerate(puzzles):
        reason = unsupported(puzzle)
        if reason:
            raise PuzzleUnsupported(f"native: puzzle {index}: {reason}")
    return b"".join(map(clues, puzzles))


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
    can = ("classic 9×9", "incremental", "seconds", "nodes (guesses)", "many at once")
    return [Description("native", SUMMARY, nonet.__version__, (*in_use, *can), reason)]


FAMILY = Family("native", _describe, _build)
