"""The textbook algorithm has a predictable order and number of nodes."""

from examples import classic
from hypothesis import given
from oracle import brute_force, enumerate_solutions
from strategies import puzzles

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rows
from nonet.solvers.backtracking import PROVIDER

BACKEND = PROVIDER.build("", ())


@given(puzzles())
def test_solutions_come_in_lexicographic_order(puzzle):
    with BACKEND.open(puzzle) as session:
        assert enumerate_solutions(session) == sorted(brute_force(puzzle))


def nodes(puzzle):
    """Return the nodes of the whole search."""
    with BACKEND.open(puzzle) as session:
        return sum(answer.counters["nodes"] for answer in session.answers())


def test_a_node_is_a_value_tried():
    assert nodes(Puzzle(Grid(1, 2))) == 2 + 2 * 2
    assert nodes(Puzzle(Grid(1, 3), rules=(Rows(),))) == 3 + 3 * 3 + 6 * 3
    assert nodes(Puzzle(Grid(1, 3), rules=(Rows(),)).with_givens({0: 1})) == 3 + 2 * 3


def test_values_that_the_domain_leaves_out_are_not_tried():
    assert nodes(Puzzle(Grid(1, 2), marks=(3, 1))) == 2


def test_cells_with_one_choice_prune_earlier_cells():
    assert nodes(Puzzle(Grid(1, 3), rules=(Rows(),)).with_givens({2: 3})) == 3 + 2 * 3


def test_nothing_is_tried_where_nothing_is_open_or_the_givens_clash():
    assert nodes(classic("1234341221434321")) == 0
    assert nodes(classic("11..............")) == 0
    assert nodes(Puzzle(Grid(1, 2), rules=(Cage((0, 1), 9),)).with_givens({0: 1, 1: 2})) == 0
