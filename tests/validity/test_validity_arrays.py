"""The vectorised check agrees with `violations`, on right and wrong grids."""

from dataclasses import replace

import pytest
from examples import RULES, case, classic, rule_id, share_or_whole, some_fillings
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles, raw_puzzles

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Columns, Rows
from nonet.validity import violations
from nonet.validity.arrays import wrong_grids

EMPTY = classic("." * 16)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def assert_the_same(chosen, grids):
    expected = [
        row
        for row, (puzzle, values) in enumerate(zip(chosen, grids, strict=True))
        if violations(puzzle, values)
    ]
    assert wrong_grids(chosen, grids) == expected


@st.composite
def candidates(draw, puzzle):
    """Draw a filling: a solution, nearly a solution, or any values."""
    grid = puzzle.grid
    solutions = sorted(brute_force(puzzle))
    anything = st.tuples(*[st.sampled_from(grid.values)] * len(grid.cells))
    values = list(draw(st.sampled_from(solutions) if solutions else anything))
    beyond = st.sampled_from([-1, grid.values[0] - 1, grid.values[-1] + 1, 70, 1000])
    for cell in draw(st.lists(st.sampled_from(grid.cells), max_size=3)):
        values[cell] = draw(st.sampled_from(grid.values) | beyond)
    return tuple(values)


@st.composite
def siblings(draw, puzzle):
    """Draw a puzzle with the same rules and other givens and marks."""
    grid = puzzle.grid
    givens = [draw(st.none() | st.just(given)) for given in puzzle.givens]
    marks = [
        draw(st.sampled_from([grid.full, mark, draw(st.integers(0, grid.full))]))
        for mark in puzzle.marks
    ]
    return replace(puzzle, givens=tuple(givens), marks=tuple(marks))


@given(puzzle=puzzles() | raw_puzzles(), data=st.data())
def test_it_says_the_same_as_violations(puzzle, data):
    chosen = [puzzle, *data.draw(st.lists(siblings(puzzle), max_size=3))]
    grids = [data.draw(candidates(puzzle)) for _ in chosen]
    assert_the_same(chosen, grids)


@share_or_whole("most", 60, 300)
def test_each_rule_on_its_fillings(most):
    for grid, rule in RULES:
        grids = [tuple(filling) for filling in some_fillings(grid, rule, most)]
        puzzle = Puzzle(grid, rules=(rule,))
        with case(rule_id(grid, rule)):
            wrong = [row for row, values in enumerate(grids) if not rule.holds(grid, values)]
            assert wrong_grids([puzzle] * len(grids), grids) == wrong


def test_no_grids_are_all_right():
    assert wrong_grids([], []) == []


@pytest.mark.parametrize("side", [63, 64, 65])
def test_sets_of_values_at_the_size_of_a_machine_word(side):
    puzzle = Puzzle(Grid(side, side), rules=(Rows(), Columns()))
    right = [1 + (row + column) % side for row in range(side) for column in range(side)]
    wrong = right.copy()
    wrong[side - 1], wrong[side - 2] = wrong[side - 2], wrong[side - 1]
    assert wrong_grids([puzzle, puzzle], [tuple(right), tuple(wrong)]) == [1]


def test_grids_of_other_sizes_are_wrong():
    huge, short = (10**30, *SOLVED[1:]), SOLVED[1:]
    assert wrong_grids([EMPTY] * 3, [SOLVED, huge, SOLVED]) == [1]
    assert wrong_grids([EMPTY] * 2, [short, SOLVED]) == [0]
    assert wrong_grids([EMPTY] * 2, [short, short]) == [0, 1]
