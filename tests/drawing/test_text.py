"""Tests of drawings as text, and of legends."""

import re
from itertools import pairwise
from textwrap import dedent

import pytest
from breadth import tried
from drawn_boards import LATIN, SOLVED, WIKIPEDIA, changed, drawable, jigsaw
from examples import classic
from hypothesis import given

from nonet import rules as r
from nonet.drawing import draw, draw_marks, draw_side_by_side
from nonet.drawing.legend import differing
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

ESCAPES = re.compile(r"\x1b\[[\d;]*m")


def golden(text):
    return dedent(text).strip("\n")


# --- golden drawings -----------------------------------------------------------------------------


def test_candidates_of_layers_are_drawn_below_the_board():
    puzzle = Puzzle(Grid(2, 2), rules=LATIN).with_layer("shade").with_layer("extra", size=1)
    assert draw_marks(puzzle, (1, 2, 2, 1, 1, 3, 3, 2, 3)) == golden("""
        ┏━━━━━┓
        ┃ 1 2 ┃
        ┃ 2 1 ┃
        ┗━━━━━┛
        shade:
        ┏━━━━━━━┓
        ┃ 1  12 ┃
        ┃ 12 2  ┃
        ┗━━━━━━━┛
        extra: 12
        shade: one more value beside each cell, from 1 to 2
        extra: 1 more cell, from 1 to 2
        """)


def test_regions_with_cells_of_layers_have_no_borders():
    puzzle = Puzzle(Grid(1, 2)).with_layer("extra", size=2).regions(["r1c1 extra.1", "r1c2"])
    assert draw(puzzle).startswith("┏━━━━━┓\n┃ · · ┃\n┗━━━━━┛\nextra: · ·")


def test_a_jigsaw():
    puzzle = jigsaw("AAABB", "AACBB", "DCCCB", "DDCEE", "DDEEE").with_givens({0: 5, 12: 3})
    assert draw(puzzle) == golden("""
        ┏━━━━━━━━━━━┳━━━━━━━┓
        ┃ 5   ·   · ┃ ·   · ┃
        ┃       ┏━━━┫       ┃
        ┃ ·   · ┃ · ┃ ·   · ┃
        ┣━━━┳━━━┛   ┗━━━┓   ┃
        ┃ · ┃ ·   3   · ┃ · ┃
        ┃   ┗━━━┓   ┏━━━┻━━━┫
        ┃ ·   · ┃ · ┃ ·   · ┃
        ┃       ┣━━━┛       ┃
        ┃ ·   · ┃ ·   ·   · ┃
        ┗━━━━━━━┻━━━━━━━━━━━┛
    """)


def test_values_of_two_digits_are_right_aligned():
    puzzle = Puzzle(Grid(16, 16), rules=(*LATIN, r.Boxes(4, 4))).with_givens({0: 16, 3: 1, 9: 10})
    lines = draw(puzzle).split("\n")
    assert len(lines) == 21
    assert lines[0] == "┏━━━━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━━━━┓"
    assert lines[1] == "┃ 16  ·  ·  1 ┃  ·  ·  ·  · ┃  · 10  ·  · ┃  ·  ·  ·  · ┃"


def test_highlighted_cells_are_in_brackets():
    puzzle = classic("1...............")
    assert draw(puzzle, (1, 2, None, *[None] * 13), highlight=(0, 1, 15)) == golden("""
        ┏━━━━━━┳━━━━━━┓
        ┃[1][2]┃ ·  · ┃
        ┃ ·  · ┃ ·  · ┃
        ┣━━━━━━╋━━━━━━┫
        ┃ ·  · ┃ ·  · ┃
        ┃ ·  · ┃ · [·]┃
        ┗━━━━━━┻━━━━━━┛
    """)


def test_colours():
    puzzle = Puzzle(Grid(1, 4), rules=LATIN).with_givens({0: 1, 2: 3})
    line = draw(puzzle, (1, 2, None, None), colour=True, highlight=(1, 2)).split("\n")[1]
    given_cell, solved, given_marked, empty = re.findall(r"\x1b\[([\d;]*)m([^\x1b]*)", line)[::2]
    assert given_cell == ("1", "1")
    assert solved == ("36;7", "[2]")
    assert given_marked == ("1;7", "[3]")
    assert empty == ("2", "·")


def test_cages_and_lines_are_tinted_and_so_are_their_words():
    puzzle = classic("." * 16).cage("r1c1 r1c2", 5).cage("r2c1 r2c2", 6).whisper("r3c1 r3c2")
    drawn = draw(puzzle, colour=True).split("\n")
    first, second, third = (tinted_as(drawn[number]) for number in (1, 2, 4))
    assert len({*first, *second, *third}) == 3  # neighbouring cages have different tints
    assert third == {"157"}  # green, as in pictures
    words = [line for line in drawn if line.endswith("\x1b[0m") and "r1c1" in line]
    assert tinted_as(words[0]) == first


