"""Tests of CP-SAT: verdicts, limits, seeds, specs."""

import subprocess
import sys
from random import Random

import pytest
from clocks import processor_seconds
from examples import classic, full_board, pigeons, says
from general_engine import with_holes
from oracle import brute_force, enumerate_solutions
from ortools.sat.python.cp_model import Domain

from nonet import count
from nonet.encodings.cpsat import encode_integer
from nonet.model.automata import Automaton
from nonet.model.constraints import Regular
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, Boxes, ColumnIndexer, Columns, Rows, Windoku
from nonet.solvers import (
    BackendUnavailable,
    Limits,
    LimitUnsupported,
    PhaseClock,
    Status,
    find_backend,
    norvig,
)
from nonet.solvers.cpsat import PROVIDER, CpSat, Parameters

every_variant = pytest.mark.parametrize("variant", ["integer", "boolean"])
SUDOKU = classic("." * 81)
#: Arto Inkala's puzzle of 2010, and AI Escargot: hard, with one solution each.
HARD = [
    classic("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
    classic("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
]


def session(variant, puzzle, seed=0):
    return find_backend(f"cpsat:{variant}").open(puzzle, seed=seed)


#: A pigeonhole problem: twelve cells must differ, but there are eleven values.
PIGEONS = pigeons(12)


def by_norvig(puzzle):
    return {solution for solution in norvig.search(puzzle, 0) if solution}


@every_variant
@pytest.mark.slow
def test_a_board_with_more_than_16_values_is_solved(variant):
    puzzle = Puzzle(Grid(18, 18), rules=(Rows(), Columns(), Boxes(3, 6), AntiKnight()))
    assert session(variant, puzzle).solve().status is Status.SATISFIED


@every_variant
def test_a_limit_of_conflicts_stops_at_the_same_one_every_time(variant):
    runs = [session(variant, PIGEONS).solve(Limits(nodes=500)) for _ in range(2)]
    assert runs[0].counters == runs[1].counters
    assert 500 <= runs[0].counters["num_conflicts"] < 600


@every_variant
def test_each_seed_gives_a_different_search(variant):
    assert len({session(variant, SUDOKU, seed).solve().solution for seed in range(5)}) == 5


@pytest.mark.parametrize("variant", ["integer/default", "boolean/default,workers=2"])
def test_default_parameters_find_the_same(variant):
    with session(variant, HARD[0]) as asked:
        assert set(enumerate_solutions(asked)) == by_norvig(HARD[0])


@every_variant
def test_counters_have_the_names_of_the_solver(variant):
    counters = session(variant, HARD[0]).solve().counters
    assert {"num_conflicts", "num_branches", "num_booleans", "deterministic_time"} <= set(counters)
    assert counters["num_conflicts"] > 0
    assert counters["deterministic_time"] > 0


def test_an_invalid_model_is_a_bug_and_no_verdict():
    encoded = encode_integer(SUDOKU)
    encoded.model.new_int_var_from_domain(Domain.from_values([]), "nothing")
    cpsat = CpSat(encoded, PhaseClock(), Parameters())
    with pytest.raises(RuntimeError, match="ended with MODEL_INVALID"):
        cpsat.solve(Limits())


# --- limits of time ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["integer", "boolean"])
def test_a_second_is_a_second_on_a_hard_board_of_36_by_36(variant):
    random, rules = Random(0), (Rows(), Columns(), Boxes(6, 6))
    puzzle = with_holes(full_board(6, random), 648, rules, random)
    with session(variant, puzzle) as asked, processor_seconds(1.3):
        asked.solve(Limits(seconds=1))


@every_variant
def test_a_search_begins_once_with_all_of_its_time(variant, monkeypatch):
    from ortools.sat.python.cp_model import CpSolver

    given, search = [], CpSolver.solve

    def solve(solver, model):
        given.append(solver.parameters.max_time_in_seconds)
        return search(solver, model)

    monkeypatch.setattr(CpSolver, "solve", solve)
    with session(variant, HARD[0]) as asked:
        assert asked.solve(Limits()).solution in by_norvig(HARD[0])
        asked.solve(Limits(seconds=60))
        assert asked.solve(Limits(nodes=0)).status is Status.UNKNOWN
    assert given[0] == given[2] == float("inf")
    assert len(given) == 3
    assert 50 < given[1] <= 60


# --- specs ---------------------------------------------------------------------------------------


@every_variant
def test_its_own_enumeration_loses_no_solution(variant):
    rules = Windoku(), ColumnIndexer("r3c2 r3c3 r4c3"), Rows(), Columns(), Boxes(2, 2)
    puzzle = Puzzle(Grid(4, 4), marks=(15, 3) + 14 * (15,), rules=rules).with_givens({"r4c4": 4})
    assert count(puzzle, backend=f"cpsat:{variant}") == 7


@every_variant
def test_its_own_enumeration_lists_no_solution_twice(variant):
    after = [{1: 2, 2: 1, 3: 0}, {0: 1, 1: 1, 2: 2, 3: 1}, {0: 0, 1: 0, 2: 1, 3: 1}]
    word = Automaton.exploring(
        0, lambda state, v: after[state].get(v), (1, 2).__contains__, range(4)
    )
    puzzle = says(Grid(1, 4, range(4)), Regular((0, 1, 2, 3), word))
    assert count(puzzle, backend=f"cpsat:{variant}") == len(brute_force(puzzle))


def test_importing_a_solver_does_not_import_its_library():
    script = "import sys, nonet.solvers.sat, nonet.solvers.cpsat as it; it.PROVIDER.describe()"
    command = [sys.executable, "-c", f"{script}; print(*sys.modules)"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not {"ortools", "pysat.solvers"} & set(run.stdout.split())


def test_every_form_is_described():
    described = PROVIDER.describe()
    assert [description.spec for description in described] == [*("cpsat:integer", "cpsat:boolean")]
    for description in described:
        assert description.version
        assert "every rule" in description.capabilities
        assert description.missing is None


def test_several_workers_have_no_limit_of_conflicts():
    with session("boolean/workers=2", HARD[0]) as asked:
        with pytest.raises(LimitUnsupported, match="cannot limit the conflicts of several workers"):
            asked.solve(Limits(nodes=5))
        assert asked.solve(Limits(seconds=60)).solution == asked.solve().solution


def test_options_are_parameters_of_the_search(monkeypatch):
    found = []
    monkeypatch.setattr("nonet.solvers.cpsat.CpSat", lambda _, __, given, seed: found.append(given))
    for spec in ("integer", "boolean", "integer/default,workers=8"):
        find_backend(f"cpsat:{spec}").make(HARD[0], 0)
    assert found == [
        Parameters(),
        Parameters(presolve=False),
        Parameters(is_tuned=False, workers=8),
    ]


def test_without_ortools_the_reason_and_the_remedy_are_given(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools", None)
    reasons = {description.missing for description in PROVIDER.describe()}
    with pytest.raises(BackendUnavailable) as refused:
        PROVIDER.build("boolean", ())
    assert reasons == {str(refused.value)}
    assert "pip install ortools" in str(refused.value)
