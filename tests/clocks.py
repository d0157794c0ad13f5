"""How promptly something ends, by a clock that does not run while other processes do."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Fail if the block keeps this process busy for longer."""
    start = time.process_time()
    yield
    assert time.process_time() - start < most
