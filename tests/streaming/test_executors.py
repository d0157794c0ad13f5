"""Workers that die, and runs that are interrupted."""

import socket
import subprocess
import sys
import time
from threading import Event

import pytest
from deaths import die, die_in_the_midst_of_the_result, leave, unsendable

from nonet.solvers import SolverCrashed
from nonet.streaming import executors
from nonet.streaming.executors import workers_for
from nonet.system import worker


@pytest.mark.parametrize("task", [die, leave, die_in_the_midst_of_the_result])
def test_a_worker_that_dies_ends_the_run(task):
    with (
        pytest.raises(SolverCrashed, match="a worker process died") as crashed,
        workers_for(2, None, in_threads=False) as workers,
    ):
        list(workers(task, range(4)))
    assert "--resume" not in str(crashed.value), "only bulk has this option"
    assert worker._alive <= set(worker._idle)


def test_an_error_of_a_task_is_raised_here():
    with (
        pytest.raises(ValueError, match="invalid literal for int"),
        workers_for(2, None, in_threads=False) as workers,
    ):
        list(workers(int, ["1", "x", "3"]))


def test_a_result_that_cannot_be_sent_is_an_error():
    with (
        pytest.raises((AttributeError, SolverCrashed), match="lambda"),
        workers_for(2, None, in_threads=False) as workers,
    ):
        list(workers(unsendable, range(2)))


def test_a_script_needs_no_guard(write):
    write("in.txt", "12..34..2......3\n")
    work = "nonet.bulk('in.txt', 'out.csv', backend='norvig', jobs=2)"
    script = write("script.py", f"import nonet\nprint({work})\n")
    done = subprocess.run(
        [sys.executable, script], check=False, cwd=script.parent, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 puzzle: 1 unique")


def _interrupted(in_threads, task, chunk):
    def chunks():
        yield from (chunk, chunk)
        if in_threads:
            assert chunk.wait(60)
        raise KeyboardInterrupt

    with workers_for(2, None, in_threads=in_threads) as workers:
        list(workers(task, chunks()))


@pytest.mark.parametrize("task", [time.sleep, die_in_the_midst_of_the_result])
def test_an_interrupt_ends_the_processes(task):
    with pytest.raises(KeyboardInterrupt):
        _interrupted(False, task, 600)
    assert worker._alive <= set(worker._idle)


def _wait_for_ever(begun):
    begun.set()
    Event().wait()


def test_an_interrupt_does_not_wait_for_the_threads():
    with pytest.raises(KeyboardInterrupt):
        _interrupted(True, _wait_for_ever, Event())


def test_python_ends_while_a_thread_is_in_a_solver():
    script = """
import nonet, sys, threading
from nonet.streaming.executors import workers_for
begun = threading.Event()
def count(_):
    begun.set()
    nonet.count(nonet.classic(order=3).antiking())
def chunks():
    yield None
    begun.wait()
    sys.exit()
with workers_for(2, None, in_threads=True) as workers:
    list(workers(count, chunks()))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("foo", "missing port"),
        ("foo.invalid:8786", "not known"),
        ("foo://127.0.0.1:8786", "unknown address scheme 'foo'"),
        ("tcp://127.0.0.1:port", "'port'"),
    ],
)
def test_malformed_addresses_are_refused_without_waiting(monkeypatch, address, why):
    def connect(*args, **kwargs):
        pytest.fail("the test must not connect")

    monkeypatch.setattr("distributed.Client", connect)
    with (
        pytest.raises(ConnectionError, match=f"no scheduler at '{address}': .*{why}"),
        executors._joined(address),
    ):
        pass


def test_a_scheduler_that_does_not_answer_is_waited_for_a_moment(monkeypatch):
    monkeypatch.setattr(executors, "_CONNECTING", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # and never listens
        address = "tcp://127.0.0.1:{1}".format(*silent.getsockname())
        with (
            pytest.raises(ConnectionError, match=r"no scheduler .* after 0\.1 s"),
            executors._joined(address),
        ):
            pass
