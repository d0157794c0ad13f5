"""Run a task on all chunks: in this thread, in other threads, in processes, or on a cluster."""

from __future__ import annotations

import operator
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeAlias

from nonet.rules import Rule
from nonet.rules.registry import import_rules
from nonet.solvers import BackendUnavailable, SolverCrashed
from nonet.system.limits import Limits, limited_to, most_memory
from nonet.system.worker import Worker, WorkerDied, result_of

#: Seconds to wait for a cancelled thread. Python must not exit while a thread runs C++ code.
_GRACE = 1.0

#: A scheduler must answer within these seconds. It is slow if it has just started.
_CONNECTING = 10.0

#: Seconds between two checks that the cluster still has workers.
_PATIENCE = 5.0

#: A function that applies a task to all chunks and yields the results in order, like `map`.
Workers: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


@contextmanager
def workers_for(
    jobs: int, cluster: str | None, *, in_threads: bool, ahead: int = 2
) -> Iterator[Workers]:
    """Start as many workers as jobs, or connect to a cluster.

    The workers are processes. If the work releases Python's global lock, threads are enough. Each
    job has at most `ahead` chunks that are with its worker or wait for an earlier chunk.
    """
    if cluster is not None:
        with _joined(cluster) as client:
            # dask may reuse the result of a pure task, even if the file has changed since.
            submit = client.get_executor(pure=False).submit
            most = sum(client.nthreads().values()) + 2
            yield partial(_results, submit, partial(_result_of_cluster, client), most)
    elif jobs == 1:
        yield map
    else:
        with _pool(jobs, in_threads) as submit:
            yield partial(_results, submit, result_of, ahead * jobs)


@contextmanager
def _joined(address: str) -> Iterator[Any]:
    """Connect to the scheduler at this address, and yield the dask client."""
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
    submit: Callable[..., Future[Any]],
    result: Callable[[Future[Any]], Any],
    most: int,
    task: Callable[[Any], Any],
    chunks: Iterable[Any],
) -> Iterator[Any]:
    """Yield the results in order. At most `most` chunks are with the workers."""
    if modules := Rule.named.foreign:
        task = partial(_knowing_rules, modules, task)
    waiting: deque[Future[Any]] = deque()
    for chunk in chunks:
        waiting.append(submit(task, chunk))
        if len(waiting) >= most:
            yield result(waiting.popleft())
    while waiting:
        yield result(waiting.popleft())


def _knowing_rules(modules: Sequence[str], task: Callable[[Any], Any], chunk: Any) -> Any:
    """Do a task in a process that reads puzzles, which may name foreign rules."""
    import_rules(modules)
    return task(chunk)


@contextmanager
def _pool(jobs: int, in_threads: bool) -> Iterator[Callable[..., Future[Any]]]:
    """Start threads, and yield the function that submits a task to them.

    Each thread does its tasks itself or in a separate process. After the block, the waiting tasks
    are dropped, the running tasks are cancelled, and the processes are killed. Python can exit even
    if a solver hangs, because the threads are daemon threads.
    """
    tasks: SimpleQueue[tuple[Future[Any], Callable[[Any], Any], Any] | None] = SimpleQueue()
    cancel, processes, threads = Event(), list[Worker](), list[Thread]()

    def work(answer: Callable[..., Any]) -> None:
        with limited_to(Limits(cancel=cancel)):
            while (job := tasks.get()) is not None and not cancel.is_set():
                future, task, chunk = job
                try:
                    future.set_result(answer(task, chunk))
                except WorkerDied as death:
                    future.set_exception(SolverCrashed(f"a worker process died: {death}"))
                except BaseException as error:
                    future.set_exception(error)

    def submit(task: Callable[[Any], Any], chunk: Any) -> Future[Any]:
        future: Future[Any] = Future()
        tasks.put((future, task, chunk))
        return future

    try:
        while not in_threads and len(processes) < jobs:
            processes.append(Worker(most=most_memory()))
        ways: list[Callable[..., Any]] = [process.call for process in processes]
        for answer in ways or [operator.call] * jobs:
            threads.append(Thread(target=work, args=(answer,), daemon=True))
            threads[-1].start()
        yield submit
    finally:
        cancel.set()
        for process in processes:
            process.kill()
        for _ in threads:
            tasks.put(None)
        deadline = time.monotonic() + _GRACE
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))


def _result_of_cluster(client: Any, future: Future[Any]) -> Any:
    """Wait for a result. Without workers, raise an error, because dask would wait forever."""
    from distributed import KilledWorker

    while True:
        try:
            return future.result(timeout=_PATIENCE)
        except TimeoutError:
            if future.done():
                raise  # the task itself raised it
            try:
                has_workers = bool(client.nthreads())
            except (OSError, RuntimeError) as error:  # the connection to the scheduler is closed
                raise SolverCrashed("the scheduler is gone") from error
            if not has_workers:
                raise SolverCrashed("all workers of the cluster are gone") from None
        except KilledWorker as error:
            raise SolverCrashed("several workers died on the same chunk") from error
        except CancelledError as error:
            raise SolverCrashed("the scheduler is gone") from error
