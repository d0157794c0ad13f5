"""Engines in a worker or in a thread: their ends, their memory, and Ctrl-C."""

import importlib
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from examples import DOZEN, HOPELESS
from oracle import brute_force, enumerate_solutions

from nonet.racing.stopwatch import Stopwatch
from nonet.solvers import Backend, Limits, SolverCrashed, Status, find_backend
from nonet.solvers.threads import ask_in_thread
from nonet.solvers.worker_engine import in_worker
from nonet.system import limits, worker
from nonet.system.errors import TooLarge
from nonet.system.worker import seconds_of_workers

SOURCE = """
import os, sys, time
from nonet.system.errors import TooLarge
from nonet.puzzle import Puzzle
from nonet.solvers.backtracking import search
from nonet.solvers.enumeration import Enumeration
from types import SimpleNamespace

class Moody(Enumeration):
    def solve(self, limits):
        print("what a solver prints is no reply")
        if limits.nodes == 1:
            print("the last words", file=sys.stderr)
            os._exit(7)
        if limits.nodes == 2:
            raise ZeroDivisionError("by zero")
        if limits.nodes == 3:
            raise TooLarge("a board of that size; the limit is 1")
        if limits.nodes == 4:
            time.sleep(60)
        if limits.nodes == 5:
            end = time.process_time() + 0.1
            while time.process_time() < end:
                pass
        return super().solve(type(limits)())

def engine(lowered, seed):
    touching = [[c for c in lowered.constraints if cell in c.cells] for cell in lowered.grid.cells]
    geometry = SimpleNamespace(touching=touching)
    puzzle = SimpleNamespace(**vars(lowered), geometry=geometry)
    return Moody("moody", lambda: search(puzzle, seed), "nodes")
"""
CRASH, RAISE, REFUSE, HANG, WORK = (Limits(nodes=nodes) for nodes in range(1, 6))


@pytest.fixture(scope="module")
def moody(tmp_path_factory):
    """A backend whose behaviour is chosen by the node limit. Its tests share a process."""
    folder = tmp_path_factory.mktemp("moody")
    (folder / "moody.py").write_text(SOURCE)
    worker._end_idle()
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        engine = importlib.import_module("moody").engine
        yield Backend("moody", lambda puzzle, seed: in_worker("moody", engine, puzzle, seed))
    worker._end_idle()


def test_an_idle_process_is_kept(moody):
    for _ in range(3):
        with moody.open(DOZEN) as session:
            session.solve()
        assert len(worker._idle) == 1


def test_a_solver_that_answers_once_leaves_the_idle_processes_to_others(moody):
    with moody.open(DOZEN) as session:
        session.solve()
    idle = list(worker._idle)
    assert idle
    with find_backend("pysat:kissat404").open(DOZEN) as session:
        assert session.solve().status is Status.SATISFIED
    assert worker._idle == idle


def test_a_crash_names_the_last_line_and_the_session_continues(moody):
    with moody.open(DOZEN) as session:
        first = session.solve().solution
        session.block(first)
        with pytest.raises(SolverCrashed, match=r"moody failed: .* code 7: the last words"):
            session.solve(CRASH)
        with pytest.raises(SolverCrashed, match="moody failed: ZeroDivisionError: by zero"):
            session.solve(RAISE)
        with pytest.raises(TooLarge, match="the limit is 1"):
            session.solve(REFUSE)
        assert set(enumerate_solutions(session)) == brute_force(DOZEN) - {first}


def test_one_that_hangs_is_killed_when_the_time_is_up(moody):
    with moody.open(DOZEN) as session:
        session.solve()
        hanging = session._engine._worker
        assert session.solve(Limits(seconds=0.1, nodes=HANG.nodes)).status is Status.UNKNOWN
        assert not hanging.is_alive
        assert session.solve().status is Status.SATISFIED


def test_ctrl_c_kills_it(moody):
    with moody.open(DOZEN) as session:
        session.solve()
        hanging = session._engine._worker
        threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            session.solve(HANG)
        assert not hanging.is_alive
        assert not worker._idle


def test_a_stopwatch_includes_the_worker(moody):
    with moody.open(DOZEN) as session:
        session.solve()
        with Stopwatch() as watch:
            session.solve(WORK)
    if sys.platform == "linux":
        assert watch.cpu >= 0.1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_starts_another_worker(moody):
    with moody.open(DOZEN) as session:
        session.solve()
    child = os.fork()
    if not child:
        os._exit(len(worker._idle) + int(seconds_of_workers()))
    assert os.waitpid(child, 0)[1] == 0
    assert len(worker._idle) == 1


# --- threads -------------------------------------------------------------------------------------


@pytest.fixture
def growing(monkeypatch):
    """Make the measured memory of this process grow by a megabyte at each measurement."""
    held = iter(range(57, 10_000))
    monkeypatch.setattr(limits.memory, "resident", lambda process: next(held) << 20)


@pytest.mark.parametrize(
    "spec", ["native", "pysat:minisat22", "pysat:glucose4", "pysat:cadical195", "cpsat"]
)
def test_a_search_that_grows_is_ended(growing, spec):
    with (
        find_backend(spec).open(HOPELESS) as session,
        pytest.raises(TooLarge, match="more than the limit of 60 MB"),
    ):
        session.solve(Limits(seconds=60, memory=60 << 20))


def test_ctrl_c_as_a_search_begins_stops_it(early_ctrl_c):
    stopped = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            ask_in_thread(pool, stopped.wait, stopped.set)
        assert stopped.is_set()


@pytest.mark.parametrize("spec", ["pysat:minisat22", "pysat:cadical195", "cpsat"])
def test_ctrl_c_as_a_search_begins_leaves_no_search_behind(early_ctrl_c, spec):
    before = set(threading.enumerate())
    with find_backend(spec).open(HOPELESS) as session, pytest.raises(KeyboardInterrupt):
        session.solve(Limits(seconds=3600))
    assert set(threading.enumerate()) <= before
