"""The time and the memory that a question may take, and who learns that they are used up."""

from threading import Thread

import pytest
from clocks import ticking

from nonet import means
from nonet.errors import TooLarge
from nonet.means import TimeUp, limited_to, require_means


def test_nothing_is_limited_outside():
    require_means()
    with pytest.raises(TimeUp), limited_to(0):
        require_means()
    require_means()


def test_the_time_is_up_when_it_is_used_up():
    with ticking(), limited_to(3):
        require_means()
        require_means()
        with pytest.raises(TimeUp):
            require_means()


def test_a_block_inside_has_no_more_than_the_one_around():
    with ticking(), limited_to(5), limited_to(100):
        require_means()
        with pytest.raises(TimeUp):
            require_means()


def test_a_block_inside_may_have_less():
    with limited_to(100):
        with pytest.raises(TimeUp), limited_to(0):
            require_means()
        require_means()


def test_each_thread_has_its_own_means():
    done = []

    def elsewhere():
        require_means()
        done.append(True)

    with limited_to(0):
        thread = Thread(target=elsewhere)
        thread.start()
        thread.join()
    assert done


@pytest.fixture
def held(monkeypatch):
    """What this process holds, as far as the means know."""
    now = {"bytes": 50 << 20}
    monkeypatch.setattr(means.memory, "resident", lambda process: now["bytes"])
    monkeypatch.setattr(means, "_PAUSE", 0)
    return now


def test_memory_is_what_is_taken_beyond_that_at_the_start(held):
    with limited_to(None, 10 << 20):
        held["bytes"] += 10 << 20
        require_means()
        held["bytes"] += 1 << 20
        with pytest.raises(TooLarge, match="took 11 MB of memory and needs more; the limit is 10"):
            require_means()


def test_a_block_inside_has_no_more_memory_either(held):
    with limited_to(None, 10 << 20), limited_to(60):
        held["bytes"] += 11 << 20
        with pytest.raises(TooLarge):
            require_means()


def test_where_the_system_does_not_tell_memory_is_not_limited(monkeypatch):
    monkeypatch.setattr(means.memory, "resident", lambda process: None)
    with limited_to(None, 0):
        require_means()
