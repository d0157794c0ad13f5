"""Tests of a loaded SAT solver: counters, interruption and failures."""

import signal
import sys
import time
from itertools import product

import pytest
from events import wait_for
from examples import DOZEN

from nonet.encodings.cnf import encode
from nonet.encodings.options import CLAUSE_SETS, REDUCTIONS
from nonet.solvers import Limits, PhaseClock, SolverCrashed, sat
from nonet.solvers.sat import catalogue, loaded
from nonet.solvers.sat.loaded import LiveEngine, LoadedSolver, others_alarm
from nonet.system.processes import last_line, run


def test_counters_count_from_the_last_take():
    solver = LoadedSolver("minisat22", [[1, 2], [-1, -2]])
    solver.solve()
    first = solver.counters()
    assert first["decisions"] > 0
    assert set(solver.counters().values()) == {0}
    assert solver.conflicts == first["conflicts"]
    solver.close()


def test_missing_counters_are_left_out():
    solver = LoadedSolver("maplesat", [[1, 2]])
    assert "propagations" not in solver.counters()
    solver.close()


def test_native_cardinality_constraints():
    for name in catalogue.NATIVE_CARDINALITY:
        solver = LoadedSolver(name, [[1, 2, 3]], [[1, 2, 3]])
        assert solver.solve(assumptions=[2])
        assert solver.model()[:3] == [-1, 2, -3]
        assert solver.solve(assumptions=[1, 2]) is False
        solver.close()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
@pytest.mark.parametrize(
    "name", [name for name in catalogue.names() if catalogue.is_loadable(name)]
)
def test_the_alarm_of_the_process_is_left_as_it_was(name):
    solver = LoadedSolver(name, [[1, 2], [-1, 2]])
    assert solver.solve()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    solver.close()


def test_after_an_interrupt_it_can_only_be_closed(monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    solver = LoadedSolver("minisat22", [[1]])
    with monkeypatch.context() as patched:
        patched.setattr(loaded, "solve_within", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solver.solve()
    with pytest.raises(RuntimeError, match="was interrupted: open a new session"):
        solver.solve()
    solver.close()


@pytest.mark.parametrize("name", ["minisat22", "cadical153", "cadical103"])
def test_a_preference_decides_where_clauses_do_not(name):
    solver = LoadedSolver(name, [[1, 2, 3]])
    solver.prefer([1, -2, 3])
    assert solver.solve()
    if name != "cadical103":  # this solver has no setting for phases
        assert solver.model() == [1, -2, 3]
    solver.close()


@pytest.mark.parametrize("failing", ["solve_limited", "get_model", "add_atmost"])
def test_whatever_a_solver_raises_is_a_crash_with_its_name(monkeypatch, failing):
    def fails(*args, **kwargs):
        raise NotImplementedError("oh")

    monkeypatch.setattr(f"pysat.solvers.Solver.{failing}", fails)
    with pytest.raises(SolverCrashed, match=r"^pysat:minicard failed: NotImplementedError: oh$"):
        LiveEngine("minicard", encode(DOZEN, "native"), PhaseClock()).solve(Limits())


def test_a_model_that_is_no_grid_is_a_crash_too(monkeypatch):
    monkeypatch.setattr("pysat.solvers.Solver.get_model", lambda solver: [])
    with pytest.raises(SolverCrashed, match=r"^pysat:minisat22: the model gives r1c"):
        LiveEngine("minisat22", encode(DOZEN), PhaseClock()).solve(Limits())


#: A program that asks a solver about puzzles with one, many and no solutions, with each kind of
#: limit. It asks about the hard puzzle only with the first encoding. It prints the current
#: encoding, because a solver may crash the process.
PROBE = """
import os
import sys
from ast import literal_eval
from itertools import islice
from nonet import Limits, classic, find_backend
from nonet.rules import Cage
from nonet.system import worker
if hasattr(os, "fork"):  # a fork of this process starts quicker than a fresh interpreter
    worker.Worker._fresh = lambda _, printed: worker._Copy(printed)
most = int(sys.argv[1])
hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
puzzles = [classic(text) for text in (hard, "1234" + "." * 12, "11" + "." * 14)]
puzzles.append(classic("." * 16).with_rules(Cage((0, 1, 2), 7)))
for solver, words, kinds in literal_eval(sys.argv[2]):
    for word in words:
        print(solver, word, flush=True)
        backend = find_backend(f"pysat:{solver}/{word}")
        for puzzle in puzzles if word == words[0] else puzzles[1:]:
            for limits in kinds:
                with backend.open(puzzle) as session:
                    answers = list(islice(session.answers(Limits(**limits)), most))
                assert answers[0].status != "unknown" or limits, limits
"""


def asked(solver):
    """Return a solver with its encodings and the kinds of limits that it supports."""
    formulations = ["pairwise"] + ["native"] * (solver in catalogue.NATIVE_CARDINALITY)
    words = [",".join(chosen) for chosen in product(formulations, CLAUSE_SETS, REDUCTIONS)]
    if not catalogue.is_loadable(solver):  # each answer takes a process
        words = words[:1]
    kinds = [{}, {"seconds": 9}, {"memory": 1 << 40}]
    if solver not in catalogue.NO_CONFLICT_LIMIT:
        kinds += [{"nodes": 3}, {"seconds": 9, "nodes": 10**5}]
    return solver, words, kinds


@pytest.mark.slow
@pytest.mark.parametrize(("is_loadable", "most"), [(True, 14), (False, 2)])
def test_each_advertised_solver_answers_under_every_kind_of_limit(is_loadable, most):
    names = [name for name in catalogue.names() if catalogue.is_loadable(name) is is_loadable]
    every = [asked(name) for name in names if sat.missing(name) is None]
    done = run([sys.executable, "-c", PROBE, str(most), repr(every)])
    assert done.code == 0, f"{last_line(done.out)}: {last_line(done.error)}"
    last, words, _ = every[-1]
    assert last_line(done.out) == f"{last} {words[-1]}"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_alarms_are_restored_after_a_solver():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 60)
        with others_alarm():
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, 2500)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with others_alarm():
            signal.setitimer(signal.ITIMER_REAL, 2500)
            time.sleep(0.02)
        wait_for(lambda: rung)  # the Ctrl-C that arrived meanwhile
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
