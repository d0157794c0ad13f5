"""Other machines: the workers of a dask.distributed scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonet.system.errors import BackendUnavailable

#: Seconds in which a scheduler answers, even one that has only just been started.
_PATIENCE = 10.0


@contextmanager
def joined(address: str) -> Iterator[Any]:
    """Connect to the scheduler at this address, and lend the client, whose methods have no types.

    A scheduler that does not answer is a `ConnectionError`, and so is one without workers.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError as error:
        message = "a cluster needs dask.distributed: pip install distributed"
        raise BackendUnavailable(message) from error
    try:
        # A client of what is no address would wait for itself at its end.
        resolve_address(address)
        found = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        message = f"no scheduler at {address!r}: {why}; its address is like tcp://HOST:8786"
        raise ConnectionError(message) from error
    with found as client:
        if not client.nthreads():
            raise ConnectionError(f"{address} has no workers: start some (dask worker {address})")
        yield client
