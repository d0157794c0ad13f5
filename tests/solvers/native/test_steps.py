"""The native search for steps agrees with the search in Python, and keeps its limits."""

import re
from contextlib import closing
from itertools import product

import pytest
from examples import case, classic, pattern
from step_oracle import Oracle, random_board, steps_to_the_end, task_and_marks

from nonet.explanations import search as in_python
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.solvers import FoundStep, StepTask
from nonet.solvers.native.steps import TreeSearch
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to


def compare(seeds, side, unit):
    """Compare both searches step by step, and return the number of steps."""
    steps = 0
    for seed in seeds:
        task, live = task_and_marks(random_board(seed, side), unit)
        search = TreeSearch(task)
        for board, step in steps_to_the_end(in_python.TreeSearch(task), live):
            with case(f"{seed}, {side}×{side}, {unit}, {sorted(board)}"):
                assert search.next(board) == step
            steps += 1
    return steps


def test_it_finds_the_steps_that_the_search_in_python_finds():
    assert compare([9, 24, 36, 37], 4, "digit") > 100
    assert compare([10], 6, "rule") > 30


@pytest.mark.slow
@pytest.mark.parametrize(("side", "unit"), [*product([4, 6], ["rule", "digit"])])
def test_it_finds_the_steps_that_the_search_in_python_finds_on_many_boards(side, unit):
    assert compare(range(30) if side == 4 else range(2, 8), side, unit) > 80


def test_the_step_is_the_one_that_trying_all_sets_finds():
    for seed in (8, 13):
        task, live = task_and_marks(random_board(seed), "rule")
        oracle = Oracle(task)
        for board, step in steps_to_the_end(TreeSearch(task), live):
            with case(f"{seed}, {sorted(board)}"):
                assert step == oracle.best(board)


# --- positions made by hand ----------------------------------------------------------------------

#: A grid with equal values along diagonals, in which fish of any size are possible.
SHIFTED = tuple(value + 1 for value in pattern(3, 3))


def fish(lines):
    """Return the cells that cannot be 1, so that the 1s of rows form a fish."""
    places = {SHIFTED[9 * row : 9 * row + 9].index(1) for row in lines}
    return [9 * row + column for row in lines for column in range(9) if column not in places]


# --- sizes and limits ----------------------------------------------------------------------------

PAIR = [[1, 2], [-1, -2], [3, 4], [-3, -4]]
HOUSE = [[1, 3], [-1, -3], [2, 4], [-2, -4]]


def test_any_number_of_uses_is_searched_up_to_the_limit():
    for idle in (0, 63, 64, 255, 256, 1023, 1024, 4095):
        task = StepTask(4, PAIR, [*[[[1, 2]]] * idle, HOUSE], {1, 4})
        with case(f"{idle} idle uses"):
            assert TreeSearch(task).next({1, 3, 4}) == FoundStep((idle,), (3,), least=1)
    with pytest.raises(TooLarge, match=r"has 4097 uses of rules\. The limit is 4096"):
        TreeSearch(StepTask(4, PAIR, [HOUSE] * 4097, {1, 4}))


def test_where_only_the_solution_is_left_there_is_no_step():
    assert TreeSearch(StepTask(4, PAIR, [HOUSE], {1, 4})).next({1, 4}) is None


def test_invalid_tasks_are_refused():
    def search(task, *boards):
        found = TreeSearch(task)
        for board in boards:
            found.next(board)

    task = StepTask(4, PAIR, [HOUSE], {1, 4})
    for message, attempt in {
        "a mark that was gone has come back": lambda: search(task, {1, 4}, {1, 3, 4}),
        "a mark of the solution is gone": lambda: search(task, {2, 3}),
        "there is no such mark": lambda: search(task, {1, 4, 5}),
        "0 is no literal": lambda: search(task._replace(uses=[[[1, 0]]])),
        "the background is about marks alone": lambda: search(task._replace(background=[[5]])),
        "a cell or a use fails in the solution": lambda: search(task._replace(solution={1, 3})),
    }.items():
        with case(message), pytest.raises(ValueError, match=re.escape(message)):
            attempt()


def hard_board():
    return task_and_marks(random_board(53), "digit")


def test_a_limit_of_nodes_leaves_a_step_and_a_proven_bound():
    task, live = hard_board()
    oracle = Oracle(task)
    for board, exact in steps_to_the_end(TreeSearch(task), live):
        oracle.remove_all_but(board)
        step = TreeSearch(task).next(board, nodes=0)
        assert step.least <= exact.least <= len(step.uses)
        assert step.cut_off or step == exact
        assert not exact.cut_off
        assert oracle.removed_by(step.uses) == step.removed


def test_boards_with_other_solutions_are_refused():
    task = StepTask(4, PAIR, [HOUSE], {1, 4})
    for nodes in (None, 0):
        for search in (TreeSearch(task), in_python.TreeSearch(task)):
            with closing(search), pytest.raises(ValueError, match="solution is not the only one"):
                search.next({1, 2, 3, 4}, nodes=nodes)


def test_a_search_continues_after_an_interruption(monkeypatch):
    board = set(range(1, 730))
    puzzle = classic("." * 81)
    task = task_of(puzzle, uses_of(puzzle, Unit.DIGIT), SHIFTED)
    board -= {puzzle.grid.mark(cell, 1) for cell in fish((0, 4, 8))}
    search = TreeSearch(task)
    with limited_to(0), pytest.raises(TimeUp):
        search.next(board)
    asked = []

    def interrupt():
        asked.append(1)
        if len(asked) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("nonet.solvers.native.steps.check_limits", interrupt)
    with pytest.raises(KeyboardInterrupt):
        search.next(board)
    monkeypatch.undo()
    assert search.next(board).least == 6
