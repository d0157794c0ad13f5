"""In links of Penpa+, nonet reads and writes Sudoku signs, and lists other drawings."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from urllib.parse import unquote

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet import rules as r
from nonet.formats import classic, latin, parse, read, write
from nonet.formats.links import recognise
from nonet.formats.links.penpa.signs import COLLECTIONS
from nonet.formats.links.penpa.text import lengthened, packed, shortened, unpacked
from nonet.formats.writer import left_out
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

#: A 4×4 called Jazz. Two other programs read it in the same way.
JAZZ = (
    "bZBNa8MwDEDv/hVFZx38kaSub2NrDmNssHSM1ZhSupSVBQpNA8Wh/e2TtLJehqIX8aLIifrhc/89YEHhPGo0HDMt6S"
    "q+9DUWu2PXhsnjOi/zEu+G49f+ECaI+FLXuF13favitTepCAYQLKWBdIFeToGL6FlSY34NY16FmM6Y326lv5VNGInP"
    "YQTjIciLRqaRNWQLZ1mXpFl9kLKGlUfY7A6brl01DaDlh7XMssJFiNFWaKdofUqYHR2H+UGohaXwSbrnwnfhvbAQVj"
    "SloKWVPGLKX6xUNP53fVj+f6e10K+fFZxAMjqyxZ/SXJwY1CYL/QE="
)
PAGE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
FOUR = classic(order=2)


def link(header="sudoku,4,4", margins=(0, 0, 0, 0), answer="", texts="Title: ,Author: ", **objects):
    """Return a link that draws some objects."""
    header = f"{header},38,0,1,1,190,190,36,36,0,0,0,0,{texts},,,OFF,false"
    layer = json.dumps({**COLLECTIONS, **objects})
    text = "\n".join([header, json.dumps(list(margins)), "[]", layer, answer, "[]"])
    return PAGE + packed(shortened(text))


def test_links_of_other_programs_old_ones_too():
    puzzle = parse(PAGE + JAZZ)
    rules = r.Thermo((4, 5, 6)), r.Cage((14, 15), 5), r.WhiteDot(2, 3)
    jazz = FOUR.with_givens({0: 1}).with_rules(*rules)
    assert puzzle == replace(jazz, meta=(("title", "Jazz"),))
    assert parse(write(puzzle, "penpa")) == puzzle
    for text in (PAGE + JAZZ, PAGE.replace("#", "?") + JAZZ, PAGE.replace("https://", "") + JAZZ):
        with case(text[:50]):
            assert recognise(text) == "penpa"
            assert parse(text).label == "Jazz"
    assert len(list(read(f"{PAGE}{JAZZ}\n\n{PAGE}{JAZZ}"))) == 2


def test_boards_margins_givens_and_candidates():
    objects = {"number": {"30": ["1", 1, "1"]}, "symbol": {"192": [8, "circle_SS", 2]}}
    puzzle = parse(link("sudoku,5,5", margins=(1, 0, 1, 0), **objects))
    assert puzzle == FOUR.with_givens({0: 1}).with_rules(r.WhiteDot(0, 4))
    for board in (FOUR, classic(order=3), classic(boxes=(2, 3)), latin(side=5)):
        full = board.grid.full
        marks = (full, 0b101, 0b110, *[full] * (len(board.grid.cells) - 3))
        puzzle = replace(board.with_givens({0: 1, 5: 2}).thermo("r2c1 r3c1"), marks=marks)
        with case(board):
            assert parse(write(puzzle, "penpa")) == puzzle


RULES = {
    "thermo": r.Thermo((0, 1, 5)),
    "arrow": r.Arrow((0,), (1, 2, 1)),
    "cage": r.Cage((0, 1, 4), 9),
    "cage without a sum": r.Cage((15, 14)),
    "white dot": r.WhiteDot(1, 5),
    "black dot": r.BlackDot(2, 3),
    "odd": r.Odd((0, 7)),
    "even": r.Even((3,)),
    "both diagonals": r.Diagonals(),
    "one diagonal": r.Diagonals(falling=False),
}


def test_each_sign_is_its_rule_in_both_directions():
    for name, rule in RULES.items():
        puzzle = FOUR.with_rules(rule)
        with case(name):
            assert parse(write(puzzle, "penpa")) == puzzle
    all_of_them = [rule for name, rule in RULES.items() if name != "one diagonal"]
    together = FOUR.with_rules(*all_of_them)
    assert set(parse(write(together, "penpa")).rules) == set(together.rules)


def lines_of(puzzle):
    """Return the lines of a link as the site reads them. The site does not decode escapes."""
    _, _, payload = write(puzzle, "penpa").partition("&p=")
    return lengthened(unpacked(payload)).split("\n")


def layer_of(puzzle):
    return json.loads(lines_of(puzzle)[3])


def test_links_have_no_escapes_and_no_table_of_modes():
    """The site does not decode escapes, and reads all its modes from line 12."""
    puzzles = [FOUR.with_givens({cell: 1 + value}) for cell in range(16) for value in range(4)]
    assert any("+" in write(puzzle, "penpa") for puzzle in puzzles)
    for puzzle in puzzles:
        assert not set(write(puzzle, "penpa").partition("&p=")[2]) & set("%&-_")
        assert lines_of(puzzle)[11] == ""


def test_one_diagonal_is_drawn_and_the_other_marked():
    rising = layer_of(FOUR.with_rules(r.Diagonals(falling=False)))["lineE"]
    header = "sudoku,4,4,38,0,1,1,190,190,36,36,1,0,0,0,Title: ,Author: ,,,OFF,false"
    text = "\n".join([header, "[0,0,0,0]", "[]", json.dumps({**COLLECTIONS, "lineE": rising})])
    assert parse(PAGE + packed(shortened(text))).rules[-1] == r.Diagonals()


def test_cages_have_the_outlines_that_penpa_draws():
    square = {(328, 329), (328, 330), (332, 333), (333, 335), (360, 362), (362, 363), (365, 367)}
    square |= {(366, 367), (329, 332), (363, 366), (330, 360), (335, 365)}
    domino = {(328, 329), (328, 330), (330, 331), (332, 333), (333, 335), (334, 335)}
    for cells, outline in {(0, 1): domino | {(329, 332), (331, 334)}, (0, 1, 4, 5): square}.items():
        with case(cells):
            layer = layer_of(FOUR.with_rules(r.Cage(cells, 9)))
            assert layer["cage"] == {f"{a},{b}": 10 for a, b in outline}


def test_an_outline_without_a_cage_is_a_drawing():
    killer = {"328,329": 10, "332,329": 10, "328,330": 7}
    cages = {"killercages": [[], [18, 19]], "cage": killer}
    assert parse(link(**cages)) == FOUR.with_rules(r.Cage((0, 1)))
    for other in ("336,337", "333,336", "73,74"):
        text = link(**{**cages, "cage": {**killer, other: 10}})
        with case(other):
            with pytest.raises(PuzzleError, match=r"drawings: 1 object in 'cage'."):
                parse(text)
            kept = dict(parse(text, ignore_drawings=True).meta)["penpa"]
            assert json.loads(kept)["objects"] == {"cage": {other: 10}}
    assert parse(link(killercages=[[]])) == FOUR


def test_borders_are_regions():
    regions = r.Regions(((0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15)))
    jigsaw = replace(FOUR, rules=(r.Rows(), r.Columns(), regions))
    assert parse(write(jigsaw, "penpa")) == jigsaw
    standing = parse(write(classic(boxes=(3, 2)), "penpa"))
    assert standing.rules[2] == r.Regions(tuple(r.Boxes(3, 2).groups(Grid(6, 6))))
    assert parse(link()) == FOUR  # a sudoku without borders has the boxes of its size
    assert parse(link("square,4,4")) == latin(side=4)
    with pytest.raises(PuzzleError, match="the borders form a region of 8 cells instead of 4"):
        parse(link(lineE={"89,90": 2, "90,91": 2, "91,92": 2, "92,93": 2}))


def test_only_digits_of_the_setter_are_givens():
    answer = {"number": {"18": ["1", 2, "1"], "19": ["2", 9, "1"], "20": [[1, 0, 1], 8, "7"]}}
    assert parse(link(answer=json.dumps(answer))) == FOUR
    for colour in (1, 2, 8, 9, 10):
        numbers = {"18": ["1", colour, "1"], "19": [[1, 0, 1], colour, "7"]}
        puzzle = parse(link(number=numbers | {"20": [[0, 1], colour, "7"]}))
        with case(colour):
            assert (puzzle.givens[:3], puzzle.marks[:3]) == ((1, None, 2), (15, 5, 15))
    assert parse(link(number={"18": ["1", 1, "10"]})) == FOUR.with_givens({0: 1})
    for entry in (["1", 9, "10"], ["1", 2, "6"], ["1", 3, "1"], [[1, 1], 3, "7"]):
        with case(entry), pytest.raises(PuzzleError, match="1 object in 'number'"):
            parse(link(number={"18": entry}))


def test_the_solution_is_kept():
    solved = "1234341221434321"
    numbers = {str(8 * (2 + i // 4) + 2 + i % 4): [v, 2, "1"] for i, v in enumerate(solved)}
    answer = json.dumps({"number": numbers})
    found = packed(json.dumps([[], [], [], [], [f"{k},{v[0]}" for k, v in numbers.items()], []]))
    for text in (link(answer=answer), f"{link()}&a={found}"):
        with case(text[:99]):
            assert parse(text).meta == (("solution", solved),)
    assert parse(link(answer=json.dumps({"number": {"18": ["1", 2, "1"]}}))).meta == ()


def test_texts_of_the_header_which_are_omitted_if_penpa_would_change_them():
    puzzle = parse(link(texts="Title: a%2C b,Author: x=y%2Fz,%2C%2D,1%2C%2D2%2E%2F"))
    texts = {"title": "a, b", "author": "x=y%2Fz", "source": "%2C%2D", "rules": "1,\n2&="}
    assert dict(puzzle.meta) == texts
    assert parse(write(puzzle, "penpa")) == puzzle
    header = unpacked(unquote(write(puzzle, "penpa").split("&p=")[1])).split("\n")[0]
    assert ",Title: a%2C b,Author: x=y%2Fz" in header.replace("zZ", "z")
    for key, text in {
        "title": "two\nlines",
        "author": "a literal %2C",
        "source": "a, b",
        "rules": "100%2F",
        "label": "two\nlines",
    }.items():
        other = ("author", "somebody") if key == "source" else ("source", "a book")
        puzzle = replace(FOUR, meta=((key, text), other))
        with case(key):
            written = write(puzzle, "penpa")
            assert parse(written) == replace(FOUR, meta=(other,))
            assert left_out(puzzle, written, "penpa") == (key,)


def test_unknown_drawings_are_listed_or_kept():
    objects = {"surface": {"18": 1}, "symbol": {"18": [1, "star", 1]}, "line": {"18,19": 2}}
    text = link(**objects)
    with pytest.raises(PuzzleError, match="1 object in 'surface', 1 object in 'symbol', 1 object"):
        parse(text)
    puzzle = parse(text, ignore_drawings=True)
    assert puzzle.rules == FOUR.rules
    assert json.loads(dict(puzzle.meta)["penpa"]) == {"margins": [0] * 4, "objects": objects}
    assert parse(write(puzzle, "penpa"), ignore_drawings=True) == puzzle
    for name, objects in {
        "nobulbthermo": [[18, 19]],
        "numberS": {"432": ["5", 1]},
        "cage": {"73,74": 10},
        "number": {"18": ["?", 1, "1"]},
        "lineE": {"73,82": 12},
        "wall": {"1,2": 1},
        "direction": [[18, 19]],
    }.items():
        with case(name), pytest.raises(PuzzleError, match=f"1 object in '{name}'"):
            parse(link(**{name: objects}))


def test_other_metadata_is_omitted():
    for text in (
        "{",
        "[]",
        '{"margins": [1], "objects": {}}',
        '{"margins": [0,0,0,0], "objects": {"x": []}}',
        '{"margins": [1.0,0,0,0], "objects": {}}',
        '{"margins": [0,0,0,100], "objects": {}}',
        '{"margins": [0,0,0,0], "objects": {"line": []}}',
        '{"margins": [0,0,0,0], "objects": {"line": {"1,2": "\\ud800"}}}',
        '{"margins": [0,0,0,0], "objects": {"line": {"1,2": ' + "[" * 500 + "]" * 500 + "}}}",
        "[" * 200_000,
    ):
        with case(text[:60]):
            assert parse(write(replace(FOUR, meta=(("penpa", text),)), "penpa")) == FOUR


def test_errors_name_the_bad_part():
    for text, message in {
        "https://swaroopg92.github.io/penpa-edit/": "its '&p=' is missing",
        PAGE + "!": "the compressed text is damaged",
        PAGE + JAZZ[:60]: "the compressed text is cut off",
        PAGE + packed("1,2,3"): "the link has the old version 1",
        PAGE + packed("hex,4,4"): "the puzzle is in line 4, but the text has 1 line",
        PAGE + packed("hex,4,4\n[0,0,0,0]\n\n{}"): "the kind of grid is 'hex'",
        PAGE + packed("sudoku,x,4\n[0,0,0,0]\n\n{}"): "does not say the size",
        link(margins=(0, 0)): "the paper has 2 margins instead of 4",
        link(margins=(-1, 0, 0, 0)): "a margin has -1 cells",
        link(margins=(9, 0, 0, 0)): "has no cells",
        link(thermo=[[0, 1]]): "thermo: the cell 0 is outside the grid",
        link(thermo=[["x"]]): "thermo[0][0]: must be an integer, not text",
        link(thermo={"a": 1}): "thermo: this must be a list",
        link(number={"x": 1}): "number: 'x' is not a number",
        link(lineE={"x": 1}): "lineE: 'x' is not a pair of numbers",
        link(killercages=[[18, 19]], numberS={"328": ["5", 1], "332": ["6", 1]}): "several sums",
        PAGE + packed('sudoku,4,4\n[0,0,0,0]\n\n{"loop":[]}'): "unknown collection 'loop'",
    }.items():
        with case(text[-60:]), pytest.raises(PuzzleError, match=re.escape(message)):
            parse(text)


def test_sizes_are_bounded_before_memory_is_spent():
    huge = packed("sudoku,9999,9999\n[0,0,0,0]\n\n{}")
    for text in (packed(" " * (1 << 21)), "A" * (1 << 22), huge):
        with case(text[:20]), pytest.raises(TooLarge):
            parse(PAGE + text)


def test_inexpressible_puzzles_are_refused():
    apart = r.Regions(((0, 5, 10, 15), (1, 2, 3, 4), (6, 7, 8, 9), (11, 12, 13, 14)))
    shapes = replace(FOUR, rules=(r.Rows(), r.Columns(), apart))
    for puzzle, message in [
        (FOUR.with_rules(r.AntiKnight()), "the rule antiknight"),
        (FOUR.with_rules(r.WhiteDot(0, 2)), "white dot between r1c1 and r1c3"),
        (FOUR.with_rules(r.WhiteDot(0, 1, 2)), "its drawing means another puzzle"),
        (FOUR.with_rules(r.Arrow((0, 1), (2,))), "arrow r1c1 r1c2"),
        (FOUR.with_rules(r.Cage((0, 1), 5), r.Cage((0, 4), 6)), "over another drawing"),
        (shapes, "the borders form a region of 1 cell"),
        (replace(FOUR, rules=()), "its drawing means another puzzle"),
        (Puzzle(Grid(2, 2, range(2))), "values from 0 to 1"),
        (replace(FOUR, marks=(1, *FOUR.marks[1:])), "its drawing means another puzzle"),
    ]:
        with case(message), pytest.raises(PuzzleError, match=re.escape(message)):
            write(puzzle, "penpa")


@given(st.text())
def test_names_are_shortened_and_restored(text):
    assert lengthened(shortened(text)) == text
    assert unpacked(packed(text).rstrip("=")) == text
    assert zlib.decompress(b64decode(packed(text)), -15) == text.encode()
