"""Cells, values and pencil marks have numbers for machines, and names for people."""

import pickle

import numpy as np
import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet.model.grid import MOST_MARKS, Grid
from nonet.model.names import spread
from nonet.system.errors import PuzzleError

grids = st.builds(
    lambda rows, columns, first, size: Grid(rows, columns, range(first, first + size)),
    st.integers(1, 30),
    st.integers(1, 30),
    st.integers(0, 20),
    st.integers(1, 40),
)


def test_values_go_from_1_to_the_longer_side_unless_the_grid_says_otherwise():
    assert Grid(9, 9).values == range(1, 10)
    assert Grid(2, 5).values == range(1, 6)
    assert Grid(5, 2).values == range(1, 6)
    assert Grid(9, 9, range(9)).values == range(9)


@pytest.mark.parametrize("side", [2.0, "2", None, True])
def test_a_grid_has_whole_numbers_of_rows_and_columns(side):
    with pytest.raises(TypeError, match="the number of rows is a whole number, not"):
        Grid(side, 2)
    with pytest.raises(TypeError, match="the number of columns is a whole number, not"):
        Grid(2, side)
    assert type(Grid(np.int64(2), 2).rows) is int


def test_a_grid_is_compared_by_value():
    assert Grid(4, 4) == Grid(4, 4, range(1, 5))
    assert hash(Grid(4, 4)) == hash(Grid(4, 4, range(1, 5)))
    assert Grid(4, 4) != Grid(4, 4, range(4))
    assert Grid(2, 3) != Grid(3, 2)
    assert pickle.loads(pickle.dumps(Grid(4, 4))) == Grid(4, 4)


def test_cells_are_numbered_row_by_row():
    grid = Grid(2, 3)
    assert list(grid.cells) == [0, 1, 2, 3, 4, 5]
    assert grid.names(grid.cells) == "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3"
    assert grid.named("r2c3 R1C1") == (5, 0)


@pytest.mark.parametrize(
    ("names", "cells"),
    [
        ("A1", [0]),
        ("B3 A2", [11, 1]),
        ("I9", [80]),
        ("r1c1-r1c3", [0, 1, 2]),
        ("r1c3-r1c1", [2, 1, 0]),
        ("A1-C1", [0, 9, 18]),
        ("r2c2-r1c1", [10, 9, 1, 0]),
        ("R1C1-B2", [0, 1, 9, 10]),
        ("r1c1, r1c2,A3", [0, 1, 2]),
        ("r1c1-r1c1", [0]),
        ("", []),
        ([3, "r1c1", "A2-A3"], [3, 0, 1, 2]),
        (dict.fromkeys([5, 4]), [5, 4]),
        (np.array([7, 8]), [7, 8]),
        (range(3), [0, 1, 2]),
    ],
    ids=str,
)
def test_cells_are_named_in_many_ways(names, cells):
    found = Grid(9, 9).named(names)
    assert found == tuple(cells)
    assert {type(cell) for cell in found} <= {int}


def test_names_of_a_range_that_no_grid_has_are_not_spelled_out():
    with pytest.raises(PuzzleError, match="'r1c1-r99999c99999' has more than 65536 cells"):
        list(spread("r1c1-r99999c99999"))
    largest = Grid(256, 256)
    assert len(largest.named("r1c1-r256c256")) == 256**2
    assert largest.marks == MOST_MARKS


@pytest.mark.parametrize("cells", [3, None, 1.0, [1.0], [True], [None], [[0, 1]], object])
def test_invalid_names_of_cells_are_refused_with_valid_examples(cells):
    with pytest.raises(
        TypeError, match="names no cells: use names like 'r1c1 r1c2', 'r1c1-r3c3' or"
    ):
        Grid(9, 9).named(cells)


def test_a_table_has_lines_between_boxes():
    symbols = [str(10 * value) for value in range(8)]
    assert Grid(4, 2).table(symbols, boxes=(2, 1)) == " 0 | 10\n20 | 30\n---+---\n40 | 50\n60 | 70"
    assert Grid(2, 2).table("1..2") == "1 .\n. 2"


