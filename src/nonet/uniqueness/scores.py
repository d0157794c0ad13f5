"""What an answer to a puzzle is worth, such as that of a model that was trained on puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonet.errors import PuzzleError
from nonet.formats import PuzzleLike, as_puzzle, read_values
from nonet.uniqueness.one import check
from nonet.uniqueness.verdict import Kind
from nonet.validity import Violation, violations


@dataclass(frozen=True)
class Score:
    """What an answer is worth.

    `credit` is the share of the cells to fill that have the value of the solution. `violations` are
    the rules that are broken and the givens that are changed, with their cells; `error` says why an
    answer could not be read at all.

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
    solution: Sequence[int] | None = None,
) -> Score:
    """Score an answer to a puzzle with one solution, which is looked for unless it is said.

    The answer is as long as the board: values, or their text with a dot for what is left empty.

    >>> found = score("12..34..2......3", "1234341221434322")
    >>> found.credit, found.is_solved
    (0.7, False)
    >>> [violation.message for violation in found.violations][:2]
    ['r4c4 is 2, but 3 is given', 'r4c3 and r4c4 are both 2']
    """
    puzzle = as_puzzle(puzzle)
    if solution is None:
        verdict = check(puzzle)
        if verdict.kind is not Kind.UNIQUE or verdict.solution is None:
            raise PuzzleError(f"{verdict.kind}: answers are scored where there is one solution")
        solution = verdict.solution
    try:
        values = read_values(puzzle.grid, answer.strip()) if isinstance(answer, str) else answer
    except PuzzleError as error:
        return Score(0.0, error=str(error))
    if len(values) != len(solution):
        return Score(0.0, error=f"{len(values)} values for {len(solution)} cells")
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    right = sum(values[cell] == solution[cell] for cell in open_cells)
    credit = right / len(open_cells) if open_cells else 1.0
    return Score(credit, tuple(violations(puzzle, values)))
