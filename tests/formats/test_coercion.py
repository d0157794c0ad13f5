"""Texts, rows, arrays and tables that users pass make the same puzzle."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats import as_puzzle, as_puzzles, classic, latin, parse
from nonet.formats.construction import are_cells
from nonet.system.errors import PuzzleError

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = parse(LINE)
ROWS = [[value or 0 for value in PUZZLE.givens[start : start + 9]] for start in range(0, 81, 9)]
TEXTS = [LINE[start : start + 9] for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    "passed",
    {
        "a puzzle": PUZZLE,
        "a line": LINE,
        "a drawing": str(PUZZLE),
        "lists": ROWS,
        "tuples": tuple(map(tuple, ROWS)),
        "None for empty": [[value or None for value in row] for row in ROWS],
        "NaN for empty": [[value or float("nan") for value in row] for row in ROWS],
        "an array": np.array(ROWS),
        "small integers": np.array(ROWS, np.uint8),
        "floats": np.array(ROWS, float),
        "objects": np.array(ROWS, object),
        "rows of arrays": list(np.array(ROWS)),
        "a table": pd.DataFrame(ROWS),
        "a table with NaN": pd.DataFrame(ROWS).replace(0, float("nan")),
        "a table with NA": pd.DataFrame(ROWS).astype("Int64").replace(0, pd.NA),
        "a table of texts": pd.DataFrame(ROWS).astype(str),
        "rows of text": TEXTS,
        "a series of rows": pd.Series(TEXTS),
        "symbols": [list(row) for row in TEXTS],
        "empty texts": [[sign.strip(".") for sign in row] for row in TEXTS],
        "all cells": [value for row in ROWS for value in row],
        "all cells in an array": np.array(ROWS).ravel(),
        "all symbols": list(LINE),
        "givens": PUZZLE.givens,
        "an iterator": iter(ROWS),
    }.items(),
    ids=lambda passed: passed[0],
)
def test_all_inputs_make_the_same_puzzle(passed):
    assert as_puzzle(passed[1]) == PUZZLE


def test_the_size_tells_the_rules():
    assert as_puzzle([[0] * 6] * 6) == classic(boxes=(2, 3))
    assert as_puzzle([[0] * 7] * 7) == latin(side=7)
    assert as_puzzle([[16] + [0] * 15] + [[0] * 16] * 15) == classic(order=4).with_givens({0: 16})
    assert as_puzzle([["G"] + ["."] * 15] + ["." * 16] * 15) == as_puzzle([[16] + [0] * 255][0])


@pytest.mark.parametrize(
    "passed", [5, None, True, 3.5, {1: 2}, {1, 2}, b"12..", Path("a.txt"), object(), np.int64(5)]
)
def test_other_objects_are_refused_with_the_accepted_types(passed):
    with pytest.raises(
        TypeError, match="is not a puzzle; pass a Puzzle, a text, or rows of integers"
    ):
        as_puzzle(passed)


@pytest.mark.parametrize(
    "cell", [1.5, True, float("inf"), 1j, np.bool_(True), b"1", {}, [1], np.zeros(2)], ids=repr
)
def test_other_cells_are_refused_with_the_accepted_types(cell):
    with pytest.raises(
        TypeError, match="is not a cell; write an integer or its symbol, and 0, None"
    ):
        as_puzzle([[cell, 0, 0, 0], *[[0] * 4] * 3])


@pytest.mark.parametrize(
    ("passed", "complaint"),
    [
        ([[1, 2], [3]], "line 2: 1 cell in this row, 2 in the others"),
        ([[0, 0, 0], [0, 0, 0]], "line 1: 2 rows of 3 cells: a 3×3 puzzle has 3 rows of 3"),
        ([0] * 80, "80 cells: a 9×9 puzzle has 81"),
        ([[0] * 9] * 8 + [[0] * 8 + [10]], "r9c9: '10' is neither a value (1-9) nor empty"),
        ([[-1] + [0] * 8] + [[0] * 9] * 8, "r1c1: '-1' is neither a value (1-9) nor empty"),
        ([], "no puzzle in the text"),
        ("", "no puzzle in the text"),
        ([LINE], "1 row of 81 cells: a 9×9 puzzle has 9 rows of 9"),
    ],
)
def test_errors_of_a_puzzle(passed, complaint):
    with pytest.raises(PuzzleError) as refused:
        as_puzzle(passed)
    assert complaint in str(refused.value)


def test_several_puzzles_in_several_types():
    assert list(as_puzzles([LINE, PUZZLE, ROWS])) == [PUZZLE] * 3
    assert list(as_puzzles(np.array([PUZZLE.givens, PUZZLE.givens], float))) == [PUZZLE] * 2
    assert list(as_puzzles(pd.Series([LINE, LINE]))) == [PUZZLE] * 2


def test_a_bad_puzzle_among_several_has_its_number():
    with pytest.raises(PuzzleError, match=r"^puzzle 3: line 1: 80 characters"):
        list(as_puzzles([LINE, ROWS, LINE[1:], LINE]))
    with pytest.raises(TypeError, match=r"^puzzle 2: 7 is not a puzzle"):
        list(as_puzzles([LINE, 7]))


@pytest.mark.parametrize("passed", [LINE, PUZZLE])
def test_a_single_puzzle_is_not_several_puzzles(passed):
    with pytest.raises(TypeError, match="put a single one into a list"):
        as_puzzles(passed)


@pytest.mark.parametrize("name", ["p40.txt", "folder/killer.JSON", "top95.sdm", "exists"])
def test_the_name_of_a_file_recommends_read_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("exists").write_text("12..341.....4...")
    with pytest.raises(PuzzleError, match=f"the name of a file.*read_file\\('{name}'\\)"):
        as_puzzle(name)


def test_a_line_of_too_few_cells_is_not_a_file_name():
    with pytest.raises(PuzzleError, match="15 characters"):
        as_puzzle("12..341.....4..")


@given(st.text("0123456789.", min_size=81, max_size=81) | st.text("1.", min_size=81, max_size=81))
def test_81_cells_make_the_puzzle_that_parse_returns(text):
    assert are_cells(text)
    assert as_puzzle(text) == parse(text)
    assert as_puzzle(text).meta == parse(text).meta
