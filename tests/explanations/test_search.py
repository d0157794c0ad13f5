"""Tests of the search for the cheapest step, compared with trying all sets of uses."""

from contextlib import closing

import pytest
from examples import case
from step_oracle import Oracle
from step_tasks import random_board, steps_to_the_end, task_and_marks

from nonet.explanations.search import TreeSearch


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
    assert compare([2, 5, 6, 10, 13], 4, "rule") > 30


@pytest.mark.slow
@pytest.mark.parametrize(("side", "unit"), [(4, "rule"), (4, "digit"), (6, "rule")])
def test_the_step_is_the_one_that_trying_all_sets_finds_on_many_boards(side, unit):
    assert compare([0], side, unit, costs=range(1, 5 if unit == "rule" else 4)) > 5


def test_a_limit_of_nodes_leaves_a_step_and_a_lower_bound():
    task, live = task_and_marks(random_board(7), "digit")
    with closing(TreeSearch(task)) as search:
        step = search.next(live, nodes=0)
    assert step.least == 1
    oracle = Oracle(task)
    oracle.remove_all_but(live)
    assert oracle.removed_by(step.uses) == step.removed
