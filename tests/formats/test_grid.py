"""Tests of grids: rows in any of the usual drawings, jigsaws, and the grids that nonet prints."""

from dataclasses import replace

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

import nonet
from nonet.drawing import draw, draw_side_by_side
from nonet.formats import classic, latin, parse, read, write
from nonet.rules import AntiKnight, Boxes, Columns, Regions, Rows
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


def test_cells_are_tokens_or_characters():
    rows = "\n".join(" ".join(["12", "11"] + ["."] * 10) for _ in range(12))
    assert parse(rows).givens[:3] == (12, 11, None)
    rows = "\n".join(" ".join("G" + "." * 15) for _ in range(16))
    assert parse(rows) == parse("\n".join(["G" + "." * 15] * 16))
    assert parse(rows).givens[0] == 16
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
    found = [(record.line, record.puzzle) for record in read(text)]
    assert found == [(1, parse(FOUR)), (7, parse(FOUR))]


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


# --- jigsaws -------------------------------------------------------------------------------------

GIVENS, LAYOUT = "1.....2.........", "AAABACBBCCDBCDDD"
REGIONS = ((0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15))
PUZZLE = replace(latin(GIVENS), rules=(Rows(), Columns(), Regions(REGIONS)))


def in_rows(text, space=""):
    return "\n".join(space.join(text[start : start + 4]) for start in range(0, 16, 4))


@pytest.mark.parametrize("format", ["jigsaw", None])
@pytest.mark.parametrize(
    "text",
    [
        f"{GIVENS}\n{LAYOUT}",
        f"# givens\n{GIVENS}\n\n# layout\n{LAYOUT}\n",
        f"{in_rows(GIVENS)}\n\n{in_rows(LAYOUT)}",
        f"{in_rows(GIVENS, ' ')}\n\n{in_rows(LAYOUT.lower(), ' ')}",
    ],
)
def test_lines_and_grids_are_the_same_puzzle(text, format):
    assert parse(text, format=format) == PUZZLE


def test_regions_come_in_the_order_of_their_first_cells_and_are_the_second_line():
    other = LAYOUT.translate(str.maketrans("ABCD", "4213"))
    assert parse(f"{GIVENS}\n{other}", format="jigsaw") == PUZZLE
    labelled = replace(PUZZLE, meta=(("label", "a label"),))
    assert write(labelled, "jigsaw") == f"{GIVENS} a label\n{LAYOUT}"


def test_pair_after_pair():
    text = f"{GIVENS} first\n{LAYOUT}\n{GIVENS}\n{LAYOUT[1:]}\n{GIVENS}\n{LAYOUT}\n"
    first, second, third = read(text)
    assert (first.puzzle.label, third.puzzle) == ("first", PUZZLE)
    assert str(second.error) == "line 4: the layout has 15 symbols, but the grid has 16 cells"
    assert (second.line, third.line) == (3, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GIVENS, "line 1: the jigsaw has givens but no layout of its regions"),
        (f"{GIVENS}\n{LAYOUT} x", "line 2: the layout has 18 symbols, but the grid has 16 cells"),
        (f"{GIVENS}\n{LAYOUT[:-1]}A", "line 2: the region 'A' has 5 cells instead of 4"),
        (f"{GIVENS}\n{LAYOUT[:-1]}E", "line 2: the region 'D' has 3 cells instead of 4"),
        (f"9{GIVENS[1:]}\n{LAYOUT}", "line 1: r1c1: '9' is neither a value (1-4) nor empty"),
        (
            f"{in_rows(GIVENS)}\n\n{in_rows(LAYOUT)}\n\n{in_rows(GIVENS)}",
            "line 11: the text has more than one puzzle. Use read() to read all puzzles",
        ),
    ],
)
def test_bad_jigsaws_are_refused(text, message):
    with refused(message):
        parse(text, format="jigsaw")


def test_givens_and_layout_on_one_line():
    layout = "AAABBBCCC" * 3 + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3
    givens = "1" + "." * 80
    puzzle = parse(f"{givens}\n{layout}")
    for text in (givens + layout, f"{givens} {layout}"):
        with case(text):
            assert parse(text) == puzzle
    assert parse(layout) == puzzle.with_givens({0: None})
    found = read(f"{layout}\n{givens}\n{layout}", format="jigsaw")
    assert [record.line for record in found] == [1, 2]


