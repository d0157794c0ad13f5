"""nonet reads the texts of other programs and sites, but does not write them."""

import re
from dataclasses import replace

import pytest
from examples import case

from nonet import PuzzleError, check, classic, latin, parse, read, write
from nonet.formats import FORMATS, read_source, read_values
from nonet.formats.reader import of_line, parse_line
from nonet.rules import Boxes, Cage, Diagonals, Regions

NINE = classic(order=3)
ROWS = Regions(tuple(tuple(range(start, start + 9)) for start in range(0, 81, 9)))
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FRAMED = """*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*"""
HODOKU = ":0000:x:+1.3" + "." * 78 + ":412 414::"
DATA = "53" + "0" * 79
TITLED = replace(classic("53" + "." * 79), meta=(("title", "a & b"), ("author", "<c>")))
FIRST = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>a &amp; b</name><author>&lt;c&gt;</author>
  <game data="{DATA}" />
  <game data="{DATA}"></game>
</opensudoku>
"""
SECOND = (
    f'<opensudoku version="2"><folder name="x"><game created="1" data="{DATA}" state="0"/>'
    "</folder></opensudoku>"
)

#: An XML document of entities that would grow without limit.
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'

ELEVEN = NINE.with_rules(Cage((0, 1), 11))
FREE = NINE.with_rules(Cage((0, 1)))
THREE = NINE.with_rules(Cage((0, 1, 9), 11), Cage((3, 4, 5, 14), 22), Cage((71, 79, 80), 6))
STATE = (
    '{"technique": "0702-x", "candidates": "4", "eliminations": "413", '
    '"placements": "522", "extra": "note"}'
)
#: For each program, some texts and their puzzles.
TEXTS = {
    "ss": {
        FRAMED: classic(EASY),
        FRAMED.replace(".", "X"): classic(EASY),
        FRAMED.replace(".", "*"): classic(EASY),
        "\n".join(["*---*", *["|***|***|***|"] * 9, "*---*"]): NINE,
    },
    "sdx": {
        "1 23 u4 1234\n" + "1234 1234 1234 1234\n" * 3: replace(
            classic("1" + "." * 15), marks=(15, 6, *[15] * 14)
        )
    },
    "hodoku": {
        HODOKU: replace(
            NINE.with_givens({2: 3}),
            marks=tuple(511 - 8 * (cell in (1, 3)) for cell in range(81)),
            meta=(("hodoku", '{"placed": {"r1c1": 1}}'),),
        ),
        ":0702-x:4:" + "." * 81 + "::413:522:note": replace(NINE, meta=(("hodoku", STATE),)),
    },
    "killer": {
        "B<" + "0" * 79: ELEVEN,
        "j0000000a0`00000'0>^000000`" + "0" * 54: NINE.with_rules(
            Cage((0, 10, 18, 19), 45), Cage((8, 16, 26), 36)
        ),
        "0<" + "0" * 79: FREE,
        "B<0M<<000^0000`" + "0" * 56 + "60000000'^": NINE.with_rules(
            *THREE.rules[3:5], Cage((71, 79, 80), 6)
        ),
    },
    "ps": {
        "3x3::k:2817:2817:" + "0:" * 79: ELEVEN,
        "3x3::k:2817:2817:" + "0:" * 78 + "255": ELEVEN,
        "3x3:d:k:2817:2817:" + "0:" * 79: NINE.with_rules(Diagonals(), Cage((0, 1), 11)),
    },
    "sumocue": {
        "SumoCueV1=11+0" + "=0" * 79: ELEVEN,
        "SumoCueV1=11+0+1" + "=0" * 78: NINE.with_rules(Cage((0, 1, 2), 11)),
        "SumoCueV1=0+0" + "=0" * 79: FREE,
        "SumoCueV1=5" + "=0" * 80: NINE.with_givens({0: 5}),
        "SumoCueV1D" + "=0" * 81: NINE.with_rules(Diagonals()),
        "SumoCueV1" + "".join(f"=0J{row}" * 9 for row in range(9)): latin(side=9).with_rules(ROWS),
    },
    "opensudoku": {SECOND: classic("53" + "." * 79)},
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_read_as_its_puzzle(name):
    for text, puzzle in TEXTS[name].items():
        with case(text):
            assert parse(text) == parse(text, format=name) == puzzle
            if FORMATS[name].is_for_lines and "\n" not in text:
                assert of_line(text) == name
                assert parse_line(text) == puzzle
            several = [record.puzzle for record in read(f"{text}\n\n{text}", format=name)]
            assert several == [puzzle, puzzle]


@pytest.mark.parametrize("name", [*TEXTS, "janko"])
def test_these_formats_are_not_written(name):
    with pytest.raises(PuzzleError, match=f"cannot write {name}. It writes line, .*json"):
        write(NINE, name)


def test_errors_name_the_bad_part():
    for name, text, message in [
        ("ss", FRAMED.replace(".6.|\n", ".6|\n"), "line 4: the row has 8 cells, but other rows"),
        ("ss", FRAMED.replace("3.|", "A.|", 1), "line 2: r1c2: 'A' is neither a value (1-9) nor"),
        ("sdx", "12 1\n1", "a row has 1 cell instead of 2"),
        ("sdx", "12 1\n1 0", "'0' is not a list of candidates from 1 to 2"),
        ("sdx", "12 1\n1 3", "'3' is not a list of candidates from 1 to 2"),
        ("sdx", "1\n" * 10, "the puzzle has 10 rows, but sdx allows at most 9"),
        ("hodoku", ":0000:x:1", "the puzzle has 1 cell instead of 81"),
        ("hodoku", ":0000", "is not a line of a library"),
        ("hodoku", "0000:x:" + "." * 81, "is not a line of a library"),
        ("hodoku", ":0000:x:" + "+." + "." * 80, "cells must be digits"),
        ("hodoku", ":0000:x:" + "." * 81 + ":41::", "'41' is not a digit, a row and a column"),
        ("killer", "B<", "the killer has 2 characters instead of 81"),
        ("killer", "><" + "0" * 79, "r1c1: the arrows lead in a circle"),
        ("killer", "<" + "0" * 80, "r1c1: '<' points out of the grid"),
        ("killer", "0" * 80 + "!", "r9c9: '!' is neither an arrow nor a sum"),
        ("ps", "3x3::k:1:2", "the text has 2 numbers instead of 81"),
        ("ps", "2x2::k:" + "0:" * 81, "'2x2::k:' is unknown"),
        ("ps", "3x3:x:k:" + "0:" * 81, "'3x3:x:k:' is unknown"),
        ("ps", "3x3::k:" + "x:" * 81, "r1c1: 'x' is not a number"),
        ("ps", "0:0", "'0:0' does not begin with '3x3::k:'"),
        ("sumocue", "=11", "'=11' does not begin with 'SumoCueV1'"),
        ("sumocue", "SumoCueV1=11", "the text has 1 cell instead of 81"),
        ("sumocue", "SumoCueV1-11", "each entry must be '=' or '+' with a number"),
        ("sumocue", "SumoCueV1+1+0" + "=0" * 79, "r1c1: its cage has no first cell"),
        ("sumocue", "SumoCueV1+81" + "=0" * 80, "r1c1: cell 81 is outside the grid"),
        ("sumocue", "SumoCueV1=0J0" + "=0" * 80, "r1c2: the cell has no region"),
        ("sumocue", "SumoCueV1" + "=0J0" * 81, "the region '0' has 81 cells"),
        ("pencilmarks", "1" * 80, "pencil marks of 9×9 have 729 characters, not 80"),
        ("pencilmarks", "2..." + "1234" * 15, "'2' is in the place for 1"),
        ("pencilmarks", "...." + "1234" * 15, "r1c1: the cell has no candidate"),
        (
            "opensudoku",
            f"<?xml version='1.0'?>\n{BOMB}<opensudoku>&b;</opensudoku>",
            "not have a document type",
        ),
        ("opensudoku", "<opensudoku>" + "<a>" * 100_000, "line 1: not XML: no element found"),
        ("opensudoku", "\n<opensudoku><name></opensudoku>", "line 2: not XML: mismatched tag"),
        ("opensudoku", "<opensudoku><game/></opensudoku>", "the game has no data"),
        ("opensudoku", "<opensudoku2><game/></opensudoku2>", "the XML document is 'opensudoku2'"),
        ("opensudoku", "<?xml version='1.0'?><svg/>", "the XML document is 'svg'"),
        ("opensudoku", "<opensudoku>&x;</opensudoku>", "not XML: undefined entity"),
        ("opensudoku", SECOND * 2, "more than one puzzle"),
    ]:
        with case(text), pytest.raises(PuzzleError, match=re.escape(message)):
            parse(text, format=name)


def test_the_metadata_of_a_collection_are_kept():
    assert [(record.line, record.puzzle) for record in read(FIRST)] == [(4, TITLED), (5, TITLED)]
    assert next(read_source(SECOND.encode(), name="a.opensudoku")).puzzle == parse(SECOND)
    keys = ("description", "comment", "created", "source", "level")
    elements = "".join(f"<{key}>{key} &amp; more</{key}>" for key in keys)
    found = parse(f'<opensudoku>{elements}<game data="{DATA}" created="1" note="x"/></opensudoku>')
    assert found.meta == tuple((key, f"{key} & more") for key in keys)


def test_binary_bytes_are_refused_after_the_games_above():
    bad = FIRST.encode().replace(b"</opensudoku>", b"<name>\xb3</name></opensudoku>")
    *above, last = read_source(bad, name="a.opensudoku")
    assert [record.puzzle for record in above] == [TITLED, TITLED]
    assert str(last.error) == "a.opensudoku:6: not UTF-8"
    with pytest.raises(PuzzleError, match="not UTF-8"):
        parse("<opensudoku>\ud800</opensudoku>")


def test_a_bad_game_does_not_hide_others_and_blank_lines_count():
    records = list(read(FIRST.replace(DATA, "1", 1)))
    assert [record.puzzle for record in records] == [None, TITLED]
    assert str(records[0].error) == "line 4: the game has 1 character instead of 81 digits"
    bad = '<opensudoku>\n<game data="1"/>\n</opensudoku>'
    lines = [record.line for record in read(f"\n\n{bad}\n\n{bad}\n \n{bad.replace('/>', '>')}")]
    assert lines == [4, 8, 12, 11]
    with pytest.raises(PuzzleError, match="line 4: not XML: mismatched tag"):
        parse("\n \n<opensudoku>\n<name></opensudoku>")


# janko.at

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


def test_a_puzzle_and_its_metadata():
    puzzle = parse(SMALL)
    assert replace(puzzle, meta=()) == classic("12..34..2......3", boxes=(2, 2))
    texts = {"author": "nobody", "source": "https://example.org/", "info": "1-2-3"}
    assert dict(puzzle.meta) == texts | {"solution": "1234341223414123"}
    assert check(puzzle).solution == read_values(puzzle.grid, dict(puzzle.meta)["solution"])


def test_a_sum_may_be_in_any_cell_of_its_cage():
    puzzle = parse(KILLER)
    cages = [rule for rule in puzzle.rules if isinstance(rule, Cage)]
    assert Diagonals() in puzzle.rules
    assert Boxes(2, 2) in puzzle.rules
    assert [cage.total for cage in cages] == [3, 7, 7, 3, 5, 5]
    assert [cage.cells for cage in cages][4:] == [(8, 9, 13), (10, 11, 14, 15)]
    assert puzzle.givens == (None,) * 16


def test_areas_of_a_sudoku_are_its_regions_and_letters_are_values():
    text = changed(SMALL, ("patternx 2\npatterny 2\n", ""))
    areas = "areas\na a a b\na c b b\nc c d b\nc d d d\n"
    puzzle = parse(changed(text, ("solution\n", f"{areas}solution\n")))
    [regions] = [rule for rule in puzzle.rules if isinstance(rule, Regions)]
    assert regions.regions[0] == (0, 1, 2, 4)
    assert parse(changed(text, ("solution\n", "areas\nsolution\n"))) == parse(SMALL)
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


def test_an_error_does_not_hide_other_puzzles_of_a_text():
    bad = changed(SMALL, ("unit 30", "colour red"))
    found = list(read(f"{SMALL}\n\n{bad}\nrest\n{KILLER}\nbegin\n"))
    assert [record.line for record in found] == [1, 25, 48, 49, 63]
    assert [record.puzzle is None for record in found] == [False, True, True, False, True]
    assert "unknown property 'colour'. Use one of puzzle, title" in str(found[1].error)
    assert str(found[1].error).startswith("line 30: ")
    assert "'rest' is not between begin and end" in str(found[2].error)
    assert "'begin' has no 'end'" in str(found[4].error)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("puzzle sudoku\n", "")], "unknown kind of puzzle ''. Use 'sudoku'"),
        ([("puzzle sudoku", "puzzle sudoku, kropki")], "unknown kind of puzzle 'sudoku, kropki'."),
        ([("size 4", "size 5")], "size is 5, but problem has 4 rows"),
        ([("size 4", "size four")], "size 'four' is not a number up to 256"),
        ([("size 4", "size 4\nsize 4")], "line 8: size occurs twice"),
        ([("patternx 2", "patternx 3")], "the boxes are 2×3, but a box must have 4 cells"),
        ([("1 2 - -", "1 2 - - -")], "line 11: a row of problem has 5 cells instead of 4"),
        ([("1 2 - -", "1 2 - ?")], "r1c4: '?' is neither a number nor a letter"),
        ([("1 2 - -", "1 2 - 5")], "r1c4: 5"),
        ([("problem\n", "problem 1 2 - -\n")], "line 10: the rows of problem must begin on a new"),
        ([("4 1 2 3\n", "")], "solution has 3 rows instead of 4"),
        ([("4 1 2 3\n", "4 1 2 9\n")], "'9' is not a value"),
        ([("puzzle sudoku", "puzzle killer")], "the killer has no areas"),
        ([("puzzle sudoku", "puzzle sudoku, ms")], "a Latin square has no areas or boxes"),
        ([(SMALL, KILLER), ("3 - 7 -", "3 3 7 -")], "r1c1: the area has 2 sums"),
        (
            [(SMALL, KILLER), ("killer", "sudoku"), ("1 1 2 2", "1 1 1 2")],
            "the region '1' has 3 cells instead of 4",
        ),
    ],
)
def test_errors_of_a_puzzle(changes, said):
    with pytest.raises(PuzzleError, match=re.escape(said)):
        parse(changed(SMALL, *changes))
