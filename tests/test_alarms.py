"""Alarms: a block without means left is interrupted, and nobody else's alarm is lost."""

import signal
import time
from contextlib import contextmanager
from threading import Thread

import pytest

from nonet.alarms import can_ring, interrupted_without_means
from nonet.means import TimeUp, limited_to

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")


@contextmanager
def somebody_elses_alarm(seconds, interval=0):
    """Set an alarm as another library would, and give how often it rang."""
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    signal.setitimer(signal.ITIMER_REAL, seconds, interval)
    try:
        yield rung
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def until(done, most=60):
    end = time.monotonic() + most
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_block_within_its_means_is_left_alone():
    before = signal.getsignal(signal.SIGALRM)
    with limited_to(60), interrupted_without_means():
        pass
    with interrupted_without_means():  # nothing is limited
        assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.parametrize(("inner", "outer"), [(60, 0.05), (0.05, 60)])
def test_the_least_of_two_times_ends_both(inner, outer):
    with (
        pytest.raises(TimeUp),
        limited_to(outer),
        interrupted_without_means(),
        limited_to(inner),
        interrupted_without_means(),
    ):
        time.sleep(60)


def test_a_block_goes_on_when_one_inside_is_out_of_time():
    with limited_to(60), interrupted_without_means():
        for _ in range(2):
            with pytest.raises(TimeUp), limited_to(0.01), interrupted_without_means():
                time.sleep(60)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0


def test_somebody_elses_alarm_rings_inside_the_block():
    with somebody_elses_alarm(0.02, 0.02) as rung, limited_to(60), interrupted_without_means():
        until(lambda: len(rung) > 2)


def test_somebody_elses_alarm_rings_after_the_block():
    with somebody_elses_alarm(0.1) as rung:
        with pytest.raises(TimeUp), limited_to(0.01), interrupted_without_means():
            time.sleep(60)
        until(lambda: rung)


def test_what_somebody_elses_alarm_raises_ends_the_block():
    def ring(*_):
        raise InterruptedError

    with somebody_elses_alarm(60), limited_to(60):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(InterruptedError), interrupted_without_means():
            time.sleep(60)
        assert signal.getsignal(signal.SIGALRM) is ring


def test_only_the_main_thread_can_be_interrupted():
    found = []
    thread = Thread(target=lambda: found.append(can_ring()))
    thread.start()
    thread.join()
    assert (can_ring(), found) == (True, [False])
