"""The same on a cluster: a real scheduler and real workers, one of which is killed."""

import json
import subprocess
import sys
import time

import pytest
import requirements
from puzzle_texts import UNIQUE

from nonet import BackendUnavailable, PuzzleError, bulk

pytestmark = pytest.mark.slow
pytest.importorskip("distributed")

DASK = [sys.executable, "-m", "dask"]
QUIET = ["--no-dashboard", "--host", "127.0.0.1"]


@pytest.fixture
def start(tmp_path):
    """Start the processes of a cluster; they end with the test."""
    processes = []

    def start_part(part, *arguments):
        log = (tmp_path / f"{part}-{len(processes)}.log").open("w")
        command = [*DASK, part, *QUIET, *arguments]
        processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path))
        return processes[-1]

    yield start_part
    for process in reversed(processes):
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(start, tmp_path):
    """The address of a scheduler without workers."""
    file = tmp_path / "scheduler.json"
    process = start("scheduler", "--port", "0", "--scheduler-file", str(file))
    while not (file.exists() and file.read_text().endswith("}")):
        assert process.poll() is None
        time.sleep(0.05)
    return json.loads(file.read_text())["address"]


def ready(address, workers):
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)


def test_a_worker_is_killed_and_nothing_is_missing(start, scheduler, write):
    worker, other = (start("worker", scheduler, "--nthreads", "1", "--no-nanny") for _ in range(2))
    ready(scheduler, workers=2)
    lines = [*requirements.data("17clue.txt")[:1200], "no puzzle", UNIQUE]
    source = write("in.txt", "\n".join(lines))
    here, there = source.with_name("here.csv"), source.with_name("there.csv")

    def kill(*_):
        worker.kill()

    summary = bulk(source, there, backend="norvig", cluster=scheduler, progress=kill)
    assert worker.wait() == -9
    assert other.poll() is None
    bulk(source, here, backend="norvig")
    assert summary.puzzles == 1202
    assert there.read_bytes() == here.read_bytes()


def test_what_a_cluster_cannot_do_is_said(scheduler, write):
    source = write("in.txt", UNIQUE)
    with pytest.raises(BackendUnavailable, match="has no workers"):
        bulk(source, source.with_name("out.csv"), cluster=scheduler)
    packed = write("in.txt.gz", b"")
    with pytest.raises(PuzzleError, match="decompress it"):
        bulk(packed, source.with_name("out.csv"), cluster=scheduler)
