"""Divide work between processes. Results come one by one, and Ctrl-C loses none of them."""

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

#: A function that yields the results of a block of work. It is pickled and sent to the workers.
Work = Callable[[Block], Iterator[Result]]

#: Seconds to wait between checks whether the work was cancelled.
_PAUSE = 0.05

#: Whether a worker has finished its blocks, and a result or the future of its work.
_Said: TypeAlias = tuple[bool, Any]


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
    replies: SimpleQueue[_Said] = SimpleQueue()
    room, over = Semaphore(2 * jobs), Event()

    def hear(result: Any) -> None:
        # Fast workers wait here for a slow caller. Otherwise their results would fill the memory.
        while not over.is_set():
            if room.acquire(timeout=_PAUSE):
                return replies.put((False, result))

    def end(asked: Future[None]) -> None:
        replies.put((True, asked))  # without waiting, because this may run in the caller's thread

    with ExitStack() as workers:
        for number in range(jobs):
            worker = Worker()
            workers.callback(worker.kill)
            workers.callback(over.set)  # before the kill, which waits for the thread in `hear`
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
        if not cancel.is_set():  # if cancelled, the result may be only an error
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
        for _ in range(replies.qsize()):  # only these, because workers add more
            is_finished, said = replies.get()
            if not is_finished:
                yield said
        raise


def _require_finished(work: Future[None]) -> None:
    try:
        work.result()
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
