"""Tests of the grid format: rows below one another, drawn in any of the usual ways."""

import pytest
from refusals import refused

from nonet.formats import classic, parse, read, write
from nonet.rules import Boxes
from nonet.system.errors import PuzzleError

FOUR = "12..341.....4..."
PICTURES = {
    "compact": "12..\n341.\n....\n4...",
    "spaced": "1 2 . .\n3 4 1 .\n. . . .\n4 . . .",
    "grouped": "12 ..\n34 1.\n.. ..\n4. ..",
    "grouped with zeros": "12 00\n34 10\n00 00\n40 00",
    "barred": "12|..\n34|1.\n..|..\n4.|..",
    "ruled": "12..\n341.\n----\n....\n4...",
    "boxed": "12|..\n34|1.\n--+--\n..|..\n4.|..",
    "framed": "+--+--+\n|12|..|\n|34|1.|\n+--+--+\n|..|..|\n|4.|..|\n+--+--+",
    "starred": "*-----*\n|12|..|\n|34|1.|\n|--+--|\n|..|..|\n|4.|..|\n*-----*",
    "every cell": "|1|2|.|.|\n|-+-+-+-|\n|3|4|1|.|\n|-+-+-+-|\n|.|.|.|.|\n|-+-+-+-|\n|4|.|.|.|",
    "equals signs": "12 | ..\n34 | 1.\n=======\n.. | ..\n4. | ..",
    "stars for empty": "12**\n341*\n****\n4***",
    "with comments": "# one\n12..\n# two\n341.\n....\n4...",
}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
@pytest.mark.parametrize("format", ["grid", None])
def test_all_drawings_make_the_same_puzzle(picture, format):
    assert parse(picture, format=format) == parse(FOUR)


def test_tokens_make_a_grid_of_any_size():
    rows = "\n".join(" ".join(["12", "11"] + ["."] * 10) for _ in range(12))
    assert parse(rows).givens[:3] == (12, 11, None)


def test_spaced_letters_are_characters():
    rows = "\n".join(" ".join("G" + "." * 15) for _ in range(16))
    assert parse(rows) == parse("\n".join(["G" + "." * 15] * 16))
    assert parse(rows).givens[0] == 16


def test_characters_between_bars_are_not_numbers():
    # In decimal numbers, the values can only be 1 to 16. In characters, two alphabets are possible.
    rows = "\n".join(["1...|....|....|...."] * 16)
    with pytest.raises(PuzzleError, match="alphabets 1-9A-G and 0-9A-F fit"):
        parse(rows)


@pytest.mark.parametrize(
    ("picture", "shape"),
    [
        ("\n".join(["......"] * 6), (2, 3)),
        ("\n".join(["..|..|.."] * 6), (3, 2)),
        ("......\n......\n......\n------\n......\n......\n......", (3, 2)),
        ("\n--+--+--\n".join(["\n".join(["..|..|.."] * 3)] * 2), (3, 2)),
        ("\n".join(["...|..."] * 6), (2, 3)),
    ],
)
def test_separators_set_the_boxes(picture, shape):
    assert parse(picture).rules[2] == Boxes(*shape)


def test_blank_lines_separate_grids():
    text = "12..\n341.\n....\n4...\n\n# the same\n12|..\n34|1.\n..|..\n4.|..\n"
    assert [(record.line, record.puzzle) for record in read(text)] == [
        (1, parse(FOUR)),
        (7, parse(FOUR)),
    ]


def test_boxes_are_drawn_and_numbers_are_aligned():
    assert write(parse(FOUR), "grid") == "1 2 | . .\n3 4 | 1 .\n----+----\n. . | . .\n4 . | . ."
    rows = write(classic(boxes=(2, 5)).with_givens({0: 10}), "grid").splitlines()
    assert rows[0] == "10  .  .  .  . |  .  .  .  .  ."
    assert rows[2] == "-" * 15 + "+" + "-" * 15
    assert write(classic(), "grid").splitlines()[3] == "------+-------+------"


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("12..\n341\n....\n4...", "line 2: the row has 3 cells, but other rows have 4"),
        ("12..\n341.\n....", "line 1: 3 rows of 4 cells: a 4×4 puzzle has 4 rows of 4"),
        ("12..\n341.\n\n....", "line 1: 2 rows of 4 cells: a 4×4 puzzle has 4 rows of 4"),
        ("12..\n349.\n....\n4...", "line 2: r2c3: '9' is neither a value (1-4) nor empty"),
        ("12|..\n341|.\n..|..\n4.|..", "line 2: the bars are not aligned with the first row"),
        ("1|2..\n3|41.\n.|...\n4|...", "line 1: the bars are not evenly spaced"),
        ("12||..\n34|1.\n..|..\n4.|..", "line 1: there is no cell between two bars"),
        ("12..\n341.\n....\n----\n4...", "line 4: the lines between rows are not evenly spaced"),
        (
            "12..|....\n341.|....\n....|....\n....|....\n----+----\n" * 2,
            "line 1: the drawn boxes are 4×4, but a box must have 8 cells",
        ),
        ("----\n----", "line 1: there are separators but no rows"),
    ],
)
def test_bad_grids_are_refused_with_their_line(picture, message):
    with refused(message):
        parse(picture, format="grid")
