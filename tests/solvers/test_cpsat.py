"""What a session on CP-SAT promises: verdicts, limits, seeds, counters, Ctrl-C."""

import subprocess
import sys

import pytest
from ortools.sat.python.cp_model import Domain

from nonet.encodings.cpsat import encode_integer
from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    ExtraRegion,
    NonConsecutive,
    Rows,
    Thermo,
)
from nonet.solvers import norvig
from nonet.solvers.contract import BackendError, BackendUnavailable, Limits, Status
from nonet.solvers.cpsat import FAMILY, CpSat

VARIANTS = ["integer", "boolean"]
both_variants = pytest.mark.parametrize("variant", VARIANTS)

SUDOKU = Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3)))
#: Twelve cells that differ two by two, eleven values: to refute it, clauses must count pigeons.
PIGEONS = Puzzle(
    Grid(1, 12, range(11)),
    rules=tuple(ExtraRegion((a, b)) for b in range(12) for a in range(b)),
)


def printed(line):
    return SUDOKU.with_givens({cell: int(v) for cell, v in enumerate(line) if v != "."})


#: Arto Inkala's of 2010, and AI Escargot: hard, and each has one solution.
HARD = [
    printed("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
    printed("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
]


def session(variant, puzzle, seed=0):
    return FAMILY.build(variant, ()).open(puzzle, seed=seed)


def solutions(asked):
    found = set()
    while (answer := asked.solve()).status is Status.SATISFIED:
        assert answer.solution not in found
        found.add(answer.solution)
        asked.block(answer.solution)
    assert answer.status is Status.UNSATISFIABLE
    assert answer.solution is None
    return found


def by_norvig(puzzle):
    return {solution for solution in norvig.search(puzzle, 0) if solution}


@both_variants
@pytest.mark.parametrize("puzzle", HARD, ids=["Inkala", "Escargot"])
def test_a_hard_sudoku_has_the_one_solution_that_norvig_finds(variant, puzzle):
    assert solutions(session(variant, puzzle)) == by_norvig(puzzle)


@both_variants
@pytest.mark.parametrize(
    ("rule", "clues"),
    [
        (Diagonals(), {}),
        (AntiKing(), {35: 4}),
        (NonConsecutive(), None),
        (Thermo((0, 7, 14)), {28: 6, 30: 2, 35: 4}),
        (Cage((0, 1, 6, 7), 13), {28: 6, 30: 2, 35: 4}),
        (ExtraRegion((0, 7, 14, 21, 28)), {28: 6, 30: 2, 35: 4}),
    ],
    ids=str,
)
def test_on_a_6_by_6_board_both_variants_find_what_norvig_finds(variant, rule, clues):
    givens = {} if clues is None else {cell: cell + 1 for cell in range(6)} | clues
    puzzle = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3), rule)).with_givens(givens)
    expected = by_norvig(puzzle)
    assert len(expected) > 1
    assert solutions(session(variant, puzzle)) == expected


@both_variants
@pytest.mark.slow
def test_a_board_with_more_than_16_values_is_solved(variant):
    puzzle = Puzzle(Grid(25, 25), rules=(Rows(), Columns(), Boxes(5, 5), AntiKnight()))
    assert session(variant, puzzle).solve().status is Status.SATISFIED


@both_variants
def test_a_session_goes_on_answering_after_everything_is_blocked(variant):
    with session(variant, Puzzle(Grid(2, 2), rules=(Rows(), Columns()))) as asked:
        assert len(solutions(asked)) == 2
        assert asked.solve().status is Status.UNSATISFIABLE


@both_variants
@pytest.mark.parametrize("cell", [0, 3])
def test_a_cell_without_candidates_is_unsatisfiable(variant, cell):
    marks = tuple(0 if other == cell else 0b11 for other in range(4))
    puzzle = Puzzle(Grid(2, 2), marks=marks, rules=(Rows(), Columns()))
    assert session(variant, puzzle).solve().status is Status.UNSATISFIABLE


@both_variants
def test_one_cell_is_a_puzzle(variant):
    assert solutions(session(variant, Puzzle(Grid(1, 1)))) == {(1,)}


@both_variants
@pytest.mark.parametrize(
    "limits", [Limits(nodes=0), Limits(nodes=100), Limits(seconds=0), Limits(seconds=0.05)], ids=str
)
def test_a_limit_that_is_hit_is_no_verdict(variant, limits):
    answer = session(variant, PIGEONS).solve(limits)
    assert answer.status is Status.UNKNOWN
    assert answer.solution is None


@both_variants
@pytest.mark.parametrize(
    ("puzzle", "truth"),
    [
        (HARD[0], Status.SATISFIED),
        (HARD[0].with_givens({0: 9}), Status.UNSATISFIABLE),
    ],
    ids=["satisfiable", "contradictory"],
)
def test_whatever_the_limit_the_verdict_is_right_or_missing(variant, puzzle, truth):
    asked = session(variant, puzzle)
    statuses = [asked.solve(Limits(nodes=nodes)).status for nodes in range(0, 300, 10)]
    assert statuses[0] is Status.UNKNOWN
    assert set(statuses) <= {truth, Status.UNKNOWN}
    assert asked.solve().status is truth


