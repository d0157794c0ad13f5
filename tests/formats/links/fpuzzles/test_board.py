"""Tests of boards, givens and other entries of f-puzzles, read and written."""

import json
from dataclasses import replace

import pytest
from examples import case
from link_documents import HOUSES, SIX, text

from nonet import rules
from nonet.formats import classic, latin, parse, write
from nonet.formats.links import lz
from nonet.formats.links.contract import are_same
from nonet.formats.links.fpuzzles.conversion import document_of
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def test_entries_of_players_are_ignored():
    cells = {
        "r1c1": {"value": 1, "given": True},
        "r1c2": {"value": 2, "given": False, "centerPencilMarks": [2, 3]},
        "r1c3": {"value": 3},
        "r1c4": {"givenPencilMarks": [5, 6], "cornerPencilMarks": [1]},
        "r1c5": {"givenPencilMarks": None, "given": True},
        "r1c6": {"givenPencilMarks": [], "c": "#FF0000"},
        "r2c1": {"parity": "Odd"},
    }
    puzzle = parse(text(cells=cells))
    assert puzzle.givens[:6] == (1, None, None, None, None, None)
    assert puzzle.marks[:6] == (*[SIX.grid.full] * 3, 0b110000, *[SIX.grid.full] * 2)
    assert puzzle.rules == (*HOUSES, rules.Odd([6]))
    assert puzzle.meta == (("fpuzzles", '{"grid":{"5":{"c":"#FF0000"}}}'),)
    assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_regions_are_boxes_unless_cells_say_otherwise():
    every = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    for side, cells, more in (
        (6, {}, (rules.Boxes(2, 3),)),
        (8, {}, (rules.Boxes(2, 4),)),
        (7, {}, ()),
        (1, {}, (rules.Boxes(1, 1),)),
        (4, {name: {"region": None} for name in every}, ()),
        (4, {name: {"region": int(name[-1])} for name in every}, (rules.Boxes(4, 1),)),
    ):
        with case((side, cells)):
            puzzle = parse(text(side, cells))
            assert puzzle.rules == (rules.Rows(), rules.Columns(), *more)
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_other_regions_come_in_the_order_of_their_first_cells():
    for cells, expected in (
        ({"r1c1": {"region": 1}, "r1c4": {"region": 0}}, (0, 4, 5, 9, 10, 11)),
        ({"r1c2": {"region": 99}}, (0, 2, 6, 7, 8)),
    ):
        with case(cells):
            puzzle = parse(text(6, cells))
            [rule] = puzzle.rules[2:]
            assert isinstance(rule, rules.Regions)
            assert rule.regions[0] == expected
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_a_cell_without_a_region_is_a_region_of_one_cell():
    loose = {"r1c1": {"region": None}, "r1c2": {"region": -1}}
    puzzle = parse(text(4, loose))
    assert puzzle.rules[2].regions[:2] == ((0,), (1,))
    assert parse(write(puzzle, "fpuzzles")) == puzzle
    line = [{"lines": [["R2C2", "R1C2", "R1C3"]]}]
    with pytest.raises(PuzzleError, match="'regionsumline' 1: R1C2 is in no region, and programs"):
        parse(text(4, loose, regionsumline=line))
    for keys in ({"disjointgroups": True}, {"boxindexer": [{"cells": ["R3C3"]}]}):
        with case(keys), pytest.raises(PuzzleError, match="needs regions that are boxes"):
            parse(text(4, loose, **keys))


