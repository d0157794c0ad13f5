"""How much memory a block takes, as Python counts it: the same on every machine."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_more_memory_than(most: int) -> Iterator[None]:
    """Fail if Python holds so many more bytes at any moment of the block."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
