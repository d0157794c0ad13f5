"""Full grids have the right number of holes, at random or balanced."""

from itertools import islice

import numpy as np
import pytest
from breadth import tried
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats import classic
from nonet.generation import dig, full_grids, with_holes
from nonet.questions.uniqueness import solve
from nonet.rules import Diagonals
from nonet.system.errors import PuzzleError
from nonet.validity import violations


@tried(40)
@given(st.sampled_from([2, 3, 4]), st.floats(0, 1), st.integers(0, 10**6), st.booleans())
def test_the_share_of_holes(order, share, seed, balanced):
    board = with_holes(classic(order=order), share, seed, balanced=balanced)
    assert board.givens.count(None) == round(share * order**4)
    assert violations(board, board.givens) == []
    if balanced:
        for house in board.geometry.houses:
            assert abs(sum(board.givens[c] is None for c in house) - share * order**2) <= 1 + 1e-9


def test_25x25():
    board = with_holes(classic(order=5), 0.3, seed=1)
    assert board.givens.count(None) == round(0.3 * 25**2)
    assert solve(board).solution is not None


@pytest.mark.parametrize("order", [3, 4])
def test_the_same_seed_gives_the_same_board(order):
    board = with_holes(classic(order=order), 0.2, seed=1)
    assert board == with_holes(classic(order=order), 0.2, seed=1)
    assert board != with_holes(classic(order=order), 0.2, seed=2)


def test_the_seed_may_be_a_number_of_numpy():
    board, seed = classic(order=2), np.int64(3)
    assert with_holes(board, 0.5, seed, balanced=True) == with_holes(board, 0.5, 3, balanced=True)
    assert next(full_grids(board, seed)) == next(full_grids(board, 3))


def test_random_holes_are_not_balanced():
    board = with_holes(classic(order=4), 0.5, seed=1)
    holes = {sum(board.givens[cell] is None for cell in house) for house in board.geometry.houses}
    assert len(holes) > 2


def test_givens_stay():
    model = classic("1" + "." * 80).with_rules(Diagonals())
    assert with_holes(model, 1.0, seed=1, balanced=True) == model


def test_a_share_above_one_is_refused():
    with pytest.raises(PuzzleError, match=r"share of emptied cells is 1.2"):
        with_holes(classic(order=2), 1.2)


def test_a_number_of_holes_leaves_the_givens_of_the_model():
    model = classic("1234............")
    first, second = islice(dig(model, 12, seed=3), 2)
    assert first == second == model
    for holes in (0, 5):
        puzzles = list(islice(dig(model, holes, seed=3), 3))
        assert {puzzle.givens[:4] for puzzle in puzzles} == {(1, 2, 3, 4)}
        assert {puzzle.givens.count(None) for puzzle in puzzles} == {holes}
        assert puzzles == list(islice(dig(model, holes, seed=3), 3))


@pytest.mark.parametrize("holes", [-1, 13])
def test_more_holes_than_open_cells_are_refused(holes):
    with pytest.raises(PuzzleError, match=f"holes is {holes}, but must be from 0 to 12"):
        next(dig(classic("1234............"), holes))
