"""A cluster for a test: a scheduler and workers in processes that end with it."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager

from events import wait_for

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
