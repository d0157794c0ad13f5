"""The ss format of Simple Sudoku."""

import pytest

from nonet.formats import parse, write
from nonet.system.errors import PuzzleError

LINE = ".3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4.89.25.6.....8.3."
TEXT = """\
*-----------*
|.3.|4..|...|
|9.2|8.6|3.1|
|...|...|.2.|
|---+---+---|
|8..|.6.|7..|
|.6.|2.5|.9.|
|..3|.4.|..8|
|---+---+---|
|.7.|...|...|
|4.8|9.2|5.6|
|...|..8|.3.|
*-----------*"""


def test_it_is_written_as_the_program_does():
    assert write(parse(LINE), "ss") == TEXT


@pytest.mark.parametrize("format", ["ss", None])
@pytest.mark.parametrize("empty", ".X*")
def test_the_border_is_decoration_whatever_empty_cells_are(format, empty):
    assert parse(TEXT.replace(".", empty), format=format) == parse(LINE)


def test_rows_of_stars_are_empty_cells():
    rows = ["|***|***|***|"] * 9
    assert parse("\n".join(["*---*", *rows, "*---*"]), format="ss") == parse("." * 81)


def test_without_a_frame():
    rows = [LINE[start : start + 9] for start in range(0, 81, 9)]
    barred = [f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in rows]
    dashes = "-----------"
    text = "\n".join([*barred[:3], dashes, *barred[3:6], dashes, *barred[6:]])
    assert parse(text, format="ss") == parse(LINE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12|..\n34|1.\n..|..\n4.|..", "line 1: ss holds 9×9 puzzles, not 4×4"),
        (TEXT.replace("7..|\n", "7.|\n"), "line 6: 8 cells in this row, 9 in the others"),
        (TEXT.replace("4..", "4.A"), "line 1: r1c6: 'A' is neither a value (1-9) nor empty"),
    ],
)
def test_what_is_no_ss_is_refused(text, message):
    with pytest.raises(PuzzleError) as refused:
        parse(text, format="ss")
    assert str(refused.value) == message
