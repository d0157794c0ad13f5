"""Boards for the search for steps, and the cheapest step by trying every set of uses."""

from bisect import bisect_left
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from random import Random

from rule_makers import MAKERS

from nonet import rules
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.generation import full_grids
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import COMPARED, FoundStep, Limits, find_backend

ORACLE = "pysat:glucose4"


class Oracle:
    """Answers questions about boards with fewer and fewer marks.

    A board that was found is used again for all sets of uses that hold on it.
    """

    def __init__(self, task):
        top = max((abs(lit) for use in task.uses for clause in use for lit in clause), default=0)
        self.first = max(top, task.marks) + 1
        self.marks, self.solution = task.marks, frozenset(task.solution)
        self.selectors = range(self.first, self.first + len(task.uses))
        guarded = [
            [-selector, *clause]
            for selector, use in zip(self.selectors, task.uses, strict=True)
            for clause in use
        ]
        self.solver = find_backend(ORACLE).cores([*task.background, *guarded])
        self.solver.prefer([*self.selectors, *self.solution])
        self.cells = [frozenset(clause) for clause in task.background if min(clause) > 0]
        self.live = frozenset(range(1, task.marks + 1))
        self.failing = {}  # for each mark: the uses that boards with it break

    def remove_all_but(self, live):
        """Change to a board with fewer marks."""
        gone = self.live - live
        for mark in gone:
            self.solver.add([-mark])
        self.live = frozenset(live)
        for mark, seen in self.failing.items():
            self.failing[mark] = {fail: board for fail, board in seen.items() if not board & gone}

    def removed_by(self, uses):
        """Return the marks that some uses remove together."""
        cited = sum(1 << use for use in uses)
        return tuple(m for m in sorted(self.live - self.solution) if not self._stays(m, cited))

    def _stays(self, mark, cited):
        seen = self.failing.setdefault(mark, {})
        if any(not fail & cited for fail in seen):
            return True
        assumed = [selector for n, selector in enumerate(self.selectors) if cited >> n & 1]
        if not self.solver.solve(Limits(), [mark, *assumed]):
            return False
        model = self.solver.model()
        board = frozenset(literal for literal in model[: self.marks] if literal > 0)
        fail = sum(1 << n for n, s in enumerate(self.selectors) if model[s - 1] < 0)
        for each in board - self.solution:
            self.failing.setdefault(each, {})[fail] = board
        return True

    def cheaper(self, cost):
        """Return a smaller set of uses that removes a mark, if one exists.

        It is enough to try sets with one use less, because each smaller set is part of one of them.
        """
        sets = combinations(range(len(self.selectors)), cost - 1)
        return next((uses for uses in sets if self.removed_by(uses)), None)

    def best(self, live):
        """Return the step that `StepSearch` specifies on a board with fewer marks."""
        self.remove_all_but(live)
        uses = range(len(self.selectors))
        for cost in range(1, len(uses) + 1 if self.live - self.solution else 0):
            tried = ((chosen, self.removed_by(chosen)) for chosen in combinations(uses, cost))
            found = {chosen: removed for chosen, removed in tried if removed}
            if found and cost > COMPARED:
                first = min(mark for removed in found.values() for mark in removed)
                found = {chosen: removed for chosen, removed in found.items() if first in removed}
            if found:
                steps = (FoundStep(chosen, removed, cost) for chosen, removed in found.items())
                return min(steps, key=self._rank)
        return None

    def _rank(self, step):
        left = self.live - set(step.removed)
        touched = [cell for cell in self.cells if cell & set(step.removed)]
        places = any(len(cell & left) == 1 for cell in touched)
        return not places, -len(step.removed), step.removed, step.uses


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
