"""Tests of sets of digits with a given sum, compared with trying all sets."""

from itertools import combinations

import pytest
from examples import says

from nonet.model.constraints import AllDifferent, Linear
from nonet.model.grid import Grid
from nonet.propagation.digit_sets import MOST_SETS, digit_sets
from nonet.puzzle import Puzzle
from nonet.rules import AntiKing, Cage, Rows, Thermo


def geometry(columns, values, *rules):
    grid = Grid(1, columns, values)
    return Puzzle(grid, rules=rules or (Rows(),)).geometry


def plain_sum(cells, total, coefficient=1):
    return Linear(tuple((coefficient, cell) for cell in range(cells)), "==", total)


@pytest.mark.parametrize("values", [range(1, 10), range(6), range(3, 8), range(1, 2)], ids=str)
def test_every_sum_has_all_its_sets_and_no_other(values):
    for size in range(1, len(values) + 1):
        board = geometry(size, values)
        for total in range(-1, sum(values) + 2):
            expected = {
                board.grid.mask(digits)
                for digits in combinations(values, size)
                if sum(digits) == total
            }
            found = digit_sets(board, plain_sum(size, total))
            assert len(found) == len(expected)
            assert set(found) == expected


def test_more_cells_than_values_have_no_set():
    assert digit_sets(geometry(3, range(1, 3)), plain_sum(3, 3)) == ()


@pytest.mark.parametrize(
    ("coefficient", "total", "same_as"), [(2, 12, 6), (-1, -6, 6), (-3, -18, 6), (2, 7, None)]
)
def test_equal_weights_are_divided_out(coefficient, total, same_as):
    board = geometry(3, range(1, 6))
    expected = () if same_as is None else digit_sets(board, plain_sum(3, same_as))
    assert digit_sets(board, plain_sum(3, total, coefficient)) == expected


@pytest.mark.parametrize(
    "sum_",
    [
        Linear(((1, 0), (1, 1)), "<=", 5),
        Linear(((1, 0), (1, 1)), ">=", 5),
        Linear(((1, 0), (2, 1)), "==", 5),
        Linear(((1, 0), (-1, 1)), "==", 1),
        Linear(((1, 0), (1, 0)), "==", 4),
        Linear(((0, 0), (0, 1)), "==", 0),
    ],
)
def test_other_sums_have_no_such_form(sum_):
    assert digit_sets(geometry(3, range(1, 6)), sum_) is None


def test_cells_that_may_be_equal_have_no_such_form():
    total = plain_sum(3, 6)
    assert digit_sets(geometry(3, range(1, 6), AntiKing()), total) is None  # r1c1 may equal r1c3
    assert digit_sets(geometry(3, range(1, 6), Cage((0, 1))), total) is None


def test_cells_may_differ_for_any_reason():
    expected = digit_sets(geometry(2, range(1, 6)), plain_sum(2, 6))
    for rule in (Cage((0, 1)), AntiKing(), Thermo((1, 0))):
        assert digit_sets(geometry(2, range(1, 6), rule), plain_sum(2, 6)) == expected


def test_too_many_sets_are_none_rather_than_some():
    # Sums of 16 of 32 values: a sum in the middle has millions of sets, and the smallest and the
    # largest sum have one set each.
    board = geometry(16, range(1, 33))
    assert digit_sets(board, plain_sum(16, 264)) is None
    assert len(digit_sets(board, plain_sum(16, 136))) == 1
    small = geometry(8, range(1, 17))
    assert 0 < len(digit_sets(small, plain_sum(8, 68))) <= MOST_SETS


def test_an_absurd_total_is_refuted_at_once():
    board = geometry(50, range(1, 101))
    for total in (0, 10**9, -5):
        assert digit_sets(board, plain_sum(50, total)) == ()


def test_thousands_of_cells_are_no_calls_in_calls():
    whole = Linear(tuple((1, cell) for cell in range(2000)), "==", sum(range(1, 2001)))
    puzzle = says(Grid(1, 2000), AllDifferent(tuple(range(2000))), whole)
    assert digit_sets(puzzle.geometry, whole) == (puzzle.grid.full,)
