"""The oracle of the fuzzer knows every rule, and the fuzzer finds a wrong lowering."""

import json
from itertools import islice

import pytest
from examples import case
from fuzz import meanings, variants

import nonet
from nonet.drawing.catalogue import examples
from nonet.formats.model import puzzle_to_json
from nonet.model.constraints import Candidates
from nonet.rules import XSum


def test_the_oracle_knows_every_rule():
    for name, puzzle in examples().items():
        with case(name):
            model = json.loads(json.dumps(puzzle_to_json(puzzle)))
            shown = model["rules"][-1]
            world = meanings.world_of(model)
            for solution in islice(nonet.solutions(puzzle), 1):
                assert meanings.holds(shown, world, dict(zip(world.places, solution, strict=True)))


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
