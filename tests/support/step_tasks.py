"""Boards for the search for steps."""

from bisect import bisect_left
from contextlib import closing
from dataclasses import replace
from random import Random

from rule_makers import MAKERS

from nonet import rules
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.generation import full_grids
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check

SIZES = {4: (2, 2), 6: (2, 3)}
#: Rules that are drawn, and rules of which a board has at most one.
RULES = ("thermo", "renban", "whisper", "palindrome", "cage", "whitedot")
OF_BOARD = ("antiknight", "nonconsecutive", "diagonals")


def random_board(seed, side=4):
    """Return the rules, the only solution, and the marks of a random board."""
    random = Random(seed)
    houses = Puzzle(
        Grid(side, side), rules=(rules.Rows(), rules.Columns(), rules.Boxes(*SIZES[side]))
    )
    solution = next(iter(full_grids(houses, seed=seed)))
    names = [*random.choices(RULES, k=random.randrange(7)), random.choice(OF_BOARD)]
    grid = houses.grid
    drawn = [MAKERS[name](random.randrange(1 << 32), grid, solution) for name in names]
    puzzle = houses.with_rules(*(rule for rule in drawn if rule.holds(grid, solution)))
    right = {grid.mark(cell, value) for cell, value in enumerate(solution)}
    wrong = [mark for mark in range(1, grid.marks + 1) if mark not in right]
    random.shuffle(wrong)

    def is_unique(kept):
        live = right.union(wrong[:kept])
        masks = (grid.mask(v for v in grid.values if grid.mark(c, v) in live) for c in grid.cells)
        return check(replace(puzzle, marks=tuple(masks))).kind is Kind.UNIQUE

    # Only as many marks are removed as one solution needs, so that hard boards occur.
    kept = bisect_left(range(len(wrong)), True, key=lambda kept: not is_unique(kept + 1))
    live = right.union(wrong[:kept])
    return puzzle, solution, live


def task_and_marks(board, unit):
    """Return the task of a board from `random_board`, and its marks."""
    puzzle, solution, live = board
    return task_of(puzzle, uses_of(puzzle, Unit(unit)), solution), live


def steps_to_the_end(search, live):
    """Yield each board with the step that a search finds on it."""
    live = set(live)
    with closing(search):
        while (step := search.next(frozenset(live))) is not None:
            yield frozenset(live), step
            live -= set(step.removed)
