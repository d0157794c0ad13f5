"""Full grids of every model are random, the same seed repeats them, and they can have holes."""

from collections import Counter
from itertools import islice
from math import factorial, sqrt

import numpy as np
import pytest
from breadth import tried
from grids import obeys
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force

from nonet.formats import classic, latin
from nonet.generation import dig, full_grids, grids, random_words, with_holes
from nonet.generation.uniform import BANDS, CHOICES, proposals, uniform_grids
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import solutions
from nonet.questions.uniqueness import solve
from nonet.rules import AntiKnight, Cage, Columns, Diagonals, Rows, Thermo, Windoku
from nonet.system.errors import PuzzleError
from nonet.validity import violations

EMPTY = classic(order=3)
MODELS = {
    "9×9": EMPTY,
    "first row": classic("123456789" + "." * 72),
    "a box": classic("".join(("915......", "2.6......", "738......")) + "." * 54),
    "some givens": classic("5...............3........" + "." * 56),
    "6×6": classic(boxes=(2, 3)),
    "16×16": classic(order=4),
    "latin": latin(side=7),
    "windoku": EMPTY.with_rules(Windoku()),
    "antiknight": EMPTY.with_rules(AntiKnight()),
    "cages": EMPTY.with_rules(Cage((0, 1, 9), 6), Cage((40, 41), 17)),
    "thermo": EMPTY.with_rules(Thermo((0, 10, 20, 30, 40))),
    "rows only": Puzzle(Grid(4, 4), rules=(Rows(),)),
    "more values": Puzzle(Grid(3, 3, range(6)), rules=(Rows(), Columns())),
}


def take(count, *args):
    return list(islice(full_grids(*args), count))


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_grids_obey_the_rules_and_the_givens_and_depend_on_the_seed(model):
    found = take(3, model, 1)
    assert not any(violations(model, grid) for grid in found)
    assert len(set(found)) == 3
    assert found == take(3, model, 1)
    assert found[:2] != take(2, model, 2)


# The 99.9 % quantiles of chi-squared for 287 and 11 degrees of freedom.
@pytest.mark.parametrize(
    ("model", "count", "limit"),
    [(classic(order=2), 288, 367.0), (classic("1234............"), 12, 31.3)],
    ids=["288 grids", "first row given"],
)
def test_the_4x4_grids_are_equally_likely(model, count, limit):
    assert chi_square(take(40 * count, model, 4), count) < limit


@pytest.mark.slow
@pytest.mark.parametrize("start", ["pattern", "assigned"])
def test_swapped_chains_reach_all_4x4_grids_equally(start, monkeypatch):
    # Try the method for large boards on a board with few grids.
    monkeypatch.setattr(grids, "_listed", lambda *_: ())
    if start == "assigned":
        monkeypatch.setattr(grids, "_boxes", lambda _: None)
    assert chi_square(take(10 * 288, classic(order=2), 5), 288) < 367.0


def chi_square(found, count):
    seen = Counter(found)
    expected = len(found) / count
    assert len(seen) == count
    return sum((number - expected) ** 2 / expected for number in seen.values())


def test_all_grids_are_drawn_if_the_givens_leave_few():
    model = classic("12..34..........")
    assert set(take(500, model, 1)) == brute_force(model) == set(solutions(model))


def test_a_model_without_grids_is_an_error():
    with pytest.raises(PuzzleError, match="no grid obeys these rules"):
        next(full_grids(classic("11..............")))
    with pytest.raises(PuzzleError, match="no grid obeys these rules"):
        next(full_grids(EMPTY.with_rules(Diagonals(), AntiKnight(), Windoku())))


def test_the_backend_does_not_change_the_grids():
    assert take(2, classic(order=2), 1, "norvig") == take(2, classic(order=2), 1)
    assert take(2, EMPTY, 1, "norvig") == take(2, EMPTY, 1)


# --- holes ----------------------------------------------------------------------------------------


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


#: The number of full classic grids (Felgenhauer and Jarvis, 2005).
GRIDS = 6_670_903_752_021_072_936_960


def keys(count, seed=1):
    numbers = np.arange(count, dtype=np.uint64)
    return random_words.keys(seed, numbers, np.zeros_like(numbers))


def test_the_grids_obey_the_rules():
    grids = uniform_grids(keys(1000))
    assert obeys(np.zeros_like(grids), grids).all()


def test_the_share_of_completed_proposals_is_the_known_number_of_grids():
    # Grids are uniform if every step has a fixed number of choices, and each grid is reached in one
    # way. A mistake in either would change this number.
    count = 100_000
    completed, found = proposals(keys(count))
    share = len(completed) / count
    estimate = factorial(9) * BANDS**2 * CHOICES * share
    spread = GRIDS * sqrt(share * (1 - share) / count) / share
    assert abs(estimate - GRIDS) < 4 * spread < 0.05 * GRIDS
    assert len(np.unique(found, axis=0)) == len(found)


def test_a_grid_does_not_depend_on_the_others_of_its_batch():
    together = uniform_grids(keys(100))
    alone = [uniform_grids(keys(100)[i : i + 1])[0] for i in range(100)]
    assert (together == alone).all()


def test_no_cell_prefers_a_value():
    grids = uniform_grids(keys(4000, seed=2))
    for value in range(1, 10):
        held = (grids == value).sum(axis=0)
        # Allow 6 standard deviations of a binomial distribution, because 729 counts are compared.
        assert np.abs(held - 4000 / 9).max() < 6 * sqrt(4000 * 8 / 81)


def test_the_last_boxes_are_like_the_first():
    # Two boxes in different bands and stacks have a row with the same three values equally often,
    # whichever two boxes and rows you take. Compare three such pairs of rows.
    boards = uniform_grids(keys(6000, seed=3)).reshape(-1, 9, 9)

    def same_rows(first, second):
        rows = (
            np.sort(boards[:, row, column : column + 3], axis=1) for row, column in (first, second)
        )
        return (next(rows) == next(rows)).all(axis=1).mean()

    shares = [same_rows((0, 0), (3, 3)), same_rows((0, 0), (8, 6)), same_rows((4, 3), (8, 6))]
    spread = sqrt(max(shares) / 6000)
    assert max(shares) - min(shares) < 5 * spread
