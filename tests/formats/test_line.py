"""The formats line and tokens have one puzzle on each line, in characters or decimal numbers."""

from dataclasses import replace

import pytest
from refusals import refused

from nonet.formats import classic, left_out, parse, read, write
from nonet.formats.reader import parse_line
from nonet.rules import Boxes, Columns, Rows
from nonet.system.errors import PuzzleError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_empty_characters_may_be_mixed_up_to_9():
    assert parse("1.*_" + "0Xx." * 3).givens == (1,) + (None,) * 15


def test_boxes_are_as_square_as_possible():
    shapes = {1: (1, 1), 4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 12: (3, 4)}
    for side, shape in shapes.items():
        assert parse("." * side**2).rules == (Rows(), Columns(), Boxes(*shape))
    for prime in (2, 7):
        assert parse("." * prime**2).rules == (Rows(), Columns())


def test_the_label_follows_the_cells():
    assert parse(EASY + " \t Wikipedia's | one ").meta == (("label", "Wikipedia's | one"),)


def test_comments_and_blank_lines_are_not_puzzles():
    text = f"# two\n\n{EASY}\n  # more\n{EASY[::-1]}\n\n"
    assert [(record.index, record.line) for record in read(text)] == [(0, 3), (1, 5)]


def test_a_bad_line_is_a_record_and_reading_goes_on():
    records = list(read(f"{EASY}\n{EASY[1:]}\n{EASY}y\n{EASY}", name="some.txt"))
    assert [record.puzzle == parse(EASY) for record in records] == [True, False, False, True]
    assert [str(record.error) for record in records[1:3]] == [
        "some.txt:2: 80 characters: a 9×9 puzzle has 81",
        "some.txt:3: 82 characters: a 9×9 puzzle has 81",
    ]


def test_hexadecimal_is_written_so_that_it_reads_back():
    from_zero = classic("0F" + "." * 254, order=4)
    assert write(from_zero) == "0F" + "." * 254
    with_16 = classic("G1" + "." * 254, order=4)
    assert write(with_16) == "G1" + "." * 254
    without_16 = classic("F1" + "." * 254, alphabet="1-9A-G")
    assert write(without_16) == "F1" + "0" * 254


def test_ambiguous_lines_are_not_written():
    from_zero = classic("F" + "." * 255, alphabet="0-9A-F")
    with refused("line cannot express the values 0 to 15 (as 1-9A-G or 0-9A-F); json can"):
        write(from_zero)
    sixteen_empty = classic("0" * 16 + "1" * 240, alphabet="1-9A-G")
    with refused("line cannot express the values 1 to 16 (as 1-9A-G or 0-9A-F); tokens can"):
        write(sixteen_empty)


@pytest.mark.parametrize("label", ["", " led", "led ", "two\nlines", "two\rlines"])
def test_a_label_that_would_not_read_back_is_not_written(label):
    puzzle = replace(parse(EASY), meta=(("label", label),))
    assert write(puzzle) == EASY
    assert left_out(puzzle, EASY, "line") == ("label",)


def test_a_single_cell_is_a_line_that_was_cut_off():
    nine = "." * 81
    first, cut, last = read(f"{nine}\n.\n{nine}")
    assert first.puzzle
    assert last.puzzle
    assert str(cut.error) == "line 2: the line has only 1 character"
    with pytest.raises(PuzzleError, match="line has only 1 character"):
        parse_line("1")
    assert parse(".") == classic(order=1), "alone it is one"


TOKENS = "1 2 . . 3 4 1 . . . . . 4 . . ."


def test_numbers_go_beyond_characters():
    puzzle = parse(" ".join(["100", "99", "*", "_", "X", "x"] + ["."] * 9994))
    assert puzzle.grid.rows == 100
    assert puzzle.givens[:7] == (100, 99, None, None, None, None, None)


def test_each_line_of_tokens_is_a_puzzle():
    puzzles = [record.puzzle for record in read(f"{TOKENS}\n{TOKENS}", format="tokens")]
    assert puzzles == [parse(TOKENS)] * 2


@pytest.mark.parametrize("blank", ["", "\n"])
def test_n_lines_of_n_tokens_are_one_puzzle(blank):
    rows = "1 2 . .\n3 4 1 .\n. . . .\n4 . . .\n"
    records = read(rows + blank + TOKENS if blank else rows, format="tokens")
    assert {record.puzzle for record in records} == {parse(TOKENS)}


def test_n_lines_of_n_tokens_that_are_puzzles_themselves_are_n_puzzles():
    assert len(list(read("1 2 2 1\n" * 4, format="tokens"))) == 4


def test_values_from_0_are_written_if_they_read_back():
    from_zero = classic("0F" + "." * 254, order=4)
    assert write(from_zero, "tokens").startswith("0 15 . .")
    with refused("tokens cannot express the values 0 to 15; json can"):
        write(classic("F" + "." * 255, alphabet="0-9A-F"), "tokens")


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
    with refused(message):
        parse(text, format="tokens")
