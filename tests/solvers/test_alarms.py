"""Alarms: a call without means left is interrupted, and nobody else's alarm is lost."""

import signal
import time
from contextlib import contextmanager, suppress
from functools import partial
from threading import Thread

import pytest

from nonet.solvers.alarms import can_ring, interruptible, others_alarm
from nonet.system.limits import TimeUp, limited_to

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


def sleep():
    time.sleep(60)


def asleep_within(seconds):
    """Sleep in a call that has so many seconds."""
    with limited_to(seconds):
        interruptible(sleep)


def test_a_call_within_its_means_is_left_alone():
    before = signal.getsignal(signal.SIGALRM)
    with limited_to(60):
        assert interruptible(lambda: 7) == 7
    assert interruptible(lambda: signal.getsignal(signal.SIGALRM)) is before  # nothing is limited
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_a_call_raises_is_raised():
    with limited_to(60), pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 / 0)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.parametrize(("inner", "outer"), [(60, 0.05), (0.05, 60)])
def test_the_least_of_two_times_ends_both(inner, outer):
    with pytest.raises(TimeUp), limited_to(outer):
        interruptible(lambda: asleep_within(inner))


def test_a_call_goes_on_when_one_inside_is_out_of_time():
    def patient():
        for _ in range(2):
            with pytest.raises(TimeUp):
                asleep_within(0.01)
        return signal.getitimer(signal.ITIMER_REAL)

    with limited_to(60):
        assert 0 < interruptible(patient)[0] < 60


def test_a_call_that_ends_with_its_time_returns_or_is_out_of_time():
    def works(seconds):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass

    for number in range(120):
        with limited_to(0.002), suppress(TimeUp):
            interruptible(partial(works, 0.002 + (number % 40 - 20) * 1e-5))
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_somebody_elses_alarm_rings_when_the_call_has_ended():
    with somebody_elses_alarm(0.02, 0.02) as rung:
        with pytest.raises(TimeUp):
            asleep_within(0.1)
        until(lambda: len(rung) > 2)
    with somebody_elses_alarm(60, 30), limited_to(60):
        interruptible(lambda: None)
        left, interval = signal.getitimer(signal.ITIMER_REAL)
        assert (0 < left < 60, interval) == (True, 30)


def test_what_c_code_does_to_the_alarm_is_undone():
    with somebody_elses_alarm(60) as rung:
        with others_alarm():
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, 2500)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        until(lambda: rung)


def test_only_the_main_thread_can_be_interrupted():
    found = []
    thread = Thread(target=lambda: found.append(can_ring()))
    thread.start()
    thread.join()
    assert (can_ring(), found) == (True, [False])
