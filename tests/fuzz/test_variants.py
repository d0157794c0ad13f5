"""The oracle of the fuzzer knows every rule, and the fuzzer finds a wrong lowering."""

import pytest
from fuzz import meanings, variants

import nonet
from nonet.formats.model import puzzle_to_json
from nonet.model.constraints import Candidates
from nonet.rules import XSum


def test_a_wrong_lowering_is_found(monkeypatch):
    monkeypatch.setattr(XSum, "lower", lambda rule, grid: iter([Candidates(0, frozenset())]))
    puzzle = nonet.latin(side=2).with_rules(XSum([0, 1], 1))
    assert list(meanings.solutions(puzzle_to_json(puzzle))) == [(1, 2, 2, 1)]
    assert any(variants.Comparison().differences(puzzle, 0))


@pytest.mark.slow
def test_random_variants_agree_with_the_page_of_rules():
    compared = variants.fuzz(8, 0, 8)
    assert compared.asked
    assert not compared.seen
