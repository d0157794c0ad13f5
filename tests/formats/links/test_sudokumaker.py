"""SudokuMaker links are read, refused by name, and written with the same meaning."""

import json
from dataclasses import replace

import pytest
from examples import case

from nonet import count
from nonet import rules as r
from nonet.formats import classic, latin, parse, write
from nonet.formats.json_text import compact
from nonet.formats.links import lz, recognise
from nonet.formats.links.contract import are_same
from nonet.formats.links.sudokumaker.constraints import KINDS
from nonet.formats.links.sudokumaker.conversion import document_of
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

#: A link of the site: a given 1 in r1c1, the usual boxes, and a thermometer from r1c1 to r1c3.
THERMO = (
    "N4IgZg9gTgtghgFwGoFMoGcCWEB2IBcIAjAHQCsJADCADQgAOArgF7MA2KBoOcMnhAFUw4AnrRABjFGzboCAbVABzTADcUef"
    "AiiMUdVXDa6CRAL41g5yxau2b9647tOHzt648uv7755-+-QN9ggJCg0Ijw1wBdOglcdG04YQQ5fEUQBBF6fkorTOz+Ijoo"
    "FBUEhUoaKqriupoAJkbmmuqaeuKmrrbWjubugGYaIaGAFhpx8bIaaemR4YnFqZmV+bGlldmaADYdvYB2GkPDgA4aM7Pdq6Ob0"
    "-P7693jm4vz6PysnIIByiqQdDYEAA7gQwIZ0HpMgALNAwCB8BBoNLyeS1RrRd7vUxAA"
)
SITE = "https://sudokumaker.app/?puzzle="
BOXES = [row // 3 * 3 + column // 3 for row in range(9) for column in range(9)]


def text(*constraints, side=9, **members):
    """Return a document with boxes, if the side is 9."""
    size = {} if side == 9 else {"width": side, "height": side}
    boxes = [of(1, regions=BOXES)] if side == 9 else []
    puzzle = {"name": "", "author": "", "comment": "", **size, "cells": [{}] * side**2} | members
    puzzle["constraints"] = [of(0), *boxes, *constraints]
    return json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle})


def of(number, **members):
    """Return a constraint of a type."""
    return {"type": number, **members}


def diagonal(outer, slope):
    return of(500, clues=[{"value": 12, "outerCell": outer, "diagonal": slope}])


def constraints_of(puzzle):
    found = document_of(puzzle)["puzzle"]["constraints"]
    return [each for each in found if each["type"] > 1]


def test_a_link_is_read_wherever_it_is_found():
    puzzle = classic("1" + "." * 80).thermo("r1c1-r1c3")
    expected = replace(puzzle, meta=(("title", "Tiny"),))
    document = lz.decompress(THERMO)
    written = write(expected, "sudokumaker")
    assert written.startswith(f"{SITE}N4Ig")
    assert not set(written.removeprefix(SITE)) & set("+/=")
    for link in (
        *(written, SITE + THERMO, SITE + THERMO.replace("+", "%2B"), SITE + THERMO + "&x=1"),
        *(f"sudokumaker.app/?puzzle={THERMO.replace('+', ' ')}", f"example.org/?puzzle={THERMO}"),
        *(THERMO, document, json.dumps(json.loads(document), indent=1)),
    ):
        with case(link):
            assert parse(link) == expected
            assert recognise(link.splitlines()[0]) in ("sudokumaker", None)
    assert recognise(SITE + THERMO) == "sudokumaker"


