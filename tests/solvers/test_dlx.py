"""Exact cover by dancing links covers required items once, and loses no solution."""

from examples import EASY, HARD, classic
from hypothesis import given
from hypothesis import strategies as st
from oracle import enumerate_solutions

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion, Rows
from nonet.solvers.dlx import PROVIDER, Links

BACKEND = PROVIDER.build("", ())


def nodes(puzzle):
    with BACKEND.open(puzzle) as session:
        return session.solve().counters["nodes"]


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


def test_givens_are_no_steps():
    assert nodes(classic("1234341221434321")) == 0
    assert nodes(classic("123434122143432.")) == 1
    assert nodes(classic("1234341221......")) == 6


def test_givens_that_clash_need_no_step():
    assert nodes(classic("11..............")) == 0
    assert nodes(Puzzle(Grid(1, 3), marks=(7, 7, 0), rules=(Rows(),))) == 1


def test_a_group_with_fewer_cells_than_values_may_lack_some():
    pairs = Puzzle(Grid(1, 3, range(4)), rules=(ExtraRegion((0, 2)),))
    with BACKEND.open(pairs) as session:
        found = set(enumerate_solutions(session))
    assert len(found) == 4 * 3 * 4
    assert all(solution[0] != solution[2] for solution in found)


def test_houses_are_covered_even_where_no_cell_is_tight():
    """The search finds a value with one place in a house, just like a cell with one value."""
    assert nodes(classic(EASY)) == 81 - sum(sign != "." for sign in EASY)
    assert nodes(classic(HARD)) < 20 * 81


def test_two_groups_of_the_same_cells_are_one():
    twice = classic("1..." * 4, ExtraRegion((0, 1, 2, 3)))
    assert nodes(twice) == nodes(classic("1..." * 4))
