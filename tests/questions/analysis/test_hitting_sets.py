"""Tests of smallest hitting sets, compared with trying all sets."""

import signal
import threading
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.questions.analysis.subsets import HittingSets


@given(st.lists(st.sets(st.integers(0, 8), min_size=1), min_size=1, max_size=12))
def test_they_hit_all_sets_and_are_smallest(sets):
    with HittingSets() as hitting:
        for number, members in enumerate(sets):
            hitting.hit(members)
            if number % 3 == 0:  # ask again, because earlier questions must not change the answer
                hitting.smallest()
        chosen = hitting.smallest()
    assert all(chosen & members for members in sets)
    for fewer in combinations(range(9), len(chosen) - 1):
        assert any(members.isdisjoint(fewer) for members in sets)


class Endless:
    """A MaxSAT solver that runs until an interrupt."""

    def __init__(self, *_, **__):
        self.interrupt_came = threading.Event()
        self.interrupt = self.interrupt_came.set

    def compute(self, expect_interrupt):
        assert self.interrupt_came.wait(120)
        return []

    def delete(self):
        assert self.interrupt_came.is_set()


def test_ctrl_c_as_a_search_begins_stops_it(monkeypatch):
    started = threading.Thread.start

    def start(thread):
        monkeypatch.undo()
        started(thread)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("pysat.examples.rc2.RC2", Endless)
    with HittingSets() as hitting:
        monkeypatch.setattr(threading.Thread, "start", start)
        with pytest.raises(KeyboardInterrupt):
            hitting.smallest()
