"""Workers answer, can be stopped at any moment, and end with their parent."""

import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import suppress

import pytest
from events import is_gone, wait_for

from nonet.system import worker
from nonet.system.errors import PuzzleError, TooLarge
from nonet.system.limits import Limits, TimeUp, limited_to
from nonet.system.worker import Interrupted, Worker, WorkerDied, borrow, give_back, result_of

SOURCE = """
import os, sys, time
from nonet.system.errors import PuzzleError
from nonet.system.worker import reply, uninterrupted

class TooMany(Exception):
    # Pickle calls this with the message instead of a number.
    def __init__(self, count):
        super().__init__(f"{count + 0} of them")

def shout(code, last):
    for _ in range(32):
        os.write(2, b"x" * (1 << 20))
    end(code, "\\n" + last)

def echo(said):
    print("what is printed is no reply")
    return os.getsid(0) == os.getpid(), said

def count(most):
    for number in range(most):
        reply(number)
    return "all"

def end(code, last=""):
    print(last, file=sys.stderr, flush=True)
    os._exit(code)

def refuse():
    raise PuzzleError("a board of that size", file="a.txt", line=3)

def fail():
    raise TooMany(3)

def babble():
    os.write(3, b"no pickle"); os.write(4, b"no pickle"); os.write(5, b"no pickle")
    time.sleep(60)

def hold(size):
    held = b"x" * size
    time.sleep(60)

def guarded(seconds):
    with uninterrupted():
        reply("begun")
        time.sleep(seconds)
        reply("done")
    time.sleep(600)

def sleep_deaf(seconds):
    end = time.monotonic() + seconds
    reply("begun")
    while time.monotonic() < end:
        try:
            time.sleep(seconds)
        except BaseException:
            pass

def start_sleeper(in_new_session):
    import subprocess
    return subprocess.Popen(["sleep", "600"], start_new_session=in_new_session).pid

def start_and_entrust(folder):
    from nonet.system.reaper import entrusted
    held = entrusted(folder)
    held.__enter__()
    globals()["held"] = held
    return start_sleeper(True)
"""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    """Functions in a module that workers can import."""
    folder = tmp_path_factory.mktemp("tasks")
    (folder / "tasks_of_workers.py").write_text(SOURCE)
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        import tasks_of_workers

        yield tasks_of_workers


@pytest.fixture(params=[False, True], ids=["fresh", "forked"])
def started(request):
    made = Worker(forked=request.param)
    yield made
    made.kill()


def test_a_worker_leads_a_new_session(started, tasks):
    for said in ("one", [2, 3]):
        assert started.call(tasks.echo, said) == (True, said)
    assert started.is_alive


def test_replies_come_before_the_answer(started, tasks):
    noted = []
    assert started.ask(tasks.count, 3, note=noted.append).result(60) == "all"
    assert noted == [0, 1, 2]


def test_errors_of_functions_are_raised_in_the_parent(started, tasks):
    with pytest.raises(PuzzleError, match=r"a.txt:3: a board of that size"):
        started.call(tasks.refuse)
    with pytest.raises(RuntimeError, match="TooMany: 3 of them"):
        started.call(tasks.fail)
    assert started.call(divmod, 7, 2) == (3, 1)
    with pytest.raises(WorkerDied, match="its process ended with code 3"):
        started.call(sys.exit, 3)


def test_what_cannot_be_sent_is_an_error_and_nothing_is_lost(started):
    with pytest.raises(Exception, match="lambda"):
        started.call(lambda: 3)
    with pytest.raises(TypeError, match="cannot pickle"):
        started.call(threading.Lock)
    assert started.call(divmod, 7, 2) == (3, 1)


def test_a_crash_reports_the_code_and_the_last_line(started, tasks):
    with pytest.raises(WorkerDied, match=r"^its process ended with code 7: the last words$"):
        started.call(tasks.end, 7, "first\nthe last words")
    assert not started.is_alive
    with pytest.raises(WorkerDied):
        started.call(divmod, 7, 2)


def test_only_the_end_of_a_long_output_is_read(started, tasks):
    tracemalloc.start()
    try:
        with pytest.raises(WorkerDied, match="code 7: the last words"):
            started.call(tasks.shout, 7, "the last words")
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


def test_a_signal_is_named(started):
    with pytest.raises(WorkerDied, match="its process ended with SIGSEGV"):
        started.call(os.kill, started.pid, signal.SIGSEGV)