def test_bad_boards_are_refused_with_their_place():
    board = json.loads(text(2))
    for change, message in (
        ({"size": 3}, "grid: the list has 2 items instead of 3"),
        ({"size": 0}, "size: 0 is not from 1 to 100"),
        ({"size": 10**9}, "size: 1000000000 is not from 1 to 100"),
        ({"size": "2"}, "size: must be an integer, not text"),
        ({"grid": [[{}, {}], [{}]]}, "grid[1]: the list has 1 item instead of 2"),
        ({"grid": [[{}, {}], [{}, 5]]}, "r2c2: must be an object, not a number"),
        ({"grid": [[{}, {}], [{}, {"fixed": 1}]]}, "r2c2: unknown key 'fixed'"),
        ({"grid": [[{"value": 3, "given": True}, {}], [{}, {}]]}, "r1c1.value: 3 is not a value"),
        ({"grid": [[{"value": "x", "given": True}, {}], [{}, {}]]}, "r1c1.value: 'x' is not a n"),
        ({"grid": [[{"givenPencilMarks": [3]}, {}], [{}, {}]]}, "r1c1.givenPencilMarks: 3 is no"),
        ({"grid": [[{"region": "a"}, {}], [{}, {}]]}, "r1c1.region: must be an integer, not text"),
        ({"grid": [[{"parity": "odd"}, {}], [{}, {}]]}, "r1c1.parity: the parity must be Odd or"),
        ({"grid": [[{"parity": ["Odd"]}, {}], [{}, {}]]}, "r1c1.parity: must be text, not a list"),
        ({"solution": [1, 2]}, "solution: the solution has 2 values for 4 cells"),
        ({"solution": [1, 2, 2, 3]}, "solution[3]: 3 is not a value from 1 to 2"),
        ({"title": 5}, "title: must be text, not a number"),
    ):
        with case(change), pytest.raises(PuzzleError) as refused:
            parse(json.dumps(board | change), format="fpuzzles")
        assert refused.value.message.removeprefix("fpuzzles: ").startswith(message)
    for missing in ("size", "grid"):
        some = json.dumps({key: value for key, value in board.items() if key != missing})
        with case(missing), pytest.raises(PuzzleError, match=f"the key '{missing}' is missing"):
            parse(some, format="fpuzzles")


# --- writing -------------------------------------------------------------------------------------


def test_inexpressible_rules_are_refused_by_name():
    nine = classic(order=3)
    for puzzle, what in (
        (nine.taxicab(2), "the rule taxicab"),
        (nine.greater("r1c1 r1c2"), "the rule greater"),
        (nine.lockout("r1c1-r1c3", gap=3), "gap=3 of lockout line r1c1 r1c2 r1c3, gap 3"),
        (nine.modular("r1c1-r1c3", modulus=2), "modulus=2 of "),
        (nine.minimum("r1c1", others_exempt=False), "others_exempt=False of minimum r1c1"),
        (nine.whitedot("r1c1 r1c2").nonconsecutive(dots_exempt=False), "the rule nonconsecutive"),
        (nine.negativexv([5]), "the rule negativexv"),
        (nine.cage("r1c1-r1c3", totals=[5, 6]), "totals=(5, 6) of cage"),
        (
            nine.sandwich("r1c1-r1c8", 5),
            "a clue for a part of a row or column: sandwich 5: r1c1-r1c8",
        ),
        (nine.sandwich("r1", 5, [2, 8]), "crusts=(2, 8) of sandwich"),
        (nine.disjointgroups(1, 9), "the rule disjointgroups"),
        (nine.boxindexer("r1c1", 1, 9), "height=1 of box indexer r1c1"),
        (nine.with_rules(rules.Boxes(1, 9)), "the rule boxes"),
        (nine.among("r1c1", [1, 2]).among("r1c1", [3]), "r1c1 without candidates"),
        (Puzzle(Grid(2, 3), rules=(rules.Rows(), rules.Columns())), "a 2×3 grid"),
        (Puzzle(Grid(2, 2, range(2)), rules=(rules.Rows(), rules.Columns())), "values from 0 to 1"),
        (Puzzle(Grid(4, 4), rules=(rules.Rows(),)), "a puzzle without the rule columns"),
        (latin(side=101), "a 101×101 grid"),
    ):
        with case(what), pytest.raises(PuzzleError) as refused:
            write(puzzle, "fpuzzles")
        assert str(refused.value).startswith(f"fpuzzles cannot express {what}")


