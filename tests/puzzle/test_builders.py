"""Puzzles have a method for every rule, at run time and for type checkers."""

import pickle
import re
import runpy
from copy import copy, deepcopy
from dataclasses import fields
from pathlib import Path

import pytest
from examples import RULES, case, rule_id

import nonet
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rule
from nonet.rules.lookup import did_you_mean

ROOT = Path(__file__).resolve().parents[2]


def test_each_rule_is_added_by_the_method_of_its_name():
    for grid, rule in RULES:
        with case(rule_id(grid, rule)):
            keys = {field.name: getattr(rule, field.name) for field in fields(rule)}
            assert getattr(Puzzle(grid), rule.name)(**keys) == Puzzle(grid, rules=(rule,))


def test_no_rule_has_the_name_of_something_else_that_a_puzzle_has():
    assert not {*Rule.named} & {*vars(Puzzle), *Puzzle.__dataclass_fields__}


def test_a_name_that_is_no_rule_is_no_method():
    endings = {
        "cages": "; did you mean 'cage'?",
        "killer": "; did you mean 'cage'?",
        "with_rule": "; did you mean 'with_rules'?",
        "remove": "",
    }
    for name, ending in endings.items():
        words = f"'{name}' is neither a rule nor a method of puzzles{ending}"
        with pytest.raises(AttributeError, match=f"^{re.escape(words)}$"):
            getattr(nonet.classic(), name)
    assert not hasattr(nonet.classic(), "_repr_html_")


def test_a_word_of_its_meaning_leads_to_a_rule():
    meant = {
        **{"killer": "cage", "killercage": "cage", "Killer-Cage": "cage", "thermometer": "thermo"},
        **{"jigsaw": "regions", "sums": "sum", "diagonal": "diagonals", "regin": "regions"},
    }
    for word, rule in meant.items():
        assert did_you_mean(word) == f"; did you mean {rule!r}?", word
    assert did_you_mean("qqq") == did_you_mean("k" * 100_000) == ""


def test_a_puzzle_is_copied_and_pickled_as_before():
    puzzle = nonet.classic(order=2).diagonals()
    assert copy(puzzle) == deepcopy(puzzle) == pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_methods_are_found_and_explained():
    assert {*Rule.named} < {*dir(nonet.classic())}
    assert nonet.classic().cage.__doc__ == Cage.__doc__


def test_the_stub_is_what_its_script_writes():
    stub = runpy.run_path(str(ROOT / "docs" / "stub.py"))["stub"]
    assert stub() == (ROOT / "src" / "nonet" / "puzzle" / "builders.pyi").read_text(), (
        "run docs/stub.py"
    )
