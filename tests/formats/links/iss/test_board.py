"""Tests of boards, givens and candidate sets in strings of Interactive Sudoku Solver."""

from dataclasses import replace

import pytest
from examples import case

from nonet.formats import classic
from nonet.formats.links.iss.reader import puzzle_of
from nonet.formats.links.iss.writer import string_of
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, ExtraRegion, Regions, RegionSum, Rows
from nonet.system.errors import PuzzleError

_NINE = classic(order=3)


def test_boards():
    rows = (Rows(), Columns())
    for string, grid, rules in [
        (".Shape~6x6", Grid(6, 6), (*rows, Boxes(2, 3))),
        (".Shape~6x9", Grid(6, 9), (*rows, Boxes(3, 3))),
        (".Shape~7x7", Grid(7, 7), rows),
        (".Shape~8x8", Grid(8, 8), (*rows, Boxes(2, 4))),
        (".Shape~9x9~10", Grid(9, 9, range(1, 11)), (*rows, Boxes(3, 3))),
        (".Shape~9x9~0-8", Grid(9, 9, range(9)), (*rows, Boxes(3, 3))),
        (".Shape~6x6.NoBoxes", Grid(6, 6), rows),
        (".Shape~8x8~9.RegionSize~4", Grid(8, 8, range(1, 10)), (*rows, Boxes(2, 2))),
        (".Shape~4x4~4~Raw", Grid(4, 4), ()),
        (".Shape~4x4~2~Raw", Grid(4, 4, range(1, 3)), ()),
        (".Shape~2x2.Jigsaw~0011", Grid(2, 2), (*rows, Regions([(0, 1), (2, 3)]))),
        (".Shape~16x16", Grid(16, 16), (*rows, Boxes(4, 4))),
    ]:
        with case(string):
            assert puzzle_of(string) == Puzzle(grid, rules=rules)
            assert string_of(Puzzle(grid, rules=rules)) == string


def test_a_jigsaw_may_leave_one_region_open():
    puzzle = puzzle_of(".Shape~3x3.Jigsaw~000111111")
    assert puzzle.rules[2:] == (ExtraRegion((0, 1, 2)),)
    with pytest.raises(PuzzleError, match="2 regions have an unusual size"):
        puzzle_of(".Shape~3x3.Jigsaw~000111122")
    line = puzzle_of(".Shape~3x3.NoBoxes.Jigsaw~000111222.RegionSumLine~R1C1~R2C1").rules[-1]
    assert line == RegionSum((0, 3))


def test_cells_beyond_nine_are_letters():
    puzzle = puzzle_of(".Shape~16x16.~RaCg_16~R1C1_1_10")
    assert puzzle["r10c16"] == 16
    assert puzzle.marks[0] == puzzle.grid.mask([1, 10])
    assert string_of(puzzle) == ".Shape~16x16.~R1C1_1_10~RaCg_16"


def test_givens_and_candidate_sets_of_a_cell_meet():
    puzzle = puzzle_of(".~R1C1_1_2~R1C1_2_3~R1C2_5~R1C2_5_6")
    assert puzzle.givens[:2] == (None, 5)
    assert list(puzzle.grid.values_of(puzzle.marks[0])) == [2]
    assert puzzle_of(".~R1C1_1~R1C1_2").domains[0] == 0
    single = replace(_NINE, marks=(_NINE.grid.bit(5), *_NINE.marks[1:]))
    assert puzzle_of(string_of(single)) == single
    without = replace(_NINE, marks=(0, *_NINE.marks[1:]))
    assert puzzle_of(string_of(without)).domains[0] == 0
