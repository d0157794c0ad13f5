"""Tests of the board of an f-puzzles document: what is printed on it, and its regions."""

import json

import pytest
from examples import case
from fpuzzles_documents import HOUSES, SIX, text

from nonet import rules as r
from nonet.formats import parse, write
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
    assert puzzle.rules == (*HOUSES, r.Odd([6]))
    assert puzzle.meta == (("fpuzzles", '{"grid":{"5":{"c":"#FF0000"}}}'),)
    assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_regions_are_boxes_unless_cells_say_otherwise():
    every = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    for side, cells, rules in (
        (6, {}, (r.Boxes(2, 3),)),
        (8, {}, (r.Boxes(2, 4),)),
        (7, {}, ()),
        (1, {}, (r.Boxes(1, 1),)),
        (4, {name: {"region": None} for name in every}, ()),
        (4, {name: {"region": int(name[-1])} for name in every}, (r.Boxes(4, 1),)),
    ):
        with case((side, cells)):
            puzzle = parse(text(side, cells))
            assert puzzle.rules == (r.Rows(), r.Columns(), *rules)
            assert parse(write(puzzle, "fpuzzles")) == puzzle


def test_other_regions_come_in_the_order_of_their_first_cells():
    for cells, expected in (
        ({"r1c1": {"region": 1}, "r1c4": {"region": 0}}, (0, 4, 5, 9, 10, 11)),
        ({"r1c2": {"region": 99}}, (0, 2, 6, 7, 8)),
    ):
        with case(cells):
            puzzle = parse(text(6, cells))
            [rule] = puzzle.rules[2:]
            assert isinstance(rule, r.Regions)
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
