"""Tests of the jigsaw format: givens, then the layout of the regions."""

from dataclasses import replace

import pytest
from examples import case
from refusals import refused

from nonet.formats import latin, parse, read, write
from nonet.rules import Columns, Regions, Rows

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


def test_regions_come_in_the_order_of_their_first_cells():
    other = LAYOUT.translate(str.maketrans("ABCD", "4213"))
    assert parse(f"{GIVENS}\n{other}", format="jigsaw") == PUZZLE


def test_pair_after_pair():
    text = f"{GIVENS} first\n{LAYOUT}\n{GIVENS}\n{LAYOUT[1:]}\n{GIVENS}\n{LAYOUT}\n"
    first, second, third = read(text)
    assert (first.puzzle.label, third.puzzle) == ("first", PUZZLE)
    assert str(second.error) == "line 4: the layout has 15 symbols, but the grid has 16 cells"
    assert (second.line, third.line) == (3, 5)


def test_it_is_written_as_two_lines():
    labelled = replace(PUZZLE, meta=(("label", "a label"),))
    assert write(labelled, "jigsaw") == f"{GIVENS} a label\n{LAYOUT}"


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
    assert [record.line for record in read(f"{layout}\n{givens}\n{layout}", format="jigsaw")] == [
        1,
        2,
    ]


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
