"""Limits of time and memory stop a question."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from clocks import ticking

from nonet.system import limits
from nonet.system.errors import TooLarge
from nonet.system.limits import (
    Limits,
    TimeUp,
    check_limits,
    limited_to,
    most_memory,
    require_unstopped,
)


def test_a_block_inside_may_have_less_but_no_more_than_the_one_around():
    check_limits()  # outside the block, nothing is limited
    with ticking(), limited_to(4), limited_to(100):
        check_limits()
        check_limits()
        with pytest.raises(TimeUp):
            check_limits()
    with limited_to(100):
        with pytest.raises(TimeUp), limited_to(0):
            check_limits()
        check_limits()


def test_each_thread_has_its_own_limits():
    with limited_to(0), ThreadPoolExecutor(1) as pool:
        pool.submit(check_limits).result()


@pytest.fixture
def held(monkeypatch):
    """The memory of this process, as `nonet.system.limits` measures it."""
    now = {"bytes": 50 << 20}
    monkeypatch.setattr(limits.memory, "resident", lambda process: now["bytes"])
    monkeypatch.setattr(limits, "_PAUSE", 0)
    monkeypatch.setattr(limits, "_next_look", 0.0)
    return now


def test_too_much_memory_raises_too_large(held):
    with limited_to(Limits(memory=60 << 20)):
        check_limits()
        held["bytes"] = 61 << 20
        with pytest.raises(TooLarge, match="holds 61 MB of memory, more than the limit of 60 MB"):
            check_limits()
        with pytest.raises(TooLarge):
            require_unstopped()


def test_freed_memory_does_not_count(held, monkeypatch):
    monkeypatch.setattr(limits.memory, "give_back", lambda: held.update(bytes=59 << 20))
    with limited_to(Limits(memory=60 << 20)):
        held["bytes"] = 61 << 20
        check_limits()


def test_a_block_inside_has_no_more_memory_either(held):
    for inside in (None, 10 << 20, 90 << 20):
        with limited_to(Limits(memory=40 << 20)), limited_to(Limits(60, memory=inside)):
            assert most_memory() == min(40 << 20, inside or 40 << 20)
            with pytest.raises(TooLarge):
                check_limits()
    assert most_memory() is None


def test_memory_may_be_looked_at_when_the_time_is_up():
    with limited_to(Limits(0, memory=1 << 60)):
        require_unstopped()


def test_where_the_system_does_not_tell_memory_is_not_limited(monkeypatch):
    monkeypatch.setattr(limits.memory, "resident", lambda process: None)
    with limited_to(Limits(memory=0)):
        check_limits()


def test_a_question_is_cancelled_from_outside_at_any_depth():
    outer, inner = Event(), Event()
    with limited_to(Limits(cancel=outer)), limited_to(Limits(60, cancel=inner)):
        check_limits()
        outer.set()
        for require in (check_limits, require_unstopped):
            with pytest.raises(TimeUp):
                require()
    check_limits()


def test_limits_are_pickled_without_their_cancel_event():
    limits = Limits(1, nodes=2, memory=3, cancel=Event())
    assert limits.after(seconds=1).cancel is limits.cancel
    assert pickle.loads(pickle.dumps(limits)) == Limits(1, nodes=2, memory=3)


def test_blocks_shorter_than_the_pause_are_measured_too():
    def many():
        for _ in range(10_000):
            with limited_to(Limits(memory=1 << 20)):
                check_limits()

    with pytest.raises(TooLarge, match="more than the limit of 1 MB"):
        many()
