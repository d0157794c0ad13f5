"""Divide work between processes. Ctrl-C loses no result."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from threading import Event, Semaphore
from typing import Any, TypeAlias, TypeVar

from nonet.solvers import SolverCrashed
from nonet.system.limits import Limits, TimeUp, limited_to
from nonet.system.worker import Worker, WorkerDied, reply

Block = TypeVar("Block")
Result = TypeVar("Result")

#: A function that yields the results of a block of work. Other processes call a pickled copy.
Work = Callable[[Block], Iterator[Result]]

#: Seconds between two checks whether the work was cancelled.
_PAUSE = 0.05

#: A message from a worker: (False, a result), or (True, the future of the finished work).
_Said: TypeAlias = tuple[bool, Any]


def spread(
    work: Work[Block, Result], blocks: Sequence[Block], jobs: int = 1, cancel: Event | None = None
) -> Generator[Result, None, None]:
    """Yield the results of all blocks. The results of one block keep their order.

    Several jobs run in other processes with the memory limit of this process. After Ctrl-C, first
    yield the results that have arrived. If a worker dies, raise `SolverCrashed`. Stop when `cancel`
    is set.
    """
    jobs = min(jobs, len(blocks))
    if jobs <= 1:
        for block in blocks:
            yield from _until_cancelled(work(block), cancel)
        return
    replies: SimpleQueue[_Said] = SimpleQueue()
    room, over = Semaphore(2 * jobs), Event()

    def hear(result: Any) -> None:
        # Wait for a slow caller. Otherwise the results of fast workers would fill the memory.
        while not over.is_set():
            if room.acquire(timeout=_PAUSE):
                return replies.put((False, result))

    def end(asked: Future[None]) -> None:
        replies.put((True, asked))  # do not wait for room: this may run in the caller's thread

    with ExitStack() as workers:
        for number in range(jobs):
            worker = Worker()
            workers.callback(worker.kill)
            workers.callback(over.set)  # end `hear` first, because `kill` waits for its thread
            worker.ask(_reply_all, work, blocks[number::jobs], note=hear).add_done_callback(end)
        yield from _received(replies, room, jobs, cancel)


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
        if not cancel.is_set():  # a cancelled result may be an error
            yield result


def _received(
    replies: SimpleQueue[_Said], room: Semaphore, jobs: int, cancel: Event | None
) -> Iterator[Any]:
    working = jobs
    try:
        while working:
            try:
                is_finished, said = replies.get(timeout=None if cancel is None else _PAUSE)
            except Empty:
                if cancel is not None and cancel.is_set():
                    return
                continue
            if is_finished:
                _require_finished(said)
                working -= 1
            else:
                room.release()
                yield said
    except KeyboardInterrupt:
        for _ in range(replies.qsize()):  # workers may add more, so do not wait for them
            is_finished, said = replies.get()
            if not is_finished:
                yield said
        raise


def _require_finished(work: Future[None]) -> None:
    try:
        work.result()
    except (WorkerDied, ImportError, AttributeError, pickle.PicklingError) as error:
        raise SolverCrashed(
            f"a worker process died: {error}. Its unfinished puzzles are lost. If you use your own "
            "rules, put them in a module that other processes can import"
        ) from None


def _reply_all(work: Work[Any, Any], blocks: Sequence[Any]) -> None:
    for block in blocks:
        for result in work(block):
            reply(result)
