"""Tests of CP-SAT: verdicts, limits, seeds, Ctrl-C."""

from random import Random

import pytest
from clocks import processor_seconds
from cpsat_sessions import HARD, SUDOKU, every_variant, session
from examples import full_board, pigeons
from general_engine import with_holes
from oracle import enumerate_solutions
from ortools.sat.python.cp_model import Domain

from nonet.encodings.cpsat import encode_integer
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKnight,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    Rows,
    Thermo,
)
from nonet.solvers import Limits, PhaseClock, Status, norvig
from nonet.solvers.cpsat.runner import CpSat, Parameters

#: A pigeonhole problem: twelve cells must differ, but there are eleven values.
PIGEONS = pigeons(12)


def by_norvig(puzzle):
    return {solution for solution in norvig.search(puzzle, 0) if solution}


@every_variant
@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "clues"),
    [
        (Diagonals(), {}),
        (Thermo((0, 7, 14)), {28: 6, 30: 2, 35: 4}),
        (Cage((0, 1, 6, 7), 13), {13: 4, 28: 6, 30: 2, 35: 4}),
    ],
    ids=str,
)
def test_every_variant_agrees_with_norvig_on_6_by_6(variant, rule, clues):
    givens = {cell: cell + 1 for cell in range(6)} | clues
    puzzle = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3), rule)).with_givens(givens)
    expected = by_norvig(puzzle)
    assert len(expected) > 1
    assert set(enumerate_solutions(session(variant, puzzle))) == expected


@every_variant
@pytest.mark.slow
def test_a_board_with_more_than_16_values_is_solved(variant):
    puzzle = Puzzle(Grid(18, 18), rules=(Rows(), Columns(), Boxes(3, 6), AntiKnight()))
    assert session(variant, puzzle).solve().status is Status.SATISFIED


@every_variant
@pytest.mark.parametrize(
    "limits", [Limits(nodes=0), Limits(nodes=100), Limits(seconds=0), Limits(seconds=0.05)], ids=str
)
def test_a_limit_that_is_hit_is_no_verdict(variant, limits):
    answer = session(variant, PIGEONS).solve(limits)
    assert answer.status is Status.UNKNOWN
    assert answer.solution is None


@every_variant
@pytest.mark.parametrize(
    ("puzzle", "truth"),
    [(HARD[0], Status.SATISFIED), (HARD[0].with_givens({0: 9}), Status.UNSATISFIABLE)],
    ids=["satisfiable", "contradictory"],
)
def test_whatever_the_limit_the_verdict_is_right_or_missing(variant, puzzle, truth):
    asked = session(variant, puzzle)
    statuses = [asked.solve(Limits(nodes=nodes)).status for nodes in range(0, 300, 60)]
    assert statuses[0] is Status.UNKNOWN
    assert set(statuses) <= {truth, Status.UNKNOWN}
    assert asked.solve().status is truth


@every_variant
def test_a_limit_of_conflicts_stops_at_the_same_one_every_time(variant):
    runs = [session(variant, PIGEONS).solve(Limits(nodes=500)) for _ in range(2)]
    assert runs[0].counters == runs[1].counters
    assert 500 <= runs[0].counters["num_conflicts"] < 600


@every_variant
def test_each_seed_gives_a_different_search(variant):
    assert len({session(variant, SUDOKU, seed).solve().solution for seed in range(5)}) == 5


@every_variant
def test_hard_puzzles_have_the_solution_that_norvig_finds_whatever_the_seed(variant):
    for seed, puzzle in enumerate(HARD):
        assert set(enumerate_solutions(session(variant, puzzle, seed))) == by_norvig(puzzle)


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


@every_variant
def test_times_are_split_by_phase(variant):
    asked = session(variant, HARD[0])
    first, again = asked.solve().times, asked.solve().times
    assert min(first.encode, first.solve, first.decode) > 0
    assert again.encode == 0
    assert again.solve > 0


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
