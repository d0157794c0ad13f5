"""Boards for the search for steps."""

from bisect import bisect_left
from contextlib import closing
from dataclasses import replace
from random import Random

from nonet import rules
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.generation import full_grids
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check

SIZES = {4: (2, 2), 6: (2, 3)}


def random_board(seed, side=4):
    """Return the rules, the only solution, and the marks of a random board."""
    random = Random(seed)
    houses = Puzzle(
        Grid(side, side), rules=(rules.Rows(), rules.Columns(), rules.Boxes(*SIZES[side]))
    )
    solution = next(iter(full_grids(houses, seed=seed)))
    listed = [rule for rule in _rules(random, solution, side) if rule.holds(houses.grid, solution)]
    puzzle, grid = houses.with_rules(*listed), houses.grid
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


def _rules(random, solution, side):
    def path(length):
        cells = [random.randrange(side * side)]
        while len(cells) < length:
            row, column = divmod(cells[-1], side)
            near = [(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
            near = [r * side + c for r, c in near if 0 <= r < side and 0 <= c < side]
            near = [cell for cell in near if cell not in cells]
            if not near:
                return path(length)
            cells.append(random.choice(near))
        return tuple(cells)

    for _ in range(random.randrange(4)):
        cells = path(random.choice([2, 3, 3]))
        yield rules.Thermo(cells)
        yield rules.Thermo(cells[::-1])
        yield rules.Renban(cells)
        yield rules.Whisper(cells, 2)
        yield rules.Palindrome(cells)
    for _ in range(random.randrange(3)):
        cells = path(3)
        if len({solution[cell] for cell in cells}) == 3:
            yield rules.Cage(cells, sum(solution[cell] for cell in cells))
        row, column = random.randrange(side), random.randrange(side - 1)
        pair = (row * side + column, row * side + column + 1)
        yield rules.WhiteDot(pair)
    yield from random.sample([rules.AntiKnight(), rules.NonConsecutive(), rules.Diagonals()], 1)


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
