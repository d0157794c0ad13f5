"""Some rules change other rules of a puzzle. For example, dots exempt cells from nonconsecutive."""

import json
from itertools import product

import numpy as np
import pytest
from examples import case

from nonet import rules
from nonet.formats import classic, parse, write
from nonet.model.constraints import Count
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.analysis import Given, clues_of, find_redundant
from nonet.questions.counting import count
from nonet.rules import (
    AntiLeaper,
    BlackDot,
    ColumnIndexer,
    NegativeBlackDots,
    NegativeColumnIndexers,
    NegativeWhiteDots,
    NonConsecutive,
    Rows,
    Taxicab,
    WhiteDot,
)
from nonet.validity.arrays import wrong_grids

LINE = Grid(1, 3)
DOTTED = Puzzle(LINE, rules=(NonConsecutive(), WhiteDot("r1c1 r1c2")))


def test_rules_without_exemptions_do_not_change():
    puzzle = classic("." * 16)
    assert puzzle.meant == puzzle.rules


def test_a_puzzle_keeps_and_writes_the_rules_of_the_setter():
    assert DOTTED.rules == (NonConsecutive(), WhiteDot(0, 1))
    assert json.loads(write(DOTTED, "json"))["rules"][0] == {"rule": "nonconsecutive"}
    assert parse(write(DOTTED, "json")) == DOTTED


def test_a_file_may_list_exempt_pairs():
    rule = NonConsecutive(exempt=["r1c1 r1c2", [1, 2]])
    puzzle = Puzzle(LINE, rules=(rule,))
    assert puzzle.rules[0].exempt == ((0, 1), (1, 2))
    assert json.loads(write(puzzle, "json"))["rules"][0]["exempt"] == [
        ["r1c1", "r1c2"],
        ["r1c2", "r1c3"],
    ]
    assert parse(write(puzzle, "json")) == puzzle


def test_solvers_and_checks_apply_the_exemptions():
    # The row begins with 1 2 or 2 3, and continues with a value that is not consecutive.
    boards = [(1, 2, 2), (2, 1, 1), (2, 1, 3), (2, 3, 3), (2, 3, 1), (3, 2, 2)]
    for backend in ("norvig", "backtracking", "native", "pysat", "cpsat"):
        assert count(DOTTED, backend=backend) == 6
    assert wrong_grids([DOTTED] * 7, [*boards, (1, 2, 3)]) == [6]
    assert wrong_grids([DOTTED], np.array([boards[0]])) == []
    assert wrong_grids([Puzzle(LINE, rules=(NonConsecutive(),))], [boards[0]]) == [0]


def test_a_rule_keeps_its_exemptions_without_the_other_rules():
    [meant, _] = DOTTED.meant
    assert meant.beside(()) == meant == meant.beside(DOTTED.rules)
    assert Puzzle(LINE, rules=DOTTED.meant).meant == DOTTED.meant


def test_a_clue_keeps_its_exemptions_when_the_dot_goes():
    grid = Grid(1, 3, range(1, 5))
    puzzle = Puzzle(grid, (1, 2, None), rules=(Rows(), NonConsecutive(), WhiteDot("r1c1 r1c2")))
    assert NonConsecutive(exempt=((0, 1),)) in clues_of(puzzle)
    found = find_redundant(puzzle)
    assert set(found.redundant) == {WhiteDot(0, 1), Given(1, 2)}
    assert set(found.needed) == {NonConsecutive(exempt=((0, 1),)), Given(0, 1)}


ALL = set(product(range(1, 10), repeat=2))


def allowed_beside(rule, *marks):
    """Return the pairs of values that the rule allows in r1c1 and r1c2, next to some marks."""
    grid = Grid(1, 3, range(1, 10))
    [meant, *_] = Puzzle(grid, rules=(rule, *marks)).meant
    return {(a, b) for a, b in product(range(1, 10), repeat=2) if meant.holds(grid, (a, b, None))}


def test_the_numbers_of_dots_elsewhere_are_excluded():
    white, black = WhiteDot("r1c2 r1c3", difference=3), BlackDot("r1c2 r1c3", ratio=3)
    assert (1, 2) in allowed_beside(NegativeWhiteDots(), white)
    assert (1, 4) not in allowed_beside(NegativeWhiteDots(), white)
    assert (1, 2) in allowed_beside(NegativeBlackDots(), black)
    assert (1, 3) not in allowed_beside(NegativeBlackDots(), black)
    assert (1, 2) not in allowed_beside(NegativeWhiteDots(differences=(1,)), white)


