"""Rules on lines, and words that match patterns."""

import re
from itertools import product

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import rules as r
from nonet.formats import classic, parse, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.connection import pieces
from nonet.rules.own.patterns import MOST_DEPTH, MOST_SIGNS, automaton_of
from nonet.system.errors import PuzzleError, TooLarge

NINE = Grid(9, 9)


def test_a_region_sum_line_has_the_regions_of_its_puzzle():
    line = r.RegionSum("r1c1-r1c9")
    puzzle = classic(order=3).with_rules(line)
    assert puzzle.meant[-1].segments(NINE) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert puzzle.rules[-1].boxes is None
    assert parse(write(puzzle, "json")) == puzzle
    halves = r.Regions((tuple(range(8)), tuple(range(8, 16))))
    jigsaw = Puzzle(Grid(4, 4), rules=(halves, r.RegionSum("r1c1-r4c1")))
    assert jigsaw.meant[-1].segments(jigsaw.grid) == [[0, 4], [8, 12]]


def test_a_line_with_regions_ignores_the_puzzles_regions():
    line = r.RegionSum("r1c1-r1c4", regions=["r1c1-r1c2", "r1c3 r1c4"])
    puzzle = classic(order=3).with_rules(line)
    assert puzzle.meant[-1].segments(NINE) == [[0, 1], [2, 3]]


def test_only_an_unbroken_line_or_cage_is_drawn():
    for rule, broken in [
        (r.Whisper((0, 1, 2)), r.Whisper((0, 2))),
        (r.Arrow((0,), (1, 2)), r.Arrow((0,), (2,))),
        (r.SumLine((0, 1, 10, 9), 10, loop=True), r.SumLine((0, 1, 2), 10, loop=True)),
        (r.Cage((0, 1), root=3), r.Cage((0, 2), root=3)),
        (r.EqualSums(((0, 1), (3,))), r.EqualSums(((0, 2), (3,)))),
        (r.Sum((0, 1), 10), r.Sum((0, 1, 1), 10)),
    ]:
        with case(rule.describe(NINE)):
            assert list(rule.figures(NINE))
            assert not list(broken.figures(NINE))


def test_a_dutch_whisper_has_another_colour():
    german, dutch = r.Whisper((0, 1)), r.Whisper((0, 1), gap=4)
    assert [figure.look for rule in (german, dutch) for figure in rule.figures(NINE)] == [
        "green line",
        "orange line",
    ]
    assert dutch.caption(NINE) == "Neighbouring digits on an orange line differ by at least 4."


@pytest.mark.parametrize(
    ("rule", "notes"),
    [
        (r.Thermo("r1c1 r1c2 r2c3 r2c2"), []),
        (r.Thermo("r1c1 r5c5"), ["thermo r1c1 r5c5: r1c1 and r5c5 do not touch"]),
        # The end of a row does not touch the start of the next row.
        (r.Thermo("r1c9 r2c1"), ["thermo r1c9 r2c1: r1c9 and r2c1 do not touch"]),
        (
            r.Thermo("r1c1 r3c1 r4c1 r4c3"),
            [
                "thermo r1c1 r3c1 r4c1 r4c3: r1c1 and r3c1 do not touch",
                "thermo r1c1 r3c1 r4c1 r4c3: r4c1 and r4c3 do not touch",
            ],
        ),
        (r.Cage("r1c1 r2c1 r2c2", 12), []),
        (r.Cage("r1c1"), []),
        (r.Cage("r1c1 r2c2", 12), ["cage r1c1 r2c2 = 12: r2c2 lies apart"]),
        (r.Cage("r1c1 r5c5 r5c6"), ["cage r1c1 r5c5 r5c6: r1c1 lies apart"]),
        (r.Cage("r1c1 r5c5 r1c2 r9c9", 20), ["cage r1c1 r5c5 r1c2 r9c9 = 20: r5c5 r9c9 lie apart"]),
        (r.Whisper((0, 1, 10)), []),
        (r.Renban((0, 2)), ["renban r1c1 r1c3: r1c1 and r1c3 do not touch"]),
        (r.Arrow((0, 1), (2, 3)), []),
        (r.Arrow((0,), (2,)), ["arrow r1c1 = sum of r1c3: r1c1 and r1c3 do not touch"]),
        (r.SumLine((0, 1, 2), 10), []),
        (
            r.SumLine((0, 1, 2), 10, loop=True),
            ["sum loop r1c1 r1c2 r1c3, 10 each: r1c3 and r1c1 do not touch"],
        ),
        (r.Rellik((0, 2), 10), ["rellik r1c1 r1c3 ≠ 10: r1c3 lies apart"]),
        # Only rules that are drawn as a line or an outline have notes.
        (r.ExtraRegion("r1c1 r5c5"), []),
        *((rule, []) for rule in (r.Rows(), r.Boxes(3, 3), r.AntiKnight())),
    ],
)
def test_notes(rule, notes):
    assert list(rule.on(NINE).notes(NINE)) == notes


