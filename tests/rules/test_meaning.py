"""The oldest rules agree with a second definition of each of them."""

from dataclasses import fields
from itertools import combinations, permutations

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
from nonet.system.errors import PuzzleError

NINE = Grid(9, 9)


def written(grid, **cells):
    """Return the values of a grid in which a few cells are filled: r1c1=5."""
    values = [None] * len(grid.cells)
    for name, value in cells.items():
        values[grid.cell(name)] = value
    return values


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


def test_boxes_have_a_height_and_a_width_in_this_order():
    six = Grid(6, 6)
    rule = Boxes(2, 3)
    assert not rule.holds(six, written(six, r1c1=1, r2c3=1))
    assert rule.holds(six, written(six, r1c1=1, r3c1=1))


def test_regions_are_the_cells_that_they_list():
    grid = Grid(2, 2)
    rule = Regions(((0, 3), (1, 2)))
    assert not rule.holds(grid, written(grid, r1c1=1, r2c2=1))
    assert not rule.holds(grid, written(grid, r1c2=2, r2c1=2))
    assert rule.holds(grid, written(grid, r1c1=1, r1c2=1))


def test_an_extra_region_is_the_cells_that_it_lists():
    grid = Grid(2, 2)
    rule = ExtraRegion((0, 3))
    assert not rule.holds(grid, written(grid, r1c1=1, r2c2=1))
    assert rule.holds(grid, written(grid, r1c1=1, r1c2=1, r2c1=1, r2c2=2))


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ((3, 4), True),
        ((4, 3), True),
        ((3, 3), False),
        ((3, 5), False),
        ((1, 9), False),
        ((7, None), True),
        ((None, 7), True),
    ],
)
def test_a_white_dot_is_between_consecutive_values(values, holds):
    assert WhiteDot(0, 1).holds(Grid(1, 2, range(10)), values) is holds


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ((2, 4), True),
        ((4, 2), True),
        ((1, 2), True),
        ((2, 2), False),
        ((2, 8), False),
        ((3, 2), False),
        ((0, 0), True),
        ((0, 5), False),
        ((9, None), True),
    ],
)
def test_a_black_dot_is_between_a_value_and_its_double(values, holds):
    assert BlackDot(0, 1).holds(Grid(1, 2, range(10)), values) is holds


@pytest.mark.parametrize(
    ("values", "holds"),
    [((1, 3, 1), True), ((3, 3, 3), True), ((1, 3, 2), False), ((2, 1, 3), False)],
)
def test_non_consecutive_is_about_cells_that_share_an_edge(values, holds):
    assert NonConsecutive().holds(Grid(1, 3), values) is holds
    assert NonConsecutive().holds(Grid(3, 1), values) is holds


def test_non_consecutive_ignores_diagonal_neighbours():
    grid = Grid(2, 2, range(1, 5))
    assert NonConsecutive().holds(grid, written(grid, r1c1=1, r2c2=2))


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ((1, 2, 9), True),
        ((1, 1, 2), False),
        ((3, 2, 1), False),
        ((1, 3, 2), False),
        ((2, None, 1), False),
        ((2, None, 2), False),
        ((None, 4, None), True),
    ],
)
def test_a_thermometer_rises_from_its_first_cell(values, holds):
    assert Thermo((0, 1, 2)).holds(Grid(1, 3, range(1, 10)), values) is holds


def test_a_thermometer_goes_the_way_it_is_drawn():
    assert Thermo((2, 0)).holds(Grid(1, 3), (3, None, 1))
    assert not Thermo((2, 0)).holds(Grid(1, 3), (1, None, 3))


@pytest.mark.parametrize(
    ("total", "values", "holds"),
    [
        (6, (1, 2, 3), True),
        (6, (3, 2, 1), True),
        (6, (2, 2, 2), False),
        (6, (1, 2, 4), False),
        (6, (1, 2, None), True),
        (6, (4, 3, None), False),
        (None, (1, 2, 4), True),
        (None, (1, 2, 1), False),
        (0, (0, None, None), True),
    ],
)
def test_a_cage_has_different_values_and_its_total(total, values, holds):
    assert Cage((0, 1, 2), total).holds(Grid(1, 3, range(10)), values) is holds


def test_rules_for_single_cells_ignore_other_cells():
    row = Grid(1, 3, range(10))
    for rule, good, bad in [
        (Odd((1,)), {1, 3, 5, 7, 9}, {0, 2, 4, 6, 8}),
        (Even((1,)), {0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}),
        (Among((1,), (0, 7)), {0, 7}, {1, 2, 3, 4, 5, 6, 8, 9}),
    ]:
        assert all(rule.holds(row, (3, value, 4)) for value in good)
        assert not any(rule.holds(row, (3, value, 4)) for value in bad)


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


@pytest.mark.parametrize(
    ("grid", "rule", "complaint"),
    [
        (NINE, Boxes(2, 3), "boxes of 2×3 do not tile a 9×9 grid"),
        (NINE, Boxes(0, 3), "boxes of 0×3 do not tile"),
        (NINE, Boxes(3, -3), "boxes of 3×-3 do not tile"),
        (Grid(2, 3), Boxes(3, 2), "do not tile a 2×3 grid"),
        (NINE, DisjointGroups(2, 2), "disjoint groups of 2×2 do not tile"),
        (Grid(2, 3), Diagonals(), "diagonals: the grid must be square, not 2×3"),
        (Grid(6, 6), Windoku(), "the size of the windows is missing: a 6×6 grid"),
        (Grid(4, 9), Windoku(), "windows is missing: a 4×9 grid"),
        (Grid(2, 2), Regions(((0, 1), (2,))), "r2c2 is not in a region"),
        (Grid(2, 2), Regions(((0, 1), (1, 2, 3))), "r1c2 is named twice"),
        (Grid(2, 2), Regions(((0, 1), (2, 3, 4))), "cell 4 is outside the 2×2 grid"),
        (NINE, ExtraRegion(()), "0 cells"),
        (NINE, ExtraRegion((0, 0)), "r1c1 is named twice"),
        (NINE, Cage((), 3), "0 cells"),
        (NINE, Cage((0, 81), 3), "cell 81 is outside"),
        (NINE, Cage((-1, 0), 3), "cell -1 is outside"),
        (NINE, Cage((0, 1), -3), "the total -3 is negative"),
        (NINE, Thermo((4,)), "1 cell, at least 2 needed"),
        (NINE, Thermo((4, 5, 4)), "r1c5 is named twice"),
        (NINE, WhiteDot(3, 3), "whitedot: r1c4 is named twice"),
        (NINE, BlackDot(3, 99), "blackdot: cell 99 is outside"),
        (NINE, Odd((0, 0)), "odd: r1c1 is named twice"),
        (NINE, Even(()), "even: 0 cells"),
        (NINE, Among((0,), ()), "the list of values is empty"),
        (NINE, Among((0,), (0,)), "0 is not a value from 1 to 9"),
        (NINE, Among((0,), (1, 10)), "10 is not a value from 1 to 9"),
    ],
    ids=repr,
)
def test_a_rule_that_does_not_fit_is_refused_by_its_puzzle(grid, rule, complaint):
    with pytest.raises(PuzzleError) as refusal:
        Puzzle(grid, rules=(rule,))
    assert complaint in str(refusal.value)


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
