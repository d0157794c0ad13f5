"""A race on a cluster: a real scheduler and real workers, some of which come to grief."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from importlib.util import find_spec
from itertools import pairwise

import pytest
from clusters import cluster_in
from events import wait_for
from examples import classic

from nonet import BackendUnavailable, Limits, PuzzleError
from nonet.racing import race
from nonet.racing.machines import Machine
from nonet.solvers import SolverCrashed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="no distributed"),
]

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")
#: Takes minutes if values are tried in order from the first cell on.
SLOW = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"

#: Notes on which processors it may run, and from when to when it ran.
DIARIST = """
import os, time, nonet
def solve(puzzle):
    start = time.monotonic()
    time.sleep(0.05)
    with open("diary", "a") as diary:
        print(*os.sched_getaffinity(0), start, time.monotonic(), file=diary)
    return nonet.solve(puzzle, backend="norvig").solution
"""

#: Makes a worker believe that it is on another machine.
UNLIKE = """
from nonet.racing import machines, seats
machines._cpu = lambda: "Z80"
seats._host = lambda: "elsewhere"
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two workers of one thread, one of them with a nanny, whose workers may have no children."""
    folder = tmp_path_factory.mktemp("cluster")
    (folder / "diarist.py").write_text(DIARIST)
    with cluster_in(folder) as cluster:
        cluster.add_worker()
        cluster.add_worker("--nthreads", "1")
        cluster.wait_for(workers=2)
        yield cluster


def processes():
    """The parent and the command of every process, by its number."""
    command = ["ps", "-eo", "pid=,ppid=,args="]
    ps = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = (line.split(maxsplit=2) for line in ps.stdout.splitlines())
    return {int(pid): (int(parent), "".join(words)) for pid, parent, *words in lines}


def seats_of(cluster):
    """The processes of seats that the workers of a cluster have started."""
    found = processes()
    family = {process.pid for process in cluster.processes}
    for _ in range(3):  # a nanny, its worker, and the seat
        family |= {pid for pid, (parent, _) in found.items() if parent in family}
    return {pid for pid in family if pid in found and "racing.seat" in found[pid][1]}


def test_the_same_is_found_as_on_one_machine(cluster):
    options = {"contestants": ["norvig", "pysat"], "repeats": 2, "mode": "count", "most": 5}
    here = race([UNIQUE, OPEN], processes=True, **options)
    told = []
    there = race([UNIQUE, OPEN], cluster=cluster.address, progress=told.append, **options)
    found = [
        [(row.puzzle, row.contestant, row.repeat, row.verdict, row.machine) for row in result.rows]
        for result in (here, there)
    ]
    assert found[0] == found[1]
    assert len(told) == len(there.rows) == 8
    assert there.machines == {str(Machine.here()): 8}
    machines = there.environment.pop("machines")
    assert sum(machine["runs at a time"] for machine in machines) == min(2, os.cpu_count())
    assert {**here.environment, "started": 0, "commit": 0} == {
        **there.environment,
        "started": 0,
        "commit": 0,
    }
    wait_for(lambda: not seats_of(cluster))


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="Linux tells who may run where")
def test_one_run_at_a_time_on_a_core(cluster, monkeypatch):
    monkeypatch.chdir(cluster.folder)
    result = race([OPEN] * 8, ["diarist.py:solve"], mode="solve", cluster=cluster.address)
    assert {row.verdict for row in result.rows} == {"satisfied"}
    times = defaultdict(list)
    for line in (cluster.folder / "diary").read_text().splitlines():
        core, start, end = line.split()  # one core, that is
        times[core].append((float(start), float(end)))
    assert sum(map(len, times.values())) >= 8
    assert len(times) == min(2, len(os.sched_getaffinity(0)))
    for core, spans in times.items():
        for (_, end), (start, _) in pairwise(sorted(spans)):
            assert end <= start, core


def started(cluster, *options):
    """A race in a process of its own, of which the second run takes long."""
    command = [sys.executable, "-m", "nonet", "race", SLOW, "-b", "norvig,backtracking"]
    command += ["--cluster", cluster.address, *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def runs_in(journal):
    if not journal.exists():
        return []
    reader = sqlite3.connect(journal)
    try:
        return reader.execute("SELECT contestant, seconds FROM runs").fetchall()
    except sqlite3.Error:
        return []  # it is just being made
    finally:
        reader.close()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_race_leaves_no_run_and_goes_on(cluster, tmp_path, end):
    out = tmp_path / "runs.jsonl"
    journal = out.with_name("runs.jsonl.journal")
    process = started(cluster, "--time", "1", "--out", out)
    wait_for(lambda: runs_in(journal))
    assert seats_of(cluster)
    process.send_signal(end)
    said = process.communicate(timeout=180)[1].decode()
    wait_for(lambda: not seats_of(cluster))
    [(first, seconds)] = runs_in(journal)
    if end == signal.SIGINT:
        assert process.returncode == 130
        assert "has 1 run: the same command with --resume goes on" in said
        return
    assert process.returncode == -signal.SIGKILL
    again = started(cluster, "--time", "1", "--out", out, "--resume")
    printed = again.communicate(timeout=180)[0].decode()
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {row["contestant"]: row["decided"] for row in rows} == {
        "norvig": True,
        "backtracking": False,
    }
    assert [row["seconds"] for row in rows if row["contestant"] == first] == [seconds]
    assert f"{Machine.here()}: 2 runs" in printed.splitlines()


def test_what_a_dead_worker_leaves_is_done_by_the_others(cluster):
    (cluster.folder / "unlike.py").write_text(UNLIKE)
    worker = cluster.add_worker("--nthreads", "1", "--no-nanny", "--preload", "unlike.py")
    cluster.wait_for(workers=3)
    with pytest.raises(PuzzleError, match=r"the workers are of 2 kinds.*1 with Z80[;)].*--mixed"):
        race([UNIQUE], ["norvig"], cluster=cluster.address)

    orphans = set()

    def kill(row):
        if "Z80" in row.machine and not orphans:
            orphans.update(seats_of(cluster))
            worker.kill()
        elif not orphans:
            time.sleep(0.3)  # lest the others be done before this one has begun

    where = {"cluster": cluster.address, "mixed": True, "progress": kill}
    result = race([UNIQUE] * 30, ["norvig", "heuristic"], Limits(seconds=10), **where)
    assert worker.wait() == -signal.SIGKILL
    assert orphans
    wait_for(lambda: not orphans & set(processes()))
    assert [row.verdict for row in result.rows] == ["unique"] * 60
    kinds = result.machines
    assert len(kinds) == 2
    assert 1 <= next(kinds[kind] for kind in kinds if "Z80" in kind) < 60
    assert "cpu" not in result.environment
    assert "2 kinds of machines" in result.summary()


# The last, as it ends the workers.
def test_what_a_cluster_cannot_do_is_said(cluster):
    cluster.end_workers()
    (cluster.folder / "old.py").write_text("import sys; sys.modules['nonet.racing.seats'] = None")

    def racing(**options):
        race([UNIQUE] * 9, ["norvig"], cluster=cluster.address, **options)

    with pytest.raises(ConnectionError, match="has no workers"):
        racing()
    old = cluster.add_worker("--nthreads", "1", "--no-nanny", "--preload", "old.py")
    cluster.wait_for(workers=1)
    with pytest.raises(BackendUnavailable, match=r"cannot take part .*: pip install nonet=="):
        racing()
    worker = cluster.add_worker()
    cluster.wait_for(workers=2)
    old.kill()
    old.wait()
    with pytest.raises(SolverCrashed, match="all workers of the cluster are gone: with --out"):
        racing(progress=lambda row: worker.kill())
