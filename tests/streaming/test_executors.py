"""Workers that die, runs that are interrupted, and clusters with real workers."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Event, Thread

import pytest
import requirements
from deaths import die, die_in_the_midst_of_the_result, leave, unsendable
from events import wait_for
from puzzle_texts import UNIQUE

from nonet import bulk
from nonet.questions import executors
from nonet.questions.executors import workers_for
from nonet.solvers import SolverCrashed
from nonet.system import worker


@pytest.mark.parametrize(
    ("task", "error", "said"),
    [
        (die, SolverCrashed, "a worker process died"),
        (leave, SolverCrashed, "a worker process died"),
        (die_in_the_midst_of_the_result, SolverCrashed, "a worker process died"),
        (int, ValueError, "invalid literal for int"),
        (unsendable, (AttributeError, SolverCrashed), "lambda"),
    ],
)
def test_an_error_of_a_task_or_the_death_of_its_worker_ends_the_run(task, error, said):
    with (
        pytest.raises(error, match=said) as raised,
        workers_for(2, None, in_threads=False) as workers,
    ):
        list(workers(task, ["1", "x", "3", "4"]))
    assert "--resume" not in str(raised.value), "only bulk has this option"
    assert worker._alive <= set(worker._idle)


def test_chunks_wait_for_a_slow_caller():
    taken = []
    chunks = (taken.append(number) or number for number in range(100))
    with workers_for(2, None, in_threads=True, ahead=3) as workers:
        assert next(workers(str, chunks)) == "0"
    assert len(taken) == 6


def test_another_thread_may_take_each_result():
    """A server may take each result in another thread."""
    found = []
    with workers_for(2, None, in_threads=False) as workers:
        results = workers(str, range(3))
        for _ in range(3):
            thread = Thread(target=lambda: found.append(next(results)))
            thread.start()
            thread.join()
    assert found == ["0", "1", "2"]


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


def test_an_interrupt_does_not_wait_for_the_threads(monkeypatch):
    monkeypatch.setattr(executors, "_GRACE", 0.1)
    with pytest.raises(KeyboardInterrupt):
        _interrupted(True, _wait_for_ever, Event())


def test_python_ends_while_a_thread_is_in_a_solver():
    script = """
import nonet, sys, threading
from nonet.questions.executors import workers_for
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


# --- clusters ------------------------------------------------------------------------------------

DASK = [sys.executable, "-m", "dask"]
QUIET = ["--no-dashboard", "--host", "127.0.0.1"]


class Cluster:
    """The processes of a cluster. `address` is its scheduler's address."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        file = folder / "scheduler.json"
        process = self._start("scheduler", "--port", "0", "--scheduler-file", file)
        while not (file.exists() and file.read_text().endswith("}")):
            assert process.poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]

    def add_worker(self, *options):
        """Start a worker with one thread and no nanny, unless the options say otherwise."""
        return self._start("worker", self.address, *(options or ["--nthreads", "1", "--no-nanny"]))

    def end_workers(self):
        """End all workers, and wait until the scheduler, if it lives, has noticed."""
        scheduler, *workers = self.processes
        for process in workers:
            process.kill()
            process.wait()
        self.processes = [scheduler]
        if scheduler.poll() is None:
            from distributed import Client

            with Client(self.address, set_as_default=False) as client:
                wait_for(lambda: not client.nthreads())

    def wait_for(self, workers):
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=180)

    def _start(self, part, *arguments):
        log = (self.folder / f"{part}-{len(self.processes)}.log").open("w")
        command = [*DASK, part, *QUIET, *map(str, arguments)]
        self.processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder))
        return self.processes[-1]


@contextmanager
def cluster_in(folder):
    """Start a scheduler without workers."""
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        for process in reversed(cluster.processes):
            process.kill()
            process.wait()


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="no distributed"),
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with cluster_in(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def cluster(shared):
    """Start a scheduler without workers."""
    yield shared
    shared.end_workers()


def test_a_killed_worker_loses_no_records(cluster, write):
    worker, other = cluster.add_worker(), cluster.add_worker()
    cluster.wait_for(workers=2)
    lines = [*requirements.data("17clue.txt")[:300], "no puzzle", UNIQUE]
    source = write("in.txt", "\n".join(lines))
    here, there = source.with_name("here.csv"), source.with_name("there.csv")

    def kill(done, _):
        if done:
            worker.kill()

    summary = bulk(source, there, backend="norvig", cluster=cluster.address, progress=kill)
    assert worker.wait() == -9
    assert other.poll() is None
    bulk(source, here, backend="norvig")
    assert summary.puzzles == 302
    assert there.read_bytes() == here.read_bytes()


def test_a_cluster_without_workers_is_an_error(cluster, write):
    source = write("in.txt", UNIQUE)
    with pytest.raises(ConnectionError, match="has no workers"):
        bulk(source, source.with_name("out.csv"), cluster=cluster.address)
    assert [path.name for path in source.parent.iterdir()] == ["in.txt"]


# Run these two tests last, because they end the cluster.
@pytest.mark.parametrize(
    ("number", "message"),
    [(1, "all workers of the cluster are gone"), (0, "the scheduler is gone")],
    ids=["worker", "scheduler"],
)
def test_a_lost_cluster_is_an_error_and_the_work_is_kept(
    cluster, write, monkeypatch, number, message
):
    monkeypatch.setattr(executors, "_PATIENCE", 0.2)
    cluster.add_worker()
    cluster.wait_for(workers=1)
    source = write("in.txt", "\n".join(requirements.data("17clue.txt")[:300]))
    here, there = source.with_name("here.csv"), source.with_name("there.csv")

    def kill(done, _):
        if done:
            cluster.processes[number].kill()

    with pytest.raises(SolverCrashed, match=message) as lost:
        bulk(source, there, backend="norvig", cluster=cluster.address, progress=kill)
    assert lost.value.__notes__ == ["the finished work is kept, and the option resume continues it"]
    bulk(source, here, backend="norvig")
    bulk(source, there, backend="norvig", resume=True)
    assert there.read_bytes() == here.read_bytes()
