"""The texts behind the puzzles of janko.at."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet import PuzzleError, check, classic, latin, parse, read, write
from nonet.formats import read_values
from nonet.rules import Boxes, Cage, Diagonals, Regions

SMALL = """begin
puzzle sudoku
author nobody
source https://example.org/
info 1-2-3
unit 30
size 4
patternx 2
patterny 2
problem
1 2 - -
3 4 - .
2 - - -
- - - 3
solution
1 2 3 4
3 4 1 2
2 3 4 1
4 1 2 3
moves
Z2;ba,2;aa,4;
ab,3;
end"""

KILLER = """begin
puzzle killer, diagonals
size 4
problem
3 - 7 -
- 7 - 3
5 - - -
- - - 5
areas
1 1 2 2
3 3 4 4
5 5 6 6
7 5 6 6
end"""


def changed(text, *changes):
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    return text


def test_a_puzzle_and_what_is_said_of_it():
    puzzle = parse(SMALL)
    assert replace(puzzle, meta=()) == classic("12..34..2......3", boxes=(2, 2))
    assert dict(puzzle.meta) == {
        "author": "nobody",
        "source": "https://example.org/",
        "info": "1-2-3",
        "solution": "1234341223414123",
    }
    assert check(puzzle).solution == read_values(puzzle.grid, dict(puzzle.meta)["solution"])
    assert parse(write(puzzle, "janko")) == puzzle


def test_a_sum_stands_in_any_cell_of_its_cage():
    puzzle = parse(KILLER)
    cages = [rule for rule in puzzle.rules if isinstance(rule, Cage)]
    assert Diagonals() in puzzle.rules
    assert Boxes(2, 2) in puzzle.rules
    assert [cage.total for cage in cages] == [3, 7, 7, 3, 5, 5]
    assert [cage.cells for cage in cages][4:] == [(8, 9, 13), (10, 11, 14, 15)]
    assert puzzle.givens == (None,) * 16


def test_areas_of_a_sudoku_are_its_regions():
    text = changed(SMALL, ("patternx 2\npatterny 2\n", ""))
    areas = "areas\na a a b\na c b b\nc c d b\nc d d d\n"
    puzzle = parse(changed(text, ("solution\n", f"{areas}solution\n")))
    [regions] = [rule for rule in puzzle.rules if isinstance(rule, Regions)]
    assert regions.regions[0] == (0, 1, 2, 4)
    assert parse(changed(text, ("solution\n", "areas\nsolution\n"))) == parse(SMALL)


def test_letters_are_values_from_1():
    rows = ("1 2 - -\n3 4 - .\n2 - - -\n- - - 3", "a b - -\nc D - .\nb - - -\n- - - c")
    assert parse(changed(SMALL, rows)) == parse(SMALL)


def test_other_kinds_and_sizes():
    latin_text = changed(SMALL, ("puzzle sudoku", "puzzle sudoku, ms, diagonals"))
    puzzle = parse(changed(latin_text, ("patternx 2\npatterny 2\n", "")))
    assert puzzle.rules == (*latin(side=4).rules, Diagonals())
    rows = "\n".join(["- - - - - -"] * 6)
    empty = "begin\npuzzle sudoku\nrows 6\ncols 6\n{}problem\n" + rows + "\nend"
    assert parse(empty.format("")) == classic(boxes=(2, 3))
    assert parse(empty.format("patternx 2\npatterny 3\n")) == classic(boxes=(3, 2))


def test_several_stand_in_one_text_and_an_error_hides_none():
    bad = changed(SMALL, ("unit 30", "colour red"))
    found = list(read(f"{SMALL}\n\n{bad}\nrest\n{KILLER}\nbegin\n"))
    assert [record.line for record in found] == [1, 25, 48, 49, 63]
    assert [record.puzzle is None for record in found] == [False, True, True, False, True]
    assert "the property 'colour', which is none of puzzle, title" in str(found[1].error)
    assert str(found[1].error).startswith("line 30: ")
    assert "'rest' is not between begin and end" in str(found[2].error)
    assert "begin without end" in str(found[4].error)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("puzzle sudoku\n", "")], "the puzzle '' is none of 'sudoku'"),
        ([("puzzle sudoku", "puzzle sudoku, kropki")], "the puzzle 'sudoku, kropki' is none of"),
        ([("size 4", "size 5")], "size 5, but problem has 4 rows"),
        ([("size 4", "size four")], "size 'four' is no number up to 256"),
        ([("size 4", "size 4\nsize 4")], "line 8: size a second time"),
        ([("patternx 2", "patternx 3")], "boxes of 2×3, which do not have 4 cells"),
        ([("1 2 - -", "1 2 - - -")], "line 11: 5 cells in a row of problem, not 4"),
        ([("1 2 - -", "1 2 - ?")], "r1c4: '?' is neither a number nor a letter"),
        ([("1 2 - -", "1 2 - 5")], "r1c4: 5"),
        ([("problem\n", "problem 1 2 - -\n")], "line 10: problem begins below its name"),
        ([("4 1 2 3\n", "")], "3 rows of solution, not 4"),
        ([("4 1 2 3\n", "4 1 2 9\n")], "'9' is not a value"),
        ([("puzzle sudoku", "puzzle killer")], "a killer without areas"),
        ([("puzzle sudoku", "puzzle sudoku, ms")], "that a puzzle of this kind has not"),
    ],
)
def test_what_is_wrong_is_said(changes, said):
    with pytest.raises(PuzzleError, match=re.escape(said)):
        parse(changed(SMALL, *changes))


def test_areas_that_are_wrong():
    with pytest.raises(PuzzleError, match="r1c1: an area with 2 sums"):
        parse(changed(KILLER, ("3 - 7 -", "3 3 7 -")))
    with pytest.raises(PuzzleError, match="an area of 3 cells, not 4"):
        parse(changed(KILLER, ("killer", "sudoku"), ("1 1 2 2", "1 1 1 2")))


@st.composite
def killers(draw):
    """Draw cages of a row each, some without a sum, on boards of several sizes."""
    puzzle = draw(st.sampled_from([classic(boxes=(2, 2)), classic(boxes=(3, 2)), classic(order=3)]))
    side = puzzle.grid.rows
    for row in draw(st.sets(st.integers(0, side - 1), min_size=1)):
        size = draw(st.integers(2, min(side, 5)))
        total = draw(st.none() | st.integers(size * (size + 1) // 2, size * (size + 1) // 2 + 3))
        puzzle = puzzle.with_rules(Cage(range(row * side, row * side + size), total))
    return puzzle


@given(killers())
def test_killers_read_back(puzzle):
    again = parse(write(puzzle, "janko"))
    assert again.rules[:3] == puzzle.rules[:3]
    assert set(again.rules) == set(puzzle.rules)


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (classic(order=3).antiknight(), "the rule antiknight"),
        (latin(side=4).cage("r1c1 r1c2", 3), "cages without boxes"),
        (classic(order=2).cage("r1c1 r1c2", 3).cage("r1c2 r1c3", 3), "two cages that share r1c2"),
        (classic("1" + "." * 15).cage("r1c1 r1c2", 3), "the given in r1c1"),
        (replace(classic("1..."), meta=(("title", "a\nb"),)), None),
    ],
)
def test_what_it_has_no_place_for(puzzle, said):
    if said is None:
        assert parse(write(puzzle, "janko")) == replace(puzzle, meta=())
    else:
        with pytest.raises(PuzzleError, match=f"janko cannot express {said}"):
            write(puzzle, "janko")
