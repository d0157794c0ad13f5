"""Filling a given pattern of clue cells so that the puzzle has one solution."""

from __future__ import annotations

from random import Random

from nonet.grid import Cells
from nonet.puzzle import Puzzle
from nonet.solvers import Solution
from nonet.uniqueness import count_many, solve

#: Solutions are counted up to so many: all that matters is which puzzle has fewer.
MOST_COUNTED = 64

#: So many clues are changed before an attempt is given up.
STEPS = 60


def fill(
    model: Puzzle, pattern: Cells, solution: Solution, random: Random, backend: str | None
) -> Solution | None:
    """Return the only solution of a puzzle whose clues are in these cells, None if none is found.

    It begins with the clues of the given solution. One clue after the other takes the value that
    leaves the fewest solutions, but at least one.
    """
    free = [cell for cell in pattern if model.givens[cell] is None]
    puzzle = model.with_givens({cell: solution[cell] for cell in pattern})
    [fewest] = count_many([puzzle], MOST_COUNTED, backend)
    for _ in range(STEPS):
        if fewest == 1:
            return solve(puzzle, backend).solution
        if not free:
            return None
        cell = random.choice(free)
        trials = [
            puzzle.with_givens({cell: value})
            for value in random.sample(model.grid.values, len(model.grid.values))
        ]
        counts = list(count_many(trials, MOST_COUNTED, backend))
        fewest, best = min((n, i) for i, n in enumerate(counts) if n)
        puzzle = trials[best]
    return None
