"""Tests of bulk work on a cluster: a real scheduler and real workers, one of which is killed."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec

import pytest
import requirements
from events import wait_for
from puzzle_texts import UNIQUE

from nonet import bulk
from nonet.solvers import SolverCrashed

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
def test_a_lost_cluster_is_an_error_and_the_work_is_kept(cluster, write, number, message):
    cluster.add_worker()
    cluster.wait_for(workers=1)
    source = write("in.txt", "\n".join(requirements.data("17clue.txt")[:300]))
    here, there = source.with_name("here.csv"), source.with_name("there.csv")

    def kill(done, _):
        if done:
            cluster.processes[number].kill()

    with pytest.raises(SolverCrashed, match=message) as lost:
        bulk(source, there, backend="norvig", cluster=cluster.address, progress=kill)
    assert lost.value.__notes__ == ["the finished work is kept, and --resume continues it"]
    bulk(source, here, backend="norvig")
    bulk(source, there, backend="norvig", resume=True)
    assert there.read_bytes() == here.read_bytes()
