"""Patterns of values have the same meaning as regular expressions in Python."""

import re
from itertools import product

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Regex
from nonet.rules.own.patterns import MOST_DEPTH, MOST_SIGNS, MOST_STATES, automaton_of
from nonet.system.errors import PuzzleError, TooLarge

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
    rule = Regex("r1c1 r1c2", "0[A-Z]").on(grid)
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
        Puzzle(Grid(1, 4), rules=(Regex("r1c1-r1c4", text),))
    assert str(refusal.value) == f"regex: {complaint}"


def test_patterns_have_limits():
    for text, message in {
        "1" * (MOST_SIGNS + 1): f"regex: the pattern has {MOST_SIGNS + 1} characters. The limit",
        "(" * 90 + "1" + ")" * 90: f"regex: groups are nested more than {MOST_DEPTH} deep",
        "(((.?){99}){99}){99}": "regex: the pattern can be read in too many ways: nest fewer",
        ".*1.{15}": f"regex: the automaton has more than {MOST_STATES} states",
    }.items():
        with case(text), pytest.raises(TooLarge) as refusal:
            Puzzle(Grid(9, 9), rules=(Regex("r1c1-r9c9", text),))
        assert str(refusal.value).startswith(message)
    with pytest.raises(TooLarge, match="patterns can only express values up to 35"):
        Puzzle(Grid(1, 40), rules=(Regex("r1c1", "."),))


def test_json_and_messages_have_the_text_of_a_pattern():
    puzzle = nonet.classic("1" + "." * 15).with_rules(Regex("r1c1-r1c4", "1[^2]+2"))
    assert '"rule": "regex", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "pattern": "1[^2]+2"' in (
        nonet.write(puzzle, "json")
    )
    assert nonet.parse(nonet.write(puzzle, "json")) == puzzle
    clash = puzzle.with_givens({"r1c2": 2})
    assert nonet.check(clash).reason == (
        "r1c2 is 2, which breaks regex 1[^2]+2 r1c1 r1c2 r1c3 r1c4"
    )
