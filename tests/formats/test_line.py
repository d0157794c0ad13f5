"""Tests of formats of lines: line, tokens, pencilmarks, and sdk and sdm of SadMan Sudoku."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
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


def test_a_label_follows_the_cells_and_comments_are_not_puzzles():
    assert parse(EASY + " \t Wikipedia's | one ").meta == (("label", "Wikipedia's | one"),)
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
    from_zero = classic("0F" + "." * 254, order=4)
    assert write(from_zero, "tokens").startswith("0 15 . .")


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


def test_each_line_of_tokens_is_a_puzzle_of_any_size():
    puzzle = parse(" ".join(["100", "99", "*", "_", "X", "x"] + ["."] * 9994))
    assert puzzle.grid.rows == 100
    assert puzzle.givens[:7] == (100, 99, None, None, None, None, None)
    puzzles = [record.puzzle for record in read(f"{TOKENS}\n{TOKENS}", format="tokens")]
    assert puzzles == [parse(TOKENS)] * 2
    assert len(list(read("1 2 2 1\n" * 4, format="tokens"))) == 4


@pytest.mark.parametrize("blank", ["", "\n"])
def test_n_lines_of_n_tokens_are_one_puzzle(blank):
    rows = "1 2 . .\n3 4 1 .\n. . . .\n4 . . .\n"
    records = read(rows + blank + TOKENS if blank else rows, format="tokens")
    assert {record.puzzle for record in records} == {parse(TOKENS)}


SADMAN = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
ROWS = "\n".join(SADMAN[start : start + 9] for start in range(0, 81, 9))
TAGS = "#ARuud\n#DA random puzzle\n#CJust start\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://x.net/"
KEYS = ("author", "description", "comment", "date", "source", "level", "url")
VALUES = ("Ruud", "A random puzzle", "Just start", "03-08-2006", "SudoCue", "Easy", "http://x.net/")


@pytest.mark.parametrize("heading", ["", "[Puzzle]\n", "[puzzle]\n\n"])
@pytest.mark.parametrize("format", ["sdk", None])
def test_tags_become_meta(heading, format):
    puzzle = parse(f"{TAGS}\n{heading}{ROWS}\n", format=format)
    assert puzzle == replace(parse(SADMAN), meta=tuple(zip(KEYS, VALUES, strict=True)))


def test_comments_are_neither_tags_nor_puzzles_and_sdm_has_zeros():
    assert parse(f"# by Ruud\n#A Ruud\n#\n{ROWS}", format="sdk").meta == (("author", "Ruud"),)
    assert list(read("# nothing\n\n#\n", format="sdk")) == []
    assert write(parse(SADMAN), "sdm") == SADMAN.replace(".", "0")


def test_tags_are_written_and_read_back_in_their_order():
    meta = (("comment", "one"), ("author", ""), ("comment", "two"), ("label", "not kept"))
    text = write(replace(parse(SADMAN), meta=meta), "sdk")
    assert text == f"#C one\n#A\n#C two\n[Puzzle]\n{ROWS}"
    assert parse(text).meta == meta[:3]


@pytest.mark.parametrize("value", [" x", "x\n#D y"])
def test_a_tag_that_would_not_read_back_is_omitted(value):
    puzzle = parse(SADMAN)
    meta = (("author", value), ("level", "Easy"))
    assert write(replace(puzzle, meta=meta), "sdk") == write(replace(puzzle, meta=meta[1:]), "sdk")


@pytest.mark.parametrize(
    ("format", "text", "message"),
    [
        ("tokens", "1 2 3", "line 1: 3 tokens: a 2×2 puzzle has 4"),
        ("tokens", "1 2 2 3", "line 1: r2c2: '3' is neither a value (1-2) nor empty"),
        ("tokens", "1 02 2 1", "line 1: r1c2: '02' is neither a value (1-2) nor empty"),
        ("tokens", "1 -1 2 1", "line 1: r1c2: '-1' is neither a value (1-2) nor empty"),
        (
            "tokens",
            "1 2 2 " + "9" * 999,
            f"line 1: r2c2: '{'9' * 20}…' is neither a value (1-2) nor empty",
        ),
        ("sdm", "12..341.....4...", "line 1: the line has 16 characters instead of 81"),
        ("sdk", f"#Z1\n{ROWS}", "line 1: unknown tag '#Z'. Use one of #A #D #C #B #S #L #U"),
        ("sdk", f"{ROWS}.", "line 9: the row has 10 characters instead of 9"),
        ("sdk", f"[Puzzle]\n{ROWS[10:]}", "line 1: the puzzle has 8 rows instead of 9"),
        ("sdk", "#A Ruud", "line 1: the puzzle has 0 rows instead of 9"),
        ("sdk", f"{ROWS[:-1]}y", "line 1: r9c9: 'y' is neither a value (1-9) nor empty"),
        (
            "sdk",
            f"[Puzzle]\n{ROWS}\n[Puzzle]\n{ROWS}",
            "line 11: a file of sdk can have only one [Puzzle]",
        ),
        (
            "sdk",
            f"[Puzzle]\n{ROWS}\n[State]\n{ROWS}",
            "line 11: the section '[State]' belongs to a game in progress. "
            "nonet reads only [Puzzle]",
        ),
    ],
)
def test_bad_texts_are_refused(format, text, message):
    with refused(message):
        parse(text, format=format)


# --- pencil marks --------------------------------------------------------------------------------


@st.composite
def candidates(draw, orders):
    """Draw a given or a set of two values or more for each cell."""
    puzzle = classic(order=draw(st.sampled_from(orders)))
    grid = puzzle.grid
    masks = draw(st.lists(st.integers(1, grid.full), min_size=1, max_size=len(grid.cells)))
    masks += [grid.full] * (len(grid.cells) - len(masks))
    single = [mask.bit_count() == 1 for mask in masks]
    givens = tuple(grid.value_of(m) if one else None for m, one in zip(masks, single, strict=True))
    marks = tuple(grid.full if one else mask for mask, one in zip(masks, single, strict=True))
    return replace(puzzle, givens=givens, marks=marks)


@given(candidates([1, 2, 3, 4]))
def test_candidates_are_written_and_read(puzzle):
    text = write(puzzle, "pencilmarks")
    assert parse(text, format="pencilmarks") == puzzle
    if puzzle.grid.rows == 9:
        assert parse(text) == puzzle
    if 1 < puzzle.grid.rows <= 9:
        assert parse(in_rows(text, puzzle.grid.rows), format="sdx") == puzzle


def in_rows(text, side):
    """Write the pencil marks of a puzzle as rows of words."""
    cells = [text[start : start + side].replace(".", "") for start in range(0, side**3, side)]
    return "\n".join(" ".join(cells[start : start + side]) for start in range(0, side**2, side))


def test_a_label_may_follow_pencil_marks():
    nine = replace(classic(order=3), marks=(3,) * 81)
    for puzzle, format in ((nine, None), (classic(order=2), "pencilmarks")):
        labelled = replace(puzzle, meta=(("label", "my label"),))
        text = write(puzzle, "pencilmarks") + "  my label"
        assert parse(text, format=format) == labelled
        assert parse(write(labelled, "pencilmarks"), format=format) == labelled


def test_empty_places_may_be_zeros_and_values_take_two_digits_beyond_nine():
    text = "1000" + "1234" * 15
    assert parse(text, format="pencilmarks") == classic("1" + "." * 15)
    assert parse(text).grid.rows == 8  # without the name it is a line
    puzzle = classic(order=4).with_givens({0: 16, 1: 1})
    text = write(puzzle, "pencilmarks")
    assert text.startswith("." * 30 + "16" + "01" + "." * 30)
    assert parse(text, format="pencilmarks") == puzzle
