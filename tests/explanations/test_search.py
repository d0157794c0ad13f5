"""No cheaper step exists, as trying all sets of uses shows. NONET_STEPS=500 tries more steps."""

import os
from contextlib import closing
from itertools import islice

import pytest
from examples import case
from requirements import require_native
from step_oracle import Oracle, random_board, steps_to_the_end, task_and_marks

import nonet
from nonet.explanations.path import first_marks
from nonet.explanations.search import TreeSearch, open_search
from nonet.explanations.uses import Unit, task_of, uses_of


def compare(seeds, side, unit, costs=range(1, 99)):
    """Compare steps with the best of all sets of uses. Return the number of steps."""
    steps = 0
    for seed in seeds:
        task, live = task_and_marks(random_board(seed, side), unit)
        oracle = Oracle(task)
        for board, step in steps_to_the_end(TreeSearch(task), live):
            if step.least in costs:
                with case(f"{seed}, {side}×{side}, {unit}, {sorted(board)}"):
                    assert step == oracle.best(board)
                steps += 1
    return steps


def test_the_step_is_the_one_that_trying_all_sets_finds():
    assert compare([4, 8, 13], 4, "rule") > 40


@pytest.mark.slow
@pytest.mark.parametrize(("side", "unit"), [(4, "rule"), (4, "digit"), (6, "rule")])
def test_the_step_is_the_one_that_trying_all_sets_finds_on_many_boards(side, unit):
    seeds = [0] if side == 4 else range(2, 8)
    assert compare(seeds, side, unit, costs=range(1, 5 if unit == "rule" else 4)) > 5


def test_a_limit_of_nodes_leaves_a_step_and_a_lower_bound():
    task, live = task_and_marks(random_board(7), "digit")
    with closing(TreeSearch(task)) as search:
        step = search.next(live, nodes=0)
    assert step.least == 1
    oracle = Oracle(task)
    oracle.remove_all_but(live)
    assert oracle.removed_by(step.uses) == step.removed


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


@pytest.mark.slow
def test_no_smaller_set_of_uses_removes_a_mark():
    require_native()
    assert len(list(islice(compared(), STEPS))) == STEPS
