"""Connect to a cluster of machines through a scheduler of dask.distributed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonet.system.errors import BackendUnavailable

#: A scheduler must answer within these seconds. It is slow if it has just started.
_PATIENCE = 10.0


@contextmanager
def joined(address: str) -> Iterator[Any]:
    """Connect to the scheduler at this address, and yield the dask client.

    Raise `ConnectionError` if the scheduler does not answer or has no workers.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError as error:
        message = "a cluster needs dask.distributed: pip install distributed"
        raise BackendUnavailable(message) from error
    try:
        # Check the address first. A client with a malformed address would hang when it is closed.
        resolve_address(address)
        found = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        message = f"no scheduler at {address!r}: {why}; its address is like tcp://HOST:8786"
        raise ConnectionError(message) from error
    with found as client:
        if not client.nthreads():
            raise ConnectionError(f"{address} has no workers. Start some: dask worker {address}")
        yield client