@pytest.mark.parametrize("rule", [NegativeWhiteDots(), NegativeBlackDots(), NonConsecutive()])
def test_a_dot_exempts_its_pair_whatever_its_kind_and_place_in_the_list(rule):
    for dot in (WhiteDot("r1c1 r1c2"), BlackDot("r1c2 r1c1", ratio=5)):
        assert allowed_beside(rule, dot) == ALL
        assert Puzzle(LINE, rules=(dot, rule)).meant[1] == Puzzle(LINE, rules=(rule, dot)).meant[0]


def test_an_option_lets_only_dots_of_the_same_kind_exempt():
    black, white = BlackDot("r1c1 r1c2"), WhiteDot("r1c1 r1c2")
    assert (1, 2) not in allowed_beside(NegativeWhiteDots(black_exempts=False), black)
    assert allowed_beside(NegativeWhiteDots(black_exempts=False), white) == ALL
    assert (1, 2) not in allowed_beside(NegativeBlackDots(white_exempts=False), white)
    assert allowed_beside(NegativeBlackDots(white_exempts=False), black) == ALL
    assert (1, 2) not in allowed_beside(NonConsecutive(dots_exempt=False), white)


def test_marks_of_sums_exempt_from_negative_xv_and_dots_do_not():
    for mark in (rules.X("r1c1 r1c2"), rules.V("r1c1 r1c2"), rules.PairSum("r1c1 r1c2", total=7)):
        assert allowed_beside(rules.NegativeXV(), mark) == ALL
    assert (1, 4) not in allowed_beside(rules.NegativeXV(), WhiteDot("r1c1 r1c2"))
    only_x = rules.X("r1c2 r1c3")
    assert (1, 4) not in allowed_beside(rules.NegativeXV(), only_x), "V is excluded, too"


def test_a_negative_indexer_exempts_marked_cells():
    row = Grid(1, 3)
    puzzle = Puzzle(row, rules=(Rows(), NegativeColumnIndexers(), ColumnIndexer("r1c1 r1c2")))
    assert puzzle.meant[1].exempt == (0, 1)
    assert count(puzzle) == 0  # in 123, 132, 213 and 321, the third cell indexes
    assert count(Puzzle(row, rules=(Rows(), ColumnIndexer("r1c1 r1c2")))) == 4
    assert count(Puzzle(row, rules=(Rows(), NegativeColumnIndexers()))) == 2  # 231 and 312
    assert (
        Puzzle(row, rules=(rules.NegativeRowIndexers(), ColumnIndexer("r1c1"))).meant[0].exempt
        == ()
    )


def test_steps_beyond_the_board_cost_nothing():
    grid = Grid(6, 6)
    for rule in (AntiLeaper(65_537, 3), AntiLeaper(10**12, 10**12), Taxicab(10**12), Taxicab(11)):
        with case(rule):
            assert list(rule.pairs(grid)) == list(rule.lower(grid)) == []
    assert len(list(Taxicab(10).pairs(grid))) == 2
    assert AntiLeaper(2, 1).steps == AntiLeaper(1, 2).steps == ((1, 2), (2, 1), (1, -2), (2, -1))
    assert AntiLeaper(0, 2).steps == ((0, 2), (2, 0))


def test_an_extreme_is_not_compared_with_neighbours_with_the_same_mark():
    cube = Grid(3, 3, range(1, 10))
    together = Puzzle(cube, rules=(rules.Minimum("r2c2"), rules.Minimum("r3c2")))
    assert [rule.exempt for rule in together.meant] == [(7,), (4,)]
    alone = Puzzle(cube, rules=(rules.Minimum("r2c2", others_exempt=False), rules.Minimum("r3c2")))
    assert [rule.exempt for rule in alone.meant] == [(), (4,)]


def test_a_quadruple_limits_the_other_values_in_its_cells():
    square = Grid(2, 2, range(1, 10))
    *_, all_values = rules.Quadruple("r1c1-r2c2", [2, 2, 3]).on(square).lower(square)
    assert all_values == Count((0, 1, 2, 3), frozenset({2, 3}), frozenset({3, 4}))
