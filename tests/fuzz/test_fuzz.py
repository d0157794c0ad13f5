"""The corpus and some hundreds of changed inputs break no reader, and wrong lowerings are found."""

from random import Random

import pytest
from breadth import WHOLE
from examples import case
from fuzz import meanings, variants
from fuzz.mutations import LONGEST, mutated
from fuzz.run import corpus_of, feed, fuzz
from fuzz.targets import TARGETS
from hypothesis import settings

import nonet
from nonet.formats.model import puzzle_to_json
from nonet.model.constraints import Candidates
from nonet.rules import XSum

#: The number of inputs for quick targets. A quick test run uses a share of them (`breadth`).
INPUTS = {
    "cells": 2000,
    "specs": 500,
    "replies": 1000,
    "text": 150,
    "each_format": 150,
    "fpuzzles": 300,
    "sudokumaker": 300,
    "penpa": 300,
    "sudokupad": 100,
    "iss": 300,
    "links": 100,
    "tables": 60,
}


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_breaks_nothing(name):
    inputs = corpus_of(name)
    assert inputs
    for number, data in enumerate(inputs):
        with case(number):
            assert feed(TARGETS[name], data) is None


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_break_nothing(name):
    random, corpus = Random(20), corpus_of(name)
    for _ in range(INPUTS.get(name, 50) * settings().max_examples // WHOLE):
        data = mutated(random, corpus)
        assert len(data) <= LONGEST
        with case(data):
            assert feed(TARGETS[name], data) is None


def test_a_finding_is_stored_with_its_traceback(monkeypatch, tmp_path, capsys):
    def weak(data):
        raise IndexError("out of range")

    monkeypatch.chdir(tmp_path)
    (tmp_path / "build" / "fuzz").mkdir(parents=True)
    monkeypatch.setitem(TARGETS, "cells", weak)
    assert fuzz(["cells"], 0.05, seed=1) == 1
    assert "cells: IndexError: out of range" in capsys.readouterr().out
    [report] = (tmp_path / "build" / "fuzz").glob("cells-*.txt")
    assert "in weak" in report.read_text()
    assert report.with_suffix("").exists()


# --- variants ------------------------------------------------------------------------------------


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
