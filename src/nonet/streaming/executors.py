"""Workers that answer chunks: this thread, other threads, processes, or a cluster."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeAlias, TypeVar

from nonet.solvers import SolverCrashed
from nonet.streaming.parts import KEPT
from nonet.system.clusters import joined
from nonet.system.limits import Limits, limited_to, most_memory
from nonet.system.worker import Worker, WorkerDied

#: Seconds to wait for a cancelled thread, because Python must not exit while a thread runs C++
#: code.
_GRACE = 1.0

#: Seconds to wait between checks that the cluster still has workers.
_PATIENCE = 5.0

#: A waiting call: the future of its result, the function, and the argument.
_Job: TypeAlias = tuple[Future[Any], Callable[[Any], Any], Any]

#: Workers, which run functions on chunks. At most `ahead` results are pending at a time.
Workers: TypeAlias = "_ThisThread | _Pool | _Cluster"

C = TypeVar("C")
R = TypeVar("R")


def run(workers: Workers, chunks: Iterable[C], task: Callable[[C], R]) -> Iterator[R]:
    """Yield the result of each chunk, in order.

    >>> with workers_for(2, None, in_threads=True) as workers:
    ...     list(run(workers, [3, 1, 2], str))
    ['3', '1', '2']
    """
    waiting: deque[Future[R]] = deque()
    for chunk in chunks:
        waiting.append(workers.submit(task, chunk))
        if len(waiting) >= workers.ahead:
            yield workers.result(waiting.popleft())
    while waiting:
        yield workers.result(waiting.popleft())


@contextmanager
def workers_for(jobs: int, cluster: str | None, *, in_threads: bool) -> Iterator[Workers]:
    """Start the workers for a number of jobs, or join a cluster.

    Use threads for work that releases Python's global lock.
    """
    if cluster is not None:
        with joined(cluster) as client:
            yield _Cluster(client)
    elif jobs == 1:
        yield _ThisThread()
    else:
        pool = _Pool(jobs, in_threads)
        try:
            yield pool
        finally:
            pool.close()


class _ThisThread:
    ahead = 1

    def submit(self, task: Callable[[C], R], chunk: C) -> Future[R]:
        future: Future[R] = Future()
        future.set_result(task(chunk))
        return future

    def result(self, future: Future[R]) -> R:
        return future.result()


class _Pool:
    """A pool of threads. Each thread does its own tasks, or sends them to a process of its own.

    At the end, solvers that still run in a thread are cancelled. If a solver does not react, its
    thread ends when Python exits, because the threads are daemons.
    """

    def __init__(self, jobs: int, in_threads: bool) -> None:
        self.ahead = 2 * jobs
        self._tasks: SimpleQueue[_Job | None] = SimpleQueue()
        self._cancel = Event()
        self._processes: list[Worker] = []
        self._threads: list[Thread] = []
        try:
            while len(self._processes) < (0 if in_threads else jobs):
                self._processes.append(Worker(most=most_memory()))
        except BaseException:
            self.close()
            raise
        for number in range(jobs):
            answer = _do if in_threads else self._processes[number].call
            thread = Thread(target=self._work, args=(answer,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def submit(self, task: Callable[[C], R], chunk: C) -> Future[R]:
        future: Future[R] = Future()
        self._tasks.put((future, task, chunk))
        return future

    def result(self, future: Future[R]) -> R:
        try:
            return future.result()
        except WorkerDied as error:
            raise SolverCrashed(f"a worker process died: {error}; {KEPT}") from None

    def close(self) -> None:
        """Drop the waiting tasks, cancel the running ones, and kill the processes."""
        self._cancel.set()
        with suppress(Empty):
            while True:
                self._tasks.get_nowait()
        for process in self._processes:
            process.kill()
        for _ in self._threads:
            self._tasks.put(None)
        deadline = time.monotonic() + _GRACE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self, answer: Callable[[Callable[[Any], Any], Any], Any]) -> None:
        with limited_to(Limits(cancel=self._cancel)):
            while (job := self._tasks.get()) is not None:
                future, task, chunk = job
                try:
                    future.set_result(answer(task, chunk))
                except BaseException as error:
                    future.set_exception(error)


def _do(task: Callable[[C], R], chunk: C) -> R:
    return task(chunk)


class _Cluster:
    """The workers of a dask scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # The tasks are not pure, because a task gives another result after its file has changed.
        self._executor = client.get_executor(pure=False)
        self.ahead = sum(client.nthreads().values()) + 2

    def submit(self, task: Callable[[C], R], chunk: C) -> Future[R]:
        future: Future[R] = self._executor.submit(task, chunk)
        return future

    def result(self, future: Future[R]) -> R:
        """Wait while the cluster has workers; dask itself would wait for new workers forever."""
        from distributed import KilledWorker

        while True:
            try:
                return future.result(timeout=_PATIENCE)
            except TimeoutError:
                if future.done():
                    raise  # the task itself raised it
                if not self._has_workers():
                    raise SolverCrashed(f"all workers of the cluster are gone: {KEPT}") from None
            except KilledWorker as error:
                message = f"several workers died on the same chunk: {KEPT}"
                raise SolverCrashed(message) from error
            except CancelledError as error:
                raise SolverCrashed(f"the scheduler is gone: {KEPT}") from error

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except (OSError, RuntimeError) as error:  # the connection to the scheduler is closed
            raise SolverCrashed(f"the scheduler is gone: {KEPT}") from error
