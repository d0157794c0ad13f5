"""Workers that die, at the worst moment too."""

import subprocess
import sys
from concurrent.futures import wait
from threading import Event

import pytest
from deaths import die, die_in_the_midst_of_the_result, leave

import nonet
from nonet.rules import AntiKing
from nonet.solvers import SolverCrashed
from nonet.streaming.executors import run, staff


@pytest.mark.parametrize(
    ("task", "chunks"),
    [(die, 1), pytest.param(leave, 4, marks=pytest.mark.slow), (die_in_the_midst_of_the_result, 4)],
)
def test_a_worker_that_dies_ends_the_run(task, chunks):
    with (
        pytest.raises(SolverCrashed, match="a worker process died"),
        staff(2, None, in_threads=False) as (executor, ahead),
    ):
        list(run(executor, range(chunks), task, ahead))


@pytest.mark.parametrize(
    "earlier", [pytest.param("", marks=pytest.mark.slow), "nonet.bulk('in.txt', 'earlier.csv')"]
)
def test_a_script_that_is_imported_anew_is_told_its_guard(write, earlier):
    write("in.txt", "12..34..2......3\n")
    work = "nonet.bulk('in.txt', 'out.csv', backend='norvig', jobs=2)"
    script = write("script.py", f"import nonet\n{earlier}\n{work}\n")
    done = subprocess.run(
        [sys.executable, script], check=False, cwd=script.parent, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "another run" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert "SolverCrashed: a worker process did not start" in last
    assert 'a file with `if __name__ == "__main__":` around what it does' in last


@pytest.mark.parametrize(("task", "chunks"), [(str, 1), (die_in_the_midst_of_the_result, 2)])
def test_what_is_raised_meanwhile_ends_the_workers(task, chunks):
    with pytest.raises(KeyboardInterrupt):
        _interrupted(task, chunks)


def _interrupted(task, chunks):
    with staff(2, None, in_threads=False) as (executor, _):
        wait([executor.submit(task, chunk) for chunk in range(chunks)], timeout=1)
        raise KeyboardInterrupt


def _count_for_ever(begun):
    begun.set()
    return nonet.count(nonet.classic(order=3).with_rules(AntiKing()))


def test_what_is_raised_meanwhile_interrupts_the_threads():
    with pytest.raises(KeyboardInterrupt):
        _interrupted_while_threads_count()


def test_an_interrupt_that_is_dropped_is_repeated():
    dropped = []
    with pytest.raises(KeyboardInterrupt):
        _interrupted_while_one_drops_it(dropped)
    assert len(dropped) == 1


def _interrupted_while_one_drops_it(dropped):
    begun = Event()

    def drop():
        try:
            begun.set()
            while True:
                sum(range(100))
        except KeyboardInterrupt as interrupt:
            dropped.append(interrupt)
        while True:
            sum(range(100))

    with staff(2, None, in_threads=True) as (executor, _):
        executor.submit(drop)
        assert begun.wait(60)
        raise KeyboardInterrupt


def _interrupted_while_threads_count():
    begun = Event()
    with staff(2, None, in_threads=True) as (executor, _):
        executor.submit(_count_for_ever, begun)
        assert begun.wait(60)
        raise KeyboardInterrupt
