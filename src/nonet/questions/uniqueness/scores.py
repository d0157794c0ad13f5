"""Score answers to a puzzle, for example the answers of a trained model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonet.formats import PuzzleLike, as_puzzle, values_of
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness.checks import check
from nonet.questions.uniqueness.verdict import Kind
from nonet.system.errors import PuzzleError
from nonet.validity import Violation, violations


@dataclass(frozen=True)
class Score:
    """The score of an answer.

    `credit` is the share of the empty cells that have the right value. `violations` are the broken
    rules and changed givens. If nonet cannot read the answer, `error` tells why.

    >>> score("12..34..2......3", "x").error
    '1 value for 16 cells'
    """

    credit: float
    violations: tuple[Violation, ...] = ()
    error: str | None = None

    @property
    def is_solved(self) -> bool:
        """Whether the answer is the solution."""
        return self.credit == 1 and not self.violations


def score(
    puzzle: PuzzleLike,
    answer: str | Sequence[int | None],
    *,
    solution: str | Sequence[int] | None = None,
) -> Score:
    """Score an answer to a puzzle that has one solution. Find the solution if it is not given.

    The answer and the solution are lists or texts with a value for each cell. In the answer, a dot
    stands for an empty cell.

    >>> found = score("12..34..2......3", "1234341221434322")
    >>> found.credit, found.violations[0].message
    (0.7, 'r4c4 is 2, but 3 is given')
    """
    puzzle = as_puzzle(puzzle)
    right = _only(puzzle) if solution is None else _stated(puzzle, solution)
    try:
        values = values_of(puzzle.grid, answer)
        puzzle.grid.require_each(values, "value")
    except PuzzleError as error:
        return Score(0.0, error=str(error))
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    hits = sum(values[cell] == right[cell] for cell in open_cells)
    credit = hits / len(open_cells) if open_cells else 1.0
    return Score(credit, tuple(violations(puzzle, values)))


def _only(puzzle: Puzzle) -> Sequence[int | None]:
    verdict = check(puzzle)
    if verdict.kind is not Kind.UNIQUE or verdict.solution is None:
        raise PuzzleError(f"the verdict is {verdict.kind}. Pass the solution to compare with")
    return verdict.solution


def _stated(puzzle: Puzzle, solution: str | Sequence[int]) -> Sequence[int | None]:
    grid = puzzle.grid
    try:
        values = values_of(grid, solution)
        is_full = len(values) == len(grid.cells) and all(value in grid.values for value in values)
    except (PuzzleError, TypeError):
        is_full = False
    if not is_full:
        raise PuzzleError(
            f"{solution!r:.40} is not a solution: give a value from {grid.span} for each of the "
            f"{len(grid.cells)} cells, as a list or a text"
        )
    return values
