"""The clock of the race: wall and CPU time of a block."""

from __future__ import annotations

import time
from types import TracebackType

from nonet.system.worker import seconds_of_workers

try:
    from resource import RUSAGE_CHILDREN, getrusage
except ImportError:  # Windows, where the time of child processes is not known

    def _of_children() -> float:
        return 0.0
else:

    def _of_children() -> float:
        usage = getrusage(RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime + seconds_of_workers()


class Stopwatch:
    """Measures a block: `wall` and `cpu` seconds, of its child processes too.

    >>> with Stopwatch() as watch:
    ...     _ = sum(range(1000))
    >>> 0 < watch.wall < 60, watch.cpu >= 0
    (True, True)
    """

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> Stopwatch:
        self._cpu = time.process_time() + _of_children()
        self._wall = time.perf_counter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.wall, self.cpu = self.elapsed, self.spent

    @property
    def spent(self) -> float:
        """The CPU time since the start."""
        return time.process_time() + _of_children() - self._cpu

    @property
    def elapsed(self) -> float:
        """The wall time since the start."""
        return time.perf_counter() - self._wall
