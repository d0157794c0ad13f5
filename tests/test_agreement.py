"""All solvers give the same verdicts, the same grids and the same numbers of solutions."""

from pathlib import Path

import pytest
from examples import CONTESTANTS, classic
from hypothesis import given, settings
from oracle import brute_force
from requirements import data
from strategies import puzzles

from nonet.formats import read_file
from nonet.solvers import Limits
from nonet.uniqueness import check, check_many, count, solutions

ROOT = Path(__file__).resolve().parents[1]

#: Quick enough for hundreds of published puzzles.
QUICK = [
    "native",
    "norvig",
    "pysat:cadical153",
    "pysat:minisat22",
    "cpsat:integer",
    "cpsat:boolean",
]


def kind(number):
    return ("none", "unique", "multiple")[min(number, 2)]


@settings(max_examples=60)
@given(puzzles())
def test_random_puzzles_with_random_rules_have_the_solutions_of_brute_force(puzzle):
    expected = brute_force(puzzle)
    for spec in CONTESTANTS:
        assert check(puzzle, spec).kind == kind(len(expected)), spec
        if len(expected) <= 20:
            found = list(solutions(puzzle, spec))
            assert len(found) == len(expected), spec
            assert set(found) == expected, spec


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "first"), [("top95.txt", 95), ("hard375.txt", 100), ("17clue.txt", 500)]
)
def test_published_puzzles_have_the_one_solution_that_all_find(name, first):
    puzzles = [classic(line) for line in data(name)[:first]]
    assert len(puzzles) == first
    expected = None
    for spec in QUICK:
        verdicts = list(check_many(puzzles, spec))
        assert {verdict.kind.value for verdict in verdicts} == {"unique"}, spec
        grids = [verdict.solution for verdict in verdicts]
        expected = expected or grids
        assert grids == expected, spec


@pytest.mark.slow
def test_the_heuristic_solves_the_hardest_puzzles_too():
    shipped = read_file(ROOT / "src" / "nonet" / "puzzles" / "famous.txt")
    puzzles = {record.puzzle.label: record.puzzle for record in shipped}
    for name in ("AI Escargot", "Inkala 2010", "Inkala 2012", "Easter Monster", "Golden Nugget"):
        verdict = check(puzzles[name], "heuristic", Limits(seconds=300))
        assert verdict.kind == "unique", name
        assert verdict.solution == check(puzzles[name], "norvig").solution


@pytest.mark.slow
@pytest.mark.parametrize("spec", CONTESTANTS)
def test_an_empty_board_is_counted_up_to_the_limit(spec):
    # CP-SAT starts over after each solution: a thousand take it minutes, and give a thousand too.
    limit = 100 if spec.startswith("cpsat") else 1000
    assert count(classic("." * 81), limit, spec) == limit
