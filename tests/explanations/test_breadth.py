"""No step on a 9×9 board could be cheaper. NONET_STEPS=500 sets the number of steps."""

import os
from itertools import islice

import pytest
from examples import case
from requirements import require_native
from step_oracle import Oracle
from step_tasks import steps_to_the_end

import nonet
from nonet.explanations.path import first_marks
from nonet.explanations.search import open_search
from nonet.explanations.uses import Unit, task_of, uses_of

pytestmark = pytest.mark.slow

STEPS = int(os.environ.get("NONET_STEPS", "5"))

#: For each unit, the highest cost of steps that are checked against all smaller sets of uses.
DEAREST = {"rule": 4, "digit": 2}


def boards():
    for number, made in enumerate(nonet.generate(nonet.classic(order=3), count=10**9)):
        puzzle = made.puzzle
        unit = ("rule", "digit")[number % 2]
        task = task_of(puzzle, uses_of(puzzle, Unit(unit)), nonet.solve(puzzle).solution)
        grid, marks = puzzle.grid, enumerate(first_marks(puzzle))
        live = {grid.mark(cell, value) for cell, mask in marks for value in grid.values_of(mask)}
        yield f"{number}, {unit}", task, live, unit


def compared():
    """Compare the steps of boards with all smaller sets of uses, and yield their costs."""
    for name, task, live, unit in boards():
        oracle = Oracle(task)
        for board, step in steps_to_the_end(open_search(task), live):
            if not 1 < step.least <= DEAREST[unit]:
                continue
            with case(f"{name}, {sorted(board)}"):
                oracle.remove_all_but(board)
                assert len(step.uses) == step.least
                assert oracle.removed_by(step.uses) == step.removed
                assert oracle.cheaper(step.least) is None
            yield step.least


def test_no_smaller_set_of_uses_removes_a_mark():
    require_native()
    assert len(list(islice(compared(), STEPS))) == STEPS
