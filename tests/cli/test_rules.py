"""Tests of ``nonet rules`` and ``nonet backends``: lists, and the explanation of a rule."""

import pytest

from nonet.drawing.catalogue import entries
from nonet.solvers import backends, sat


def test_every_rule_and_every_backend_has_a_line(nonet):
    for verb, names in (
        ("rules", [entry.name for entry in entries()]),
        ("backends", [entry.spec for entry in backends()]),
    ):
        done = nonet(verb)
        assert (done.code, done.err) == (0, "")
        assert [line.split()[0] for line in done.lines[1 : len(names) + 1]] == names


def test_one_rule_is_explained(nonet):
    done = nonet("rules", "arrow")
    assert done.lines[0].startswith("arrow: Digits along an arrow sum to the digit in its circle.")
    assert "    shaft  cells" in done.lines
    assert (
        '    {"rule": "arrow", "bulb": ["r5c2"], "shaft": ["r4c3", "r3c3", "r2c4"]}' in done.lines
    )
    assert "    puzzle.arrow('r5c2', 'r4c3 r3c3 r2c4')" in done.lines
    assert "┃ · [·] · ┃ ·  ·  · ┃" in done.lines


def test_a_default_is_said(nonet):
    assert "    gap    an integer or null (default: null)" in nonet("rules", "whisper").lines


def test_a_record_for_each_rule(nonet):
    records = nonet("rules", "--json").records
    assert [record["rule"] for record in records] == [entry.name for entry in entries()]
    [cage] = nonet("rules", "cage", "--json").records
    assert list(cage) == ["rule", "summary", "meaning", "keys", "example", "python"]
    assert cage["example"] == {"rule": "cage", "cells": ["r2c2", "r2c3", "r3c3"], "total": 11}


def test_a_rule_from_a_file_is_explained_too(nonet, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from dataclasses import dataclass\n"
        "from nonet.rules import Rule\n"
        "@dataclass(frozen=True)\n"
        "class Silent(Rule):\n"
        '    """Says nothing."""\n'
        "    def holds(self, grid, values):\n"
        "        return True\n"
        "    def lower(self, grid):\n"
        "        return iter(())\n"
    )
    done = nonet("rules", "silent", "--rules-from", mine)
    assert (done.err, done.lines[:1]) == ("", ["silent: Says nothing."])


def test_a_record_for_each_backend(nonet):
    records = nonet("backends", "--json").records
    assert [record["spec"] for record in records] == [entry.spec for entry in backends()]
    assert list(records[0]) == ["spec", "summary", "version", "capabilities", "missing"]
    assert "every rule" in records[0]["capabilities"]


def test_an_unavailable_backend_gives_the_reason(nonet, monkeypatch):
    reason = "not here: pip install 'a[b]'"
    monkeypatch.setattr(sat, "missing", lambda name: reason if name == "ergo" else None)
    [line] = [line for line in nonet("backends").lines if line.startswith("pysat:ergo")]
    assert line.endswith(f"unavailable: {reason}")


@pytest.mark.parametrize("verb", ["rules", "backends"])
def test_a_list_is_readable_on_a_narrow_terminal(terminal, verb):
    # Use no PATH, because programs with long names on it would make the first column wider.
    done = terminal(verb, env={"NO_COLOR": "1", "PATH": ""})
    assert done.code == 0
    assert max(map(len, done.lines[:-3] if verb == "rules" else done.lines)) <= 80
    if verb == "backends":
        usual = [line for line in done.lines if line.startswith("pysat:minisat22")]
        assert usual[0].endswith("incremental, nodes (conflicts)")
