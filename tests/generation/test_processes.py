"""With several processes, all results arrive, or an error is raised."""

import os
import time
from concurrent.futures import wait
from functools import partial
from queue import SimpleQueue
from threading import Event, Semaphore, Thread, Timer

import pytest

from nonet.formats import classic
from nonet.generation import generate, processes
from nonet.generation.processes import spread
from nonet.solvers import SolverCrashed
from nonet.system.memory import resident
from nonet.system.worker import Worker


def test_all_results_arrive_and_blocks_keep_their_order():
    found = list(spread(iter, [range(3), range(10, 13)], jobs=2))
    assert sorted(found) == [0, 1, 2, 10, 11, 12]
    assert [each for each in found if each < 10] == [0, 1, 2]


def test_a_worker_that_dies_is_an_error():
    with pytest.raises(SolverCrashed, match=r"a worker process died.*code [07].*your own rules"):
        list(spread(os._exit, [0, 7], jobs=2))


def test_an_error_in_a_worker_is_raised():
    with pytest.raises(ValueError, match="invalid literal"):
        list(spread(int, ["seven", "eight"], jobs=2))


def test_another_thread_may_take_the_rest_of_the_results():
    """A server may take each result in another thread."""
    slow = partial(map, os.system)
    results, found = spread(slow, [["sleep 0.2; exit 7"] * 3] * 2, jobs=2), []
    for _ in range(6):
        thread = Thread(target=lambda: found.append(next(results)))
        thread.start()
        thread.join()
    assert list(map(os.waitstatus_to_exitcode, found)) == [7] * 6


def test_after_ctrl_c_arrived_results_are_yielded(monkeypatch):
    replies, found = SimpleQueue(), []
    for said in ((False, "made"), (True, None), (False, "made too"), (True, None)):
        replies.put(said)

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(processes, "_require_finished", interrupt)
    with pytest.raises(KeyboardInterrupt):
        found.extend(processes._received(replies, Semaphore(), 1, None))
    assert found == ["made", "made too"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_cancelled_work_ends(jobs):
    """The work would take hours, because no puzzle has so few clues."""
    cancel = Event()
    Timer(0.3, cancel.set).start()
    made = generate(classic(order=3), 2, clues=17, attempts=10**6, jobs=jobs, cancel=cancel)
    assert list(made) == []


def test_workers_wait_for_a_slow_caller():
    """If workers did not wait, a million puzzles would fill the memory."""
    results = spread(partial(map, partial(bytes.__mul__, b"x" * 1_000_000)), [[1] * 200] * 2, 2)
    next(results)
    before = resident(os.getpid())
    time.sleep(1)
    assert resident(os.getpid()) - before < 60_000_000
    results.close()


def test_workers_may_end_before_the_caller_takes_a_result(monkeypatch):
    """Four results wait for the caller when the first worker ends."""

    def ask(worker, *question, note):
        asked = Worker.ask(worker, *question, note=note)
        wait([asked])
        return asked

    monkeypatch.setattr(processes, "Worker", type("Patient", (Worker,), {"ask": ask}))
    found = spread(iter, [range(4), []], jobs=2)
    assert list(found) == [0, 1, 2, 3]


def test_a_failed_start_ends_a_worker_that_waits_for_the_caller(monkeypatch):
    workers, is_full = [], Event()

    def start():
        if workers:
            assert is_full.wait(30)
            raise OSError("too many processes")
        workers.append(Worker())
        return workers[0]

    class Room(Semaphore):
        def acquire(self, timeout):
            if super().acquire(blocking=False):
                return True
            is_full.set()
            return super().acquire(timeout=timeout)

    monkeypatch.setattr(processes, "Semaphore", Room)
    monkeypatch.setattr(processes, "Worker", start)
    with pytest.raises(OSError, match="too many"):
        next(spread(iter, [range(9), range(9)], jobs=2))
    assert not workers[0].is_alive
