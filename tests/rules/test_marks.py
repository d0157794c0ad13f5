"""Marks in cells, on edges and at corners agree with a second definition of each of them."""

from itertools import product

from oracle import held_by

from nonet.model.constraints import Count
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    BlackDot,
    Contains,
    Greater,
    Maximum,
    Minimum,
    PairSum,
    Quadruple,
    V,
    WhiteDot,
    X,
)

FOUR = Grid(1, 4)


def test_x_and_v_are_sums_of_ten_and_of_five():
    pair = Grid(1, 2, range(1, 10))
    for mark, total in ((X(0, 1), 10), (V(0, 1), 5), (PairSum("r1c1 r1c2", total=7), 7)):
        assert held_by(pair, mark) == {(a, total - a) for a in range(1, 10) if 0 < total - a < 10}


def test_dots_may_have_other_numbers():
    pair = Grid(1, 2, range(1, 10))
    triples = {(1, 3), (2, 6), (3, 9)}
    assert held_by(pair, BlackDot(0, 1, ratio=3)) == triples | {(b, a) for a, b in triples}
    assert held_by(pair, WhiteDot(0, 1, 7)) == {(1, 8), (8, 1), (2, 9), (9, 2)}


def test_an_extreme_compares_with_all_neighbours_without_the_same_mark():
    cube = Grid(3, 3, range(1, 10))
    values = [1, 9, 2, 8, 5, 7, 3, 6, 4]
    assert Minimum("r2c2").on(cube).holds(cube, values)
    assert not Maximum("r2c2").on(cube).holds(cube, values)
    assert Maximum("r1c2 r2c1").on(cube).holds(cube, values)
    together = Puzzle(cube, rules=(Minimum("r2c2"), Minimum("r3c2")))
    assert [rule.exempt for rule in together.meant] == [(7,), (4,)]
    alone = Puzzle(cube, rules=(Minimum("r2c2", others_exempt=False), Minimum("r3c2")))
    assert [rule.exempt for rule in alone.meant] == [(), (4,)]


def test_an_inequality_falls_along_its_cells():
    assert held_by(Grid(1, 3), Greater("r1c1 r1c2 r1c3")) == {(3, 2, 1)}


def test_a_quadruple_limits_the_other_values_in_its_cells():
    square = Grid(2, 2, range(1, 10))
    *_, all_values = Quadruple("r1c1-r2c2", [2, 2, 3]).on(square).lower(square)
    assert all_values == Count((0, 1, 2, 3), frozenset({2, 3}), frozenset({3, 4}))


def test_a_quadruple_needs_a_value_as_often_as_it_is_listed():
    square = Grid(2, 2, range(1, 5))
    found = held_by(square, Quadruple("r1c1-r2c2", [2, 2, 3]))
    assert found == {v for v in product(range(1, 5), repeat=4) if v.count(2) > 1 and 3 in v}


def test_exact_contents_leave_other_values_free():
    found = held_by(FOUR, Contains("r1", [1, 1], exactly=True))
    assert len(found) == 54  # 6 places for two 1s, and 3 × 3 for the rest
