"""Ratings: the difficulty of a puzzle, by the costs of the steps on its path.

Classic puzzles also get an estimate of their *ER*, the rating of the program Sukaku Explainer. The
ER runs from 1.0 to 12.

If singles solve the puzzle, the estimate depends on the hardest placement for a player who writes
no marks. For a hidden single, such a player looks at its house, and at the houses that exclude the
other empty cells of this house. For a naked single, the player looks for every value that the cell
cannot hold.

Otherwise, the estimate depends on the *effort*: the logarithm of the sum of ``3**cost`` over all
steps that cost more than 1. docs/explaining.md describes the fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import log

from nonet.explanations.path import Explanation, explain, not_unique
from nonet.explanations.uses import Unit
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, LimitsLike

#: The ER of puzzles that hidden singles solve, and of puzzles that also need naked singles.
LOWEST_ER, NAKED_ER = 1.5, 2.0

#: Pairs of effort and ER, with straight lines between them. The last line continues.
_CURVE = ((0.0, 2.0), (2.2, 2.3), (4.0, 3.1), (6.0, 5.5), (7.0, 6.5), (11.0, 9.1))
HIGHEST_ER = 12.0

#: The words for the difficulty of a classic puzzle, with the lowest and highest ER of each.
DIFFICULTIES = {
    "easy": (LOWEST_ER, 2.2),
    "medium": (2.3, 3.9),
    "hard": (4.0, 5.9),
    "very hard": (6.0, 7.9),
    "extreme": (8.0, HIGHEST_ER),
}

#: The mean difference between estimate and true ER: for puzzles that singles solve, and for others.
_TYPICAL_ERRORS = (0.1, 0.65)


@dataclass(frozen=True)
class Placements:
    """The number of looks for the hardest placement, and whether singles finished the puzzle."""

    most: int
    finished: bool


@dataclass(frozen=True, repr=False)
class Rating:
    """The result of `rate`.

    `paths` has a path for the unit "rule". Puzzles that have only houses also get one for the unit
    "digit". `er` estimates the ER of a classic puzzle, `error` is the typical error of the
    estimate, and `difficulty` is a word for it. For other puzzles, all three are None.

    >>> print(rate("12..34..2......3"))
    hardest 1 (digit), 1 (rule); 10 steps of cost 1
    """

    puzzle: Puzzle
    kind: Kind
    paths: dict[Unit, Explanation]
    singles: Placements | None = None

    @property
    def complete(self) -> bool:
        """Whether no path reached the time limit."""
        return self.kind is not Kind.UNKNOWN and all(p.complete for p in self.paths.values())

    @property
    def path(self) -> Explanation | None:
        """The path in the puzzle's default unit, or None if there is no path."""
        return next(iter(self.paths.values()), None)

    @property
    def effort(self) -> float:
        """The logarithm of the sum of ``3**cost`` over the steps that cost more than 1."""
        path = self.path
        total = sum(3**step.cost for step in path or () if step.cost > 1)
        return log(total) if total else 0.0

    @property
    def er(self) -> float | None:
        """The estimate of the ER, rounded to a tenth, or None if the grid is full."""
        if self.singles is None or not self.complete or None not in self.puzzle.givens:
            return None
        if self.singles.finished:
            most = len(self.puzzle.grid.values) - 1
            return NAKED_ER if self.singles.most >= most else LOWEST_ER
        return round(min(HIGHEST_ER, interpolated(self.effort)), 1)

    @property
    def error(self) -> float | None:
        """The mean error of the estimate, measured on puzzles that the fit did not use."""
        if self.er is None or self.singles is None:
            return None
        return _TYPICAL_ERRORS[not self.singles.finished]

    @property
    def difficulty(self) -> str | None:
        """The word for the ER: easy, medium, hard, very hard or extreme."""
        er = self.er
        if er is None:
            return None
        return next(word for word, (_, high) in DIFFICULTIES.items() if er <= high)

    def __repr__(self) -> str:
        return f"<Rating: {self}>"

    def __str__(self) -> str:
        path = self.path
        if path is None or not path.steps:
            return not_unique("rating", self.kind) if path is None else path.summary
        parts = []
        if self.er is not None:
            is_sure = (self.singles and self.singles.finished) or all(step.exact for step in path)
            bounds = "" if is_sure else ", from bounds"
            parts = [f"{self.difficulty}, ER about {self.er:.1f} ± {self.error}{bounds}"]
        costs = (f"{_hardest(found)} ({unit})" for unit, found in self.paths.items())
        (least, count), *others = path.by_cost().items()
        steps = [f"{counted(count, 'step')} of cost {least}"]
        steps += [f"{count} of cost {cost}" for cost, count in others]
        text = "; ".join([*parts, f"hardest {', '.join(costs)}", ", ".join(steps)])
        return text if self.complete else f"{text}; not complete: a limit was reached"


