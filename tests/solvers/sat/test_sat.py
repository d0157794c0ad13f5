"""Tests of every SAT solver of PySAT, in a session: verdicts, limits, counters, crashes, Ctrl-C."""

import os
import threading
from contextlib import closing

import pytest
from examples import EASY, EMPTY, HARD, HOPELESS, UNIQUE, case, classic, pigeon_clauses, pigeons
from oracle import enumerate_solutions

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import solutions
from nonet.rules import Cage, Rows
from nonet.solvers import Limits, LimitUnsupported, Status, sat
from nonet.solvers.sat import PROVIDER, catalogue
from nonet.solvers.sat.loaded import LoadedSolver
from nonet.system import worker

NAMES = catalogue.names()
LIVE = [name for name in NAMES if catalogue.stopped_by(name) != "child"]
IN_CHILD = [name for name in NAMES if name not in LIVE]
#: The default solver, and a solver for each other way to stop one.
ONE_OF_EACH = ["cadical153", "minisat22", "kissat404"]


def one_of_each(names):
    """In a quick run, test only one solver of each kind. In a full run, test all solvers."""
    alike = [name for name in names if name not in ONE_OF_EACH]
    slow = [pytest.param(name, marks=pytest.mark.slow) for name in alike]
    return pytest.mark.parametrize(
        "name", [*(name for name in names if name in ONE_OF_EACH), *slow]
    )


every_solver = one_of_each(NAMES)
every_live_solver = one_of_each(LIVE)


FEW = classic("1234341221" + "." * 6)


def session(name, puzzle, *options, seed=0):
    if reason := sat.missing(name):
        pytest.skip(reason)
    return PROVIDER.build(name, options).open(puzzle, seed=seed)


# --- verdicts ------------------------------------------------------------------------------------


@every_solver
def test_each_solution_is_found_once(name):
    # A cage has auxiliary variables, which the blocking clause must not contain.
    caged = Puzzle(Grid(1, 4), rules=(Rows(), Cage((0, 1), 5), Cage((1, 2, 3), 8)))
    clash = classic("11" + "." * 14)  # refuted by the encoder
    some = [clash, FEW]  # each answer of a child process takes half a second
    for puzzle in [*some, classic(HARD), classic(EASY), caged] if name in LIVE else some:
        for clause_set in ("extended", "minimal") if puzzle is caged else ("extended",):
            with case((puzzle, clause_set)), session(name, puzzle, clause_set) as asked:
                assert sorted(enumerate_solutions(asked)) == sorted(solutions(puzzle, "norvig"))
                assert asked.solve(Limits(seconds=10)).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_solve_works_in_any_thread(name, forked_workers):
    found = []
    with session(name, classic(HARD)) as asked:
        for limits in (Limits(), Limits(seconds=60)):
            thread = threading.Thread(target=lambda lim=limits: found.append(asked.solve(lim)))
            thread.start()
            thread.join(60)
    assert [answer.status for answer in found] == [Status.SATISFIED] * 2


# --- limits --------------------------------------------------------------------------------------


@every_solver
def test_a_limit_of_seconds_stops_each_solver(name):
    with session(name, HOPELESS) as asked:
        answer = asked.solve(Limits(seconds=0.05))
        assert (answer.status, answer.solution) == (Status.UNKNOWN, None)
        if name in LIVE:  # the session continues
            assert asked.solve(Limits(nodes=10)).status is Status.UNKNOWN
        assert asked.solve(Limits(seconds=0)).status is Status.UNKNOWN


@every_solver
def test_a_limit_of_conflicts_stops_each_solver_at_the_same_one(name, forked_workers):
    runs = []
    for _ in range(2):
        with session(name, HOPELESS) as asked:
            if name in catalogue.NO_CONFLICT_LIMIT:
                with pytest.raises(LimitUnsupported, match=f"pysat:{name} .*limit seconds"):
                    asked.solve(Limits(nodes=1_000))
                return
            runs.append(asked.solve(Limits(nodes=1_000)))
    first, second = runs
    assert first.status is second.status is Status.UNKNOWN
    assert first.counters == second.counters
    if name in LIVE:
        assert 1_000 <= first.counters["conflicts"] < 2_000


@every_solver
def test_both_limits_together(name, forked_workers):
    if name in catalogue.NO_CONFLICT_LIMIT:
        pytest.skip("has no limit of conflicts")
    for limits in (Limits(0.05, 10**9), Limits(60, 700), Limits(60, 200), Limits(0, 0)):
        with session(name, HOPELESS) as asked:
            assert asked.solve(limits).status is Status.UNKNOWN


@every_solver
def test_an_ample_limit_of_any_kind_is_no_obstacle(name, forked_workers):
    kinds = [Limits(seconds=9), Limits(memory=1 << 40), Limits(9, 10**5, 1 << 40)]
    for limits in kinds[:2] if name in catalogue.NO_CONFLICT_LIMIT else kinds:
        with case(limits), session(name, FEW) as asked:
            assert asked.solve(limits).status is Status.SATISFIED