def test_rules_without_a_key_are_written_with_other_keys():
    nine = classic(order=3)
    windows = parse(write(nine.windoku(), "fpuzzles")).rules[3:]
    assert windows == tuple(map(rules.ExtraRegion, rules.Windoku().groups(nine.grid)))
    chosen = parse(write(nine.with_rules(rules.Among([0, 1], [1, 2, 3])), "fpuzzles"))
    assert chosen.marks[:3] == (0b111, 0b111, nine.grid.full)


def test_keys_that_f_puzzles_does_not_draw_have_a_copy():
    """Scripts draw the same copy, and ignore it when they read a puzzle."""
    puzzle = classic(order=3).renban("r1c1-r1c3").whisper("r2c1-r2c4", 4).doublearrow("r5c1-r5c4")
    puzzle = puzzle.thermo("r9c1-r9c4").xsum("r1", 12).rowindexer("r4c1").cage("r8c1", root=3)
    link = write(puzzle, "fpuzzles")
    found = json.loads(lz.decompress(link.split("=", 1)[1].replace("%2B", "+")))
    said = [
        *((line["fromConstraint"], line["outlineC"]) for line in found["line"]),
        *((circle["cells"], circle["baseC"]) for circle in found["circle"]),
        *((text["value"], text["fromConstraint"]) for text in found["text"]),
    ]
    assert said == [
        *(("Renban", "#F067F0"), ("Dutch Whispers", "#FF9A00"), ("Double Arrow", "#C54B8B")),
        *((["R5C1"], "#C54B8B"), (["R5C4"], "#C54B8B")),
        *(("◯", "X Sum"), ("12", "X Sum")),
    ]
    assert [cage["cells"] for cage in found["cage"]] == [["R8C1"], ["R4C1"]]
    assert not parse(link).meta
    assert sorted(map(repr, parse(link).rules)) == sorted(map(repr, puzzle.rules))


def test_negative_constraints_are_written_as_equivalent_flags():
    nine = classic(order=3)
    for puzzle, key, value in (
        (nine.whitedot("r1c1 r1c2").negativewhitedots(), "nonconsecutive", True),
        (nine.blackdot("r1c1 r1c2").negativewhitedots([1]), "nonconsecutive", True),
        (nine.nonconsecutive(dots_exempt=False), "nonconsecutive", True),
        (nine.negativeblackdots([2]), "negative", ["ratio"]),
        (nine.whitedot("r1c1 r1c2").negativeblackdots(), "negative", ["ratio"]),
        (nine.negativexv(), "negative", ["xv"]),
    ):
        with case(puzzle.rules):
            assert document_of(puzzle)[key] == value
            assert are_same(parse(write(puzzle, "fpuzzles")), puzzle)
    for puzzle in (
        nine.whitedot("r1c1 r1c2", difference=2).negativewhitedots(),
        nine.blackdot("r1c1 r1c2").negativewhitedots(black_exempts=False),
        nine.blackdot("r1c1 r1c2", ratio=3).negativeblackdots([2]),
    ):
        with case(puzzle.rules), pytest.raises(PuzzleError, match="cannot express"):
            write(puzzle, "fpuzzles")


def test_an_unusual_gap_is_written_in_words():
    """Sites draw an unusual gap in the same way as the usual gap."""
    puzzle = classic(order=3).whisper("r1c1-r1c3").whisper("r2c1-r2c3", 4)
    assert not parse(write(puzzle, "fpuzzles")).meta
    puzzle = puzzle.whisper("r3c1-r3c3", 3)
    [(key, text)] = parse(write(puzzle, "fpuzzles")).meta
    assert key == "rules"
    assert text.splitlines()[0] == "Normal sudoku rules apply."
    assert text.splitlines()[-1] == "whisper r3c1 r3c2 r3c3, gap 3"
    told = replace(puzzle, meta=(("rules", "3 on the last line"),))
    assert parse(write(told, "fpuzzles")) == told
