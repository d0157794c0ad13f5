"""Tests of propagation and search: counts of nodes, and random orders by seed."""

import pytest
from examples import EASY, HARD, classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from requirements import data
from strategies import puzzles

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Diagonals, Rows, Thermo, Windoku
from nonet.solvers import Status
from nonet.solvers.norvig import PROVIDER, fewest

BACKEND = PROVIDER.build("", ())


def found(puzzle, seed=0):
    with BACKEND.open(puzzle, seed=seed) as session:
        return enumerate_solutions(session)


def test_an_easy_puzzle_has_one_node():
    with BACKEND.open(classic(EASY)) as session:
        answer = session.solve()
        assert answer.counters == {"nodes": 1}
        session.block(answer.solution)
        again = session.solve()
        assert (again.status, again.counters) == (Status.UNSATISFIABLE, {"nodes": 0})


def test_a_hard_puzzle_is_searched():
    with BACKEND.open(classic(HARD)) as session:
        assert session.solve().counters["nodes"] > 1


def test_seeds_give_different_orders_of_the_same_boards():
    orders = [tuple(found(classic("." * 16), seed)) for seed in range(5)]
    assert len(set(orders)) == 5
    assert len({frozenset(order) for order in orders}) == 1


def test_seed_0_tries_the_values_in_order():
    assert found(Puzzle(Grid(1, 3), rules=(Rows(),))) == sorted(
        brute_force(Puzzle(Grid(1, 3), rules=(Rows(),)))
    )


@given(puzzles(), st.integers(0, 2**32))
def test_every_seed_finds_all_solutions(puzzle, seed):
    boards = found(puzzle, seed)
    assert len(boards) == len(set(boards))
    assert set(boards) == brute_force(puzzle)


@pytest.mark.parametrize(
    "rules",
    [
        (Diagonals(), Windoku()),
        (Thermo(tuple(range(9))), Cage((80, 79, 78), 6)),
        (Cage((0, 1, 9), 24), Cage((40, 41), 3)),
    ],
    ids=repr,
)
def test_a_9x9_board_of_other_rules_is_filled(rules):
    with BACKEND.open(classic("." * 81, *rules)) as session:
        assert session.solve().status is Status.SATISFIED  # and checked by the session


@pytest.mark.parametrize("order", [4, 5])
def test_larger_boards_are_filled(order):
    with BACKEND.open(classic("." * order**4)) as session:
        assert session.solve().status is Status.SATISFIED


@pytest.mark.slow
def test_published_puzzles_have_one_solution():
    for line in data("top95.txt")[20:] + data("17clue.txt")[:50]:
        assert len(found(classic(line))) == 1


def test_fewest_is_the_first_of_the_tightest_open_cells():
    assert fewest([1, 7, 3, 6, 4]) == 2
    assert fewest([1, 15, 7, 7]) == 2


def test_a_full_grid_has_no_cell_to_choose():
    assert fewest([1, 2, 4, 1]) is None