def test_letters_of_an_alphabet_are_values_unless_a_row_repeats_one():
    full = "ABCDCDABBADCDCBA"
    assert parse(full, alphabet="ABCD") == parse("1234341221434321")
    assert [record.puzzle for record in read(f"AB{'.' * 14}\n{full}", alphabet="ABCD")] == [
        parse(f"12{'.' * 14}"),
        parse("1234341221434321"),
    ]
    grids = f"{in_rows('AB' + '.' * 14)}\n\n{in_rows(full)}"
    assert len(list(read(grids, alphabet="ABCD"))) == 2
    lettered = replace(PUZZLE, givens=parse(full, alphabet="ABCD").givens)
    for text in (f"{full}\n{LAYOUT}", f"{full} {LAYOUT}", full + LAYOUT):
        with case(text):
            assert parse(text, alphabet="ABCD") == lettered
    assert parse(full).rules[:2] == (Rows(), Columns())
    assert Regions in map(type, parse(full).rules)


def test_a_label_or_a_solution_is_not_a_layout():
    letters = "ABCDEFGHIJKLMNOP"
    solution = "".join(letters[start:] + letters[:start] for start in range(16))
    for text in ("1" + "." * 15 + " " + "1234" * 4, "1..2 toto", "." * 256 + " " + solution):
        with case(text):
            assert parse(text).rules[:2] == (Rows(), Columns())
            assert Regions not in map(type, parse(text).rules)


# --- printed grids -------------------------------------------------------------------------------

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
TWISTED = parse("1...............\nAAABCABBCCDBCDDD", format="jigsaw")
WIDE = parse("\n".join(["." * 36, "AAAABBACABBBCCCBDDEECCDDEEFFDDEEFFFF"]), format="jigsaw")


@st.composite
def boards(draw_value):
    """Draw a classic puzzle, a Latin square or a jigsaw with some givens."""
    shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (5, 2), (4, 4)]
    others = [latin(side=5), latin(side=6), TWISTED, WIDE]
    empty = draw_value(st.sampled_from([*(classic(boxes=shape) for shape in shapes), *others]))
    given, count = st.sampled_from([None, None, *empty.grid.values]), len(empty.grid.cells)
    givens = draw_value(st.lists(given, min_size=count, max_size=count))
    return replace(empty, givens=tuple(givens))


@given(puzzle=boards(), highlight=st.sets(st.integers(0, 15)))
def test_drawings_of_show_are_read(puzzle, highlight):
    assert parse(draw(puzzle)) == puzzle
    assert parse(draw(puzzle, highlight=sorted(highlight))) == puzzle
    assert parse(f"a label\n{draw(puzzle)}").label == "a label"


def test_a_solution_that_is_drawn_is_givens():
    solved = nonet.solve(EASY).solution
    assert parse(draw(EASY, solved)).givens == solved


def test_several_drawings_and_their_labels_are_read():
    labelled = replace(classic(EASY), meta=(("label", "an easy one"),))
    drawn = f"{draw(labelled)}\n\n{draw(TWISTED)}\n"
    assert [record.puzzle for record in read(drawn)] == [labelled, TWISTED]


def test_a_heading_is_the_label_of_a_drawing_too():
    labelled = replace(classic(EASY), meta=(("label", "Grid 01"),))
    plain = "Grid 02\n" + "\n".join(ROWS)
    found = [record.puzzle for record in read(f"{draw(labelled)}\n\n{plain}")]
    assert [puzzle.label for puzzle in found] == ["Grid 01", "Grid 02"]
    assert found[0] == labelled


def test_a_second_line_above_a_drawing_is_not_dropped():
    for above in ("hello\nby me", "Grid 01\nby me"):
        with case(above), pytest.raises(PuzzleError, match=r"'by me' is a second line above"):
            parse(f"{above}\n{draw(EASY)}")


def test_words_in_a_drawing_are_refused():
    drawn = draw(classic(EASY).with_rules(AntiKnight()))
    with pytest.raises(PuzzleError, match=r"line 14: grid cannot read the text .* below"):
        parse(drawn)
    with pytest.raises(PuzzleError, match="Separate boards with a blank line"):
        parse(draw_side_by_side("....", [(1, 2, 2, 1), (2, 1, 1, 2)]))
    with pytest.raises(PuzzleError, match="the columns of the drawing are not aligned"):
        parse(draw(classic(EASY)).replace("┃ 5 3 · ┃", "┃  5 3 ·┃"))


def test_an_empty_row_of_dashes_is_not_a_separator():
    text = "12--\n----\n2---\n---3"
    assert write(parse(text)) == "12......2......3"