def test_when_the_time_is_up_it_still_works_and_can_be_interrupted(started):
    asked = started.ask(time.sleep, 600)
    with pytest.raises(TimeUp):
        result_of(asked, seconds=0.05)
    started.interrupt()
    with pytest.raises(Interrupted):
        asked.result(60)
    assert started.call(divmod, 7, 2) == (3, 1)


def begun(started, function, seconds):
    """Ask a question. After its first reply, return its future and the list of its replies."""
    noted = []
    asked = started.ask(function, seconds, note=noted.append)
    wait_for(lambda: noted)
    return asked, noted


def test_an_interruption_waits_for_uninterrupted_blocks(started, tasks):
    asked, noted = begun(started, tasks.guarded, 0.2)
    started.interrupt()
    with pytest.raises(Interrupted):
        asked.result(60)
    assert noted == ["begun", "done"]


def test_a_late_interruption_has_no_effect(started):
    for _ in range(20):
        asked = started.ask(divmod, 7, 2)
        started.interrupt()
        with suppress(Interrupted):
            assert asked.result(60) == (3, 1)
    assert started.call(divmod, 7, 2) == (3, 1)


def test_one_that_does_not_hear_can_be_killed(started, tasks):
    asked, _ = begun(started, tasks.sleep_deaf, 600)
    started.interrupt()
    with pytest.raises(TimeUp):
        result_of(asked, 0.05)
    started.kill()
    assert not started.is_alive
    with pytest.raises(WorkerDied, match="SIGKILL"):
        asked.result(60)


@pytest.mark.parametrize(
    "in_new_session",
    [
        False,
        pytest.param(
            True, marks=pytest.mark.skipif(sys.platform != "linux", reason="this needs /proc")
        ),
    ],
)
def test_child_processes_are_killed_with_the_worker(started, tasks, in_new_session):
    sleeper = started.call(tasks.start_sleeper, in_new_session)
    os.kill(sleeper, 0)
    started.kill()
    wait_for(lambda: is_gone(sleeper))


def test_a_killed_worker_leaves_its_folders_to_its_reaper(started, tasks, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    sleeper = started.call(tasks.start_and_entrust, str(folder))
    started.kill()
    wait_for(lambda: is_gone(sleeper) and not folder.exists())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the memory of a process")
def test_one_that_takes_too_much_memory_is_killed(tasks):
    started = Worker(most=200 << 20)
    with pytest.raises(TooLarge, match="MB of memory, more than the limit of 200 MB"):
        started.call(tasks.hold, 300 << 20, seconds=60)
    started.kill()
    started = Worker()
    with limited_to(Limits(memory=200 << 20)), pytest.raises(TooLarge):
        started.call(tasks.hold, 300 << 20, seconds=60)
    started.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the memory of a process")
def test_an_answer_that_took_too_much_memory_is_refused(monkeypatch):
    monkeypatch.setattr(worker, "_start_watcher", lambda: None)
    started = Worker(most=1 << 20)
    with pytest.raises(TooLarge):
        started.call(divmod, 7, 2)
    with pytest.raises(TooLarge):
        started.call(divmod, 7, 2)
    started.kill()


def test_ctrl_c_ends_the_wait(started):
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        started.call(time.sleep, 600)


def test_an_idle_worker_is_kept_and_a_dead_one_is_not_lent():
    worker._end_idle()
    first = borrow()
    give_back(first)
    assert borrow() is first
    give_back(first)
    os.kill(first.pid, signal.SIGKILL)
    first._process.wait(60)
    second = borrow()
    assert second is not first
    assert second.call(divmod, 7, 2) == (3, 1)
    for more in (second, Worker(), Worker()):
        give_back(more)
    assert len(worker._idle) == worker._KEPT
    worker._end_idle()


PARENT = """
import time
from nonet.system.worker import Worker
if __name__ == "__main__":
    workers = [Worker(), Worker(forked=True)]
    for worker in workers:
        worker.ask(time.sleep, 600)
        print(worker.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_parent_however_it_ends(tmp_path, how):
    (tmp_path / "parent.py").write_text(PARENT)
    command = [sys.executable, str(tmp_path / "parent.py")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as parent:
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        assert not any(map(is_gone, pids))
        parent.send_signal(how)
        parent.wait(60)
    wait_for(lambda: all(map(is_gone, pids)))
