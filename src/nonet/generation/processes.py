"""Divide work between processes. Results come one by one, and Ctrl-C loses none of them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from queue import Empty, Full, Queue
from threading import Event
from typing import Any, TypeAlias, TypeVar

from nonet.solvers import SolverCrashed
from nonet.system.limits import Limits, TimeUp, limited_to
from nonet.system.worker import Reply, Worker, WorkerDied, reply

Block = TypeVar("Block")
Result = TypeVar("Result")

#: A function that yields the results of a block of work. It is pickled and sent to the workers.
Work = Callable[[Block], Iterator[Result]]

#: Seconds to wait between checks whether the work was cancelled.
_PAUSE = 0.05

_Replies: TypeAlias = "Queue[tuple[Worker, Reply]]"


def spread(
    work: Work[Block, Result], blocks: Sequence[Block], jobs: int = 1, cancel: Event | None = None
) -> Generator[Result, None, None]:
    """Yield the results of all blocks. The results of one block keep their order.

    A single job runs in this process. Several jobs run in other processes. Each process may use as
    much memory as this process. On Ctrl-C, yield the results that have arrived before raising
    `KeyboardInterrupt`. If a worker dies, raise `SolverCrashed`. When `cancel` is set, stop.
    """
    jobs = min(jobs, len(blocks))
    if jobs <= 1:
        for block in blocks:
            yield from _until_cancelled(work(block), cancel)
        return
    replies: _Replies = Queue(2 * jobs)
    over = Event()

    def hear(worker: Worker, answer: Reply) -> None:
        # Fast workers wait here for a slow caller. Otherwise their results would fill the memory.
        while not over.is_set():
            with suppress(Full):
                return replies.put((worker, answer), timeout=_PAUSE)

    with ExitStack() as workers:
        for number in range(jobs):
            worker = Worker(heard=hear)
            workers.callback(worker.kill)
            worker.ask(_reply_all, work, blocks[number::jobs])
        workers.callback(over.set)
        yield from _received(replies, jobs, cancel)


def _until_cancelled(results: Iterator[Result], cancel: Event | None) -> Iterator[Result]:
    if cancel is None:
        yield from results
        return
    while not cancel.is_set():
        try:
            with limited_to(Limits(cancel=cancel)):
                result = next(results)
        except (StopIteration, TimeUp):
            return
        if not cancel.is_set():  # if cancelled, the result may be only an error
            yield result


def _received(replies: _Replies, jobs: int, cancel: Event | None) -> Iterator[Any]:
    working = jobs
    try:
        while working:
            try:
                worker, answer = replies.get(timeout=None if cancel is None else _PAUSE)
            except Empty:
                if cancel is not None and cancel.is_set():
                    return
                continue
            result = _result(worker, answer)
            if answer.is_last:
                working -= 1
            else:
                yield result
    except KeyboardInterrupt:
        for _ in range(replies.qsize()):  # only these, because workers add more
            _, answer = replies.get()
            if not answer.is_last:
                yield answer.value
        raise


def _result(worker: Worker, answer: Reply) -> Any:
    try:
        return worker.value(answer)
    except (WorkerDied, ImportError, AttributeError, pickle.PicklingError) as error:
        raise SolverCrashed(
            f"a worker died ({error}), and its unfinished puzzles are lost. Either another program "
            "killed it, or it could not import your own rules. Put your rules in a module that "
            "other processes can import"
        ) from None


def _reply_all(work: Work[Any, Any], blocks: Sequence[Any]) -> None:
    """Send the results of some blocks from this worker to its parent."""
    for block in blocks:
        for result in work(block):
            reply(result)
