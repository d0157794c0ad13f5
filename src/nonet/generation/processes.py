"""Work spread over workers; results arrive as they are made, even if interrupted."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

from nonet.solvers import SolverCrashed
from nonet.system.worker import Reply, Worker, WorkerDied, reply

Block = TypeVar("Block")
Result = TypeVar("Result")

#: Yields the results of a block; it is sent to the workers by pickle.
Work = Callable[[Block], Iterator[Result]]

_Heard: TypeAlias = SimpleQueue[tuple[Worker, Reply]]


def spread(
    work: Work[Block, Result], blocks: Sequence[Block], jobs: int = 1
) -> Generator[Result, None, None]:
    """Yield the results of all blocks, those of a block in order.

    With one job there is no other process; with more, each may hold as much memory as this one. On
    Ctrl-C, results that have arrived are yielded before `KeyboardInterrupt` is raised. A worker
    that dies raises `SolverCrashed`.
    """
    jobs = min(jobs, len(blocks))
    if jobs <= 1:
        for block in blocks:
            yield from work(block)
        return
    heard: _Heard = SimpleQueue()
    with ExitStack() as workers:
        for number in range(jobs):
            worker = Worker(heard=lambda worker, said: heard.put((worker, said)))
            workers.callback(worker.kill)
            worker.ask(_reply_all, work, blocks[number::jobs])
        yield from _received(heard, jobs)


def _received(heard: _Heard, jobs: int) -> Iterator[Any]:
    working = jobs
    try:
        while working:
            worker, said = heard.get()
            result = _result(worker, said)
            if said.is_last:
                working -= 1
            else:
                yield result
    except KeyboardInterrupt:
        while True:
            try:
                _, said = heard.get_nowait()
            except Empty:
                break
            if not said.is_last:
                yield said.value
        raise


def _result(worker: Worker, said: Reply) -> Any:
    try:
        return worker.value(said)
    except (WorkerDied, ImportError, AttributeError, pickle.PicklingError) as error:
        raise SolverCrashed(
            f"a worker died, and what it was making is lost ({error}): either something ended it, "
            "or it does not find rules of your own, which have to be in a module that other "
            "processes can import"
        ) from None


def _reply_all(work: Work[Any, Any], blocks: Sequence[Any]) -> None:
    """Send the results of some blocks to the parent; in a worker."""
    for block in blocks:
        for result in work(block):
            reply(result)
