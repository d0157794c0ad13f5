"""Errors with exact messages."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nonet.system.errors import PuzzleError


@contextmanager
def refused(message: str) -> Iterator[None]:
    """Fail unless the block raises a `PuzzleError` with exactly this message."""
    with pytest.raises(PuzzleError) as error:
        yield
    assert str(error.value) == message
