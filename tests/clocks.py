"""How promptly something ends, measured by clocks that stand still while others run."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from unittest import mock


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Fail if the block keeps this process busy for longer."""
    start = time.process_time()
    yield
    assert time.process_time() - start < most


@contextmanager
def ticking() -> Iterator[count]:
    """Let a second pass whenever a question looks at its means, and never else."""
    ticks = count()
    with mock.patch("nonet.means.time", SimpleNamespace(perf_counter=lambda: next(ticks))):
        yield ticks
