"""Measure how promptly code ends, by clocks that ignore other processes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any
from unittest import mock


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Fail if the block keeps this process busy for longer."""
    start = time.process_time()
    yield
    assert time.process_time() - start < most


@contextmanager
def ticking() -> Iterator[count]:
    """Make the clock of limits advance by a second at each check, and only then."""
    ticks = count()
    with mock.patch("nonet.system.limits.time", SimpleNamespace(perf_counter=lambda: next(ticks))):
        yield ticks


@contextmanager
def lasting(function: str, seconds: float) -> Iterator[None]:
    """Make the clock of limits advance by some seconds in each call of a function only."""
    asked, passed = resolve_name(function), 0.0

    def late(*args: Any, **options: Any) -> Any:
        nonlocal passed
        answer = asked(*args, **options)
        passed += seconds
        return answer

    clock = SimpleNamespace(perf_counter=lambda: passed)
    with mock.patch("nonet.system.limits.time", clock), mock.patch(function, late):
        yield
