"""The palette has every rule of the catalogue, with its shape."""

import json
from xml.etree import ElementTree

from examples import case

from nonet.drawing.catalogue import Entry, entries
from nonet.rules import Thermo
from nonet.serving import palette as module
from nonet.serving import setters_words as words
from nonet.serving.palette import palette

SHAPES = {
    "board": "antiknight diagonals nonconsecutive taxicab windoku",
    "line": "thermo arrow renban whisper palindrome between greater slingshot sumline",
    "cells": "cage even odd extraregion maximum countdistinct among",
    "groups": "clone equalsums samevalues",
    "edge": "whitedot blackdot x v pairsum",
    "corner": "quadruple",
    "outside": "sandwich skyscraper xsum numberedroom",
    "diagonal": "littlekiller",
    "regions": "regions",
    "rules": "either all",
}


def test_every_rule_is_there():
    rules = palette()
    assert sorted(rule["name"] for rule in rules) == [entry.name for entry in entries()]
    assert json.loads(json.dumps(rules)) == rules


def test_the_shape_of_a_rule_is_that_of_its_example():
    found = {rule["name"]: rule["shape"] for rule in palette()}
    for shape, names in SHAPES.items():
        for name in names.split():
            with case(name):
                assert found[name] == shape


def test_drawn_keys_are_in_the_order_of_the_line():
    parts = {rule["name"]: rule["parts"] for rule in palette()}
    assert parts["arrow"] == ["bulb", "shaft"]
    assert parts["slingshot"] == ["stone", "control", "cells"]
    assert parts["littlekiller"] == ["cell"]
    assert parts["antiknight"] == []


def test_a_key_says_what_it_takes():
    keys = {(rule["name"], key["name"]): key for rule in palette() for key in rule["keys"]}
    assert keys["cage", "total"]["default"] is None
    assert not keys["cage", "total"]["required"]
    assert keys["sandwich", "total"]["required"]
    assert keys["whitedot", "difference"]["default"] == 1
    assert keys["littlekiller", "direction"]["choices"][0] == "down-right"
    kinds = {name: keys[name]["kind"] for name in keys}
    assert kinds["diagonals", "rising"] == "boolean"
    assert kinds["quadruple", "values"] == "integers"
    assert kinds["equalsums", "groups"] == "groups"
    assert kinds["pairs", "allowed"] == "pairs"
    assert kinds["lookandsay", "counts"] == "table"
    assert keys["lookandsay", "counts"]["example"] == [[1, 3], [2, 1]]
    assert kinds["either", "rules"] == "rules"
    assert kinds["regex", "pattern"] == "text"
    assert kinds["pairs", "look"] == "choice"


def test_fifteen_common_rules_are_first():
    headings = [rule["heading"] for rule in palette()]
    assert headings[:16] == ["Common rules"] * 15 + ["Lines"]
    assert headings == sorted(headings, key=headings.index), "a heading appears twice"
    own = {rule["name"] for rule in palette() if rule["heading"] == "Your own rules"}
    assert own == {"all", "either", "pairs", "regex", "walk", "where"}


def test_no_text_has_docstring_markup_or_an_identifier():
    for rule in palette():
        texts = [rule["label"], rule["summary"], *(key["label"] for key in rule["keys"])]
        with case(rule["name"]):
            assert not [text for text in texts if "`" in text or "_" in text or "nonet." in text]


def test_words_are_about_rules_and_keys_that_exist():
    rules = {rule["name"]: {key["name"] for key in rule["keys"]} for rule in palette()}
    assert {*words._WORDS, *words._NUMBERED} <= rules.keys()
    keys = {key for names in rules.values() for key in names}
    assert keys >= words.RARE
    for name in words._KEYS:
        rule, _, key = name.rpartition(".")
        assert key in (rules[rule] if rule else keys)


def test_rare_keys_are_marked():
    rare = {
        rule["name"]: [key["name"] for key in rule["keys"] if key["rare"]] for rule in palette()
    }
    assert rare["cage"] == ["totals", "root"]
    assert rare["antileaper"] == ["values", "cells"]
    assert rare["quadruple"] == rare["pairs"] == []


def test_own_rules_are_drawn_at_first():
    presets = {
        rule["name"]: key["preset"] for rule in palette() for key in rule["keys"] if "preset" in key
    }
    assert presets.keys() == {"pairs", "regex", "walk", "where"}
    assert all(presets.values())


def test_rules_with_a_sign_have_an_icon():
    # Rules of other tests have no example.
    own = {entry.name for entry in entries() if entry.example is not None}
    rules = [rule for rule in palette() if rule["name"] in own]
    icons = {rule["name"]: rule["icon"] for rule in rules}
    without = {rule["name"] for rule in rules if rule["shape"] in ("board", "rules")}
    assert {name for name in icons if not icons[name]} == {*without, "among", "regions"}
    for name in icons.keys() - without - {"among", "regions"}:
        with case(name):
            picture = ElementTree.fromstring(icons[name])
            wide, high = map(float, picture.attrib["viewBox"].split()[2:])
            assert 20 <= wide == high <= 160
            assert picture.attrib["aria-hidden"] == "true"


def test_a_rule_without_an_example_is_a_line(monkeypatch):
    monkeypatch.setattr(module, "entries", lambda: iter([Entry(Thermo, None)]))
    [thermo] = palette()
    assert (thermo["shape"], thermo["parts"]) == ("line", ["cells"])
