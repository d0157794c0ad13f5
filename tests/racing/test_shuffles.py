"""Puzzles and contestants take turns, and a shuffle moves and renames the solutions of a puzzle."""

from itertools import pairwise
from random import Random

import pytest
from examples import classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import puzzles

import nonet
from nonet.racing.schedule import turns
from nonet.racing.shuffles import random_isomorphism
from nonet.rules import AntiKnight, Diagonals, Odd, Thermo, Windoku

OPEN = classic("12..34..2.......")


def shuffled(puzzle, seed=1):
    shuffling = random_isomorphism(puzzle, Random(seed))
    return shuffling, shuffling.of_puzzle(puzzle)


@given(puzzles(), st.integers(0, 99))
def test_solutions_become_solutions(puzzle, seed):
    shuffling, other = shuffled(puzzle, seed)
    back = shuffling.inverse()
    assert (other.grid, other.rules) == (puzzle.grid, puzzle.rules)
    assert {back.of_values(grid) for grid in brute_force(other)} == set(brute_force(puzzle))


def test_each_seed_gives_another_shuffle():
    puzzle = nonet.classic(order=3).with_givens({0: 1, 10: 2, 40: 3})
    assert shuffled(puzzle, 5)[1] == shuffled(puzzle, 5)[1]
    assert len({shuffled(puzzle, seed)[1] for seed in range(20)}) == 20


def test_lines_stay_in_their_bands_and_bands_together():
    puzzle = nonet.classic(boxes=(2, 3))
    grid = puzzle.grid
    for seed in range(20):
        cells = shuffled(puzzle, seed)[0].cells
        for band in range(3):
            rows = {grid.place(cells[grid.at(2 * band + line, 0)])[0] for line in (0, 1)}
            assert len({row // 2 for row in rows}) == 1
        # The boxes are not square, so rows cannot become columns.
        assert len({grid.place(cell)[0] for cell in cells[:6]}) == 1


def test_square_boards_are_turned_too():
    puzzle = nonet.classic(order=2)
    rows = [len({cell // 4 for cell in shuffled(puzzle, seed)[0].cells[:4]}) for seed in range(20)]
    assert set(rows) == {1, 4}


@pytest.mark.parametrize("rule", [Diagonals(), Windoku(), AntiKnight()])
def test_under_more_rules_than_boxes_the_board_is_rotated_and_reflected(rule):
    puzzle = nonet.classic(order=3).with_rules(rule)
    found = {shuffled(puzzle, seed)[0].cells for seed in range(60)}
    assert len(found) == 8
    assert {cells[0] for cells in found} == {0, 8, 72, 80}


def test_values_are_renamed_unless_a_rule_compares_them():
    free, compared = OPEN, OPEN.with_rules(Thermo((0, 1)))
    assert len({shuffled(free, seed)[0].values for seed in range(20)}) > 1
    assert {shuffled(compared, seed)[0].values for seed in range(20)} == {(1, 2, 3, 4)}


@pytest.mark.parametrize("rule", [Thermo((0, 1, 5)), Odd((0, 1, 5))])
def test_the_cells_of_a_rule_about_certain_cells_do_not_move(rule):
    for seed in range(10):
        cells = shuffled(OPEN.with_rules(rule), seed)[0].cells
        assert [cells[cell] for cell in (0, 1, 5)] == [0, 1, 5]


SMALL, LARGE = nonet.classic(order=2), nonet.classic(order=3)
THREE = ["a", "b", "c"]


def test_each_contestant_has_a_turn_at_each_puzzle_in_each_repeat():
    found = [
        (repeat, puzzle, who)
        for repeat, puzzle, order in turns([SMALL, LARGE], THREE, repeats=2, seed=0)
        for who in order
    ]
    assert sorted(found) == [(r, p, who) for r in range(2) for p in range(2) for who in THREE]


def test_each_contestant_follows_each_other_one():
    orders = [order for _, _, order in turns([SMALL] * 50, THREE, repeats=1, seed=0)]
    pairs = {pair for order in orders for pair in pairwise(order)}
    assert pairs == {(one, other) for one in THREE for other in THREE if one != other}


def test_the_seed_determines_the_order():
    first, again, other = (list(turns([SMALL] * 9, THREE, 1, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_puzzles_under_the_same_rules_stay_together():
    for seed in range(9):
        found = turns([SMALL, LARGE, SMALL, LARGE, SMALL], THREE, repeats=1, seed=seed)
        large = [puzzle in (1, 3) for _, puzzle, _ in found]
        assert large in ([True] * 2 + [False] * 3, [False] * 3 + [True] * 2)
