"""Tests of the sdk and sdm formats of SadMan Sudoku and SudoCue."""

from dataclasses import replace

import pytest
from refusals import refused

from nonet.formats import parse, read, write

LINE = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
ROWS = "\n".join(LINE[start : start + 9] for start in range(0, 81, 9))
TAGS = "#ARuud\n#DA random puzzle\n#CJust start\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://x.net/"
KEYS = ("author", "description", "comment", "date", "source", "level", "url")
VALUES = ("Ruud", "A random puzzle", "Just start", "03-08-2006", "SudoCue", "Easy", "http://x.net/")


@pytest.mark.parametrize("heading", ["", "[Puzzle]\n", "[puzzle]\n\n"])
@pytest.mark.parametrize("format", ["sdk", None])
def test_tags_become_meta(heading, format):
    puzzle = parse(f"{TAGS}\n{heading}{ROWS}\n", format=format)
    assert puzzle == replace(parse(LINE), meta=tuple(zip(KEYS, VALUES, strict=True)))


def test_a_comment_is_not_a_tag():
    assert parse(f"# by Ruud\n#A Ruud\n#\n{ROWS}", format="sdk").meta == (("author", "Ruud"),)


def test_tags_are_written_and_read_back_in_their_order():
    meta = (("comment", "one"), ("author", ""), ("comment", "two"), ("label", "not kept"))
    text = write(replace(parse(LINE), meta=meta), "sdk")
    assert text == f"#C one\n#A\n#C two\n[Puzzle]\n{ROWS}"
    assert parse(text).meta == meta[:3]


@pytest.mark.parametrize("value", [" x", "x\n#D y"])
def test_a_tag_that_would_not_read_back_is_omitted(value):
    puzzle = parse(LINE)
    meta = (("author", value), ("level", "Easy"))
    assert write(replace(puzzle, meta=meta), "sdk") == write(replace(puzzle, meta=meta[1:]), "sdk")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"[Puzzle]\n{ROWS}\n[State]\n{ROWS}",
            "line 11: the section '[State]' belongs to a game in progress. "
            "nonet reads only [Puzzle]",
        ),
        (
            f"[Puzzle]\n{ROWS}\n[Puzzle]\n{ROWS}",
            "line 11: a file of sdk can have only one [Puzzle]",
        ),
        (f"#Z1\n{ROWS}", "line 1: unknown tag '#Z'. Use one of #A #D #C #B #S #L #U"),
        (f"{ROWS}.", "line 9: the row has 10 characters instead of 9"),
        (f"[Puzzle]\n{ROWS[10:]}", "line 1: the puzzle has 8 rows instead of 9"),
        ("#A Ruud", "line 1: the puzzle has 0 rows instead of 9"),
        (f"{ROWS[:-1]}y", "line 1: r9c9: 'y' is neither a value (1-9) nor empty"),
    ],
)
def test_bad_sdk_files_are_refused(text, message):
    with refused(message):
        parse(text, format="sdk")


def test_comments_alone_are_not_a_puzzle():
    assert list(read("# nothing\n\n#\n", format="sdk")) == []


def test_each_line_of_sdm_is_a_puzzle():
    zeros = LINE.replace(".", "0")
    assert write(parse(LINE), "sdm") == zeros
    found = [record.puzzle for record in read(f"{zeros}\n{zeros}", format="sdm")]
    assert found == [parse(LINE)] * 2


def test_sdm_is_9x9_only():
    [record] = read("12..341.....4...", format="sdm")
    assert str(record.error) == "line 1: the line has 16 characters instead of 81"
    with refused("sdm cannot express a 4×4 puzzle; line can"):
        write(parse("12..341.....4..."), "sdm")