#: The members of a constraint on a 9×9 board, and its rule.
READ = [
    (of(10, style={}), r.Diagonals(rising=False)),
    (of(11, name="rising", id=3), r.Diagonals(falling=False)),
    (of(12), r.AntiKing()),
    (of(13), r.AntiKnight()),
    (of(14), r.DisjointGroups(3, 3)),
    (of(15), r.NonConsecutive()),
    (of(16, groups=[14, 112, 896]), r.GlobalEntropy()),
    (of(16, groups=[584, 146, 292]), r.GlobalModular(3)),
    (of(16, groups=[340, 682]), r.GlobalModular(2)),
    (of(100, cells=[0, 10]), r.Even((0, 10))),
    (of(101, cells=[0, 10]), r.Odd((0, 10))),
    (of(102, cells=[0, 10]), r.Maximum((0, 10))),
    (of(103, cells=[0, 10]), r.Minimum((0, 10))),
    (of(300, slow=False, thermometers=[[2, 1, 0]]), r.Thermo((2, 1, 0))),
    (of(300, slow=True, thermometers=[[2, 1, 0]]), r.SlowThermo((2, 1, 0))),
    (of(301, cages=[{"cells": [0, 1], "value": 11}]), r.Cage((0, 1), 11)),
    (of(301, cages=[{"cells": [0, 1], "value": 0}]), r.Cage((0, 1))),
    (of(301, cages=[{"cells": [0, 1]}]), r.Cage((0, 1))),
    (of(302, groups=[[0, 40]]), r.Clone((0,), (40,))),
    (of(302, groups=[[0, 40, 80]]), r.Clone((0, 40), (40, 80))),
    (of(303, clues=[{"corner": 11, "digits": [1, 1]}]), r.Quadruple((0, 1, 9, 10), (1, 1))),
    (of(304, cages=[{"cells": [0, 1], "value": "2105"}]), r.LookAndSay((0, 1), [(2, 1), (0, 5)])),
    (of(305, cells=[0, 10, 20]), r.ExtraRegion((0, 10, 20))),
    (of(306, cells=[0, 10, 20]), r.CountingCircles((0, 10, 20))),
    (of(400, lines=[[0, 1, 2]]), r.Renban((0, 1, 2))),
    (of(401, lines=[[0, 1]], minDifference=4), r.Whisper((0, 1), 4)),
    (of(402, lines=[[0, 1, 2]]), r.Palindrome((0, 1, 2))),
    (of(403, lines=[[0, 1, 2], [3, 4]]), r.Between((0, 1, 2))),
    (of(404, lines=[[1, 2, 3, 12]], singleRegionTotals=False), r.RegionSum((1, 2, 3, 12))),
    (of(404, lines=[[2, 3]], singleRegionTotals=True), r.RegionSum((2, 3), single_totals=True)),
    (of(405, lines=[[0, 1, 2]]), r.Arithmetic((0, 1, 2))),
    (of(406, lines=[[0, 1, 2]], groups=[896, 14, 112]), r.Entropic((0, 1, 2))),
    (of(406, lines=[[0, 1, 2]], groups=[32, 66, 132, 264, 528]), r.Modular((0, 1, 2), 5)),
    (of(407, lines=[[0, 1, 2]]), r.Lockout((0, 1, 2), 4)),
    (of(408, bulbsWithArrows=[{"bulbCells": [0], "arrows": [[0, 1], []]}]), r.Arrow((0,), (1,))),
    (
        # The cells of a bulb are read from left to right, in whatever order they are listed.
        of(408, bulbsWithArrows=[{"bulbCells": [20, 19], "arrows": [[20, 29, 38]]}]),
        r.Arrow((19, 20), (29, 38)),
    ),
    (of(409, lines=[[0, 1, 2]]), r.DoubleArrow((0, 1, 2))),
    (diagonal(3, 1), r.LittleKiller(1, "down-left", 12)),
    (diagonal(33, -1), r.LittleKiller(27, "down-right", 12)),
    (diagonal(33, 1), r.LittleKiller(9, "up-right", 12)),
    (
        of(501, clues=[{"value": 0, "outerCell": 1}, {"outerCell": 2}]),
        r.Sandwich(range(0, 81, 9), 0),
    ),
    (of(502, clues=[{"value": 12, "outerCell": 11}]), r.XSum(range(9), 12)),
    (of(503, clues=[{"value": 3, "outerCell": 21}]), r.Skyscraper(range(8, -1, -1), 3)),
    (of(504, clues=[{"value": 3, "outerCell": 111}]), r.NumberedRoom(range(72, -1, -9), 3)),
    (of(600, cells=[0, 10]), r.RowIndexer((0, 10))),
    (of(601, cells=[0, 10]), r.ColumnIndexer((0, 10))),
]


