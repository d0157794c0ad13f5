"""A search in a thread is stopped when memory runs out, and by Ctrl-C at any moment."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from examples import HOPELESS

from nonet.solvers import Limits, find_backend
from nonet.solvers.threads import ask_in_thread
from nonet.system import limits
from nonet.system.errors import TooLarge


@pytest.fixture
def growing(monkeypatch):
    """Make the measured memory of this process grow by a megabyte at each measurement."""
    held = iter(range(57, 10_000))
    monkeypatch.setattr(limits.memory, "resident", lambda process: next(held) << 20)


@pytest.mark.parametrize(
    "spec", ["native", "pysat:minisat22", "pysat:glucose4", "pysat:cadical195", "cpsat"]
)
def test_a_search_that_grows_is_ended(growing, spec):
    with (
        find_backend(spec).open(HOPELESS) as session,
        pytest.raises(TooLarge, match="more than the limit of 60 MB"),
    ):
        session.solve(Limits(seconds=60, memory=60 << 20))


@pytest.fixture
def early_ctrl_c(monkeypatch):
    """Press Ctrl-C during the start of the next thread, while the starting thread waits for it."""
    started = threading.Thread.start

    def start(thread):
        monkeypatch.undo()
        started(thread)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(threading.Thread, "start", start)


def test_ctrl_c_as_a_search_begins_stops_it(early_ctrl_c):
    stopped = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            ask_in_thread(pool, stopped.wait, stopped.set)
        assert stopped.is_set()


@pytest.mark.parametrize("spec", ["pysat:minisat22", "pysat:cadical195", "cpsat"])
def test_ctrl_c_as_a_search_begins_leaves_no_search_behind(early_ctrl_c, spec):
    before = set(threading.enumerate())
    with find_backend(spec).open(HOPELESS) as session, pytest.raises(KeyboardInterrupt):
        session.solve(Limits(seconds=3600))
    assert set(threading.enumerate()) <= before
