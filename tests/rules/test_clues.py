"""Marks, clues, corners, sets and indexers mean what setters say: in other words, by counting."""

from itertools import pairwise, permutations, product
from random import Random

import pytest
from examples import case, full_board

from nonet.errors import PuzzleError, TooLarge
from nonet.formats import classic, parse
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    AntiLeaper,
    BlackDot,
    BoxIndexer,
    ColumnIndexer,
    Columns,
    Contains,
    CountDistinct,
    CountingCircles,
    Diagonals,
    Flatmates,
    GlobalEntropy,
    GlobalModular,
    Greater,
    HiddenSkyscraper,
    LittleKiller,
    Lunchbox,
    Maximum,
    Minimum,
    NegativeBlackDots,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    NumberedRoom,
    PairSum,
    Quadruple,
    RowIndexer,
    Rows,
    Sandwich,
    SelfTaxicab,
    Skyscraper,
    Slingshot,
    Taxicab,
    TopBottom,
    V,
    WhiteDot,
    Windoku,
    X,
    XSum,
)
from nonet.uniqueness import count

NINE = Grid(9, 9)
FOUR = Grid(1, 4)


def held_by(grid, rule, fillings=None):
    """Return the fillings that a rule allows."""
    every = fillings or product(grid.values, repeat=len(grid.cells))
    return {values for values in every if rule.on(grid).holds(grid, values)}


# --- clues at the edge: known numbers, and known impossible clues --------------------------------


def test_an_x_sum_of_nine_is_neither_two_nor_four():
    line = Grid(1, 9)
    puzzles = {total: Puzzle(line, rules=(Rows(), XSum("r1", total))) for total in range(1, 46)}
    assert [total for total, puzzle in puzzles.items() if not count(puzzle, limit=1)] == [2, 4]
    assert count(puzzles[1].with_givens({"r1c1": 1}), limit=2) == 2
    assert count(puzzles[1].with_givens({"r1c1": 2}), limit=2) == 0


def test_an_x_sum_of_four_is_neither_two_nor_four_nor_seven():
    rows = list(permutations(range(1, 5)))
    sums = [total for total in range(1, 11) if not held_by(FOUR, XSum("r1", total), rows)]
    assert sums == [2, 4, 7]


def test_a_sandwich_of_zero_has_its_crusts_side_by_side():
    rows = list(permutations(range(1, 6)))
    found = held_by(Grid(1, 5), Sandwich("r1", 0), rows)
    assert found == {row for row in rows if abs(row.index(1) - row.index(5)) == 1}


def test_the_crusts_are_the_lowest_and_the_highest_value_or_those_that_are_said():
    zero = Grid(1, 4, range(4))
    assert held_by(zero, Sandwich("r1", 3), [(0, 1, 2, 3), (1, 0, 3, 2)]) == {(0, 1, 2, 3)}
    other = Sandwich("r1", 3, crusts=(0, 2))
    assert held_by(zero, other, [(0, 3, 2, 1), (0, 1, 2, 3)]) == {(0, 3, 2, 1)}


def test_a_line_is_read_from_its_clue():
    assert Skyscraper("r1c4-r1c1", 1).on(FOUR).holds(FOUR, (1, 2, 3, 4))
    assert Skyscraper("r1", 4).on(FOUR).holds(FOUR, (1, 2, 3, 4))
    assert NumberedRoom("r1c4-r1c1", 1).on(FOUR).holds(FOUR, (1, 2, 3, 4))


def test_skyscrapers_count_records_and_equal_heights_hide():
    for values in product(range(1, 4), repeat=4):
        seen = sum(all(values[i] > values[j] for j in range(i)) for i in range(4))
        for number in range(1, 5):
            with case((values, number)):
                assert Skyscraper((0, 1, 2, 3), number).holds(FOUR, values) == (seen == number)


def test_the_hidden_skyscraper_is_the_first_that_does_not_rise():
    found = held_by(FOUR, HiddenSkyscraper("r1", 2), permutations(range(1, 5)))
    falls = {row: [b for a, b in pairwise(row) if b < a] for row in permutations(range(1, 5))}
    assert found == {row for row, lower in falls.items() if lower and lower[0] == 2}