def test_each_type_is_its_rule_in_both_directions():
    assert {members["type"] for members, _ in READ} | {200, 201, 202} == {
        kind.name for kind in KINDS
    }
    for members, rule in READ:
        puzzle = classic().with_rules(rule)
        with case(members):
            assert parse(text(members)) == puzzle
            assert are_same(parse(write(puzzle, "sudokumaker")), puzzle)
            [written] = constraints_of(puzzle)
            assert written["type"] == members["type"]


def test_edges_have_the_numbers_of_the_site():
    """A published link has these edges."""
    marks = {"negative": [], "overrideNegativeRatios": True}
    dots = of(200, clues=[{"edge": 75, "value": None}, {"edge": 132, "value": 2}], **marks)
    sums = of(202, clues=[{"edge": 70, "value": 10}, {"edge": 103, "value": 5}])
    puzzle = parse(text(dots, {**sums, "negative": []}))
    dotted = classic().whitedot("r5c3 r5c4").whitedot("r8c6 r8c7", difference=2)
    assert puzzle == dotted.x("r4c8 r5c8").v("r6c5 r7c5")
    assert parse(write(puzzle, "sudokumaker")) == puzzle


def test_values_of_unmarked_edges_are_forbidden():
    white = {"clues": [{"edge": 1, "value": 1}], "overrideNegativeRatios": True}
    black = {"clues": [{"edge": 2, "value": 2}], "overrideNegativeDifferences": False}
    found = parse(text(of(200, **white, negative=[1]), of(201, **black, negative=[2])))
    negative = r.NegativeWhiteDots((1,), black_exempts=False), r.NegativeBlackDots((2,))
    assert found.rules[-2:] == negative
    for puzzle in (
        found,
        classic().negativexv(),
        classic().x("r1c1 r1c2").negativexv([10]),
        classic().whitedot("r1c1 r1c2").negativewhitedots().negativeblackdots([2]),
    ):
        with case(puzzle.rules):
            assert are_same(parse(write(puzzle, "sudokumaker")), puzzle)
    for rule in (r.NegativeXV(exempt=[(0, 1)]), r.NegativeWhiteDots(exempt=[(0, 1)])):
        with case(rule), pytest.raises(PuzzleError, match="cannot express this combination"):
            write(classic().with_rules(rule), "sudokumaker")
    with pytest.raises(PuzzleError, match="does not know whether the site exempts dots"):
        parse(text(of(200, **white, negative=[]), of(15)))


def test_groups_without_a_rule_of_their_own_become_patterns():
    primes, others = (2, 3, 5, 7), (1, 4, 6, 8, 9)
    groups = [sum(1 << value for value in group) for group in (primes, others)]
    line = parse(text(of(406, lines=[[0, 1, 2], [80]], groups=groups)))
    assert [(rule.name, rule.cells) for rule in line.rules[3:]] == [
        *(("pairs", (0, 1)), ("pairs", (1, 2)), ("among", (80,)))
    ]
    pairs = {(prime, other) for prime in primes for other in others}
    assert line.rules[3].allowed == pairs | {(other, prime) for prime, other in pairs}
    board = parse(text(of(16, groups=[2, 4]), side=2, type="custom", maxDigit=3))
    assert count(board) == 3**4 - 2 * 2**4 + 1  # without 1, without 2, and with neither


def test_boards():
    ring = parse(text(of(1, regions=[0, 0, -1, None]), side=2, type="custom"))
    assert ring == Puzzle(Grid(2, 2, range(1, 10)), rules=(r.Regions([[0, 1], [2], [3]]),))
    lines = {"side": 2, "type": "custom", "minDigit": 0, "maxDigit": 1}
    zeros = parse(text(of(2003), **lines))
    assert zeros.rules == (r.Rows(), r.Columns())
    assert zeros.grid.values == range(2)
    six = parse(text(side=6, size=6))
    assert (six.grid, six.rules) == (Grid(6, 6), (r.Rows(), r.Columns()))
    given_ = [{"given": True, "value": 2}, {"value": 1}, None, {"candidates": 6}]
    assert parse(text(side=2, cells=given_)).givens == (2, None, None, None)
    wide = Puzzle(Grid(2, 3, range(5)), rules=(r.Columns(), r.Boxes(1, 3)))
    for puzzle in (ring, zeros, six, latin(side=4), classic(order=2), classic(boxes=(3, 2)), wide):
        with case(puzzle):
            assert are_same(parse(write(puzzle, "sudokumaker")), puzzle)


