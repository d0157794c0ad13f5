"""Paths under other rules: they end, each step follows, and the words name the rules."""

from pathlib import Path

import pytest
from examples import case
from requirements import require_native

import nonet
from nonet.formats import read_file
from nonet.uniqueness import Kind

PUZZLES = Path(__file__).parents[1] / "puzzles"


def follow(puzzle):
    """Check the path of a puzzle; return it."""
    grid, path = puzzle.grid, nonet.explain(puzzle)
    assert path.complete
    last = path[-1].after
    assert last.values == nonet.solve(puzzle).solution
    for number, step in enumerate(path, start=1):
        with case(f"{number}: {step}"):
            assert nonet.check(step.claim, "pysat:glucose4").kind is Kind.NONE
            assert all(use.part.describe(grid) in str(step) for use in step.uses)
            assert step.draw().startswith("<svg")
    return path


@pytest.mark.slow
def test_the_path_ends_and_its_steps_follow():
    require_native()
    [record] = read_file(PUZZLES / "thermo.json")
    path = follow(record.puzzle)
    assert any(use.house is None for step in path for use in step.uses)
