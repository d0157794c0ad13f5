"""The oldest rules agree with a second definition of each of them."""

from dataclasses import fields
from itertools import combinations, permutations, product

import pytest
from examples import RULES, case, classic, fits, rule_id
from oracle import brute_force

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    Among,
    AntiKing,
    AntiKnight,
    BlackDot,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    DisjointGroups,
    Even,
    ExtraRegion,
    NonConsecutive,
    Odd,
    Regions,
    Rows,
    Thermo,
    WhiteDot,
    Windoku,
)

NINE = Grid(9, 9)


def steps(a, b):
    """Return how far two places are apart, the shorter way first."""
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))


# Tests of two places (row, column) on a 9×9 grid: may their cells not be equal?
WINDOWS = {1: 0, 2: 0, 3: 0, 5: 1, 6: 1, 7: 1}
UNEQUAL = {
    Rows(): lambda a, b: a[0] == b[0],
    Columns(): lambda a, b: a[1] == b[1],
    Boxes(3, 3): lambda a, b: (a[0] // 3, a[1] // 3) == (b[0] // 3, b[1] // 3),
    Boxes(1, 9): lambda a, b: a[0] == b[0],
    Boxes(9, 3): lambda a, b: a[1] // 3 == b[1] // 3,
    DisjointGroups(3, 3): lambda a, b: (a[0] % 3, a[1] % 3) == (b[0] % 3, b[1] % 3),
    Regions([range(row, row + 9) for row in range(0, 81, 9)]): lambda a, b: a[0] == b[0],
    ExtraRegion((0, 40, 41)): lambda a, b: {a, b} <= {(0, 0), (4, 4), (4, 5)},
    DisjointGroups(3, 1): lambda a, b: a[0] % 3 == b[0] % 3,
    Diagonals(): lambda a, b: a[0] - a[1] == b[0] - b[1] == 0 or sum(a) == sum(b) == 8,
    AntiKnight(): lambda a, b: steps(a, b) == [1, 2],
    AntiKing(): lambda a, b: steps(a, b) in ([0, 1], [1, 1]),
    Windoku(): lambda a, b: (
        {*a, *b} <= set(WINDOWS)
        and (WINDOWS[a[0]], WINDOWS[a[1]]) == (WINDOWS[b[0]], WINDOWS[b[1]])
    ),
}


@pytest.mark.parametrize("rule", UNEQUAL, ids=repr)
def test_which_two_cells_may_not_be_equal(rule):
    for a, b in combinations(NINE.cells, 2):
        values = [None] * 81
        values[a] = values[b] = 5
        wrong = UNEQUAL[rule](NINE.place(a), NINE.place(b))
        assert rule.holds(NINE, values) is not wrong, NINE.names((a, b))
        values[b] = 6  # different values never break a rule about equal ones
        assert rule.holds(NINE, values)


# Rules on a row or column of three cells, each with a test of the word in them, on values 0 to 5.
MEANINGS = [
    (WhiteDot(0, 1), lambda w: abs(w[0] - w[1]) == 1),
    (BlackDot(0, 1), lambda w: w[0] == 2 * w[1] or w[1] == 2 * w[0]),
    (NonConsecutive(), lambda w: abs(w[0] - w[1]) != 1 != abs(w[1] - w[2])),
    (Thermo((0, 1, 2)), lambda w: w[0] < w[1] < w[2]),
    (Thermo((2, 0)), lambda w: w[2] < w[0]),
    (Cage((0, 1, 2), 6), lambda w: sum(w) == 6 and len({*w}) == 3),
    (Cage((0, 2)), lambda w: w[0] != w[2]),
    (Odd((1,)), lambda w: w[1] % 2 == 1),
    (Even((1,)), lambda w: w[1] % 2 == 0),
    (Among((1,), (0, 5)), lambda w: w[1] in (0, 5)),
]


def test_each_rule_agrees_with_its_second_definition():
    for grid in (Grid(1, 3, range(6)), Grid(3, 1, range(6))):
        for rule, meaning in MEANINGS:
            with case(rule):
                for word in product(grid.values, repeat=3):
                    assert rule.holds(grid, word) == meaning(word), word


def test_non_consecutive_ignores_diagonal_neighbours():
    assert NonConsecutive().holds(Grid(2, 2, range(1, 5)), [1, None, None, 2])


def test_a_partial_filling_is_refused_as_soon_as_a_value_is_too_high():
    row = Grid(1, 3, range(10))
    assert Cage((0, 1, 2), 6).holds(row, (1, 2, None))
    assert not Cage((0, 1, 2), 6).holds(row, (4, 3, None))
    assert not Thermo((0, 1, 2)).holds(row, (2, None, 2))


@pytest.mark.parametrize(
    ("rules", "solutions"),
    [
        ((Rows(), Columns()), 576),  # the Latin squares of order 4
        ((Rows(), Columns(), Boxes(2, 2)), 288),
        ((Rows(), Columns(), Boxes(2, 2), Diagonals()), 48),
        ((Rows(), Columns(), Boxes(2, 2), AntiKing()), 0),
        ((Rows(), Columns(), Boxes(2, 2), Windoku()), None),
        ((Rows(), Columns(), Boxes(2, 2), DisjointGroups(2, 2)), None),
    ],
    ids=repr,
)
def test_known_numbers_of_boards(rules, solutions):
    found = brute_force(Puzzle(Grid(4, 4), rules=rules))
    if solutions is None:  # counted from the 288 by definition
        sets = {Windoku: [(5, 6, 9, 10)], DisjointGroups: [(0, 2, 8, 10), (1, 3, 9, 11)]}
        sets[DisjointGroups] += [(4, 6, 12, 14), (5, 7, 13, 15)]
        groups = sets[type(rules[-1])]
        boards = brute_force(classic("." * 16))
        solutions = sum(all(len({b[c] for c in g}) == 4 for g in groups) for b in boards)
        assert 0 < solutions < 288
    assert len(found) == solutions


def test_every_rule_can_be_described_compared_and_hashed():
    for grid, rule in RULES:
        with case(rule_id(grid, rule)):
            assert fits(rule, grid)
            assert rule.describe(grid)
            again = type(rule)(**{field.name: getattr(rule, field.name) for field in fields(rule)})
            assert again == rule
            assert hash(again) == hash(rule)


def test_rules_of_different_kinds_are_different():
    for a, b in permutations([Rows(), Columns(), Diagonals(), AntiKing(), AntiKnight()], 2):
        assert a != b
    assert Odd((1,)) != Even((1,))
    assert WhiteDot(0, 1) != BlackDot(0, 1)
