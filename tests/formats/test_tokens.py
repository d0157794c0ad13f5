"""The tokens format: decimal numbers with space between, for puzzles of any size."""

import pytest

from nonet.formats import classic, parse, read, write
from nonet.system.errors import PuzzleError

FOUR = "1 2 . . 3 4 1 . . . . . 4 . . ."


def test_tokens_are_the_same_puzzle_as_a_line():
    assert parse(FOUR, format="tokens") == parse("12..341.....4...")


def test_numbers_go_beyond_characters():
    puzzle = parse(" ".join(["100", "99", "*", "_", "X", "x"] + ["."] * 9994))
    assert puzzle.grid.rows == 100
    assert puzzle.givens[:7] == (100, 99, None, None, None, None, None)


def test_each_line_is_a_puzzle():
    puzzles = [record.puzzle for record in read(f"{FOUR}\n{FOUR}", format="tokens")]
    assert puzzles == [parse(FOUR)] * 2


@pytest.mark.parametrize("blank", ["", "\n"])
def test_n_lines_of_n_tokens_are_one_puzzle(blank):
    rows = "1 2 . .\n3 4 1 .\n. . . .\n4 . . .\n"
    records = read(rows + blank + FOUR if blank else rows, format="tokens")
    assert {record.puzzle for record in records} == {parse(FOUR)}


def test_n_lines_of_n_tokens_that_are_puzzles_themselves_are_n_puzzles():
    assert len(list(read("1 2 2 1\n" * 4, format="tokens"))) == 4


def test_values_from_0_are_written_if_they_read_back():
    from_zero = classic("0F" + "." * 254, order=4)
    assert write(from_zero, "tokens").startswith("0 15 . .")
    with pytest.raises(PuzzleError) as refused:
        write(classic("F" + "." * 255, alphabet="0-9A-F"), "tokens")
    assert str(refused.value) == "tokens cannot express that its values are 0 to 15; json can"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3", "line 1: 3 tokens: a 2×2 puzzle has 4"),
        ("1 2 2 3", "line 1: r2c2: '3' is neither a value (1-2) nor empty"),
        ("1 02 2 1", "line 1: r1c2: '02' is neither a value (1-2) nor empty"),
        ("1 -1 2 1", "line 1: r1c2: '-1' is neither a value (1-2) nor empty"),
        ("1 2 2 " + "9" * 999, f"line 1: r2c2: '{'9' * 20}…' is neither a value (1-2) nor empty"),
    ],
)
def test_bad_tokens_are_named(text, message):
    with pytest.raises(PuzzleError) as refused:
        parse(text, format="tokens")
    assert str(refused.value) == message
