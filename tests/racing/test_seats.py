"""Seats for a race on a cluster: who gets which core, and the process that takes the turns."""

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from dataclasses import replace
from types import SimpleNamespace

import pytest
from examples import classic

from nonet import PuzzleError
from nonet.racing import seats
from nonet.racing.cluster import Cluster, Seat, seated
from nonet.racing.machines import Machine, common_facts, require_alike
from nonet.racing.runs import Task, Terms
from nonet.racing.seats import Offer, Post, clear, offer, take_turn

HERE = Machine.here()
OTHER = replace(HERE, cpu="Z80", cores=1)
UNIQUE = classic("1234341221434...")
TASK = Task(UNIQUE, "1234341221434...", "line")


def places(offers, threads):
    return [(seat.worker, seat.core) for seat in seated(offers, threads)]


def test_no_two_seats_are_on_one_core():
    four = Offer(HERE, "one", {str(core): core for core in range(4)}, None)
    last = replace(four, cores={"3": 3})
    other = replace(last, host="another")
    offers = {"a": four, "b": four, "c": last, "d": other}
    assert places(offers, dict.fromkeys(offers, 2)) == [
        *(("a", 0), ("a", 1), ("b", 2), ("b", 3)),
        ("d", 3),
    ]
    assert places({"b": four}, {"b": 9}) == [("b", core) for core in range(4)]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="Linux tells who may run where")
def test_the_threads_of_a_core_are_one_core(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2, 5})
    monkeypatch.setattr(seats, "_core_of", lambda processor: f"core {processor % 2}")
    assert offer(()).cores == {"core 0": 0, "core 1": 1}


def test_a_worker_says_which_contestant_it_lacks():
    assert offer(("norvig",)).lacks is None
    assert offer(("norvig", "nobody")).lacks.startswith("no backend 'nobody'")


def test_unlike_machines_are_refused_by_what_differs():
    require_alike([HERE, replace(HERE, platform="another kernel", memory=HERE.memory + 4096)])
    with pytest.raises(PuzzleError) as refused:
        require_alike([HERE, OTHER, HERE])
    cores = f"{HERE.cores} core" + "s" * (HERE.cores > 1)
    mine = ", ".join(word for word in (HERE.cpu, cores) if word != "1 core")
    assert f"2 kinds, whose times make no fair ranking (2 with {mine}; 1 with Z80" in str(refused)
    assert "--mixed" in str(refused)


def test_what_machines_have_in_common():
    facts = common_facts([HERE, OTHER])
    assert set(HERE.facts()) - set(facts) == {"cpu"} | ({"cores"} if HERE.cores != 1 else set())


@pytest.fixture
def post(monkeypatch):
    """A post on the first core that may be used, whose turns are wanted."""
    monkeypatch.setattr(seats, "_is_wanted", lambda: True)
    core = min(offer(()).cores.values())
    yield Post("a race", core, ("norvig",), Terms(), None)
    clear("a race")


def test_turns_are_taken_in_a_process_that_stays(post):
    assert take_turn(post, "norvig", TASK).verdict == "unique"
    [process] = (seat._process for seat in seats._seats.values())
    assert take_turn(post, "norvig", TASK).verdict == "unique"
    if hasattr(os, "sched_getaffinity"):
        assert os.sched_getaffinity(process.pid) == {post.core}
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert take_turn(post, "norvig", TASK).verdict == "unique"
    clear("another race")
    assert len(seats._seats) == 1
    [again] = (seat._process for seat in seats._seats.values())
    clear("a race")
    assert again.wait() != 0
    assert not seats._seats


def test_a_turn_that_nobody_wants_is_ended(post, monkeypatch):
    monkeypatch.setattr(seats, "_is_wanted", lambda: False)
    monkeypatch.setattr(seats, "_PAUSE", 0)  # the first look is before the process has started
    outcome = take_turn(post, "norvig", TASK)
    assert (outcome.problem, outcome.verdict) == ("crashed", "unknown")
    assert outcome.error.startswith("the process of its core ended with code")


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="Windows has no alarm")
def test_a_seat_without_turns_ends_by_itself(post):
    program = "from nonet.racing import seat; seat.IDLE = 1; seat.main()"
    command = [sys.executable, "-c", program]
    done = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    pickle.dump(post, done.stdin)
    done.stdin.flush()
    assert done.wait(timeout=180) == -signal.SIGALRM
    done.communicate()


def test_a_seat_that_is_gone_is_not_ended_again(post, monkeypatch):
    """Its number may be that of another process by then."""
    take_turn(post, "norvig", TASK)
    seat = seats._seats[post.race, post.core]
    seat._process.kill()
    seat._process.wait()
    monkeypatch.setattr(seats.processes, "kill", lambda process: pytest.fail("it is gone"))
    seat.end()


def test_an_outcome_that_nobody_can_read_is_a_crash(post, monkeypatch):
    def load(_file):
        raise TypeError("not an outcome")

    monkeypatch.setattr(pickle, "load", load)
    monkeypatch.setattr(seats, "_GRACE", 0.1)  # its process waits to be heard
    outcome = take_turn(post, "norvig", TASK)
    assert outcome.problem == "crashed"


def test_a_worker_that_leaves_between_two_turns_loses_none():
    seats = [Seat(name, "one", 0, HERE, deque(name * 2)) for name in ("here", "gone")]
    seats.append(Seat("gone", "one", 1, HERE))
    cluster = Cluster(SimpleNamespace(nthreads=lambda: {"here": 1}), seats)
    assert cluster._bury() == [deque("gone" * 2)]
    assert cluster.seats == seats[:1]
