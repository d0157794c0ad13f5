"""Work in several processes: all of it is done, or somebody says what is not."""

import multiprocessing
import os
import signal
from functools import partial
from multiprocessing import Pipe
from threading import Thread

import pytest

from nonet.generation import processes
from nonet.generation.processes import spread
from nonet.solvers import SolverCrashed


def test_all_results_arrive_and_those_of_a_block_in_order():
    found = list(spread(iter, [range(3), range(10, 13)], jobs=2))
    assert sorted(found) == [0, 1, 2, 10, 11, 12]
    assert [each for each in found if each < 10] == [0, 1, 2]


@pytest.fixture
def forked(monkeypatch):
    """Processes that are copies of this one: unlike new ones, they have nothing to import."""
    if not hasattr(os, "fork"):
        return
    context = multiprocessing.get_context("fork")
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: context)


def test_a_process_that_dies_has_not_finished(forked):
    with pytest.raises(SolverCrashed, match="a worker process died") as crashed:
        list(spread(os._exit, [0, 7], jobs=2))
    assert 'if __name__ == "__main__":' in str(crashed.value)
    assert "rules of your own" in str(crashed.value)


def test_an_error_is_raised_as_it_is(forked):
    with pytest.raises(ValueError, match="invalid literal"):
        list(spread(int, ["seven", "eight"], jobs=2))


def test_the_thread_that_asks_first_may_end(forked):
    """As in a server, where each answer is asked for by another thread."""
    slow = partial(map, os.system)
    results, found = spread(slow, [["sleep 0.2; exit 7"] * 3] * 2, jobs=2), []
    for _ in range(6):
        thread = Thread(target=lambda: found.append(next(results)))
        thread.start()
        thread.join()
    assert list(map(os.waitstatus_to_exitcode, found)) == [7] * 6


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are not blocked here")
def test_what_the_processes_start_hears_ctrl_c(forked):
    blocked = partial(signal.pthread_sigmask, signal.SIG_BLOCK)
    assert list(spread(blocked, [[], []], jobs=2)) == []


def test_after_ctrl_c_what_has_arrived_is_yielded(monkeypatch):
    ours, theirs = Pipe(duplex=False)
    theirs.send("made")
    theirs.send(None)

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(processes, "wait", interrupt)
    found = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(processes._received([ours]))
    assert found == ["made"]
