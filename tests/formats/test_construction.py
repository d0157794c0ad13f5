"""classic() and latin(): puzzles from their givens."""

import numpy as np
import pytest
from pandas import DataFrame

from nonet.formats import classic, latin, parse, write
from nonet.rules import Boxes, Columns, Rows
from nonet.system.errors import PuzzleError

FOUR = "12..341.....4..."


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6, 10])
def test_no_text_is_an_empty_grid(order):
    puzzle = classic(order=order)
    assert set(puzzle.givens) == {None}
    assert puzzle.grid.values == range(1, order**2 + 1)
    assert puzzle.rules == (Rows(), Columns(), Boxes(order, order))


@pytest.mark.parametrize(
    "text",
    [FOUR, " ".join(FOUR), "12..\n341.\n....\n4...", "12|..\n34|1.\n--+--\n..|..\n4.|.."],
)
def test_a_line_tokens_or_a_grid(text):
    assert classic(text) == classic(text, order=2) == classic(text, boxes=(2, 2)) == parse(FOUR)


def test_boxes_are_height_times_width():
    assert classic("." * 36).rules[2] == Boxes(2, 3)
    assert classic("." * 36, boxes=(3, 2)).rules[2] == Boxes(3, 2)
    assert classic(boxes=(3, 2)).grid.rows == 6
    assert classic("." * 256, boxes=(2, 8)).rules[2] == Boxes(2, 8)


def test_drawn_boxes_are_kept():
    assert classic("\n".join(["..|..|.."] * 6)).rules[2] == Boxes(3, 2)


def test_a_prime_side_has_no_boxes_unless_they_are_named():
    assert classic("." * 25) == latin(side=5)
    assert classic(boxes=(1, 5)).rules[2] == Boxes(1, 5)


def test_latin_has_no_boxes():
    assert latin(FOUR).rules == (Rows(), Columns())
    assert latin(FOUR).givens == parse(FOUR).givens
    assert latin(side=1).givens == (None,)


def test_an_alphabet_sets_the_values():
    assert classic(order=4, alphabet="0-9A-F").grid.values == range(16)
    assert latin("F" + "." * 255, alphabet="0-9A-F").givens[0] == 15


def test_the_order_resolves_an_ambiguous_text():
    assert classic("\n".join(["1" + "." * 15] * 16), order=4, alphabet="1-9A-G").grid.rows == 16


def test_label_is_kept():
    assert classic(FOUR + " easy", order=2).label == "easy"


def test_classic_without_anything_is_the_empty_9x9():
    assert classic() == classic("." * 81)


REFUSED = {
    "order 0": ({"order": 0}, "order 0 is not from 1 to 16"),
    "order -3": ({"order": -3}, "order -3 is not from 1 to 16"),
    "order 17": ({"order": 17}, "order 17 is not from 1 to 16"),
    "an enormous order": ({"order": 10**30}, f"order {10**30} is not from 1 to 16"),
    "blank text": ({"text": " \n"}, "pass givens or a size"),
    "boxes of nothing": ({"boxes": (0, 3)}, "boxes of 0×3 are not of 1 to 256 cells"),
    "large boxes": ({"boxes": (17, 17)}, "boxes of 17×17 are not of 1 to 256 cells"),
    "order and boxes": (
        {"order": 3, "boxes": (3, 3)},
        "order and boxes both set the size; pass only one of them",
    ),
    "another order": ({"text": FOUR, "order": 3}, "the text is 4×4, not 9×9"),
    "other boxes": ({"text": FOUR, "boxes": (2, 3)}, "the text is 4×4, not 6×6"),
    "other boxes than drawn": (
        {"text": "\n".join(["..|..|.."] * 6), "boxes": (2, 3)},
        "the text draws boxes of 3×2, not 2×3",
    ),
    "a bad line": ({"text": FOUR[1:]}, "line 1: 15 characters: a 4×4 puzzle has 16"),
    "two": ({"text": f"{FOUR}\n{FOUR}"}, "2 puzzles in the text, not one"),
    "none": ({"text": "# none"}, "0 puzzles in the text, not one"),
    "a model": ({"text": "{}"}, "json has more than givens; use parse() to read it"),
}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"order": "3"}, "order must be an integer, not '3'"),
        ({"order": 2.0}, "order must be an integer, not 2.0"),
        ({"boxes": 3}, "boxes must be a height and a width, not 3"),
        ({"boxes": "3x3"}, "boxes must be a height and a width, not '3x3'"),
        ({"boxes": (3,)}, "boxes must be a height and a width, not (3,)"),
        ({"text": 5}, "5 is not a puzzle; pass a Puzzle, a text, or rows of integers"),
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


def test_an_array_or_a_table_instead_of_a_text():
    rows = np.array([value or 0 for value in parse(FOUR).givens]).reshape(4, 4)
    for text in (rows, DataFrame(rows)):
        assert classic(text) == classic(text, order=2) == classic(FOUR)
        assert latin(text) == latin(FOUR)


def test_a_numpy_integer_is_a_size():
    for puzzle in (classic(order=np.int64(2)), latin(side=np.int64(4))):
        assert type(puzzle.grid.rows) is int
        assert parse(write(puzzle, "json")) == puzzle


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_classic_refuses(arguments, message):
    with pytest.raises(PuzzleError) as refused:
        classic(**arguments)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"side": 0}, "a side of 0 is not from 1 to 256"),
        ({"side": 257}, "a side of 257 is not from 1 to 256"),
        ({"text": FOUR, "side": 5}, "the text is 4×4, not 5×5"),
        (
            {"text": "12|..\n34|1.\n..|..\n4.|.."},
            "the text draws boxes of 2×2, but this is a Latin square",
        ),
    ],
)
def test_latin_refuses(arguments, message):
    with pytest.raises(PuzzleError) as refused:
        latin(**arguments)
    assert str(refused.value) == message
