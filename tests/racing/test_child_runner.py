"""Tests of contestants in child processes: the race reports their failures and continues."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from operator import attrgetter
from threading import Event, Timer

import pytest
from events import wait_for
from examples import classic, pigeons
from psutil import Process

from nonet import Limits
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.racing import race, runner
from nonet.rules import Rows
from nonet.solvers import Answer, Status, Taken
from nonet.system import memory

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")
SOON = Limits(seconds=0.1)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="planted solvers need fork")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports peaks")


@pytest.fixture
def impatient(monkeypatch):
    """Kill a contestant that hangs after a short time. A busy machine may kill another one too."""
    monkeypatch.setattr(runner, "GRACE", 0.2)
    monkeypatch.setattr(runner, "PREPARATION", 5.0)


def is_warm_up(limits):
    return limits.seconds is not None and limits.seconds > 5


def rows_of(result, contestant):
    return [row for row in result.rows if row.contestant == contestant]


def test_a_contestant_that_hangs_is_named_and_the_race_finishes(plant, impatient):
    def hang(limits):
        time.sleep(0 if is_warm_up(limits) else 1_000)
        return Answer(Status.UNKNOWN)

    plant("hangs", hang)
    result = race([UNIQUE], ["hangs", "norvig"], SOON)
    assert [row.problem for row in rows_of(result, "hangs")] == ["hung"]
    assert rows_of(result, "hangs")[0].error.startswith("did not stop, and was killed after 0.53 s")
    assert len(rows_of(result, "norvig")) == 1
    assert "hangs" in {problem.split()[0] for problem in result.problems()}


def test_a_contestant_that_hangs_is_killed_when_the_race_is_cancelled(plant):
    def hang(limits):
        time.sleep(0 if is_warm_up(limits) else 60)
        return Answer(Status.UNKNOWN)

    plant("hangs", hang)
    cancel, start = Event(), time.monotonic()
    Timer(0.5, cancel.set).start()
    assert not race([UNIQUE], ["hangs"], Limits(cancel=cancel)).rows
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("is_child", [False, True])
def test_the_limit_is_cpu_time(is_child, plant, monkeypatch):
    def wait(limits):
        time.sleep(0 if is_warm_up(limits) else 0.4)
        return Answer(Status.UNSATISFIABLE)

    def work(limits):
        while not (is_warm_up(limits) or limits.cancel.is_set()):
            pass
        return Answer(Status.UNKNOWN)

    plant("waits", wait)
    plant("works", work)
    monkeypatch.setattr("nonet.racing.contest.is_registered", lambda spec: is_child)
    # On a busy machine, CPU time is much shorter than wall time.
    monkeypatch.setattr(runner, "WALL_TIMES", 9.0)
    monkeypatch.setattr(runner, "GRACE", 60.0)
    limits = Limits(seconds=0.25)
    waited, worked = race([classic("123....4........")], ["waits", "works"], limits).rows
    assert (waited.decided, waited.verdict) == (True, "none")
    assert waited.seconds > limits.seconds > waited.cpu
    assert (worked.decided, worked.problem) == (False, "")
    assert worked.cpu >= limits.seconds


def test_a_count_that_waits_goes_on_until_its_cpu_time_is_over(enlist, monkeypatch):
    monkeypatch.setattr(runner, "WALL_TIMES", 600.0)  # other processes may hold it up

    class Waits:
        by, side_by_side = "waits", False
        calls = 0

        def take(self, most, kept=0, seconds=None):
            self.calls += 1
            time.sleep(seconds)
            return Taken(1, [], end=self.calls == 3)

    class Works(Waits):
        def take(self, most, kept=0, seconds=None):
            end = time.process_time() + seconds
            while time.process_time() < end:
                pass
            return Taken(1, [], end=False)

    for name, listing in (("waits", Waits), ("works", Works)):
        enlist(name, None, listings=lambda puzzle, listing=listing: listing())
    rows = race([OPEN], ["waits", "works"], Limits(seconds=0.2), mode="count").rows
    assert [(row.decided, row.solutions) for row in rows] == [(True, 3), (False, 1)]


def test_a_stopped_search_reports_its_counters_in_a_child():
    [row] = race([pigeons(14)], ["pysat:glucose4"], Limits(seconds=0.4), processes=True).rows
    assert (row.decided, row.problem) == (False, "")
    assert json.loads(row.counters)["conflicts"] > 0


def test_three_villains_are_named_and_the_race_finishes(plant, monkeypatch):
    monkeypatch.setattr(runner, "LEAK", 32 << 20)
    kept = []

    def abort(limits):
        os.write(2, b"out of ideas\n")
        os.abort()

    def leak(limits):
        kept.append(b"x" * (20 << 20))
        return Answer(Status.UNKNOWN)

    plant("lies", lambda limits: Answer(Status.UNSATISFIABLE))
    plant("aborts", abort)
    plant("leaks", leak)
    # All puzzles share one rules object, because the growth of memory is measured from the first
    # run.
    puzzles = [UNIQUE, OPEN, OPEN.with_givens({4: 3}), OPEN.with_givens({5: 4})]
    result = race(puzzles, ["norvig", "lies", "aborts", "leaks"])

    assert [row.verdict for row in rows_of(result, "norvig")] == ["unique"] + ["multiple"] * 3
    assert {row.problem for row in rows_of(result, "lies")} == {"wrong"}
    assert {row.problem for row in rows_of(result, "aborts")} == {"crashed"}
    assert "leaks" in {row.problem for row in rows_of(result, "leaks")}
    assert rows_of(result, "aborts")[0].error == "its process ended with SIGABRT: out of ideas"
    assert len(result.disagreements()) == len(puzzles)
    named = {problem.split()[0] for problem in result.problems()}
    assert named == {"aborts", "leaks"}


def test_a_contestant_that_hangs_in_its_warm_up_is_warmed_up_once(plant, monkeypatch, tmp_path):
    monkeypatch.setattr(runner, "GRACE", 0.2)
    monkeypatch.setattr(runner, "PREPARATION", 0.3)
    warm_ups = tmp_path / "warm_ups"

    def hang(limits):
        if is_warm_up(limits):
            with warm_ups.open("a") as file:
                file.write("one\n")
        time.sleep(1_000)

    plant("hangs", hang)
    result = race([UNIQUE] * 2, ["hangs"], SOON)
    assert {row.problem for row in result.rows} == {"hung"}
    # A busy machine may kill its process before the warm-up has begun.
    assert not warm_ups.exists() or warm_ups.read_text() == "one\n"


def test_a_puzzle_that_cannot_be_sent_does_not_end_the_race():
    class Homeless(Rows):
        """A rule that another process cannot import."""

    puzzles = [Puzzle(Grid(2, 2), rules=(Homeless(),)), UNIQUE]
    result = race(puzzles, ["norvig"], processes=True)
    assert [row.problem for row in result.rows] == ["unable", ""]
    assert "cannot be sent to another process" in result.rows[0].error


def test_a_worker_that_cannot_be_started_is_an_error(monkeypatch):
    def refuse():
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    [row] = race([UNIQUE], ["norvig"], processes=True).rows
    assert (row.problem, "could not be started" in row.error) == ("crashed", True)


def test_a_ctrl_c_during_a_start_leaves_no_worker(monkeypatch):
    fork, forked = os.fork, []

    def interrupted():
        signal.raise_signal(signal.SIGINT)
        forked.append(fork())
        return forked[-1]

    monkeypatch.setattr(os, "fork", interrupted)
    with pytest.raises(KeyboardInterrupt):
        race([UNIQUE], ["norvig"], processes=True)
    monkeypatch.undo()
    wait_for(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in forked))


def test_a_contestant_that_takes_too_much_memory_is_killed(plant):
    def eat(limits):
        kept = []
        while not is_warm_up(limits):
            kept.append(b"x" * (8 << 20))
            time.sleep(0.001)
        return Answer(Status.UNKNOWN)

    plant("eats", eat)
    most = 1 << 29
    result = race([UNIQUE], ["eats", "norvig"], memory=most)
    row = result.rows[0]
    assert (row.problem, row.error) == ("memory", "was killed because it took more than 512 MB")
    assert result.rows[1].decided


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (RuntimeError("no idea"), "RuntimeError: no idea"),
        (MemoryError(), "MemoryError"),
        ("perhaps", "AttributeError: "),
    ],
)
def test_an_exception_is_named(plant, answer, words):
    def act(limits):
        if isinstance(answer, Exception):
            raise answer
        return answer

    plant("fails", act)
    for row in race([UNIQUE, OPEN], ["fails"]).rows:
        assert row.problem == "crashed"
        assert row.error.startswith(words)


@pytest.mark.parametrize("setting", ["cold", "warm"])
def test_results_are_the_same_with_and_without_processes(setting):
    contestants = ["norvig", "pysat", "cpsat"]
    options = {"repeats": 2, "setting": setting, "mode": "count", "most": 5}
    inside, outside = (
        race([UNIQUE, OPEN], contestants, processes=processes, **options)
        for processes in (False, True)
    )
    same = attrgetter("puzzle", "contestant", "repeat", "verdict", "solutions", "witnesses")
    assert list(map(same, inside.rows)) == list(map(same, outside.rows))
    assert all(row.seconds > 0 and row.cpu > 0 for row in outside.rows)
    assert json.loads(outside.rows[0].counters) == json.loads(inside.rows[0].counters)


@pytest.fixture
def past():
    """Free much memory, which the C library keeps for its next use."""
    c = ctypes.CDLL(None)
    c.malloc.restype = ctypes.c_void_p
    c.free.argtypes = [ctypes.c_void_p]
    size = 64 << 10
    *freed, last = (c.malloc(size) for _ in range((200 << 20) // size))
    for block in freed:
        ctypes.memset(ctypes.c_void_p(block), 1, size)
        c.free(block)
    yield
    c.free(last)  # the heap cannot shrink below the last block in use


@on_linux
def test_peak_memory_is_the_peak_of_the_run(plant, past):
    sizes = iter([0, 100 << 20, 0])

    def hold(limits):
        held = b"x" * (0 if is_warm_up(limits) else next(sizes))
        return Answer(Status.UNKNOWN, counters={"held": len(held)})

    plant("holds", hold)
    rows = race([UNIQUE] * 3, ["holds"]).rows
    held = [json.loads(row.counters)["held"] for row in rows]
    assert sorted(held) == [0, 0, 100 << 20]
    # A run itself needs little memory.
    taken = [row.peak_memory - size for row, size in zip(rows, held, strict=True)]
    assert all(abs(most) < 10 << 20 for most in taken)


HOARD = """
held = b"x" * (100 << 20)
print(flush=True)
input()
"""


@on_linux
def test_peak_memory_includes_processes_that_a_contestant_starts(plant):
    started = []

    def delegate(limits):
        if not is_warm_up(limits):
            pipe = subprocess.PIPE
            command = [sys.executable, "-ISEc", HOARD]
            other = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
            other.stdout.readline()
            started.append(other)  # the process ends with its contestant
        return Answer(Status.UNKNOWN)

    plant("delegates", delegate)
    [row] = race([UNIQUE], ["delegates"]).rows
    assert row.peak_memory > 100 << 20


def test_a_contestant_whose_processes_take_too_much_memory_is_killed(plant, monkeypatch):
    monkeypatch.setattr(memory, "resident_below", lambda process: 1 << 40)
    plant("delegates", lambda limits: Answer(Status.UNKNOWN))
    [row] = race([UNIQUE], ["delegates"], memory=1 << 30).rows
    assert (row.problem, row.error) == ("memory", "was killed because it took more than 1024 MB")


@on_linux
def test_the_peak_is_unknown_if_the_system_does_not_report_it(plant, monkeypatch):
    plant("rests", lambda limits: Answer(Status.UNKNOWN))
    monkeypatch.setattr(memory, "_status", lambda *_: None)
    assert [row.peak_memory for row in race([UNIQUE], ["rests"]).rows] == [None]


def test_no_process_is_left(plant, impatient):
    plant("hangs", lambda limits: time.sleep(0 if is_warm_up(limits) else 1_000))
    before = Process().children()

    def interrupt(row):
        raise KeyboardInterrupt

    race([UNIQUE], ["hangs", "norvig", "pysat"], SOON, processes=True)
    with pytest.raises(KeyboardInterrupt):
        race([UNIQUE], ["norvig", "pysat"], processes=True, progress=interrupt)
    assert set(Process().children()) <= set(before)