@both_variants
def test_a_limit_of_conflicts_stops_at_the_same_one_every_time(variant):
    runs = [session(variant, PIGEONS).solve(Limits(nodes=500)) for _ in range(2)]
    assert runs[0].counters == runs[1].counters
    assert 500 <= runs[0].counters["num_conflicts"] < 600


@both_variants
def test_a_limit_counts_for_one_solve_only(variant):
    asked = session(variant, HARD[0])
    assert asked.solve(Limits(nodes=0)).status is Status.UNKNOWN
    assert asked.solve().status is Status.SATISFIED


@both_variants
def test_limits_beyond_the_solvers_integers_are_as_good_as_none(variant):
    assert session(variant, HARD[0]).solve(Limits(1e300, 10**30)).status is Status.SATISFIED


@both_variants
def test_the_same_seed_gives_the_same_search(variant):
    for seed in (0, 7, -1, 10**30):
        first, second = (session(variant, SUDOKU, seed).solve() for _ in range(2))
        assert first.solution == second.solution
        assert first.counters == second.counters


@both_variants
def test_each_seed_gives_a_search_of_its_own(variant):
    assert len({session(variant, SUDOKU, seed).solve().solution for seed in range(5)}) == 5


@both_variants
def test_the_seed_does_not_change_the_verdict(variant):
    for seed in range(1, 4):
        assert solutions(session(variant, HARD[0], seed)) == by_norvig(HARD[0])


@both_variants
def test_counters_have_the_names_of_the_solver(variant):
    counters = session(variant, HARD[0]).solve().counters
    assert {"num_conflicts", "num_branches", "num_booleans", "deterministic_time"} <= set(counters)
    assert counters["num_conflicts"] > 0
    assert counters["deterministic_time"] > 0


@both_variants
def test_times_are_split_by_phase(variant):
    asked = session(variant, HARD[0])
    first, again = asked.solve().times, asked.solve().times
    assert min(first.encode, first.solve, first.decode) > 0
    assert again.encode == 0
    assert again.solve > 0


@both_variants
def test_a_board_too_large_is_refused(variant):
    with pytest.raises(TooLarge):
        session(variant, Puzzle(Grid(100, 100), rules=(Rows(), Columns(), Boxes(10, 10))))


def test_an_invalid_model_is_a_bug_and_no_verdict():
    def encode(puzzle):
        encoded = encode_integer(puzzle)
        encoded.model.new_int_var_from_domain(Domain.from_values([]), "nothing")
        return encoded

    with pytest.raises(RuntimeError, match=r"MODEL_INVALID: .*nothing"):
        CpSat(SUDOKU, 0, encode, presolve=True).solve(Limits())


INTERRUPTED = """
import os, signal, threading, time
from nonet.solvers.cpsat import FAMILY
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion

puzzle = Puzzle(
    Grid(1, 12, range(11)),
    rules=tuple(ExtraRegion((a, b)) for b in range(12) for a in range(b)),
)
asked = FAMILY.build("{variant}", ()).open(puzzle)
for _ in range(2):
    interrupt = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    begun = time.perf_counter()
    try:
        print("answered", asked.solve().status)
    except KeyboardInterrupt:
        print("prompt" if time.perf_counter() - begun < 2 else "late")
"""


@both_variants
@pytest.mark.slow
def test_ctrl_c_interrupts_each_solve_promptly(variant):
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(variant=variant)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (run.stdout, run.stderr) == ("prompt\nprompt\n", "")


def test_importing_the_solver_does_not_import_ortools():
    script = "import sys, nonet.solvers.cpsat as it; it.FAMILY.describe(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "ortools" not in run.stdout.split()


def test_both_variants_are_described():
    described = FAMILY.describe()
    assert [description.spec for description in described] == ["cpsat:integer", "cpsat:boolean"]
    for description in described:
        assert description.version
        assert "every rule" in description.capabilities
        assert description.missing is None


def test_the_integer_model_is_the_default():
    assert FAMILY.build("", ()).spec == "cpsat:integer"


def test_an_unknown_variant_is_refused_with_those_there_are():
    with pytest.raises(BackendError, match="no variant 'real', only integer and boolean"):
        FAMILY.build("real", ())


@both_variants
def test_options_are_refused(variant):
    with pytest.raises(BackendError, match=rf"cpsat:{variant} has no options, .*fast"):
        FAMILY.build(variant, ("fast",))


def test_without_ortools_the_reason_and_the_remedy_are_given(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools", None)
    reasons = {description.missing for description in FAMILY.describe()}
    with pytest.raises(BackendUnavailable) as refused:
        FAMILY.build("boolean", ())
    assert reasons == {str(refused.value)}
    assert "pip install ortools" in str(refused.value)
