"""Tests of the canvas for text, and of outlines of cells."""

from itertools import pairwise

from drawn_boards import Drawn
from examples import classic
from hypothesis import given
from hypothesis import strategies as st

from nonet.drawing.canvas import sketch
from nonet.drawing.svg.signs import outlines
from nonet.model.figures import Badge, Line, Outline, Shade
from nonet.model.grid import Grid
from nonet.rules import Among
from nonet.rules.connection import in_one_piece


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


# --- outlines ------------------------------------------------------------------------------------

GRID = Grid(5, 4)
GROUPS = st.sets(st.sampled_from(GRID.cells), min_size=1)


def sides(outline):
    return list(pairwise([*outline, outline[0]]))


def area(outline):
    """Return the signed area, which is negative for a line around a hole."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in sides(outline)) / 2


def edges(cells):
    """Count the edges of cells at the outside of the group."""
    places = {GRID.place(cell) for cell in cells}
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return sum((r + down, c + right) not in places for r, c in places for down, right in steps)


@given(GROUPS)
def test_outlines_enclose_the_cells(cells):
    lines = list(outlines(GRID, cells))
    assert sum(map(area, lines)) == len(cells)
    assert sum(
        abs(x - u) + abs(y - v) for line in lines for (x, y), (u, v) in sides(line)
    ) == edges(cells)


@given(GROUPS)
def test_an_inset_takes_a_margin_from_every_cell_side(cells):
    inset = 0.125
    shrunk = sum(map(area, outlines(GRID, cells, inset)))
    corners = sum(map(turns, outlines(GRID, cells)))
    # An inset removes a strip along each edge. Two strips overlap at a convex corner, and leave a
    # gap at any other corner.
    assert shrunk == len(cells) - inset * edges(cells) + inset**2 * corners


def turns(outline):
    """Count convex corners minus other corners: 4 for an outline, -4 for a hole."""
    total = 0
    for ((x, y), (u, v)), ((_, _), (w, z)) in pairwise([*sides(outline), sides(outline)[0]]):
        total += 1 if (u - x) * (z - v) - (v - y) * (w - u) > 0 else -1
    return total


def test_cells_that_touch_at_a_corner_are_two_pieces():
    corners = (0, 5)
    assert len(list(outlines(GRID, corners))) == 2
    assert not in_one_piece(GRID, corners)


def test_a_hole_has_a_separate_line():
    ring = [GRID.at(row, column) for row in range(3) for column in range(3)]
    ring.remove(GRID.at(1, 1))
    assert sorted(map(area, outlines(GRID, ring))) == [-1, 9]
    assert in_one_piece(GRID, ring)
