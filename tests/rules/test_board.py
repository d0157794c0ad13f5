"""Rules of the whole board obey exemptions by other rules, and allow known numbers of boards."""

from itertools import product

import pytest
from examples import case

from nonet.formats import classic
from nonet.model.constraints import Count
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count
from nonet.rules import (
    AntiKing,
    AntiKnight,
    AntiLeaper,
    BlackDot,
    ColumnIndexer,
    Maximum,
    Minimum,
    NegativeBlackDots,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    PairSum,
    Quadruple,
    Rows,
    Taxicab,
    V,
    WhiteDot,
    X,
)

NINE = Grid(9, 9)
ALL = set(product(range(1, 10), repeat=2))


def allowed_beside(rule, *marks):
    """Return the pairs of values that the rule allows in r1c1 and r1c2, next to some marks."""
    grid = Grid(1, 3, range(1, 10))
    [meant, *_] = Puzzle(grid, rules=(rule, *marks)).meant
    return {(a, b) for a, b in product(range(1, 10), repeat=2) if meant.holds(grid, (a, b, None))}


def test_without_dots_a_negative_constraint_has_the_usual_values():
    assert allowed_beside(NegativeWhiteDots()) == {(a, b) for a, b in ALL if abs(a - b) != 1}
    assert allowed_beside(NegativeBlackDots()) == {
        (a, b) for a, b in ALL if a != 2 * b and b != 2 * a
    }
    assert allowed_beside(NegativeXV()) == {(a, b) for a, b in ALL if a + b not in (5, 10)}


def test_the_numbers_of_dots_elsewhere_are_excluded():
    white, black = WhiteDot("r1c2 r1c3", difference=3), BlackDot("r1c2 r1c3", ratio=3)
    assert (1, 2) in allowed_beside(NegativeWhiteDots(), white)
    assert (1, 4) not in allowed_beside(NegativeWhiteDots(), white)
    assert (1, 2) in allowed_beside(NegativeBlackDots(), black)
    assert (1, 3) not in allowed_beside(NegativeBlackDots(), black)
    assert (1, 2) not in allowed_beside(NegativeWhiteDots(differences=(1,)), white)


@pytest.mark.parametrize("rule", [NegativeWhiteDots(), NegativeBlackDots(), NonConsecutive()])
def test_a_dot_of_either_kind_exempts_its_pair(rule):
    for dot in (WhiteDot("r1c1 r1c2"), BlackDot("r1c2 r1c1", ratio=5)):
        assert allowed_beside(rule, dot) == ALL


def test_an_option_lets_only_dots_of_the_same_kind_exempt():
    black, white = BlackDot("r1c1 r1c2"), WhiteDot("r1c1 r1c2")
    assert (1, 2) not in allowed_beside(NegativeWhiteDots(black_exempts=False), black)
    assert allowed_beside(NegativeWhiteDots(black_exempts=False), white) == ALL
    assert (1, 2) not in allowed_beside(NegativeBlackDots(white_exempts=False), white)
    assert allowed_beside(NegativeBlackDots(white_exempts=False), black) == ALL
    assert (1, 2) not in allowed_beside(NonConsecutive(dots_exempt=False), white)


def test_marks_of_sums_exempt_from_negative_xv_and_dots_do_not():
    for mark in (X("r1c1 r1c2"), V("r1c1 r1c2"), PairSum("r1c1 r1c2", total=7)):
        assert allowed_beside(NegativeXV(), mark) == ALL
    assert (1, 4) not in allowed_beside(NegativeXV(), WhiteDot("r1c1 r1c2"))
    only_x = X("r1c2 r1c3")
    assert (1, 4) not in allowed_beside(NegativeXV(), only_x), "V is excluded, too"


def test_a_negative_indexer_exempts_marked_cells():
    row = Grid(1, 3)
    puzzle = Puzzle(row, rules=(Rows(), NegativeColumnIndexers(), ColumnIndexer("r1c1 r1c2")))
    assert puzzle.meant[1].exempt == (0, 1)
    assert count(puzzle) == 0  # in 123, 132, 213 and 321, the third cell indexes
    assert count(Puzzle(row, rules=(Rows(), ColumnIndexer("r1c1 r1c2")))) == 4
    assert count(Puzzle(row, rules=(Rows(), NegativeColumnIndexers()))) == 2  # 231 and 312
    assert Puzzle(row, rules=(NegativeRowIndexers(), ColumnIndexer("r1c1"))).meant[0].exempt == ()


@pytest.mark.slow
def test_the_rules_of_the_miracle_sudoku_have_72_boards():
    empty = classic(order=3).with_rules(AntiKnight(), AntiKing(), NonConsecutive())
    assert count(empty, backend="native") == 72


def test_steps_beyond_the_board_cost_nothing():
    grid = Grid(6, 6)
    for rule in (AntiLeaper(65_537, 3), AntiLeaper(10**12, 10**12), Taxicab(10**12), Taxicab(11)):
        with case(rule):
            assert list(rule.pairs(grid)) == list(rule.lower(grid)) == []
    assert len(list(Taxicab(10).pairs(grid))) == 2
    assert AntiLeaper(2, 1).steps == AntiLeaper(1, 2).steps == ((1, 2), (2, 1), (1, -2), (2, -1))
    assert AntiLeaper(0, 2).steps == ((0, 2), (2, 0))


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


def test_a_quadruple_limits_the_other_values_in_its_cells():
    square = Grid(2, 2, range(1, 10))
    *_, all_values = Quadruple("r1c1-r2c2", [2, 2, 3]).on(square).lower(square)
    assert all_values == Count((0, 1, 2, 3), frozenset({2, 3}), frozenset({3, 4}))
