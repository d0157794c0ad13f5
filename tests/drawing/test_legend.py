"""Tests of the words of a drawing: its title, and the rules that it does not show."""

from drawn_boards import LATIN, SOLVED, WIKIPEDIA, changed, jigsaw
from examples import classic

from nonet.drawing import draw
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import All, AntiKnight, Boxes, Cage, Diagonals, DisjointGroups, Either, Regions


def legend(puzzle, values=None):
    """Return the lines below the drawing."""
    lines = draw(puzzle, values).split("\n")
    end = next(number for number, line in enumerate(lines) if line.startswith("┗"))
    return lines[end + 1 :]


def test_the_label_is_the_title():
    puzzle = Puzzle(Grid(1, 1), meta=(("label", "a small one"),))
    assert draw(puzzle).split("\n")[0] == "a small one"


def test_a_label_cannot_steer_the_terminal():
    puzzle = Puzzle(Grid(1, 1), meta=(("label", "a\x1b[2J\n\u202eb"),))
    assert draw(puzzle).split("\n")[0] == r"a\x1b[2J\n\u202eb"


def test_rules_without_a_picture_are_listed_in_their_order():
    rules = (Cage((0, 1), 5), Diagonals(), AntiKnight(), Cage((4, 5)), Diagonals())
    assert legend(classic("." * 16, *rules)) == [
        "cage r1c1 r1c2 = 5",
        "Digits may not repeat on a marked diagonal.",
        "Cells a knight's move apart cannot contain the same digit.",
        "cage r2c1 r2c2",
    ]


def test_printed_candidates_are_named():
    grid = Grid(2, 2)
    givens, marks = (None, None, 1, 1), (1, 0, 1, 2)
    assert legend(Puzzle(grid, givens, marks, LATIN)) == [
        "r1c1 among 1",
        "r1c2 among no values",
        "r2c2 among 2",  # this value contradicts its given, but the candidate in r2c1 does not
    ]
    assert legend(Puzzle(Grid(1, 3), marks=(3, 7, 3), rules=LATIN)) == ["r1c1 r1c3 among 1 2"]


def test_unusual_values_and_missing_rules_are_named():
    assert legend(Puzzle(Grid(2, 2))) == ["no rule for rows", "no rule for columns"]
    assert legend(Puzzle(Grid(1, 2))) == ["no rule for rows"]
    assert legend(Puzzle(Grid(2, 2, range(1, 4)), rules=LATIN)) == ["values 1 to 3"]


def test_only_the_last_boxes_are_drawn_and_the_others_named():
    puzzle = Puzzle(Grid(6, 6), rules=(*LATIN, Boxes(3, 2), DisjointGroups(3, 2), Boxes(2, 3)))
    assert draw(puzzle).startswith("┏━━━━━━━┳━━━━━━━┓")
    assert legend(puzzle) == [
        "boxes 3×2",
        "Cells in the same position of different boxes cannot contain the same digit.",
    ]


def test_regions_inside_another_rule_are_named_although_they_are_drawn():
    regions = Regions([[0, 1], [2, 3]])
    for rule, words in (
        (Either(regions, AntiKnight()), "regions or antiknight"),
        (All(regions), "regions"),
        (All(Regions([[0], [1], [2], [3]]), AntiKnight()), "regions and antiknight"),
    ):
        assert legend(Puzzle(Grid(2, 2), rules=(*LATIN, rule))) == [words]


def test_regions_that_are_drawn_as_boxes_are_not_named():
    regions = Regions(((5, 1, 0, 4), (2, 3, 6, 7), (8, 9, 12), (10, 11, 13, 14, 15)))
    assert legend(Puzzle(Grid(4, 4), rules=(*LATIN, regions, Boxes(2, 2)))) == [
        "region r3c1 r3c2 r4c1",
        "region r3c3 r3c4 r4c2 r4c3 r4c4",
    ]


def test_regions_in_several_pieces_are_named():
    assert legend(jigsaw("AAB", "BBA", "CCC")) == ["region r1c1 r1c2 r2c3", "region r1c3 r2c1 r2c2"]


def test_a_region_that_is_the_whole_board_is_named():
    assert legend(Puzzle(Grid(2, 2, range(1, 5)), rules=(*LATIN, Boxes(2, 2)))) == [
        "values 1 to 4",
        "boxes 2×2",
    ]
    assert legend(jigsaw("AA")) == ["region r1c1 r1c2"]


def test_a_given_that_a_filling_contradicts_is_named():
    assert legend(WIKIPEDIA, changed(SOLVED, r1c1=10)) == ["r1c1 is given as 5"]