def tinted_as(line):
    return set(re.findall(r"48;5;(\d+)m", line))


# --- two witnesses -------------------------------------------------------------------------------

OTHER = changed(SOLVED, r1c4=8, r1c6=6)


def test_two_boards_side_by_side_fit_a_terminal():
    lines = draw_side_by_side(WIKIPEDIA, [SOLVED, OTHER]).split("\n")
    assert lines[:2] == [
        "┏━━━━━━━━━┳━━━━━━━━━┳━━━━━━━━━┓   ┏━━━━━━━━━┳━━━━━━━━━┳━━━━━━━━━┓",
        "┃ 5  3  4 ┃[6] 7 [8]┃ 9  1  2 ┃   ┃ 5  3  4 ┃[8] 7 [6]┃ 9  1  2 ┃",
    ]
    assert len(lines) == 13
    assert max(map(len, lines)) <= 80


def test_even_two_boards_with_a_line_at_every_column_fit():
    puzzle = Puzzle(Grid(9, 9), rules=(*LATIN, r.Boxes(1, 1)))
    lines = draw_side_by_side(puzzle, [SOLVED, OTHER]).split("\n")
    assert len(lines[0]) == 77
    assert lines[0].count("┏") == 2


def test_boards_take_several_rows_if_they_are_too_wide():
    text = draw_side_by_side(WIKIPEDIA, [SOLVED, OTHER], width=64)
    cells = differing(Grid(9, 9), [SOLVED, OTHER])
    above, below = (draw(WIKIPEDIA, board, highlight=cells) for board in (SOLVED, OTHER))
    assert text == f"{above}\n{below}"
    assert draw_side_by_side(WIKIPEDIA, [SOLVED, OTHER], width=65).count("\n") == 12


def test_cells_to_highlight_may_be_chosen():
    assert "[" not in draw_side_by_side(WIKIPEDIA, [SOLVED, OTHER], highlight=())
    assert "[9]" in draw_side_by_side(WIKIPEDIA, [SOLVED, OTHER], highlight=(80,))


def test_boards_share_the_size_and_the_words():
    puzzle = Puzzle(Grid(1, 2), rules=(*LATIN, r.Thermo((0, 1))), meta=(("label", "short"),))
    assert draw_side_by_side(puzzle, [(1, 2), (10, 2)], highlight=()) == golden("""
        short
        ┏━━━━━━━┓   ┏━━━━━━━┓
        ┃  1  2 ┃   ┃ 10  2 ┃
        ┗━━━━━━━┛   ┗━━━━━━━┛
        thermo r1c1 r1c2
    """)
    assert draw_side_by_side(puzzle, []) == "short\nthermo r1c1 r1c2"


def test_an_empty_cell_differs_from_a_filled_one():
    assert differing(Grid(1, 2), [(None, 1), (2, 1)]) == (0,)
    assert differing(Grid(1, 2), [(1, 1)]) == ()
    assert differing(Grid(1, 2), []) == ()


# --- bad input -----------------------------------------------------------------------------------


def test_arguments_of_a_wrong_size_are_refused():
    with pytest.raises(PuzzleError, match="80 values for 81 cells"):
        draw(WIKIPEDIA, [None] * 80)
    with pytest.raises(PuzzleError, match="82 values for 81 cells"):
        draw_side_by_side(WIKIPEDIA, [SOLVED, [None] * 82])
    with pytest.raises(PuzzleError, match="cell 81 is outside the 9×9 grid"):
        draw(WIKIPEDIA, highlight=[81])


def test_texts_and_floats_are_drawn_as_integers():
    assert (
        draw("12..", "122.") == draw("12..", [1.0, 2.0, 2.0, None]) == draw("12..", (1, 2, 2, None))
    )


# --- properties of all drawings -----------------------------------------------------------------

ARMS = dict(zip("╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", range(1, 16), strict=True))
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


def board_lines(text):
    """Return the lines of the drawing itself."""
    lines = text.split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith("┏"))
    end = next(number for number, line in enumerate(lines) if line.startswith("┗"))
    return lines[start : end + 1]


@tried(40)
@given(drawable())
def test_all_lines_are_equally_wide(case):
    puzzle, values, highlight, _ = case
    assert len(set(map(len, board_lines(draw(puzzle, values, highlight=highlight))))) == 1


@tried(40)
@given(drawable())
def test_colour_only_adds_escape_codes(case):
    puzzle, values, highlight, _ = case
    plain = draw(puzzle, values, highlight=highlight)
    assert "\x1b" not in plain
    assert ESCAPES.sub("", draw(puzzle, values, highlight=highlight, colour=True)) == plain
    assert draw(puzzle, values, highlight=highlight).count("[") == len(highlight)