def _hardest(path: Explanation) -> str:
    exact = path.hardest == path.least
    return str(path.hardest) if exact else f"{path.least} to {path.hardest}"


def interpolated(effort: float) -> float:
    """Return the ER of an effort."""
    for (left, low), (right, high) in pairwise(_CURVE):  # noqa: B007 - the last one extrapolates
        if effort <= right:
            break
    return low + (high - low) * (effort - left) / (right - left)


def rate(puzzle: PuzzleLike, *, limits: LimitsLike = Limits()) -> Rating:
    """Return the difficulty of a puzzle.

    The time limit applies to each path, and the node limit to each step.

    >>> rate("12..34..2......3").paths["rule"].hardest
    1
    """
    puzzle = as_puzzle(puzzle)
    rating = rating_of(explain(puzzle, limits=limits))
    if rating.path is None or rating.path.unit is Unit.RULE:
        return rating
    other = explain(puzzle, unit=Unit.RULE, limits=limits)
    if other.kind is not Kind.UNIQUE:
        return rating_of(other)
    return replace(rating, paths={**rating.paths, Unit.RULE: other})


def rating_of(path: Explanation) -> Rating:
    """Return the rating of a puzzle by its path in the default unit."""
    if path.kind is not Kind.UNIQUE:
        return Rating(path.puzzle, path.kind, {})
    singles = placements(path.puzzle) if path.puzzle.is_classic else None
    return Rating(path.puzzle, path.kind, {path.unit: path}, singles)


def placements(puzzle: Puzzle) -> Placements:
    """Return the placements in a puzzle of houses, until no single is left."""
    values: list[int | None] = list(puzzle.givens)
    most = 0
    while None in values:
        found = min(_singles(puzzle, values), default=None)
        if found is None:
            break
        cost, cell, value = found
        most = max(most, cost)
        values[cell] = value
    return Placements(most, None not in values)


def _singles(puzzle: Puzzle, values: Sequence[int | None]) -> Iterator[tuple[int, int, int]]:
    """Yield all hidden and naked singles: the number of looks, the cell and the value."""
    grid, exclusions = puzzle.grid, puzzle.geometry.exclusions
    houses = [frozenset(house) for house in puzzle.geometry.houses]
    holders = {
        value: {c for c, held in enumerate(values) if held == value} for value in grid.values
    }
    barred = {
        value: {cell for held in holders[value] for cell in exclusions[held]}
        for value in grid.values
    }
    for house in houses:
        empty = {cell for cell in house if values[cell] is None}
        for value in grid.values:
            left = empty - barred[value]
            if len(left) == 1 and not house & holders[value]:
                [cell] = left
                barring = [other & empty for other in houses if other & holders[value]]
                yield 1 + _fewest(barring, empty - left), cell, value
    for cell, held in enumerate(values):
        if held is None:
            open_values = [value for value in grid.values if cell not in barred[value]]
            if len(open_values) == 1:
                yield len(grid.values) - 1, cell, open_values[0]


def _fewest(houses: Sequence[frozenset[int] | set[int]], cells: set[int]) -> int:
    useful = {frozenset(house & cells) for house in houses if house & cells}
    for count in range(len(useful) + 1):
        for chosen in combinations(useful, count):
            if cells <= frozenset().union(*chosen):
                return count
    return len(useful)
