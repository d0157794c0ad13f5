"""Tests of the places of figures in a sketch of characters."""

from drawn_boards import Drawn
from examples import classic

from nonet.drawing.canvas import sketch
from nonet.model.figures import Badge, Line, Outline, Shade
from nonet.rules import Among


def rows(*marks, colour=False):
    return sketch(classic("." * 16, Drawn(marks)), colour).splitlines()


EMPTY = [
    *("┏━━━━━━━┳━━━━━━━┓", "┃ ·   · ┃ ·   · ┃", "┃       ┃       ┃", "┃ ·   · ┃ ·   · ┃"),
    *("┣━━━━━━━╋━━━━━━━┫", "┃ ·   · ┃ ·   · ┃", "┃       ┃       ┃", "┃ ·   · ┃ ·   · ┃"),
    "┗━━━━━━━┻━━━━━━━┛",
]


def test_a_board_alone():
    assert sketch(classic("." * 16)).splitlines() == EMPTY


def test_givens_and_printed_values_are_in_their_cells():
    puzzle = classic("3...............", Among((1,), (1, 2)))
    assert sketch(puzzle).splitlines()[1] == "┃ 3   12┃ ·   · ┃"


def test_lines_run_between_the_values():
    lines = rows(Line(((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (2.5, 2.5)), "green line"))
    assert lines[1:5] == [
        *("┃ ·───· ┃ ·   · ┃", "┃     │ ┃       ┃", "┃ ·   · ┃ ·   · ┃", "┣━━━━━━━╲━━━━━━━┫")
    ]


def test_a_closed_line_returns():
    square = ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5))
    assert rows(Line(square, "pink line", closed=True))[2] == "┃ │   │ ┃       ┃"


def test_an_arrow_has_its_head_before_the_last_value():
    assert rows(Line(((0.5, 0.5), (1.5, 0.5)), "thin line", head=True))[1] == "┃ ·──→· ┃ ·   · ┃"
    assert rows(Line(((-0.3, -0.3), (-0.05, -0.05)), "thin line", head=True))[0][0] == "↘"


def test_badges_are_around_values_and_on_edges():
    lines = rows(
        *(Badge((0.5, 0.5), "circle"), Badge((1.5, 0.5), "grey square")),
        *(Badge((2.5, 0.5), "diamond"), Badge((3, 0.5), "white dot")),
        *(Badge((0.5, 1), "black dot"), Badge((2, 2), "small circle", "12\n3")),
        Badge((-0.5, 1.5), "clue", "9"),
    )
    assert lines[1] == "  ┃(·) [·]┃<·>○ · ┃"
    assert lines[2] == "  ┃ ●     ┃       ┃"
    assert lines[3] == "9 ┃ ·   · ┃ ·   · ┃"
    assert lines[4] == "  ┣━━━━━━123━━━━━━┫"


def test_cages_have_their_text_on_the_edge_of_their_first_cell():
    lines = rows(Outline((4, 5, 8), "dashed cage", "7"))
    assert lines[2:8] == [
        *("┃7┄┄┄┄┄┄┃       ┃", "┃ ·   · ┃ ·   · ┃", "┣━━━━━━━╋━━━━━━━┫", "┃ · ┆ · ┃ ·   · ┃"),
        *("┃┄┄┄┄   ┃       ┃", "┃ ·   · ┃ ·   · ┃"),
    ]


def test_shades_are_on_both_sides_of_a_value():
    assert rows(Shade((0,), "grey shade"))[1] == "┃░·░  · ┃ ·   · ┃"


def test_colours_only_add_escape_codes():
    line = rows(Line(((0.5, 0.5), (1.5, 0.5)), "green line"), colour=True)[1]
    assert line == "┃ ·" + "\x1b[32m─\x1b[0m" * 3 + "· ┃ ·   · ┃"


def test_the_text_below_explains_the_rules():
    puzzle = classic("." * 16).antiknight().whisper("r1c1-r1c3")
    assert sketch(puzzle).splitlines()[-2:] == [
        "Neighbouring digits on a green line differ by at least 2.",
        "Cells a knight's move apart cannot contain the same digit.",
    ]