@tried(40)
@given(drawable())
def test_lines_meet_arm_to_arm(case):
    puzzle, values, highlight, _ = case
    lines = board_lines(draw(puzzle, values, highlight=highlight))
    arms = [[0, *(ARMS.get(sign, 0) for sign in line), 0] for line in lines]
    blank = [0] * len(arms[0])
    for line in arms:
        for one, next_one in pairwise(line):
            assert bool(one & RIGHT) == bool(next_one & LEFT)
    for upper, lower in zip([blank, *arms], [*arms, blank], strict=True):
        for one, below in zip(upper, lower, strict=True):
            assert bool(one & DOWN) == bool(below & UP)


def each_alone(rules):
    """Yield the rules, with the parts of a compound rule in its place."""
    for rule in rules:
        yield from each_alone(rule.rules) if isinstance(rule, r.All | r.Either) else [rule]


@tried(40)
@given(drawable())
def test_lines_run_between_regions_and_nowhere_else(case):
    puzzle, _, highlight, _ = case
    grid = puzzle.grid
    tilings = [rule for rule in each_alone(puzzle.rules) if isinstance(rule, r.Boxes | r.Regions)]
    groups = list(tilings[-1].groups(grid)) if tilings else [tuple(grid.cells)]
    region = {cell: number for number, group in enumerate(groups) for cell in group}
    # A different number in every cell makes the cells easy to find in the text.
    lines = board_lines(draw(puzzle, [100 + cell for cell in grid.cells], highlight=highlight))
    at = {
        int(found[0]) - 100: (number, found.start())
        for number, line in enumerate(lines)
        for found in re.finditer(r"\d+", line)
    }
    assert sorted(at) == list(grid.cells)
    for cell, (line, start) in at.items():
        row, column = grid.place(cell)
        if grid.has(row, column + 1):
            line_of_right, end = at[cell + 1]
            assert line_of_right == line
            assert ("┃" in lines[line][start:end]) == (region[cell] != region[cell + 1])
        if grid.has(row + 1, column):
            below = cell + grid.columns
            line_below, start_below = at[below]
            assert start_below == start
            between = "".join(text[start] for text in lines[line + 1 : line_below])
            assert between in ("", " ", "━")
            assert (between == "━") == (region[cell] != region[below])


# --- legends -------------------------------------------------------------------------------------


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
    rules = (r.Cage((0, 1), 5), r.Diagonals(), r.AntiKnight(), r.Cage((4, 5)), r.Diagonals())
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
    puzzle = Puzzle(
        Grid(6, 6), rules=(*LATIN, r.Boxes(3, 2), r.DisjointGroups(3, 2), r.Boxes(2, 3))
    )
    assert draw(puzzle).startswith("┏━━━━━━━┳━━━━━━━┓")
    assert legend(puzzle) == [
        "boxes 3×2",
        "Cells in the same position of different boxes cannot contain the same digit.",
    ]


def test_regions_inside_another_rule_are_named_although_they_are_drawn():
    regions = r.Regions([[0, 1], [2, 3]])
    for rule, words in (
        (r.Either(regions, r.AntiKnight()), "regions or antiknight"),
        (r.All(regions), "regions"),
        (r.All(r.Regions([[0], [1], [2], [3]]), r.AntiKnight()), "regions and antiknight"),
    ):
        assert legend(Puzzle(Grid(2, 2), rules=(*LATIN, rule))) == [words]


def test_regions_that_are_drawn_as_boxes_are_not_named():
    regions = r.Regions(((5, 1, 0, 4), (2, 3, 6, 7), (8, 9, 12), (10, 11, 13, 14, 15)))
    assert legend(Puzzle(Grid(4, 4), rules=(*LATIN, regions, r.Boxes(2, 2)))) == [
        "region r3c1 r3c2 r4c1",
        "region r3c3 r3c4 r4c2 r4c3 r4c4",
    ]


def test_regions_in_several_pieces_are_named():
    assert legend(jigsaw("AAB", "BBA", "CCC")) == ["region r1c1 r1c2 r2c3", "region r1c3 r2c1 r2c2"]


def test_a_region_that_is_the_whole_board_is_named():
    assert legend(Puzzle(Grid(2, 2, range(1, 5)), rules=(*LATIN, r.Boxes(2, 2)))) == [
        "values 1 to 4",
        "boxes 2×2",
    ]
    assert legend(jigsaw("AA")) == ["region r1c1 r1c2"]


def test_a_given_that_a_filling_contradicts_is_named():
    assert legend(WIKIPEDIA, changed(SOLVED, r1c1=10)) == ["r1c1 is given as 5"]
