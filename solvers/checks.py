"""Solutions are checked by what the rules mean, whoever found them."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Solution
from nonet.solvers.errors import WrongAnswer
from nonet.validity import violations


def require_right(puzzle: Puzzle, solutions: Sequence[Solution], by: str) -> None:
    """Raise `WrongAnswer` unless all solutions obey the puzzle, and all differ.

    >>> from nonet.formats import classic
    >>> require_right(classic("1..."), [(1, 2, 2, 1)], "native")
    >>> require_right(classic("1..."), [(1, 2, 2, 1)] * 2, "native")
    Traceback (most recent call last):
    nonet.solvers.errors.WrongAnswer: native found a grid twice
    """
    if len(solutions) == 1:
        wrong = [0] if violations(puzzle, solutions[0]) else []
    else:
        from nonet.validity.arrays import wrong_grids  # loads numpy

        wrong = wrong_grids([puzzle] * len(solutions), solutions)
    for number in wrong:
        raise wrong_grid(puzzle, solutions[number], by)
    if len(set(solutions)) < len(solutions):
        raise WrongAnswer(f"{by} found a grid twice")


def wrong_grid(puzzle: Puzzle, solution: Solution, by: str) -> WrongAnswer:
    """Return the error that says what is wrong with a solution."""
    if None in solution:
        return WrongAnswer(f"{by} left cells empty")
    return WrongAnswer(f"{by} gave a wrong grid: {violations(puzzle, solution)[0]}")