def test_rules_without_a_type_are_refused_by_name():
    nine = classic()
    for puzzle, what in (
        (nine.taxicab(2), "the rule taxicab"),
        (nine.lockout("r1c1-r1c3", gap=3), "gap=3 of lockout line r1c1 r1c2 r1c3, gap 3"),
        (nine.minimum("r1c1", others_exempt=False).minimum("r1c2"), "others_exempt=False of "),
        (nine.whitedot("r1c1 r9c9"), "a mark between two cells without a common edge"),
        (nine.sandwich("r1c1-r1c8", 5), "a clue for a part of a row or column"),
        (nine.whitedot("r1c1 r1c2").nonconsecutive(), "this combination of rules (puzzle"),
        (nine.cage("r1c1", root=3), "root=3 of "),
        (nine.among("r1c1", [1, 2]), "the rule among"),
        (replace(nine, marks=(1, *nine.marks[1:])), "the marks of r1c1"),
        (latin(side=101), "a 101×101 grid"),
        (latin(side=31), "values from 1 to 31"),
    ):
        with case(what), pytest.raises(PuzzleError) as refused:
            write(puzzle, "sudokumaker")
        assert str(refused.value).startswith(f"sudokumaker cannot express {what}")


def test_texts_colours_drawings_and_disabled_rules_are_kept():
    drawing = of(2000, lines=[[{"x": 0.5, "y": 1.5}]], style={"color": "#ff0000"})
    custom = of(1000, disabled=True, definition={"name": "mine"})
    fog = of(4000, cells=[1, 2])
    export = {"export": {"sudokuPad": {}}}
    members = {"name": "Two 😀", "author": "me", "comment": "Rules.", **export}
    cells = [{"colors": 6}, *[{}] * 80]
    puzzle = parse(text(drawing, custom, fog, cells=cells, **members))
    assert dict(puzzle.meta) == {
        **{"title": "Two 😀", "author": "me", "rules": "Rules."},
        "sudokumaker": compact(
            {**export, "colors": {"0": 6}, "constraints": [drawing, custom, fog]}
        ),
    }
    assert puzzle.rules == classic().rules
    assert parse(write(puzzle, "sudokumaker")) == puzzle
    for foreign in ("{", "[1]", '{"constraints": [1, {"type": 13}], "colors": []}'):
        with case(foreign):
            changed = replace(puzzle, meta=(("sudokumaker", foreign),))
            assert parse(write(changed, "sudokumaker")).meta == ()


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (of(1000, definition={"name": "no roping"}), "the rule 'no roping' is JavaScript"),
        (of(1000), "the rule 'custom' is JavaScript code, which nonet never runs"),
        (of(307, cells=[]), "puzzle.constraints[2].type: unknown type 307"),
        ({"type": "400"}, "puzzle.constraints[2].type: must be an integer, not text"),
        ({}, "puzzle.constraints[2]: the key 'type' is missing"),
        (of(400), "puzzle.constraints[2]: the key 'lines' is missing"),
        (of(13, lines=[]), "unknown key 'lines'; there are"),
        (of(400, lines=[], ignored=True), "unknown key 'ignored'; there are"),
        (of(2003, areas=[]), "unknown key 'areas'; there are"),
        (of(400, lines=[[0, 81]]), "there is no cell 81. They are numbered from 0 to 80"),
        (of(400, lines=[[0, -1]]), "there is no cell -1"),
        (of(400, lines=[[0, 1.5]]), "must be an integer, not 1.5"),
        (of(400, lines={"a": 1}), "must be a list, not an object"),
        (of(100, cells=[0, 0]), "r1c1 is named twice"),
        (of(1, regions=BOXES), "regions of an earlier constraint are there, too"),
        (of(202, negative=[], clues=[{"edge": 0, "value": 5}]), "the edge 0 is not"),
        (of(202, negative=[], clues=[{"edge": 161, "value": 5}]), "the edge 161 is not"),
        (of(202, negative=[], clues=[{"edge": 1, "value": 9}]), "must be 5 or 10"),
        (of(303, clues=[{"corner": 9, "digits": [1]}]), "the corner 9 is not between four"),
        (of(304, cages=[{"cells": [0], "value": "1"}]), "must be pairs of a count and"),
        (of(408, bulbsWithArrows=[{"bulbCells": [0], "arrows": [[1]]}]), "in the bulb"),
        (of(500, clues=[{"outerCell": 0, "diagonal": 1}]), "no diagonal begins there"),
        (of(500, clues=[{"outerCell": 12, "diagonal": 1}]), "no diagonal begins there"),
        (of(500, clues=[{"outerCell": 3, "diagonal": 2}]), "must be 1 or -1"),
        (of(501, clues=[{"outerCell": 0, "value": 1}]), "is not next to a row or column"),
        (of(16, groups=[1]), "a group has no digit of the puzzle"),
        (of(16, groups=[2, 4, 8, 16, 32]), "four cells cannot have digits of these"),
        (of(406, lines=[], groups=[6, 12]), "two groups or more without a common"),
    ],
)
def test_bad_constraints_are_refused_by_place(constraint, message):
    with pytest.raises(PuzzleError) as refused:
        parse(text(constraint))
    assert message in str(refused.value)