@given(grids)
def test_places_and_names_lead_back_to_the_cell(grid):
    for cell in (0, len(grid.cells) // 2, len(grid.cells) - 1):
        row, column = grid.place(cell)
        assert grid.has(row, column)
        assert grid.at(row, column) == cell
        assert grid.cell(grid.name(cell)) == cell
        assert grid.name(cell) == f"r{row + 1}c{column + 1}"
    outside = [(-1, 0), (0, -1), (grid.rows, 0), (0, grid.columns)]
    assert not any(grid.has(*place) for place in outside)


@given(grids)
def test_marks_number_the_pairs_of_cell_and_value_from_1_without_a_gap(grid):
    marks = [grid.mark(cell, value) for cell in grid.cells for value in grid.values]
    assert marks == list(range(1, grid.marks + 1))
    pairs = [grid.unmark(mark) for mark in marks[:: max(1, len(marks) // 50)]]
    assert [grid.mark(*pair) for pair in pairs] == marks[:: max(1, len(marks) // 50)]
    assert grid.unmark(marks[-1]) == (grid.cells[-1], grid.values[-1])


@given(grids, st.data())
def test_masks_are_sets_of_values(grid, data):
    values = data.draw(st.sets(st.sampled_from(grid.values)))
    mask = grid.mask(values)
    assert list(grid.values_of(mask)) == sorted(values)
    assert mask.bit_count() == len(values)
    assert mask & ~grid.full == 0
    assert mask == sum(1 << value - grid.values[0] for value in values)
    if len(values) == 1:
        assert {grid.value_of(mask)} == values


@pytest.mark.parametrize("value", [0, 10, -1])
def test_a_mask_of_a_value_outside_the_range_is_refused(value):
    with pytest.raises(PuzzleError, match=f"^{value} is not a value from 1 to 9$"):
        Grid(9, 9).mask([1, value])


@pytest.mark.parametrize(
    ("find", "names"),
    [
        (Grid.cell, ["", "r1", "c1r1", "r0c1", "r1c0", "r-1c1", "r1c1 ", "r1,c1", "5"]),
        (Grid.named, ["r1c1-", "-r1c1", "r1c1 - r1c2", "r1c1-r1c2-r1c3", "a1", "AA1"]),
    ],
)
def test_invalid_names_are_refused(find, names):
    for name in names:
        with case(name), pytest.raises(PuzzleError, match="is not the name of a cell"):
            find(Grid(9, 9), name)


@pytest.mark.parametrize("name", ["r5c1", "r1c5", "r99c99", "r9" + "0" * 30 + "c1"])
def test_a_cell_outside_the_board_is_refused(name):
    with pytest.raises(PuzzleError, match="is outside the 4×4 grid"):
        Grid(4, 4).cell(name)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        *[(shape, PuzzleError, "has no cells") for shape in ((0, 4), (4, 0), (-1, 4), (0, 0))],
        *[((4, 4, range(*ends)), PuzzleError, "consecutive") for ends in ((0,), (5, 1), (1, 9, 2))],
        ((4, 4, range(4, 0, -1)), PuzzleError, "consecutive"),
        ((4, 4, range(-1, 3)), PuzzleError, "values must be 0 or higher, not -1"),
        *[((3, 3, each), TypeError, "must be a range") for each in ((1, 2, 3), [1, 2], 3, "12")],
        ((257, 256), PuzzleError, f"The limit is {MOST_MARKS}"),
        ((10**9, 10**9), PuzzleError, "The limit is"),
    ],
)
def test_invalid_boards_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        Grid(*arguments)


def test_one_cell_is_a_board():
    grid = Grid(1, 1)
    assert (list(grid.cells), list(grid.values), grid.full, grid.marks) == ([0], [1], 1, 1)
    assert grid.span == "1 to 1"


def test_an_error_says_the_places_that_are_known_and_learns_the_others():
    error = PuzzleError("9 is not a value", cell="r1c2")
    assert str(error) == "r1c2: 9 is not a value"
    assert str(error.at(line=3)) == "line 3: r1c2: 9 is not a value"
    assert str(error.at(file="a.txt", line=3)) == "a.txt:3: r1c2: 9 is not a value"
    assert str(error.at(file="a.txt", line=3).at(file="b.txt", line=4)).startswith("a.txt:3:")
    assert str(error) == "r1c2: 9 is not a value"  # the first grid is unchanged
