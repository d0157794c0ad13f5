"""During a direct call of CaDiCaL, another thread can run and end the search."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from examples import classic, pigeon_clauses
from pysat.solvers import Solver

from nonet import Limits
from nonet.generation import with_holes
from nonet.solvers import find_backend
from nonet.solvers.sat import catalogue
from nonet.solvers.sat import limits as sat_limits
from nonet.solvers.sat.limits import Cadical, cadical_in, solve_within
from nonet.solvers.sat.loaded import LoadedSolver

each_version = pytest.mark.parametrize("name", catalogue.STOPPED_BY["termination"])


@each_version
def test_answers_under_assumptions_reach_pysat(name):
    with Solver(name, bootstrap_with=[[1, 2], [-1, 3]]) as solver:
        assert cadical_in(solver).solve([1]) is True
        assert solver.get_model()[:3] == [1, solver.get_model()[1], 3]
        assert cadical_in(solver).solve([-2, -1]) is False
        assert set(solver.get_core()) <= {-1, -2}
        assert cadical_in(solver).solve([]) is True


@each_version
def test_another_thread_ends_the_search(name):
    with Solver(name, bootstrap_with=pigeon_clauses(14)) as solver, ThreadPoolExecutor(1) as pool:
        asked = cadical_in(solver)
        running = pool.submit(asked.solve, ())
        while not running.done():
            time.sleep(0.05)  # this would never end if the search held the interpreter lock
            asked.stop()
        assert running.result() is None


@each_version
def test_after_the_first_conflicts_the_search_is_never_begun_again(name, monkeypatch):
    searches = []
    solve = Cadical.solve
    monkeypatch.setattr(
        Cadical, "solve", lambda asked, given: searches.append(given) or solve(asked, given)
    )
    solver = LoadedSolver(name, pigeon_clauses(10))
    assert solver.solve(Limits(nodes=5_000)) is None
    assert searches == [()]
    assert solver.counters()["conflicts"] == pytest.approx(5_000, rel=0.02)
    solver.close()


@each_version
def test_a_search_that_ended_when_it_was_stopped_spoils_no_later_one(name, monkeypatch):
    """The search may end by itself just before it is stopped."""

    def late(waiting, seconds):
        [running] = waiting
        running.result()
        monkeypatch.setattr(running, "done", iter([False, True]).__next__)

    clauses = pigeon_clauses(8)
    with Solver(name, bootstrap_with=clauses) as solver:
        monkeypatch.setattr("nonet.solvers.threads.wait_for_any", late)
        assert solve_within(solver, "termination", Limits(seconds=60)) is None
        monkeypatch.undo()
        assert solve_within(solver, "termination", Limits(seconds=60)) is False


@each_version
def test_where_the_library_does_not_export_it_there_are_slices(name, monkeypatch):
    monkeypatch.setattr(sat_limits, "_methods", lambda version: None)
    board = with_holes(classic("." * 256), 0.6, seed=1)
    with find_backend(f"pysat:{name}").open(board) as session:
        assert session.solve().solution is not None
    solver = LoadedSolver(name, pigeon_clauses(14))
    assert solver.solve(Limits(seconds=0.3)) is None
    assert solver.solve(Limits(nodes=2_000)) is None
    solver.close()
