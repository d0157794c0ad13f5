"""The numbers of nodes of our own solvers, and the orders in which they find solutions."""

from itertools import islice

import pytest
from breadth import tried
from examples import EASY, EMPTY, HARD, UNIQUE, classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, enumerate_solutions
from strategies import puzzles

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Diagonals, ExtraRegion, Rows, Thermo, Windoku
from nonet.solvers import Status, find_backend
from nonet.solvers.dlx import Links
from nonet.solvers.norvig import fewest

ROW = Puzzle(Grid(1, 3), rules=(Rows(),))
CLASH = classic("11" + "." * 14)
NOWHERE = Puzzle(Grid(1, 3), marks=(7, 7, 0), rules=(Rows(),))  # one cell has no candidate
TOO_MUCH = Puzzle(Grid(1, 2), rules=(Cage((0, 1), 9),)).with_givens({0: 1, 1: 2})
FOUR = classic("1..." * 4)


def nodes(spec, puzzle, most=1):
    """Return the nodes of the search for the first solutions."""
    with find_backend(spec).open(puzzle) as session:
        return sum(
            answer.counters["iterations" if spec == "heuristic" else "nodes"]
            for answer in islice(session.answers(), most)
        )


@pytest.mark.parametrize(
    ("spec", "puzzle", "expected"),
    [
        ("heuristic", classic("1234341221434..."), 3),  # an iteration fills one cell
        ("heuristic", classic(EASY), EASY.count(".")),
        ("heuristic", UNIQUE, 0),  # the givens are placed before the search
        ("heuristic", CLASH, 0),
        ("heuristic", NOWHERE, 1),
        ("dlx", UNIQUE, 0),
        ("dlx", classic("123434122143432."), 1),
        ("dlx", classic("1234341221......"), 6),
        ("dlx", CLASH, 0),
        ("dlx", NOWHERE, 1),
        ("dlx", classic(EASY), EASY.count(".")),  # a value with one place in a house is found
        ("norvig", classic(EASY), 1),
    ],
)
def test_the_first_solution_takes_so_many_nodes(spec, puzzle, expected):
    assert nodes(spec, puzzle) == expected


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (Puzzle(Grid(1, 2)), 2 + 2 * 2),  # a node is a value tried
        (ROW, 3 + 3 * 3 + 6 * 3),
        (ROW.with_givens({0: 1}), 3 + 2 * 3),
        (ROW.with_givens({2: 3}), 3 + 2 * 3),  # cells with one choice prune earlier cells
        (Puzzle(Grid(1, 2), marks=(3, 1)), 2),  # values that the marks leave out are not tried
        (UNIQUE, 0),
        (CLASH, 0),
        (TOO_MUCH, 0),
    ],
)
def test_backtracking_to_the_end_takes_so_many_nodes(puzzle, expected):
    assert nodes("backtracking", puzzle, most=100) == expected


def test_a_hard_puzzle_is_searched():
    assert nodes("norvig", classic(HARD)) > 1
    assert nodes("dlx", classic(HARD)) < 20 * 81


def test_two_groups_of_the_same_cells_are_one():
    twice = FOUR.with_rules(ExtraRegion((0, 1, 2, 3)))
    assert nodes("dlx", twice) == nodes("dlx", FOUR)


@given(puzzles())
@tried(50)
def test_backtracking_finds_solutions_in_lexicographic_order(puzzle):
    with find_backend("backtracking").open(puzzle) as session:
        assert enumerate_solutions(session) == sorted(brute_force(puzzle))


@given(st.lists(st.sets(st.integers(0, 5), min_size=1), max_size=8))
def test_covered_items_come_back_in_the_order_of_their_leaving(options):
    links = Links()
    items = [links.add_item(must=number < 4) for number in range(6)]
    for option in options:
        links.add_option([items[number] for number in sorted(option)])
    before = [list(part) for part in (links.left, links.right, links.up, links.down, links.size)]
    for item in items:
        links.cover(item)
    assert links.is_covered()
    for item in reversed(items):
        links.uncover(item)
    assert before == [links.left, links.right, links.up, links.down, links.size]


# --- norvig: random orders by seed ---------------------------------------------------------------


def found(puzzle, seed=0):
    with find_backend("norvig").open(puzzle, seed=seed) as session:
        return enumerate_solutions(session)


def test_seeds_give_different_orders_of_the_same_boards():
    orders = [tuple(found(EMPTY, seed)) for seed in range(5)]
    assert len(set(orders)) == 5
    assert len({frozenset(order) for order in orders}) == 1


def test_seed_0_tries_the_values_in_order():
    assert found(ROW) == sorted(brute_force(ROW))


@given(puzzles(), st.integers(0, 2**32))
def test_every_seed_finds_all_solutions(puzzle, seed):
    boards = found(puzzle, seed)
    assert len(boards) == len(set(boards))
    assert set(boards) == brute_force(puzzle)


@pytest.mark.parametrize(
    "puzzle",
    [
        classic("." * 81, Diagonals(), Windoku()),
        classic("." * 81, Thermo(tuple(range(9))), Cage((80, 79, 78), 6)),
        classic("." * 4**4),
        classic("." * 5**4),
    ],
)
def test_large_boards_are_filled(puzzle):
    with find_backend("norvig").open(puzzle) as session:
        assert session.solve().status is Status.SATISFIED  # and checked by the session


def test_fewest_is_the_first_of_the_tightest_open_cells():
    assert fewest([1, 7, 3, 6, 4]) == 2
    assert fewest([1, 15, 7, 7]) == 2


def test_a_full_grid_has_no_cell_to_choose():
    assert fewest([1, 2, 4, 1]) is None
