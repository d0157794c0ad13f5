"""Pumpkin, as the function of a file, answers about classic puzzles as other contestants do."""

import sys
from pathlib import Path

import pytest
from examples import HARD
from requirements import require_package

import nonet

PUMPKIN = f"{Path(__file__).parents[2] / 'notebooks' / 'study' / 'pumpkin.py'}:solve"


def test_it_answers_as_others_do():
    if sys.platform == "linux":  # the only system in the `test` group that has its package
        require_package("pumpkin-solver")
    pytest.importorskip("pumpkin_solver")
    verdict = nonet.check(HARD, backend=PUMPKIN)
    assert verdict.kind == "unique"
    assert verdict.solution == nonet.solve(HARD).solution
    puzzle = nonet.classic("12..34..........")
    found = set(nonet.solutions(puzzle, backend=PUMPKIN))
    assert found == set(nonet.solutions(puzzle, backend="norvig"))
    assert len(found) > 1