def test_bad_boards_are_refused():
    line = of(404, lines=[[0, 1]], singleRegionTotals=False)
    tower = of(503, clues=[{"outerCell": 1, "value": 1}])
    for document, message in (
        (text(side=2, cells=[{}] * 3), "the list has 3 items instead of 4"),
        (text(maxDigit=0), "the digits 1 to 0 are not from 0 to 30"),
        (text(maxDigit=8), "a 9×9 board of the type 'sudoku' cannot have 8 digits"),
        (text(side=2, type="kropki"), "unknown type 'kropki'"),
        (text(side=2, cells=[{"given": True, "value": 3}, {}, {}, {}]), "3 is not a value from 1"),
        (text(side=2, cells=[{"fog": 1}, {}, {}, {}]), "unknown key 'fog'"),
        (text(side=2, solution="1221"), "unknown key 'solution'"),
        (text(of(1, regions=[0]), side=2), "the list has 1 item instead of 4"),
        (text(line, side=2), "r1c1 is on a region sum line, but in no region"),
        (text(of(14), side=2), "this rule needs regions that are boxes"),
        (text(tower, side=2, type="custom", minDigit=0), "a building of height 0"),
        (text().replace("1.5.0", "2.0.0"), "unknown version '2.0.0'"),
        ('{"formatVersion": "1.5.0", "puzzle": {}}', "the key 'cells' is missing"),
        ('{"formatVersion": "1.5.0", "puzzle": []}', "must be an object, not a list"),
    ):
        with case(message), pytest.raises(PuzzleError) as refused:
            parse(document)
        assert message in str(refused.value)


def test_untrusted_links_are_limited():
    bomb = lz.compress('{"formatVersion":' + " " * lz.MOST_TEXT + "}")
    deep = text().replace('"comment": ""', f'"comment": {"[" * 60}{"]" * 60}')
    for link, message in (
        (SITE + bomb, "the text of the link is longer than the limit of 1048576"),
        (SITE + lz.compress(deep), "lists and objects are nested more than 24 deep"),
        (text(of(402, lines=[[0, 1]] * 5000)), "more than 2048 rules"),
        (text(of(402, lines=[[0, 1] * 600])), "1200 cells exceed the limit of 1000"),
        (text(side=1, width=101), "101 is not from 1 to 100"),
        (text(side=1, type="custom", maxDigit=31), "the digits 1 to 31 are not from 0 to 30"),
        (text(side=1, type="custom", minDigit=-1), "the digits -1 to 9 are not from 0 to 30"),
        (text(side=1, width=10**30), "is not from 1 to 100"),
    ):
        with case(message), pytest.raises((TooLarge, PuzzleError), match=message):
            parse(link)
    for cut in (80, 200):
        with pytest.raises(PuzzleError, match="the compressed text is cut off or damaged"):
            parse(SITE + THERMO[:cut])
    with pytest.raises(PuzzleError, match="its '\\?puzzle=' is missing"):
        parse("https://sudokumaker.app/")
