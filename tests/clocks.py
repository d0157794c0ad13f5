"""How promptly something ends, measured by a clock that stands still while others run."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Fail if the block keeps this process busy for longer."""
    start = time.process_time()
    yield
    assert time.process_time() - start < most