def test_the_notes_of_a_jigsaw_name_each_region():
    regions = r.Regions([[0, 1], [2, 3]]).on(Grid(2, 2))
    assert list(regions.notes(Grid(2, 2))) == []
    crossed = r.Regions([[0, 3], [1, 2]]).on(Grid(2, 2))
    assert list(crossed.notes(Grid(2, 2))) == [
        "region r1c1 r2c2: r2c2 lies apart",
        "region r1c2 r2c1: r2c1 lies apart",
    ]


def test_pieces_are_connected_by_edges_and_have_every_cell_once():
    cells = (0, 1, 9, 11, 20, 30)
    found = pieces(NINE, cells)
    assert found == [[0, 1, 9], [11, 20], [30]]


# --- patterns ------------------------------------------------------------------------------------

#: Some values, and their signs.
VALUES, SIGNS = range(8, 11), "89A"
LONGEST = 4

SETS = ["8", "9", "A", ".", "[8A]", "[^9]", "[8-9]", "[9-A]", "[^8-A]"]
REPEATS = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}", "{2,3}"]


def compound(inner):
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.builds("({}){}".format, inner, st.sampled_from(REPEATS)),
        inner.map("(|{})".format),
    )


@given(st.recursive(st.sampled_from(SETS), compound, max_leaves=8))
def test_a_pattern_matches_the_words_that_it_matches_in_python(text):
    automaton = automaton_of(text, VALUES, LONGEST)
    pattern = re.compile(text)
    for length in range(LONGEST + 1):
        for word in product(range(3), repeat=length):
            matches = pattern.fullmatch("".join(SIGNS[i] for i in word)) is not None
            assert automaton.accepts([VALUES[i] for i in word]) == matches, word


def test_every_value_has_a_sign():
    grid = Grid(1, 2, range(36))
    rule = r.Regex("r1c1 r1c2", "0[A-Z]").on(grid)
    held = [value for value in grid.values if rule.holds(grid, [0, value])]
    assert held == list(range(10, 36))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("12)", "character 3 of '12)': ')' without '('"),
        ("1(2", "character 2 of '1(2': '(' without ')'"),
        ("1[2", "character 2 of '1[2': '[' without ']'"),
        ("[]", "character 1 of '[]': a set without values"),
        ("[^]", "character 1 of '[^]': a set without values"),
        ("[3-1]", "character 2 of '[3-1]': a range must begin with the smaller value"),
        ("[1-]", "character 4 of '[1-]': ']' is not a value"),
        ("*1", "character 1 of '*1': '*' is not a value"),
        ("1*?", "character 3 of '1*?': a repeat follows a repeat: put the first one in a group"),
        ("1{3,2}", "character 2 of '1{3,2}': the repeat {3,2} must begin with the smaller number"),
        ("1{,2}", "character 2 of '1{,2}': '{' is not a value"),
        ("1{x}", "character 2 of '1{x}': '{' is not a value"),
        ("1 2", "character 2 of '1 2': ' ' is not a value"),
        ("(?:1)", "character 2 of '(?:1)': '?' is not a value"),
        ("\\d", "character 1 of '\\\\d': '\\\\' is not a value"),
        ("^1$", "character 1 of '^1$': '^' is not a value"),
        ("[1", "character 1 of '[1': '[' without ']'"),
        ("[1-", "character 4 of '[1-': a value is missing"),
        ("5", "character 1 of '5': 5 is not a value from 1 to 4"),
    ],
)
def test_a_mistake_in_a_pattern_is_reported_with_its_place(text, complaint):
    with pytest.raises(PuzzleError) as refusal:
        Puzzle(Grid(1, 4), rules=(r.Regex("r1c1-r1c4", text),))
    assert str(refusal.value) == f"regex: {complaint}"


def test_patterns_have_limits(monkeypatch):
    monkeypatch.setattr("nonet.rules.own.patterns.MOST_STATES", 200)
    for text, message in {
        "1" * (MOST_SIGNS + 1): f"regex: the pattern has {MOST_SIGNS + 1} characters. The limit",
        "(" * 90 + "1" + ")" * 90: f"regex: groups are nested more than {MOST_DEPTH} deep",
        "(((.?){99}){99}){99}": "regex: the pattern can be read in too many ways: nest fewer",
        ".*1.{15}": "regex: the automaton has more than 200 states",
    }.items():
        with case(text), pytest.raises(TooLarge) as refusal:
            Puzzle(Grid(9, 9), rules=(r.Regex("r1c1-r9c9", text),))
        assert str(refusal.value).startswith(message)
    with pytest.raises(TooLarge, match="patterns can only express values up to 35"):
        Puzzle(Grid(1, 40), rules=(r.Regex("r1c1", "."),))


def test_json_and_messages_have_the_text_of_a_pattern():
    puzzle = nonet.classic("1" + "." * 15).with_rules(r.Regex("r1c1-r1c4", "1[^2]+2"))
    assert '"rule": "regex", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "pattern": "1[^2]+2"' in (
        nonet.write(puzzle, "json")
    )
    assert nonet.parse(nonet.write(puzzle, "json")) == puzzle
    clash = puzzle.with_givens({"r1c2": 2})
    assert nonet.check(clash).reason == (
        "r1c2 is 2, which breaks regex 1[^2]+2 r1c1 r1c2 r1c3 r1c4"
    )
