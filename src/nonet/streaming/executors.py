"""Run a task on all chunks: in this thread, in other threads, in processes, or on a cluster."""

from __future__ import annotations

import operator
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeAlias

from nonet.solvers import BackendUnavailable, SolverCrashed
from nonet.system.limits import Limits, limited_to, most_memory
from nonet.system.worker import Worker, WorkerDied

#: Seconds to wait for a cancelled thread. Python must not exit while a thread runs C++ code.
_GRACE = 1.0

#: A scheduler must answer within these seconds. It is slow if it has just started.
_CONNECTING = 10.0

#: Seconds between two checks that the cluster still has workers.
_PATIENCE = 5.0

#: A task: the future for its result, the function to call, and its argument.
_Job: TypeAlias = tuple[Future[Any], Callable[[Any], Any], Any]

#: A function that applies a task to all chunks and yields the results in order, like `map`.
Workers: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


@contextmanager
def workers_for(jobs: int, cluster: str | None, *, in_threads: bool) -> Iterator[Workers]:
    """Start as many workers as jobs, or connect to a cluster.

    The workers are processes. If the work releases Python's global lock, threads are enough.

    >>> with workers_for(2, None, in_threads=True) as workers:
    ...     list(workers(str, [3, 1, 2]))
    ['3', '1', '2']
    """
    if cluster is not None:
        with _joined(cluster) as client:
            yield partial(_results, _Cluster(client))
    elif jobs == 1:
        yield map
    else:
        pool = _Pool(jobs)
        try:
            pool.start(in_threads)
            yield partial(_results, pool)
        finally:
            pool.close()


@contextmanager
def _joined(address: str) -> Iterator[Any]:
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
        found = Client(address, timeout=_CONNECTING, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        message = f"no scheduler at {address!r}: {why}; its address is like tcp://HOST:8786"
        raise ConnectionError(message) from error
    with found as client:
        if not client.nthreads():
            raise ConnectionError(f"{address} has no workers. Start some: dask worker {address}")
        yield client


def _results(
    pool: _Pool | _Cluster, task: Callable[[Any], Any], chunks: Iterable[Any]
) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    for chunk in chunks:
        waiting.append(pool.submit(task, chunk))
        if len(waiting) >= pool.ahead:
            yield pool.result(waiting.popleft())
    while waiting:
        yield pool.result(waiting.popleft())


class _Pool:
    """A pool of threads. Each thread does its tasks itself or in a separate process.

    Python can exit even if a solver hangs, because the threads are daemon threads.
    """

    def __init__(self, jobs: int) -> None:
        self.ahead = 2 * jobs
        self._tasks: SimpleQueue[_Job | None] = SimpleQueue()
        self._cancel = Event()
        self._processes: list[Worker] = []
        self._threads: list[Thread] = []

    def start(self, in_threads: bool) -> None:
        """Start the processes, then the threads."""
        jobs = self.ahead // 2
        while not in_threads and len(self._processes) < jobs:
            self._processes.append(Worker(most=most_memory()))
        ways: list[Callable[..., Any]] = [process.call for process in self._processes]
        for answer in ways or [operator.call] * jobs:
            self._threads.append(Thread(target=self._work, args=(answer,), daemon=True))
            self._threads[-1].start()

    def submit(self, task: Callable[[Any], Any], chunk: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, task, chunk))
        return future

    def result(self, future: Future[Any]) -> Any:
        try:
            return future.result()
        except WorkerDied as error:
            raise SolverCrashed(f"a worker process died: {error}") from None

    def close(self) -> None:
        """Drop the waiting tasks, cancel the running tasks, and kill the processes."""
        self._cancel.set()
        for process in self._processes:
            process.kill()
        for _ in self._threads:
            self._tasks.put(None)
        deadline = time.monotonic() + _GRACE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self, answer: Callable[..., Any]) -> None:
        with limited_to(Limits(cancel=self._cancel)):
            while (job := self._tasks.get()) is not None and not self._cancel.is_set():
                future, task, chunk = job
                try:
                    future.set_result(answer(task, chunk))
                except BaseException as error:
                    future.set_exception(error)


class _Cluster:
    """The workers of a dask scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # dask may reuse the result of a pure task, even if the file has changed since.
        self._executor = client.get_executor(pure=False)
        self.ahead = sum(client.nthreads().values()) + 2

    def submit(self, task: Callable[[Any], Any], chunk: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(task, chunk)
        return future

    def result(self, future: Future[Any]) -> Any:
        """Wait for a result. Without workers, raise an error, because dask would wait forever."""
        from distributed import KilledWorker

        while True:
            try:
                return future.result(timeout=_PATIENCE)
            except TimeoutError:
                if future.done():
                    raise  # the task itself raised it
                if not self._has_workers():
                    raise SolverCrashed("all workers of the cluster are gone") from None
            except KilledWorker as error:
                raise SolverCrashed("several workers died on the same chunk") from error
            except CancelledError as error:
                raise SolverCrashed("the scheduler is gone") from error

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except (OSError, RuntimeError) as error:  # the connection to the scheduler is closed
            raise SolverCrashed("the scheduler is gone") from error
