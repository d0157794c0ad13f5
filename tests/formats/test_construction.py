"""classic() and latin() make puzzles from givens."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from nonet.formats import as_puzzle, as_puzzles, classic, latin, parse, write
from nonet.formats.reader import are_cells
from nonet.rules import Boxes, Columns, Rows
from nonet.system.errors import PuzzleError

FOUR = "12..341.....4..."
BARRED = "12|..\n34|1.\n..|..\n4.|.."
TALL = "\n".join(["..|..|.."] * 6)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 10])
def test_no_text_is_an_empty_grid(order):
    puzzle = classic(order=order)
    assert set(puzzle.givens) == {None}
    assert puzzle.grid.values == range(1, order**2 + 1)
    assert puzzle.rules == (Rows(), Columns(), Boxes(order, order))
    assert classic() == classic("." * 81)


@pytest.mark.parametrize(
    "text", [FOUR, " ".join(FOUR), "12..\n341.\n....\n4...", "12|..\n34|1.\n--+--\n..|..\n4.|.."]
)
def test_a_line_tokens_or_a_grid(text):
    assert classic(text) == classic(text, order=2) == classic(text, boxes=(2, 2)) == parse(FOUR)


def test_boxes_are_height_times_width_and_a_prime_side_has_none():
    assert classic("." * 36).rules[2] == Boxes(2, 3)
    assert classic("." * 36, boxes=(3, 2)).rules[2] == Boxes(3, 2)
    assert classic(boxes=(3, 2)).grid.rows == 6
    assert classic("." * 256, boxes=(2, 8)).rules[2] == Boxes(2, 8)
    assert classic(TALL).rules[2] == Boxes(3, 2)
    assert classic("." * 25) == latin(side=5)
    assert classic(boxes=(1, 5)).rules[2] == Boxes(1, 5)


def test_latin_has_no_boxes():
    assert latin(FOUR).rules == (Rows(), Columns())
    assert latin(FOUR).givens == parse(FOUR).givens
    assert latin(side=1).givens == (None,)


def test_an_alphabet_sets_the_values_and_the_order_resolves_an_ambiguous_text():
    assert classic(order=4, alphabet="0-9A-F").grid.values == range(16)
    assert latin("F" + "." * 255, alphabet="0-9A-F").givens[0] == 15
    assert classic("\n".join(["1" + "." * 15] * 16), order=4, alphabet="1-9A-G").grid.rows == 16


BOTH = "both set the size. Pass only one of them"
REFUSED = [
    (classic, {"order": 0}, "order must be from 1 to 16, not 0"),
    (classic, {"order": -3}, "order must be from 1 to 16, not -3"),
    (classic, {"order": 17}, "order must be from 1 to 16, not 17"),
    (classic, {"order": 10**30}, f"order must be from 1 to 16, not {10**30}"),
    (classic, {"text": " \n"}, "pass givens or a size"),
    (classic, {"boxes": (0, 3)}, "boxes must have 1 to 256 cells, not 0×3"),
    (classic, {"boxes": (17, 17)}, "boxes must have 1 to 256 cells, not 17×17"),
    (classic, {"order": 3, "boxes": (3, 3)}, f"order and boxes {BOTH}"),
    (classic, {"text": FOUR, "order": 3}, "the text is 4×4, not 9×9"),
    (classic, {"text": FOUR, "boxes": (2, 3)}, "the text is 4×4, not 6×6"),
    (classic, {"text": TALL, "boxes": (2, 3)}, "the text has boxes of 3×2, not boxes of 2×3"),
    (classic, {"text": FOUR[1:]}, "line 1: 15 characters: a 4×4 puzzle has 16"),
    (classic, {"text": f"{FOUR}\n{FOUR}"}, "the text has 2 puzzles instead of one"),
    (classic, {"text": "# none"}, "the text has 0 puzzles instead of one"),
    (classic, {"text": "{}"}, "the text is in the format json. Use parse() to read it"),
    (latin, {"side": 0}, "side must be from 1 to 256, not 0"),
    (latin, {"side": 257}, "side must be from 1 to 256, not 257"),
    (latin, {"text": FOUR, "side": 5}, "the text is 4×4, not 5×5"),
    (latin, {"text": BARRED}, "a Latin square has no boxes, but the text has boxes of 2×2"),
    *(
        (as_puzzle, {"puzzle": passed}, message)
        for passed, message in [
            ([[1, 2], [3]], "line 2: the row has 1 cell, but other rows have 2"),
            ([[0] * 3] * 2, "line 1: 2 rows of 3 cells: a 3×3 puzzle has 3 rows of 3"),
            ([0] * 80, "80 cells: a 9×9 puzzle has 81"),
            ([[-1, 0], [0, 0]], "line 1: r1c1: '-1' is neither a value (1-2) nor empty"),
            ([[0, 0], [0, 10]], "line 2: r2c2: '10' is neither a value (1-2) nor empty"),
            ([], "no puzzle in the text"),
            ("", "no puzzle in the text"),
            (["." * 81], "line 1: 1 row of 81 cells: a 9×9 puzzle has 9 rows of 9"),
        ]
    ),
]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"order": "3"}, "order must be an integer, not '3'"),
        ({"order": 2.0}, "order must be an integer, not 2.0"),
        ({"boxes": 3}, "boxes must be a height and a width, not 3"),
        ({"boxes": "3x3"}, "boxes must be a height and a width, not '3x3'"),
        ({"boxes": (3,)}, "boxes must be a height and a width, not (3,)"),
        ({"text": 5}, "5 is not a puzzle. Pass a Puzzle, a text, or rows of integers"),
    ],
)
def test_other_objects_are_a_type_error(arguments, message):
    with pytest.raises(TypeError) as refused:
        classic(**arguments)
    assert str(refused.value).startswith(message)


def test_rows_instead_of_a_text():
    rows = [[value or 0 for value in parse(FOUR).givens[i : i + 4]] for i in range(0, 16, 4)]
    assert classic(rows) == classic(rows, order=2) == classic(FOUR)
    assert classic([0] * 36, boxes=[3, 2]).rules[2] == Boxes(3, 2)
    assert latin([[1, 2, 0], [0, 0, 0], [0, None, 0]]) == latin("12.......")
    assert classic([["."] * 16] * 16).grid.rows == 16  # as a text, 16 rows could be 16 lines


def test_a_numpy_integer_is_a_size():
    for puzzle in (classic(order=np.int64(2)), latin(side=np.int64(4))):
        assert type(puzzle.grid.rows) is int
        assert parse(write(puzzle, "json")) == puzzle


@pytest.mark.parametrize(("make", "arguments", "message"), REFUSED)
def test_bad_arguments_are_refused(make, arguments, message):
    with refused(message):
        make(**arguments)


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
    with pytest.raises(TypeError, match="Pass a Puzzle, a text, or rows of integers"):
        as_puzzle(passed)


@pytest.mark.parametrize(
    "cell", [1.5, True, float("inf"), 1j, np.bool_(True), b"1", {}, [1], np.zeros(2)], ids=repr
)
def test_other_cells_are_refused_with_the_accepted_types(cell):
    with pytest.raises(TypeError, match="An empty cell is 0, None or NaN"):
        as_puzzle([[cell, 0, 0, 0], *[[0] * 4] * 3])


def test_several_puzzles_in_several_types():
    assert list(as_puzzles([LINE, PUZZLE, ROWS])) == [PUZZLE] * 3
    assert list(as_puzzles(np.array([PUZZLE.givens, PUZZLE.givens], float))) == [PUZZLE] * 2
    assert list(as_puzzles(pd.Series([LINE, LINE]))) == [PUZZLE] * 2


def test_a_bad_puzzle_among_several_has_its_number():
    with pytest.raises(PuzzleError, match=r"^puzzle 3: line 1: 80 characters"):
        list(as_puzzles([LINE, ROWS, LINE[1:], LINE]))
    with pytest.raises(TypeError, match=r"^puzzle 2: 7 is not a puzzle"):
        list(as_puzzles([LINE, 7]))


@pytest.mark.parametrize("passed", [LINE, PUZZLE, pd.DataFrame({"puzzle": [LINE]})])
def test_a_single_puzzle_is_not_several_puzzles(passed):
    with pytest.raises(TypeError, match="pass a list of puzzles"):
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
def test_81_cells_make_the_puzzle_that_the_format_line_reads(text):
    assert are_cells(text)
    assert parse(text) == parse(text, format="line")
    assert parse(text).meta == ()
