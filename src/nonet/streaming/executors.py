"""Executors for the chunks: this thread, other threads, processes or a cluster."""

from __future__ import annotations

import ctypes
import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from threading import Lock, Thread, get_ident
from typing import Any, NamedTuple, TypeVar

from nonet.solvers import SolverCrashed
from nonet.streaming.draft import KEPT
from nonet.system.clusters import joined
from nonet.system.limits import Limits, limited_to, most_memory
from nonet.system.processes import deaf_to_ctrl_c, end_with_parent, hear_ctrl_c

#: What is said where the script is imported by a process that it has started.
_UNGUARDED = (
    "a worker process did not start: each imports the script anew, so that has to be a file with "
    '`if __name__ == "__main__":` around what it does'
)

#: Seconds between two looks for workers, while a result is awaited.
_PATIENCE = 5.0

C = TypeVar("C")
R = TypeVar("R")


def run(executor: Executor, chunks: Iterable[C], task: Callable[[C], R], ahead: int) -> Iterator[R]:
    """Yield the result of each chunk, in order; at most `ahead` chunks are under way at a time.

    >>> with ThreadPoolExecutor(2) as threads:
    ...     list(run(threads, [3, 1, 2], str, ahead=2))
    ['3', '1', '2']
    """
    waiting: deque[Future[R]] = deque()
    for chunk in chunks:
        waiting.append(executor.submit(task, chunk))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class Staff(NamedTuple):
    """An executor, and how many chunks it gets at a time."""

    executor: Executor
    ahead: int


def require_main() -> None:
    """Refuse to work while a worker process imports a script that would do it all again."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SolverCrashed(_UNGUARDED)


@contextmanager
def staff(jobs: int, cluster: str | None, *, in_threads: bool) -> Iterator[Staff]:
    """Open an executor for a number of jobs or a cluster; threads suit work that frees the GIL."""
    if cluster is not None:
        with _on_cluster(cluster) as found:
            yield found
    elif jobs == 1:
        yield Staff(Here(), 1)
    else:
        executor = _pool(jobs, in_threads)
        try:
            yield Staff(executor, 2 * jobs)
        except BrokenExecutor as error:
            executor.shutdown(cancel_futures=True)
            is_unguarded = isinstance(executor, _Processes) and executor.are_unstartable
            died = _UNGUARDED if is_unguarded else f"a worker process died: {KEPT}"
            raise SolverCrashed(died) from error
        except BaseException:
            executor.end()
            raise
        finally:
            # It cancels what is left: a pool cannot bear that somebody else does.
            executor.shutdown(cancel_futures=True)


#: Seconds until a task that has not ended is interrupted again.
_PAUSE = 0.2


class Here(Executor):
    """Runs each task at once, in the thread that submits it."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Run the task and return a finished future."""
        future: Future[R] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def _pool(jobs: int, in_threads: bool) -> _Threads | _Processes:
    if in_threads:
        return _Threads(jobs, thread_name_prefix="nonet")
    return _Processes(jobs)


class _Threads(ThreadPoolExecutor):
    """Threads that can be interrupted: a task may wait for a solver that never answers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._at_work: set[int] = set()

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Have the task run in one of the threads."""
        return super().submit(self._noted, fn, *args, **kwargs)

    def end(self) -> None:
        """Raise `KeyboardInterrupt` in all tasks, again and again until they have ended.

        Python drops what is raised in a finalizer or in a callback of its garbage collector.
        """
        while at_work := list(self._at_work):
            for thread in at_work:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt)
                )
            time.sleep(_PAUSE)

    def _noted(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> R:
        self._at_work.add(get_ident())
        try:
            return fn(*args, **kwargs)
        finally:
            self._at_work.discard(get_ident())


class _Processes(ProcessPoolExecutor):
    """Processes that are started deaf to Ctrl-C: while they import, it would be a traceback.

    When one of them dies, all do. It may have died in the midst of a result, holding the lock for
    which the others wait, and the pool alone would wait for the rest of that result forever.
    """

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._has_begun = context.Event()
        arguments = most_memory(), self._has_begun
        super().__init__(jobs, context, _begin, arguments)
        self._known: dict[int, BaseProcess] = {}
        self._is_killing = Lock()

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Have the task run in one of the processes, which this call may start."""
        with deaf_to_ctrl_c():
            future = super().submit(fn, *args, **kwargs)
        for number in self._processes.keys() - self._known:
            self._known[number] = self._processes[number]
            Thread(target=self._watch, args=(self._processes[number],), daemon=True).start()
        return future

    @property
    def are_unstartable(self) -> bool:
        """Whether one has ended by an error of Python, and none has ever begun."""
        codes = [process.exitcode for process in self._known.values()]
        return 1 in codes and not self._has_begun.is_set()

    def end(self) -> None:
        """Kill the processes: they may wait for a solver that never answers."""
        with self._is_killing:
            for process in list((self._processes or {}).values()):
                process.kill()
            # The last writer, so that who reads a result sees that it has no end.
            if self._result_queue is not None:
                self._result_queue._writer.close()  # type: ignore[attr-defined]

    def _watch(self, process: BaseProcess) -> None:
        wait([process.sentinel])
        if not self._shutdown_thread:
            self.end()


def _begin(most: int | None, has_begun: Event) -> None:
    """End a worker at once on Ctrl-C, which its parent reports, and when the parent is gone.

    All its life it may hold no more memory than its parent.
    """
    limited_to(Limits(memory=most)).__enter__()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    hear_ctrl_c()
    end_with_parent()
    has_begun.set()


class _Cluster(Executor):
    """The workers of a scheduler. dask's own executor would wait on when all of them are gone."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Have some worker run the task."""
        # Not pure: the file behind an equal task may have changed since.
        return _OfCluster(self._client, self._client.submit(fn, *args, pure=False, **kwargs))


class _OfCluster(Future[R]):
    """The result of a task that a cluster has."""

    def __init__(self, client: Any, there: Any) -> None:
        super().__init__()
        self._client = client
        self._there = there

    def result(self, timeout: float | None = None) -> R:
        """Wait for it as long as there are workers."""
        while True:
            try:
                found: R = self._there.result(timeout=_PATIENCE)
            except TimeoutError:
                if self._there.done():
                    raise  # that of the task
                if not self._client.nthreads():
                    raise SolverCrashed(f"all workers of the cluster are gone: {KEPT}") from None
            else:
                return found


@contextmanager
def _on_cluster(address: str) -> Iterator[Staff]:
    with joined(address) as client:
        from distributed import CancelledError, KilledWorker

        threads = sum(client.nthreads().values())
        try:
            yield Staff(_Cluster(client), threads + 2)
        except KilledWorker as error:
            raise SolverCrashed(f"several workers died on the same chunk: {KEPT}") from error
        except CancelledError as error:
            raise SolverCrashed(f"the scheduler is gone: {KEPT}") from error
