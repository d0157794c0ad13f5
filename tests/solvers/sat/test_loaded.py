"""Tests of a loaded SAT solver: counters, interruption and failures."""

import signal
import time

import pytest
from events import wait_for
from examples import DOZEN

from nonet.encodings.cnf import encode
from nonet.solvers import Limits, PhaseClock, SolverCrashed
from nonet.solvers.sat import catalogue, loaded
from nonet.solvers.sat.loaded import LiveEngine, LoadedSolver, others_alarm


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
