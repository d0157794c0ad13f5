"""Measure and limit the CPU time of a block, and write times in readable units."""

from __future__ import annotations

import os
import sys
import time
from threading import Event

from nonet.system.worker import seconds_of_workers

if sys.platform != "win32":
    from resource import RUSAGE_CHILDREN, getrusage

_CORES = os.cpu_count() or 1

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


class Stopwatch:
    """Measures the seconds of `wall` time and `cpu` time of a block, including child processes."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0
        self._cpu = _cpu()

    def __enter__(self) -> Stopwatch:
        self._cpu = _cpu()
        self._wall = time.perf_counter()
        return self

    def __exit__(self, *_error: object) -> None:
        self.wall, self.cpu = self.elapsed, self.spent

    @property
    def spent(self) -> float:
        return _cpu() - self._cpu

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._wall


class CpuLimit(Event):
    """An event that is set when a stopwatch has measured some seconds of CPU time, or by `cancel`.

    A measurement takes time. So the event measures only when a solver asks for its state, and not
    before all cores together could have used up the seconds.
    """

    def __init__(self, watch: Stopwatch, seconds: float, cancel: Event | None = None) -> None:
        super().__init__()
        self._watch, self._seconds, self._cancel = watch, seconds, cancel
        self._look = time.perf_counter() + seconds / _CORES

    def is_set(self) -> bool:
        if self._cancel is not None and self._cancel.is_set():
            return True
        now = time.perf_counter()
        if now < self._look:
            return False
        left = self._seconds - self._watch.spent
        self._look = now + left / _CORES
        return left <= 0


def _cpu() -> float:
    """Return the CPU time of this process and, except on Windows, of its children."""
    spent = time.process_time() + seconds_of_workers()
    if sys.platform != "win32":
        usage = getrusage(RUSAGE_CHILDREN)
        spent += usage.ru_utime + usage.ru_stime
    return spent


def duration(seconds: float) -> str:
    """Return a time as text, in a readable unit and with two significant digits.

    >>> [duration(seconds) for seconds in (0, 0.0000012, 0.0345, 0.25, 1, 12.34, 3600)]
    ['0 s', '1.2 µs', '34 ms', '250 ms', '1 s', '12 s', '3600 s']
    """
    if not seconds:
        return "0 s"
    # Times that would be rounded up to 1000 ms become 1 s.
    unit, name = next((each for each in _UNITS if seconds >= 0.9995 * each[0]), _UNITS[-1])
    amount = seconds / unit
    return f"{amount:.0f} {name}" if amount >= 9.95 else f"{amount:.2g} {name}"
