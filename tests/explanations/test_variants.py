"""Under other rules, paths end, each step is proved, and the texts name the rules."""

from pathlib import Path
from random import Random

import pytest
from examples import case
from requirements import require_native

import nonet
from nonet.formats import read_file
from nonet.questions.uniqueness import Kind

PUZZLES = Path(__file__).parents[1] / "puzzles"

#: The number of extra givens for each puzzle, and a word that some step must contain.
VARIANTS = {
    "killer": (8, "cage"),
    "arrow": (8, "arrow"),
    "thermo": (0, "thermo"),
    "renban": (8, "renban"),
    "kropki": (8, "dot"),
    "xv": (8, "sums of 5 or 10"),
    "whisper": (8, "whisper"),
    "sandwiches": (8, "sandwich"),
    "little-killers": (10, "little killer"),
    "regionsum": (8, "region sum"),
    "miracle": (10, "nonconsecutive"),
}


def given_more(name, count):
    """Return a puzzle with more givens, which shorten its path."""
    [record] = read_file(PUZZLES / f"{name}.json")
    solution = nonet.solve(record.puzzle).solution
    cells = Random(1).sample(record.puzzle.grid.cells, count)
    return record.puzzle.with_givens({cell: solution[cell] for cell in cells})


def follow(puzzle):
    """Check the path of a puzzle, and return it."""
    grid, path = puzzle.grid, nonet.explain(puzzle)
    assert path.complete
    last = path[-1].after
    assert last.values == nonet.solve(puzzle).solution
    for number, step in enumerate(path, start=1):
        with case(f"{number}: {step}"):
            assert nonet.check(step.claim, "pysat:glucose4").kind is Kind.NONE
            assert all(use.part.describe(grid) in str(step) for use in step.uses)
            if any(use.house is None for use in step.uses):
                picture = step.draw()
                assert picture.startswith("<svg")
                assert "\\" not in picture
    return path


@pytest.mark.slow
def test_paths_name_the_rules_of_ten_variants_and_of_the_miracle_sudoku():
    require_native()
    for name, (count, word) in VARIANTS.items():
        with case(name):
            path = follow(given_more(name, count))
            assert any(word in str(step) for step in path)