@every_live_solver
def test_a_solver_continues_after_a_limit(name):
    """A limit applies only to one solve. The next solve keeps the learnt clauses."""
    with session(name, pigeons(7)) as asked:
        for nodes in (0, 10):
            assert asked.solve(Limits(nodes=nodes)).status is Status.UNKNOWN
        for _ in range(1_000):
            if (answer := asked.solve(Limits(nodes=30))).status is not Status.UNKNOWN:
                break
        assert answer.status is Status.UNSATISFIABLE
        assert asked.solve(Limits(seconds=60)).status is Status.UNSATISFIABLE


@every_live_solver
def test_an_interrupt_does_not_reach_into_the_next_solve(name):
    with session(name, HOPELESS) as asked:
        assert asked.solve(Limits(seconds=0.05)).status is Status.UNKNOWN
        answer = asked.solve(Limits(nodes=1_500))
    assert answer.status is Status.UNKNOWN
    assert answer.counters["conflicts"] >= 1_500


@every_live_solver
def test_limits_beyond_the_solvers_integers_mean_unlimited(name):
    for seconds, nodes in [(float("inf"), None), (1e300, 10**30), (None, 2**31), (None, 2**32)]:
        # This puzzle takes more conflicts than the first slice of the search.
        with case((seconds, nodes)), session(name, pigeons(8)) as asked:
            assert asked.solve(Limits(seconds, nodes)).status is Status.UNSATISFIABLE


# --- the child process ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clauses", "conflicts", "outcome"),
    [
        ([[1, 2], [-1], [3, -2]], None, True),
        ([[1], [-1]], None, False),
        ([[1], []], None, False),
        (pigeon_clauses(12), 100, None),
        *((pigeon_clauses(5), most, False) for most in (2**31 - 1, 2**32, 2**64, 10**30)),
    ],
)
def test_one_solve_without_slices(monkeypatch, clauses, conflicts, outcome):
    monkeypatch.setattr(catalogue, "stopped_by", lambda name: "child")
    with closing(LoadedSolver("minisat22", clauses)) as solver:
        assert solver.solve(Limits(nodes=conflicts)) is outcome
        if outcome:
            assert solver.model() == [-1, 2, 3]


def test_a_child_is_safe_from_modules_in_the_working_directory(tmp_path, monkeypatch):
    (tmp_path / "pysat.py").write_text("raise SystemExit(77)")
    monkeypatch.chdir(tmp_path)
    worker._end_idle()
    with session("kissat404", UNIQUE) as asked:
        assert asked.solve().status is Status.SATISFIED


def abort(*_):
    os.abort()


def leave(*_):
    raise SystemExit(1)


def fail(*_):
    raise MemoryError("all of it")


@pytest.mark.parametrize(
    ("crash", "complaint"),
    [
        (abort, "kissat404 failed: its process ended with SIGABRT"),
        (leave, "kissat404 failed: its process ended with code 1"),
        (fail, "all of it"),
    ],
)
def test_a_crash_is_an_error_and_no_verdict(monkeypatch, forked_workers, crash, complaint):
    with session("kissat404", EMPTY) as asked:
        monkeypatch.setattr(LoadedSolver, "solve", crash)
        for limits in (Limits(), Limits(seconds=60)):
            with pytest.raises((RuntimeError, MemoryError), match=complaint):
                asked.solve(limits)


def test_a_child_that_lies_is_caught(monkeypatch, forked_workers):
    marks = [EMPTY.grid.mark(cell, 1) for cell in range(16)]
    with session("kissat404", EMPTY) as asked:
        monkeypatch.setattr(LoadedSolver, "solve", lambda *_: True)
        monkeypatch.setattr(LoadedSolver, "model", lambda _: marks)
        with pytest.raises(RuntimeError, match="kissat404 gave a wrong grid: r1c1 and r1c2"):
            asked.solve()


# --- counters and times --------------------------------------------------------------------------


@every_live_solver
def test_counters_are_named_as_the_solver_names_them(name):
    with session(name, classic(HARD), "minimal") as asked:
        counters = asked.solve().counters
    expected = {"restarts", "conflicts", "decisions", "propagations"}
    if name in ("maplecm", "maplesat"):
        expected -= {"propagations"}  # these solvers always report 0, which is wrong
    assert set(counters) == expected
    assert counters["decisions"] > 0
    assert counters.get("propagations", 1) > 0


@every_live_solver
def test_counters_are_those_of_one_solve(name):
    with session(name, pigeons(14)) as asked:
        for _ in range(3):
            conflicts = asked.solve(Limits(nodes=100)).counters["conflicts"]
            assert 100 <= conflicts < 1_300


@every_solver
def test_times_are_split_by_phase(name, forked_workers):
    with session(name, classic(HARD)) as asked:
        first = asked.solve()
        asked.block(first.solution)
        second = asked.solve()
    assert min(first.times.encode, first.times.load, first.times.solve, first.times.decode) > 0
    assert second.times.decode == 0
    assert second.times.solve > 0
    assert (second.times.load > 0) == (name in IN_CHILD)
    assert (first.counters == {}) == (name in IN_CHILD)  # unknown, so absent
