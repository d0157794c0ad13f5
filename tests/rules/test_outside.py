"""Clues outside the board agree with a second definition of each of them."""

from itertools import pairwise, permutations, product

from examples import case
from oracle import held_by

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count
from nonet.rules import (
    HiddenSkyscraper,
    LittleKiller,
    NumberedRoom,
    Rows,
    Sandwich,
    Skyscraper,
    XSum,
)

NINE = Grid(9, 9)
FOUR = Grid(1, 4)


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


def test_the_crusts_are_the_lowest_and_the_highest_value_or_given():
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
