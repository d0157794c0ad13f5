"""Compare the steps that solve a puzzle with the requested difficulty."""

from __future__ import annotations

from contextlib import closing

from nonet.explanations import Explanation, Rating, Step
from nonet.explanations.path import each_step, unit_of
from nonet.explanations.ratings import placements
from nonet.generation.difficulty import Band
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.solvers import Solution

EASIER, HARDER, UNDECIDED = "easier steps", "harder steps", "a step of undecided cost"


def misfit(puzzle: Puzzle, solution: Solution, band: Band) -> str | None:
    """Return None if the steps have the requested difficulty. Otherwise, return the reason.

    Stop as soon as the steps are too hard.
    """
    unit = unit_of(puzzle, None)
    singles = placements(puzzle) if band.er else None
    steps: list[Step] = []

    def rated() -> Rating:
        path = Explanation(puzzle, unit, Kind.UNIQUE, tuple(steps))
        return Rating(puzzle, Kind.UNIQUE, {unit: path}, singles)

    if _is_over(rated(), band):
        return HARDER
    if singles and singles.finished and not band.hardest:
        return _misfit(rated(), band)
    with closing(each_step(puzzle, solution, unit)) as found:
        for step in found:
            steps.append(step)
            if _is_over(rated(), band):
                return HARDER
    return _misfit(rated(), band)


def _is_over(rating: Rating, band: Band) -> bool:
    """Tell whether the steps so far are already too hard."""
    assert rating.path is not None
    is_over = False
    if band.er and rating.er is not None:
        is_over |= band.er[1] is not None and rating.er > band.er[1]
    if band.hardest:
        is_over |= band.hardest[1] is not None and rating.path.least > band.hardest[1]
    return is_over


def _misfit(rating: Rating, band: Band) -> str | None:
    """Return the reason why a complete path is too easy or undecided, or None."""
    assert rating.path is not None
    # A puzzle without empty cells has no steps and no ER.
    if band.er and (rating.er is None or rating.er < band.er[0]):
        return EASIER
    if band.hardest:
        low, high = band.hardest
        if rating.path.hardest < low:
            return EASIER
        if rating.path.least < low or (high is not None and rating.path.hardest > high):
            return UNDECIDED
    return None
