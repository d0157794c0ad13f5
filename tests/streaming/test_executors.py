"""Workers that die, at the worst moment too."""

import os
import signal
from concurrent.futures import wait
from multiprocessing.connection import Connection
from threading import Event

import pytest

import nonet
from nonet.rules import AntiKing
from nonet.solvers import SolverCrashed
from nonet.streaming.executors import run, staff


def _die(_chunk):
    os.kill(os.getpid(), signal.SIGKILL)


def _die_in_the_midst_of_the_result(chunk):
    def send(connection, data):
        os.write(connection.fileno(), bytes(data)[:10])
        _die(chunk)

    Connection._send = send
    return "a result"


@pytest.mark.parametrize("task", [_die, _die_in_the_midst_of_the_result])
def test_a_worker_that_dies_ends_the_run(task):
    with (
        pytest.raises(SolverCrashed, match="a worker process died"),
        staff(2, None, in_threads=False) as (executor, ahead),
    ):
        list(run(executor, range(4), task, ahead))


@pytest.mark.parametrize("task", [str, _die_in_the_midst_of_the_result])
def test_what_is_raised_meanwhile_ends_the_workers(task):
    with pytest.raises(KeyboardInterrupt):
        _interrupted(task)


def _interrupted(task):
    with staff(2, None, in_threads=False) as (executor, _):
        wait([executor.submit(task, chunk) for chunk in range(2)], timeout=1)
        raise KeyboardInterrupt


def _count_for_ever(begun):
    begun.set()
    return nonet.count(nonet.classic(order=3).with_rules(AntiKing()))


def test_what_is_raised_meanwhile_interrupts_the_threads():
    with pytest.raises(KeyboardInterrupt):
        _interrupted_while_threads_count()


def _interrupted_while_threads_count():
    begun = Event()
    with staff(2, None, in_threads=True) as (executor, _):
        executor.submit(_count_for_ever, begun)
        assert begun.wait(60)
        raise KeyboardInterrupt
