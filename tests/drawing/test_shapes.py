"""Tests of outlines of groups of cells, by their areas and lengths."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from nonet.drawing.svg.signs import outlines
from nonet.model.grid import Grid
from nonet.rules.connection import in_one_piece

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
