"""Rules of the whole board agree with a second definition of each of them."""

from itertools import combinations, pairwise, permutations, product
from random import Random

import pytest
from examples import case, full_board
from oracle import held_by

from nonet.formats import classic
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count
from nonet.rules import (
    AntiKing,
    AntiKnight,
    AntiLeaper,
    BlackDot,
    BoxIndexer,
    ColumnIndexer,
    Columns,
    CountDistinct,
    CountingCircles,
    Flatmates,
    GlobalEntropy,
    GlobalModular,
    NegativeBlackDots,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    PairSum,
    RowIndexer,
    Rows,
    SelfTaxicab,
    Slingshot,
    Taxicab,
    TopBottom,
    V,
    WhiteDot,
    Windoku,
    X,
)

NINE = Grid(9, 9)
FOUR = Grid(1, 4)
ALL = set(product(range(1, 10), repeat=2))


def allowed_beside(rule, *marks):
    """Return the pairs of values that the rule allows in r1c1 and r1c2, among some marks."""
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


def test_counting_circles_of_ten_cells():
    circles = CountingCircles("r1")
    ten = Grid(1, 10, range(1, 5))
    assert circles.on(ten).holds(ten, (1, 2, 2, 3, 3, 3, 4, 4, 4, 4))
    assert not circles.on(ten).holds(ten, (1, 2, 2, 3, 3, 3, 4, 4, 4, 3))
    assert count(Puzzle(Grid(1, 3), rules=(circles,))) == 4  # 122 in three orders, and 333


def test_a_slingshot_and_a_count_of_different_values():
    assert held_by(FOUR, Slingshot("r1c1", "r1c2", "r1c3 r1c4")) == {
        v for v in product(range(1, 5), repeat=4) if v[0] < 3 and v[1] == v[v[0] + 1]
    }
    assert held_by(FOUR, CountDistinct("r1c1", "r1c2-r1c4")) == {
        v for v in product(range(1, 5), repeat=4) if v[0] == len(set(v[1:]))
    }


def test_every_square_has_each_third_or_each_remainder():
    square = Grid(2, 2, range(1, 10))
    for values in permutations(range(1, 10), 4):
        thirds, residues = ({(v - 1) // 3 for v in values}, {v % 3 for v in values})
        assert GlobalEntropy().holds(square, values) == (len(thirds) == 3)
        assert GlobalModular().holds(square, values) == (len(residues) == 3)


def test_taxicabs_and_leapers_measure_rows_and_columns():
    for a, b in combinations(NINE.cells[:40], 2):
        (row, column), (other, across) = NINE.place(a), NINE.place(b)
        down, right = abs(row - other), abs(column - across)
        values = [None] * 81
        values[a] = values[b] = 4
        assert Taxicab(3).holds(NINE, values) == (down + right != 3)
        assert SelfTaxicab().holds(NINE, values) == (down + right != 4)
        assert AntiLeaper(1, 3).holds(NINE, values) == ({down, right} != {1, 3})
        assert AntiLeaper(3, 1, values=(5,)).holds(NINE, values)
    knight, leaper = AntiKnight(), AntiLeaper(2, 1)
    pairs = [set(map(frozenset, rule.pairs(NINE))) for rule in (knight, leaper)]
    assert pairs[0] == pairs[1]


def test_windows_have_the_size_of_boxes():
    six = Grid(6, 6)
    assert list(map(six.names, Windoku(2, 3).groups(six))) == ["r2c2 r2c3 r2c4 r3c2 r3c3 r3c4"]
    assert list(Windoku(3, 3).groups(NINE)) == list(Windoku().groups(NINE))


def test_flatmates_have_a_one_above_or_a_nine_below():
    column = Grid(3, 1, range(1, 10))
    found = held_by(column, Flatmates(), [(a, 5, b) for a in range(1, 10) for b in range(1, 10)])
    others = (1, 2, 3, 4, 6, 7, 8, 9)
    assert found == {(a, 5, b) for a in others for b in others if a == 1 or b == 9}


def test_top_and_bottom_are_linked_by_chains():
    latin = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), TopBottom()))

    def linked(board):
        rows = [board[start : start + 4] for start in range(0, 16, 4)]
        return all(
            abs(upper.index(value) - lower.index(value + 1)) <= 1
            for order in (rows, rows[::-1])
            for value, (upper, lower) in enumerate(pairwise(order), start=1)
        )

    squares = [
        tuple(v for row in rows for v in row)
        for rows in product(permutations(range(1, 5)), repeat=4)
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
    ]
    assert count(latin) == sum(map(linked, squares)) > 0


def test_an_indexer_gives_the_place_of_its_own_place_number():
    board = full_board(3, Random(5))
    for cell in NINE.cells:
        row, column = NINE.place(cell)
        value, top, left = board[cell] - 1, row // 3 * 3, column // 3 * 3
        in_column, in_row = board[NINE.at(value, column)], board[NINE.at(row, value)]
        in_box = board[NINE.at(top + value // 3, left + value % 3)]
        place = (row - top) * 3 + column - left + 1
        with case(NINE.name(cell)):
            assert RowIndexer((cell,)).holds(NINE, board) == (in_column == row + 1)
            assert ColumnIndexer((cell,)).holds(NINE, board) == (in_row == column + 1)
            assert BoxIndexer((cell,), 3, 3).holds(NINE, board) == (in_box == place)


def test_a_negative_indexer_exempts_marked_cells():
    row = Grid(1, 3)
    puzzle = Puzzle(row, rules=(Rows(), NegativeColumnIndexers(), ColumnIndexer("r1c1 r1c2")))
    assert puzzle.meant[1].exempt == (0, 1)
    assert count(puzzle) == 0  # 123, 132, 213, 321: the third cell would index, too
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
