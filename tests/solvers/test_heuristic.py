"""The tightest cell first: a cell with one candidate needs no guess."""

import pytest
from examples import EASY, classic
from oracle import enumerate_solutions

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rows
from nonet.solvers import backtracking
from nonet.solvers.heuristic import PROVIDER

BACKEND = PROVIDER.build("", ())


def iterations(puzzle, backend=BACKEND, counter="iterations"):
    with backend.open(puzzle) as session:
        return session.solve().counters[counter]


def test_an_iteration_fills_one_cell_where_nothing_is_guessed():
    assert iterations(classic("1234341221434...")) == 3
    assert iterations(classic(EASY)) == EASY.count(".")


def test_givens_are_placed_before_the_search():
    assert iterations(classic("1234341221434321")) == 0
    assert iterations(classic("11..............")) == 0


def test_a_cell_without_a_candidate_is_seen_at_once():
    assert iterations(Puzzle(Grid(1, 3), marks=(7, 7, 0), rules=(Rows(),))) == 1


def test_it_needs_fewer_steps_than_cells_in_order():
    in_order = backtracking.PROVIDER.build("", ())
    assert iterations(classic(EASY)) < iterations(classic(EASY), in_order, "nodes")


@pytest.mark.parametrize("seed", [0, 5])
def test_a_seed_changes_nothing(seed):
    def found(seed):
        with BACKEND.open(classic("1234" + "." * 12), seed=seed) as session:
            return enumerate_solutions(session)

    assert found(seed) == found(0)
