"""Tests of notes on stderr: clues that look like typos, and metadata that a format cannot store."""

import json
from dataclasses import replace

import pytest

from nonet.formats import classic
from nonet.formats import write as write_text

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


# --- lost metadata -------------------------------------------------------------------------------

UNIQUE = "12..34..2......3"
SOLVED = "1234341223414123"
LABELLED = f"{UNIQUE} an easy one"


def note(key, count, format="grid"):
    of = "1 puzzle" if count == 1 else f"{count} puzzles"
    return f"nonet: note: {format} cannot store the {key}, so {of} lost it\n"


@pytest.mark.parametrize("verb", ["show", "solve"])
def test_labels_are_left_out_with_a_note(nonet, verb):
    done = nonet(verb, "--to", "grid", stdin=f"{LABELLED}\n{UNIQUE}\n{LABELLED}\n")
    assert (done.code, done.err) == (0, note("label", 2))
    done = nonet(verb, "--to", "line", stdin=LABELLED)
    assert (done.lines[0][16:], done.err) == (" an easy one", "")


def test_all_solutions_of_a_puzzle_share_one_note(nonet):
    done = nonet("solve", "--all", "--to", "grid", "12.............. two")
    assert (done.code, done.err) == (0, note("label", 1))


def test_a_solved_puzzle_needs_no_stored_solution(nonet):
    said = (("title", "Two"), ("solution", SOLVED))
    link = write_text(replace(classic(UNIQUE), meta=said), "fpuzzles")
    assert nonet("show", link, "--to", "grid").err == note("title", 1) + note("solution", 1)
    done = nonet("solve", link, "--to", "grid")
    assert (done.code, done.err) == (0, note("title", 1))
    assert nonet("solve", link, "--to", "svg").err == ""


def test_generated_puzzles_get_the_note_too(nonet):
    done = nonet("generate", "--from", f"{'.' * 16} two", "--seed", "1", "--to", "grid")
    assert done.code == 0
    assert note("label", 1) in done.err
