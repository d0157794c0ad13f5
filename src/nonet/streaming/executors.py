"""Executors for the chunks: this thread, other threads, processes or a cluster."""

from __future__ import annotations

import multiprocessing
import signal
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
from typing import Any, NamedTuple, TypeVar

from nonet.clusters import joined
from nonet.processes import deaf_to_ctrl_c, end_with_parent, hear_ctrl_c
from nonet.solvers import SolverCrashed
from nonet.streaming.draft import KEPT

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
            raise SolverCrashed(f"a worker process died: {KEPT}") from error
        except BaseException:
            _kill_processes(executor)
            raise
        finally:
            # It cancels what is left: a pool cannot bear that somebody else does.
            executor.shutdown(cancel_futures=True)


class Here(Executor):
    """Runs each task at once, in the thread that submits it."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Run the task and return a finished future."""
        future: Future[R] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def _pool(jobs: int, in_threads: bool) -> Executor:
    if in_threads:
        return ThreadPoolExecutor(jobs, thread_name_prefix="nonet")
    context = multiprocessing.get_context("spawn")
    return _Processes(jobs, mp_context=context, initializer=_end_with_parent)


class _Processes(ProcessPoolExecutor):
    """Processes that are started deaf to Ctrl-C: while they import, it would be a traceback."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Have the task run in one of the processes, which this call may start."""
        with deaf_to_ctrl_c():
            return super().submit(fn, *args, **kwargs)


def _kill_processes(executor: Executor) -> None:
    """Kill the processes of an executor: they may wait for a solver that never answers."""
    for process in list((getattr(executor, "_processes", None) or {}).values()):
        process.kill()


def _end_with_parent() -> None:
    """End a worker at once on Ctrl-C, which its parent reports, and when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    hear_ctrl_c()
    end_with_parent()


@contextmanager
def _on_cluster(address: str) -> Iterator[Staff]:
    with joined(address) as client:
        from distributed import KilledWorker

        threads = sum(client.nthreads().values())
        try:
            # Not pure: the file behind an equal task may have changed since.
            yield Staff(client.get_executor(pure=False), threads + 2)
        except KilledWorker as error:
            raise SolverCrashed(f"several workers died on the same chunk: {KEPT}") from error
