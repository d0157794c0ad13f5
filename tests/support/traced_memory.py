"""Measure the memory of a block by Python's own count, which is the same on every machine."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_more_memory_than(most: int) -> Iterator[None]:
    """Fail if Python's memory grows by this many bytes at any moment of the block."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
