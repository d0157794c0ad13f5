"""The promises about steps on many boards. NONET_STEPS=10000 sets their number.

This is the number of steps on small boards. A twentieth of it are steps on 9×9 boards, and a tenth
of it are whole paths.
"""

import os
from itertools import chain, count, islice
from random import Random

import pytest
from examples import case
from requirements import require_native
from step_oracle import Oracle
from step_tasks import random_board, steps_to_the_end, task_and_marks

import nonet
from nonet.explanations.path import first_marks
from nonet.explanations.search import open_search
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.questions.uniqueness import Kind

pytestmark = pytest.mark.slow

STEPS = int(os.environ.get("NONET_STEPS", "20"))

#: The dearest steps to check against all smaller sets of uses, by unit and side of the board.
DEAREST = {("rule", 4): 5, ("rule", 6): 4, ("rule", 9): 4, ("digit", 4): 3, ("digit", 9): 2}


def small_boards():
    """Yield the tasks and marks of random boards with random rules."""
    for seed in count():
        side, unit = [(4, "rule"), (4, "digit"), (6, "rule")][seed % 3]
        task = task_and_marks(random_board(seed, side), unit)
        yield f"{seed}, {side}×{side}, {unit}", task, (unit, side)


def puzzles(seed=0):
    """Yield classic puzzles, always the same for one seed."""
    for made in nonet.generate(nonet.classic(order=3), count=10**9, seed=seed):
        yield made.puzzle


def large_boards():
    for number, puzzle in enumerate(puzzles()):
        unit = ("rule", "digit")[number % 2]
        task = task_of(puzzle, uses_of(puzzle, Unit(unit)), nonet.solve(puzzle).solution)
        grid, marks = puzzle.grid, enumerate(first_marks(puzzle))
        live = {grid.mark(cell, value) for cell, mask in marks for value in grid.values_of(mask)}
        yield f"{number}, 9×9, {unit}", (task, live), (unit, 9)


def compared(boards):
    """Compare the steps of boards with all smaller sets of uses, and yield their costs."""
    for name, (task, live), kind in boards:
        oracle = Oracle(task)
        for board, step in steps_to_the_end(open_search(task), live):
            if not 1 < step.least <= DEAREST[kind]:
                continue
            with case(f"{name}, {sorted(board)}"):
                oracle.remove_all_but(board)
                assert len(step.uses) == step.least
                assert oracle.removed_by(step.uses) == step.removed
                assert oracle.cheaper(step.least) is None
            yield step.least


def test_no_smaller_set_of_uses_removes_a_mark():
    require_native()
    assert len(list(islice(compared(small_boards()), STEPS))) == STEPS


def test_no_smaller_set_of_uses_removes_a_mark_from_boards_of_9x9():
    require_native()
    assert len(list(islice(compared(large_boards()), STEPS // 20))) == STEPS // 20


def test_each_step_of_a_path_follows_from_its_claim_alone():
    require_native()
    for number, puzzle in enumerate(islice(puzzles(seed=1), STEPS // 10)):
        path = nonet.explain(puzzle, unit=("rule", "digit")[number % 2])
        assert path.complete
        for step in path:
            with case(f"{number}: {step}"):
                assert nonet.check(step.claim, "pysat:glucose4").kind is Kind.NONE


def test_an_isomorph_has_the_same_hardest_cost():
    require_native()
    random = Random(3)
    for number, puzzle in enumerate(islice(puzzles(seed=2), STEPS // 10)):
        unit = ("rule", "digit")[number % 2]
        path = nonet.explain(puzzle, unit=unit)
        names = random.sample(range(1, 10), 9)
        rows, columns = shuffled_lines(random), shuffled_lines(random)
        places = [9 * row + column for row in rows for column in columns]
        if random.random() < 0.5:
            places = [9 * (place % 9) + place // 9 for place in places]
        givens = [puzzle.givens[place] for place in places]
        other = nonet.classic("".join("." if v is None else str(names[v - 1]) for v in givens))
        with case(f"{number}, {unit}"):
            again = nonet.explain(other, unit=unit)
            assert (again.hardest, again.least) == (path.hardest, path.least)


def shuffled_lines(random):
    bands = random.sample(range(3), 3)
    return list(chain.from_iterable(random.sample(range(3 * b, 3 * b + 3), 3) for b in bands))