def test_a_numbered_room_with_first_cell_one_holds_the_clue_itself():
    assert held_by(FOUR, NumberedRoom("r1", 3), [(1, 3, 2, 4), (2, 3, 1, 4), (3, 1, 2, 4)]) == {
        (2, 3, 1, 4)
    }
    assert NumberedRoom("r1", 1).on(FOUR).holds(FOUR, (1, 3, 2, 4))


def test_a_little_killer_runs_to_the_other_edge():
    names = {
        ("r1c3", "down-right"): "r1c3 r2c4 r3c5 r4c6 r5c7 r6c8 r7c9",
        ("r1c3", "down-left"): "r1c3 r2c2 r3c1",
        ("r9c1", "up-right"): "r9c1 r8c2 r7c3 r6c4 r5c5 r4c6 r3c7 r2c8 r1c9",
        ("r4c9", "up-left"): "r4c9 r3c8 r2c7 r1c6",
    }
    for (cell, direction), line in names.items():
        rule = LittleKiller(cell, direction, 9).on(NINE)
        assert NINE.names(rule.diagonal(NINE)) == line


def test_a_lunchbox_has_its_own_crusts():
    found = held_by(Grid(1, 3, range(1, 6)), Lunchbox("r1", 3))
    rising = {(low, 3, high) for low in (1, 2) for high in (4, 5)}
    assert found == rising | {row[::-1] for row in rising}


# --- marks ---------------------------------------------------------------------------------------


def test_x_and_v_are_sums_of_ten_and_of_five():
    pair = Grid(1, 2, range(1, 10))
    for mark, total in ((X(0, 1), 10), (V(0, 1), 5), (PairSum("r1c1 r1c2", total=7), 7)):
        assert held_by(pair, mark) == {(a, total - a) for a in range(1, 10) if 0 < total - a < 10}


def test_dots_have_other_values_than_one_and_two():
    pair = Grid(1, 2, range(1, 10))
    triples = {(1, 3), (2, 6), (3, 9)}
    assert held_by(pair, BlackDot(0, 1, ratio=3)) == triples | {(b, a) for a, b in triples}
    assert held_by(pair, WhiteDot(0, 1, 7)) == {(1, 8), (8, 1), (2, 9), (9, 2)}


def test_an_extreme_compares_with_all_neighbours_but_others_of_its_kind():
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


# --- negative constraints ------------------------------------------------------------------------


def allowed_beside(rule, *marks):
    """Return which pairs of values may stand in r1c1 and r1c2."""
    grid = Grid(1, 3, range(1, 10))
    [meant, *_] = Puzzle(grid, rules=(rule, *marks)).meant
    return {(a, b) for a, b in product(range(1, 10), repeat=2) if meant.holds(grid, (a, b, None))}


ALL = set(product(range(1, 10), repeat=2))


def test_without_dots_a_negative_constraint_means_the_usual_ones():
    assert allowed_beside(NegativeWhiteDots()) == {(a, b) for a, b in ALL if abs(a - b) != 1}
    assert allowed_beside(NegativeBlackDots()) == {
        (a, b) for a, b in ALL if a != 2 * b and b != 2 * a
    }
    assert allowed_beside(NegativeXV()) == {(a, b) for a, b in ALL if a + b not in (5, 10)}


def test_the_values_of_dots_elsewhere_are_those_that_are_ruled_out():
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


def test_only_dots_of_its_own_kind_exempt_if_that_is_said():
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
    assert (1, 4) not in allowed_beside(
        NegativeXV(), X("r1c2 r1c3")
    )  # X alone: V is ruled out, too


# --- sets, corners and the whole board -----------------------------------------------------------


def test_a_quadruple_asks_for_a_value_as_often_as_it_is_listed():
    square = Grid(2, 2, range(1, 5))
    found = held_by(square, Quadruple("r1c1-r2c2", [2, 2, 3]))
    assert found == {v for v in product(range(1, 5), repeat=4) if v.count(2) > 1 and 3 in v}


