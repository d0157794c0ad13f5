"""Other machines: the workers of a dask.distributed scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonet.solvers import BackendUnavailable


@contextmanager
def joined(address: str) -> Iterator[Any]:
    """Connect to the scheduler at this address, and lend the client, whose methods have no types.

    A scheduler without workers is an error.
    """
    try:
        from distributed import Client
    except ImportError as error:
        message = "a cluster needs dask.distributed: pip install distributed"
        raise BackendUnavailable(message) from error
    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        if not client.nthreads():
            raise BackendUnavailable(
                f"{address} has no workers: start some (dask worker {address})"
            )
        yield client
