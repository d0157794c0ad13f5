"""All solvers give the same verdicts, the same grids and the same numbers of solutions."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest
from breadth import tried
from examples import CONTESTANTS, classic
from hypothesis import given
from oracle import brute_force
from requirements import data
from strategies import puzzles

from nonet.counting import count
from nonet.formats import read_file
from nonet.solvers import (
    Answer,
    Backend,
    BackendError,
    Description,
    Limits,
    Provider,
    Status,
    register,
    unregister,
)
from nonet.uniqueness import check, check_many, solutions

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


@tried(60)
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


@pytest.fixture
def agree():
    """The command of benchmarks/agree.py as a module."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "benchmarks" / "agree.py")))


def test_the_command_compares_as_many_cases_as_it_is_told(agree):
    asked, refused = agree.run(100, 1, "norvig")
    assert asked.total() == 100
    assert not refused


def test_the_command_ends_with_the_case_in_which_a_backend_is_wrong(agree):
    class Denies:
        def solve(self, limits):
            return Answer(Status.UNSATISFIABLE)

        def block(self, solution):
            pass

        def close(self):
            pass

    def build(variant, options):
        if options:
            raise BackendError("no options")
        return Backend("denies", lambda puzzle, seed: Denies())

    register(Provider("denies", lambda: [Description("denies", "says no")], build))
    try:
        with pytest.raises(Exception, match="found") as failure:
            agree.run(200, 1, "denies")
    finally:
        unregister("denies")
    assert any(note.startswith("denies, ") for note in failure.value.__notes__)
