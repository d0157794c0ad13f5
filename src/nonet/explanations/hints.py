"""Hints: the next step from a player's position, in three levels of detail."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace

from nonet.explanations.path import Guide, first_marks, first_values, not_unique, unit_of
from nonet.explanations.reasons import Mark
from nonet.explanations.steps import Board, Step
from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import House, in_words
from nonet.questions.analysis.solutions import find_one
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import Limits, LimitsLike, Solution, find_backend
from nonet.system.errors import PuzzleError
from nonet.system.limits import TimeUp, limited_to

#: The levels of detail: the place, the technique, and the conclusion.
LEVELS = range(1, 4)


@dataclass(frozen=True, repr=False)
class Hint:
    """The result of `hint`.

    `wrong` has the player's wrong values. `missing` has the right pencil marks that the player has
    removed. Without mistakes, the hint has a `step`. If the puzzle is solved or its `kind` is not
    unique, there is no step.

    >>> found = hint("12..34..2......3")
    >>> [found.say(level) for level in (1, 2)]
    ['look at row 1', 'naked single in row 1']
    >>> print(found)
    naked single: r1c4 = 4, the only value left
    """

    puzzle: Puzzle
    kind: Kind
    wrong: tuple[Mark, ...] = ()
    missing: tuple[Mark, ...] = ()
    step: Step | None = None

    def __repr__(self) -> str:
        return f"<Hint: {self}>"

    def __str__(self) -> str:
        return self.say(LEVELS[-1])

    def say(self, level: int) -> str:
        """Return the hint in words. Level 1 names only the place, and level 3 tells everything.

        Only level 3 reveals values of the solution.
        """
        if level not in LEVELS:
            raise ValueError(f"there is no level {level}. Choose 1, 2 or 3")
        is_last = level == LEVELS[-1]
        if self.step is None:
            return self._without_step(tells_values=is_last)
        if is_last:
            return str(self.step)
        where = _where(self.step)
        if level == 1:
            return f"look at {where}"
        return f"{self.step.technique or 'a step'} in {where}"

    def _without_step(self, *, tells_values: bool) -> str:
        grid = self.puzzle.grid
        if self.wrong:
            names = (f"{grid.name(cell)} = {value}" for cell, value in self.wrong)
            return f"wrong: {', '.join(names)}"
        if self.missing:
            marks = "a mark is missing" if len(self.missing) == 1 else "marks are missing"
            if not tells_values:
                return f"{marks} in {', '.join(grid.name(cell) for cell, _ in self.missing)}"
            names = (f"{grid.name(cell)} can be {value}" for cell, value in self.missing)
            return f"{marks}: {', '.join(names)}"
        return "solved" if self.kind is Kind.UNIQUE else not_unique("hint", self.kind)

    def _repr_svg_(self) -> str | None:
        return None if self.step is None else self.step._repr_svg_()


def _where(step: Step) -> str:
    """Name the houses and rules of a step. For a naked single, name the row or layer."""
    grid = step.puzzle.grid
    if not step.uses:
        [cell] = step.cells
        layer, dot, _ = grid.name(cell).partition(".")
        return f"the layer {layer}" if dot else f"row {grid.place(cell)[0] + 1}"
    parts = dict.fromkeys(use.part for use in step.uses)
    return in_words(grid, sorted(parts, key=lambda part: isinstance(part, House)))


def hint(
    puzzle: PuzzleLike,
    at: PuzzleLike | None = None,
    *,
    unit: str | None = None,
    limits: LimitsLike = Limits(),
) -> Hint:
    """Return the next step, from the givens or from a position.

    The position `at` is a grid with the values that a player has placed. Its candidate sets, if
    any, are the player's pencil marks. If the position has mistakes, the hint names them instead of
    a step. The limits are those of `explain`.

    >>> print(hint("12..34..2......3", at="124.34..2......3"))
    wrong: r1c3 = 4
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    position = puzzle if at is None else as_puzzle(at)
    try:
        with limited_to(limits):
            board, counted_in = _board(puzzle, position), unit_of(puzzle, unit)
            verdict = check(puzzle, limits=limits)
            if verdict.kind is not Kind.UNIQUE:
                return Hint(puzzle, verdict.kind)
            solution = verdict.witnesses[0]
            wrong, missing = _mistakes(puzzle, board, solution)
            if wrong or missing:
                return Hint(puzzle, Kind.UNIQUE, wrong, missing)
            with closing(Guide(puzzle, solution, counted_in)) as guide:
                return Hint(puzzle, Kind.UNIQUE, step=guide.step(board, limits.nodes))
    except TimeUp:
        return Hint(puzzle, Kind.UNKNOWN)


def _board(puzzle: Puzzle, position: Puzzle) -> Board:
    if position.grid != puzzle.grid:
        raise PuzzleError(f"the position has another grid than the puzzle: {position!r}")
    values = tuple(
        given if value is None else value
        for given, value in zip(first_values(puzzle), position.givens, strict=True)
    )
    marks = first_marks(replace(puzzle, givens=values))
    printed = zip(values, marks, position.marks, strict=True)
    return Board(
        values, tuple(mask if value is not None else mask & kept for value, mask, kept in printed)
    )


def _mistakes(
    puzzle: Puzzle, board: Board, solution: Solution
) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Return the wrong values, or if all are right, the missing marks of the solution."""
    right = _like(puzzle, replace(board, marks=puzzle.marks), solution)
    held = [(cell, value) for cell, value in enumerate(board.values) if value is not None]
    wrong = tuple((cell, value) for cell, value in held if value != right[cell])
    if wrong:
        return wrong, ()
    right = _like(puzzle, board, solution)
    masks = zip(board.marks, map(puzzle.grid.bit, right), strict=True)
    return (), tuple(
        (cell, right[cell]) for cell, (marks, bit) in enumerate(masks) if not marks & bit
    )


def _like(puzzle: Puzzle, board: Board, solution: Solution) -> Solution:
    """Return the solution with auxiliary cells as on the board, if they can be so."""
    grid = puzzle.grid
    if not grid.has_auxiliary:
        return solution
    values, marks = list(board.values), list(board.marks)
    for cell in grid.answers:
        values[cell], marks[cell] = solution[cell], puzzle.marks[cell]
    asked = replace(puzzle, givens=tuple(values), marks=tuple(marks))
    return find_one(asked, find_backend(), Limits()) or solution
