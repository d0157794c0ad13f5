"""The time and the memory that a question may take, and who learns that they are used up."""

from threading import Thread

import pytest
from clocks import ticking

from nonet.system import limits
from nonet.system.errors import TooLarge
from nonet.system.limits import TimeUp, limited_to, most_memory, require_means, require_memory


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
    with ticking(), limited_to(3), limited_to(100):
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
    monkeypatch.setattr(limits.memory, "resident", lambda process: now["bytes"])
    monkeypatch.setattr(limits, "_PAUSE", 0)
    return now


def test_a_process_that_holds_too_much_is_told_so(held):
    with limited_to(None, 60 << 20):
        require_means()
        held["bytes"] = 61 << 20
        with pytest.raises(TooLarge, match="more than 60 MB of memory, the limit: it holds 61 MB"):
            require_means()
        with pytest.raises(TooLarge):
            require_memory()


def test_what_was_freed_and_can_be_given_back_does_not_count(held, monkeypatch):
    monkeypatch.setattr(limits.memory, "give_back", lambda: held.update(bytes=59 << 20))
    with limited_to(None, 60 << 20):
        held["bytes"] = 61 << 20
        require_means()


def test_a_block_inside_has_no_more_memory_either(held):
    for inside in (None, 10 << 20, 90 << 20):
        with limited_to(None, 40 << 20), limited_to(60, inside):
            assert most_memory() == min(40 << 20, inside or 40 << 20)
            with pytest.raises(TooLarge):
                require_means()
    assert most_memory() is None


def test_memory_may_be_looked_at_when_the_time_is_up():
    with limited_to(0, 1 << 60):
        require_memory()


def test_where_the_system_does_not_tell_memory_is_not_limited(monkeypatch):
    monkeypatch.setattr(limits.memory, "resident", lambda process: None)
    with limited_to(None, 0):
        require_means()
