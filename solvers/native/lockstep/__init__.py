"""The lockstep engine: each lane of a vector register solves one classic 9×9 puzzle.

In a session, all lanes search the same puzzle. The lanes pause between two solves. If they have
found several solutions, the next solves return these solutions first. In a stream, each lane has
its own puzzle. The module `arrays` answers arrays of puzzles.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from nonet.model.constraints import Constraint
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers.abilities import Taken
from nonet.solvers.answers import SATISFIED, UNKNOWN, UNSATISFIABLE, Answer, Solution, Times
from nonet.solvers.engines import Freed, Stream, within_deadline
from nonet.solvers.native.core import UNLIMITED, core
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: The maximum number of solutions that lanes keep for each puzzle. If more are requested, each
#: puzzle gets a session.
MOST_KEPT = 64


def is_for_lanes(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle has only rows, columns and boxes, and limits on single cells.

    >>> import nonet
    >>> is_for_lanes(nonet.classic().even("r1c1")), is_for_lanes(nonet.classic().cage("r1c1", 5))
    (True, False)
    """
    return puzzle.is_classic or (
        len(puzzle.grid.cells) == 81
        and len(puzzle.constraints) == len(_houses())
        and puzzle.grid.values == range(1, 10)
        and _houses().issuperset(puzzle.constraints)
    )


@cache
def _houses() -> frozenset[Constraint]:
    return frozenset(Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3))).constraints)


class Lockstep(Freed):
    """The engine for one puzzle, which must be for lanes."""

    def __init__(self, puzzle: Puzzle, by: str = "") -> None:
        self._search = _search(puzzle)
        self.block = self._search.block
        self._by = by

    def solve(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        found, is_last, guesses = self._search.solve(limits.nodes, limits.seconds)
        times = Times(0.0, 0.0, time.perf_counter() - start)
        without = UNSATISFIABLE if is_last else UNKNOWN
        status = without if found is None else SATISFIED
        return Answer(status, found, {"guesses": guesses}, times, self._by, is_last=is_last)


class LaneListing:
    """A listing. Its lanes pause between two calls of `take`."""

    #: Parts of a puzzle can be listed on several cores.
    side_by_side = True

    def __init__(self, puzzle: Puzzle, by: str) -> None:
        self.by = by
        self._search = _search(puzzle)

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        most, kept = min(most, UNLIMITED), min(kept, UNLIMITED)
        found, grids, is_finished = self._search.take(most, kept, seconds)
        return Taken(found, grids, end=is_finished)


def _search(puzzle: Puzzle) -> _core.LockstepSearch:
    marks = None if puzzle.is_classic else puzzle.domains
    search: _core.LockstepSearch = core().LockstepSearch(puzzle.givens, marks)
    return search


class Lanes(Freed):
    """A stream that answers classic puzzles together. Other puzzles go to a slower stream."""

    def __init__(self, one_by_one: Stream) -> None:
        self._one_by_one = one_by_one

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Return at most `most` answers to each puzzle. Answers share the time equally.

        Lanes cannot apply a limit to a single puzzle. So if there are limits, each puzzle gets a
        session.
        """
        limits = within_deadline(limits)
        is_limited = limits.seconds is not None or limits.nodes is not None
        if is_limited or most > MOST_KEPT or not all(p.is_classic for p in puzzles):
            return self._one_by_one.ask(puzzles, limits, most)
        start = time.perf_counter()
        found = _solutions(puzzles, most)
        each = Times(solve=(time.perf_counter() - start) / max(1, len(puzzles)))
        return [_answers(solutions, most, each) for solutions in found]


def _solutions(puzzles: Sequence[Puzzle], most: int) -> list[list[Solution]]:
    from nonet.solvers.native.lockstep import arrays

    rows = bytes([value or 0 for puzzle in puzzles for value in puzzle.givens])
    # The backend will check the solutions.
    results = arrays.run(rows, limit=most, kept=most, verify=False)
    grids, counts = results.solutions.tolist(), results.counts.tolist()
    return [list(map(tuple, kept[:count])) for kept, count in zip(grids, counts, strict=True)]


def _answers(solutions: list[Solution], most: int, times: Times) -> list[Answer]:
    is_end = len(solutions) < most
    share = Times(solve=times.solve / (len(solutions) + is_end))
    answers = [Answer(SATISFIED, solution, times=share, are_shared=True) for solution in solutions]
    if is_end:
        answers.append(Answer(UNSATISFIABLE, times=share, are_shared=True))
    return answers
