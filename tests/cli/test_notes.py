"""Tests of notes on stderr about legal clues that look like typos, once for each puzzle."""

import json

import pytest

GRID = {"rows": 4, "columns": 4, "values": [1, 4]}
MODEL = {"format": "nonet", "version": 1, "grid": GRID, "givens": {}}
BROKEN = {"rule": "thermo", "cells": ["r1c1", "r4c4"]}
APART = {"rule": "cage", "cells": ["r1c1", "r1c2", "r3c4"], "total": 6}
NOTES = [
    "nonet: note: odd.json:1: thermo r1c1 r4c4: r1c1 and r4c4 do not touch",
    "nonet: note: odd.json:1: cage r1c1 r1c2 r3c4 = 6: r3c4 lies apart",
]


@pytest.fixture
def odd(write):
    """Write a puzzle with a broken line and a cage in pieces."""
    rules = [{"rule": "rows"}, {"rule": "columns"}, BROKEN, APART]
    return write("odd.json", json.dumps(MODEL | {"rules": rules}))


@pytest.mark.parametrize(
    "command",
    [
        *(["solve"], ["check"], ["show"], ["encode"], ["race", "--backend", "norvig"]),
        *(["analyse", "--find", "conflict"], ["generate", "--from"], ["solve", "--json"]),
    ],
)
def test_every_verb_notes_it_once_and_continues(nonet, odd, command):
    done = nonet(*command, odd)
    assert done.err.splitlines() == NOTES
    assert done.out
    assert done.code == (1 if command == ["check"] else 0)


def test_the_notes_are_those_of_each_puzzle(nonet, odd):
    done = nonet("show", "12..34..2......3", odd, odd)
    assert done.err.splitlines() == NOTES * 2


def test_plain_puzzles_have_none(nonet):
    assert nonet("solve", stdin="12..34..2......3\n" * 3).err == ""


def test_a_puzzle_has_at_most_twenty_notes(nonet, write):
    """Without the limit, a line through 100,000 cells could have 100,000 notes."""
    line = {"rule": "palindrome", "cells": ["r1c1", "r4c4"] * 5000}
    file = write("long.json", json.dumps(MODEL | {"rules": [line]}))
    done = nonet("show", file)
    assert len(done.err.splitlines()) == 21
    assert done.err.endswith("nonet: note: long.json:1: and more\n")