def test_exact_contents_leave_other_values_free():
    found = held_by(FOUR, Contains("r1", [1, 1], exactly=True))
    assert len(found) == 54  # 6 places for two 1s, and 3 × 3 for the rest


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


def test_in_every_square_there_is_each_third_or_each_residue():
    square = Grid(2, 2, range(1, 10))
    for values in permutations(range(1, 10), 4):
        thirds, residues = ({(v - 1) // 3 for v in values}, {v % 3 for v in values})
        assert GlobalEntropy().holds(square, values) == (len(thirds) == 3)
        assert GlobalModular().holds(square, values) == (len(residues) == 3)


def test_taxicabs_and_leapers_measure_rows_and_columns():
    for a, b in permutations(NINE.cells, 2):
        (row, column), (other, across) = NINE.place(a), NINE.place(b)
        down, right = abs(row - other), abs(column - across)
        values = [None] * 81
        values[a] = values[b] = 4
        if a < b < 40:
            assert Taxicab(3).holds(NINE, values) == (down + right != 3)
            assert SelfTaxicab().holds(NINE, values) == (down + right != 4)
            camel = {down, right} == {1, 3}
            assert AntiLeaper(1, 3).holds(NINE, values) == (not camel)
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


# --- indexers ------------------------------------------------------------------------------------


def test_indexers_say_where_their_own_place_is_written():
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


def test_a_negative_indexer_leaves_out_what_is_marked():
    row = Grid(1, 3)
    puzzle = Puzzle(row, rules=(Rows(), NegativeColumnIndexers(), ColumnIndexer("r1c1 r1c2")))
    assert puzzle.meant[1].exempt == (0, 1)
    assert count(puzzle) == 0  # 123, 132, 213, 321: the third cell would index, too
    assert count(Puzzle(row, rules=(Rows(), ColumnIndexer("r1c1 r1c2")))) == 4
    assert count(Puzzle(row, rules=(Rows(), NegativeColumnIndexers()))) == 2  # 231 and 312
    assert Puzzle(row, rules=(NegativeRowIndexers(), ColumnIndexer("r1c1"))).meant[0].exempt == ()


# --- what is refused -----------------------------------------------------------------------------

REFUSED = [
    (NINE, WhiteDot("r1c1 r1c2", difference=0), "whitedot: a difference of 0; the least is 1"),
    (NINE, BlackDot("r1c1 r1c2", ratio=1), "blackdot: a ratio of 1; the least is 2"),
    (NINE, Greater("r1c1"), "greater: 1 cell, at least 2 needed"),
    (NINE, Quadruple("r1c1-r1c4", [1]), "quadruple: r1c1 r1c2 r1c3 r1c4 are no 2×2 square"),
    (NINE, Quadruple("r1c1-r2c2", [1, 2, 3, 4, 5]), "quadruple: 5 values in 4 cells"),
    (NINE, Quadruple("r1c1-r2c2", []), "quadruple: 0 values in 4 cells"),
    (NINE, Contains("r1c1-r2c2", [0]), "0 is not a value from 1 to 9"),
    (NINE, Slingshot("r1c1", "r1c2", "r1c2 r1c3"), "slingshot: r1c2 is named twice"),
    (NINE, CountDistinct("r1c1", "r1c1 r1c2"), "countdistinct: r1c1 is named twice"),
    (
        NINE,
        LittleKiller("r2c2", "down-left", 9),
        "r2c2 is not the first cell down-left",
    ),
    (NINE, LittleKiller("r1c2", "south", 9), "no direction 'south'; there are down-right"),
    (NINE, LittleKiller("r1c2", "down-left", -1), "littlekiller: the total -1 is negative"),
    (NINE, Sandwich("r1", 5, crusts=(1, 1)), "sandwich: the crusts are not two different values"),
    (NINE, Sandwich("r1", 5, crusts=(1, 10)), "10 is not a value from 1 to 9"),
    (NINE, Sandwich("r1", -5), "sandwich: the total -5 is negative"),
    (NINE, XSum("c10", 5), "xsum: c10 is outside the 9×9 grid"),
    (NINE, Skyscraper("r1", 0), "skyscraper: 0 in sight; the first cell always is"),
    (NINE, NumberedRoom("r1", 0), "0 is not a value from 1 to 9"),
    (NINE, BoxIndexer("r1c1", 2, 3), "boxindexer of 2×3 do not tile a 9×9 grid"),
    (NINE, Taxicab(0), "taxicab: a distance of 0; the least is 1"),
    (NINE, Diagonals(falling=False, rising=False), "neither the falling nor the rising one"),
    (NINE, Windoku(height=3), "windoku: height and width are said together or not at all"),
    (NINE, Windoku(2, 3), "windoku of 2×3 do not tile a 9×9 grid"),
    (NINE, AntiLeaper(0, 0), "antileaper: 0 and 0 are no step"),
    (NINE, NonConsecutive(exempt=["r1c1"]), "nonconsecutive: exempt: 1 cell, at least 2 needed"),
    (NINE, NonConsecutive(exempt=["r1c1-r1c3"]), "nonconsecutive: exempt: 3 cells, not 2"),
    (NINE, GlobalModular(5), "globalmodular: a modulus of 5, not of 2 to 4"),
    (Grid(4, 4), Flatmates(), "flatmates: of 4 values none is in the middle"),
    (Grid(4, 9), TopBottom(), "topbottom: 9 values for 4 rows"),
]
LARGE = [
    (Grid(1, 1200), XSum("r1", 5), "xsum: 1440000 pairs of cells, the limit is"),
    (Grid(64, 64), RowIndexer("r1c1"), "rowindexer: 16777216 entries of tables, the limit is"),
    (Grid(64, 64), SelfTaxicab(), "selftaxicab: 16777216 pairs of cells, the limit is"),
    (Grid(250, 250), Taxicab(200), "taxicab: 25000000 pairs of cells, the limit is"),
    (Grid(1, 1100), Minimum("r1c1"), "minimum: 1210000 pairs of values, the limit is"),
]


def test_what_makes_no_sense_is_refused_and_what_is_too_large_before_it_is_built():
    for error, refused in ((PuzzleError, REFUSED), (TooLarge, LARGE)):
        for grid, rule, complaint in refused:
            with case(rule), pytest.raises(error) as refusal:
                Puzzle(grid, rules=(rule,))
            assert complaint in str(refusal.value), rule


def test_too_many_states_are_refused_with_the_name_of_the_rule():
    line = Grid(1, 40)
    puzzle = Puzzle(line, rules=(CountDistinct("r1c1", "r1c2-r1c20"),))
    with pytest.raises(TooLarge, match="countdistinct: the automaton has more than 10000 states"):
        _ = puzzle.constraints


def test_a_whole_row_or_column_is_named_by_one_letter():
    assert Sandwich("r2", 5).on(NINE) == Sandwich(range(9, 18), 5)
    assert Sandwich("c9", 5).on(NINE) == Sandwich(range(8, 81, 9), 5)
    assert NINE.named("C9") == (26,)  # the cell in row C
    text = (
        '{"format": "nonet", "version": 1, "grid": {"rows": 4, "columns": 4, "values": [1, 4]}, '
        '"rules": [{"rule": "sandwich", "cells": "c2", "total": 5}]}'
    )
    assert parse(text).rules == (Sandwich((1, 5, 9, 13), 5),)
    with pytest.raises(PuzzleError, match="whitedot: 'r3' is not the name of a cell"):
        WhiteDot("r1c1", "r3").on(NINE)


# --- the miracle ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["native", "pysat", "cpsat"])
def test_the_rules_of_the_miracle_sudoku_have_72_boards(backend):
    empty = classic(order=3).with_rules(AntiKnight(), AntiKing(), NonConsecutive())
    assert count(empty, backend=backend) == 72
