"""The search takes the tightest cell first. A cell with one candidate needs no guess."""

from examples import EASY, classic

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rows
from nonet.solvers.heuristic import PROVIDER

BACKEND = PROVIDER.build("", ())


def iterations(puzzle):
    with BACKEND.open(puzzle) as session:
        return session.solve().counters["iterations"]


def test_an_iteration_fills_one_cell_where_nothing_is_guessed():
    assert iterations(classic("1234341221434...")) == 3
    assert iterations(classic(EASY)) == EASY.count(".")


def test_givens_are_placed_before_the_search():
    assert iterations(classic("1234341221434321")) == 0
    assert iterations(classic("11..............")) == 0


def test_a_cell_without_a_candidate_is_seen_at_once():
    assert iterations(Puzzle(Grid(1, 3), marks=(7, 7, 0), rules=(Rows(),))) == 1
