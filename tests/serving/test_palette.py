"""The palette has every rule of the catalogue, with its shape."""

import json

from examples import case

from nonet.drawing.catalogue import Entry, entries
from nonet.rules import Thermo
from nonet.serving import palette as module
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
    assert [rule["name"] for rule in rules] == [entry.name for entry in entries()]
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
    assert kinds["pairs", "allowed"] == kinds["lookandsay", "counts"] == "table"
    assert keys["lookandsay", "counts"]["example"] == [[1, 3], [2, 1]]
    assert kinds["either", "rules"] == "rules"
    assert kinds["regex", "pattern"] == "text"
    assert kinds["pairs", "look"] == "choice"


def test_a_rule_without_an_example_is_a_line(monkeypatch):
    monkeypatch.setattr(module, "entries", lambda: iter([Entry(Thermo, None)]))
    [thermo] = palette()
    assert (thermo["shape"], thermo["parts"]) == ("line", ["cells"])
