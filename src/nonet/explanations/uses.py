"""Uses: the rules that a step may cite. Each use costs 1.

A use is a house, a cage, a thermometer or another rule. In the unit ``digit``, each digit of a
house is a separate use, such as "4 is once in row 1".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain, combinations
from math import comb

from nonet.model.constraints import AllDifferent, Candidates
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import BOARD, House
from nonet.questions.analysis.oracles import clauses_alone
from nonet.rules import Diagonals, DisjointGroups, ExtraRegion, Rule, Windoku
from nonet.solvers import Solution, StepTask
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits


class Unit(StrEnum):
    """What counts as one use: a digit in a house, or a rule. Each unit is equal to its text."""

    DIGIT = "digit"
    RULE = "rule"


_KINDS: dict[type[Rule], str] = {
    **BOARD,
    Diagonals: "diagonal",
    DisjointGroups: "disjoint group",
    ExtraRegion: "extra region",
    Windoku: "window",
}

#: The maximum number of clauses of all uses. A clause takes about 300 bytes of memory.
MOST_STEP_CLAUSES = 3_000_000


@dataclass(frozen=True)
class Use:
    """A rule that a step may cite, or one value in a house, such as 4 in row 1."""

    part: House | Rule
    cells: Cells
    value: int | None = None

    @property
    def house(self) -> House | None:
        """The house, or None for another rule."""
        return self.part if isinstance(self.part, House) else None

    def describe(self, grid: Grid) -> str:
        """Name the rule, or the house with its value, if any."""
        part = self.part.describe(grid)
        return part if self.value is None else f"{self.value} in {part}"


def uses_of(puzzle: Puzzle, unit: Unit) -> tuple[Use, ...]:
    """Return all uses of a puzzle: boxes, then other houses, then all other rules."""
    return _uses(puzzle.grid, puzzle.meant, unit)


@lru_cache(maxsize=16)
def _uses(grid: Grid, rules: tuple[Rule, ...], unit: Unit) -> tuple[Use, ...]:
    groups = dict[frozenset[int], House]()
    others: list[Use] = []
    counts = Counter[str]()
    for rule in rules:
        parts = [part for part in rule.lower(grid) if not isinstance(part, Candidates)]
        check_limits()
        kind = _KINDS.get(type(rule))
        if kind is not None:
            for part in parts:
                counts[kind] += 1
                if isinstance(part, AllDifferent) and len(part.cells) > 1:
                    house = House(kind, counts[kind], part.cells)
                    groups.setdefault(frozenset(part.cells), house)
        else:
            cells = {cell for part in parts for cell in part.cells}
            others.append(Use(rule, tuple(sorted(cells))))
    # If several uses are equivalent, a step cites the first one. Boxes come first, because players
    # see them at a glance.
    ordered = sorted(groups.values(), key=lambda house: house.kind not in ("box", "region"))
    values = grid.values if unit is Unit.DIGIT else (None,)
    houses = [Use(house, house.cells, value) for house in ordered for value in values]
    return (*houses, *dict.fromkeys(others))


def task_of(puzzle: Puzzle, uses: tuple[Use, ...], solution: Solution) -> StepTask:
    """Return the input of the search for steps: the clauses of each use."""
    grid = puzzle.grid
    marks = {grid.mark(cell, solution[cell]) for cell in grid.answers}
    # No step removes marks of auxiliary cells, which may have several values.
    marks.update(grid.mark(c, v) for c in {*grid.cells} - {*grid.answers} for v in grid.values)
    return StepTask(grid.marks, *_formula(grid, uses), marks)


@lru_cache(maxsize=4)  # a search recognises the rules by these lists
def _formula(grid: Grid, uses: tuple[Use, ...]) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Return the clauses that hold for every board, and the clauses of each use."""
    _require_room(grid, _count_pairs(grid, uses))
    background = []
    for cell in grid.cells:
        check_limits()
        marks = [grid.mark(cell, value) for value in grid.values]
        background += [marks, *at_most_one(marks)]
    top, count, found = grid.marks, len(background), []
    for use in uses:
        check_limits()
        if use.value is None:
            clauses, top = clauses_alone(grid, use.part, top)
        else:
            clauses = [*chain(*facts_of(grid, use, use.value))]
        count += len(clauses)
        _require_room(grid, count)
        found.append(clauses)
    return background, found


def facts_of(grid: Grid, use: Use, value: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return the clauses that a value has a place in a house, if it must, and no second place."""
    places = [grid.mark(cell, value) for cell in use.cells]
    return [places] if len(places) == len(grid.values) else [], at_most_one(places)


def at_most_one(marks: Sequence[int]) -> list[list[int]]:
    """Return the clauses that at most one of the marks is right."""
    return [[-a, -b] for a, b in combinations(marks, 2)]


def _count_pairs(grid: Grid, uses: Sequence[Use]) -> int:
    """Count the clauses with two literals. Nearly all clauses have two literals."""
    count = len(grid.cells) * comb(len(grid.values), 2)
    for use in uses:
        if use.house is not None:
            digits = len(grid.values) if use.value is None else 1
            count += digits * comb(len(use.cells), 2)
    return count


def _require_room(grid: Grid, clauses: int) -> None:
    if clauses > MOST_STEP_CLAUSES:
        raise TooLarge(
            f"explaining the {grid.rows}×{grid.columns} puzzle needs too many clauses. "
            f"The limit is {MOST_STEP_CLAUSES}"
        )
