"""Work spread over processes; results arrive as they are made, even if interrupted."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

from nonet.solvers import SolverCrashed
from nonet.system.limits import limited_to, most_memory
from nonet.system.processes import deaf_to_ctrl_c, hear_ctrl_c
from nonet.system.reaper import entrusted

Block = TypeVar("Block")
Result = TypeVar("Result")

#: Yields the results of a block; it is sent to the processes by pickle.
Work = Callable[[Block], Iterator[Result]]


def spread(
    work: Work[Block, Result], blocks: Sequence[Block], jobs: int = 1
) -> Generator[Result, None, None]:
    """Yield the results of all blocks, those of a block in order.

    With one job there is no other process; with more, each may hold as much memory as this one. On
    Ctrl-C, results that have arrived are yielded before `KeyboardInterrupt` is raised. A process
    that dies raises `SolverCrashed`.
    """
    jobs = min(jobs, len(blocks))
    if jobs <= 1:
        for block in blocks:
            yield from work(block)
        return
    context = multiprocessing.get_context("spawn")
    processes, pipes, held = [], [], ExitStack()
    try:
        for number in range(jobs):
            ours, theirs = context.Pipe(duplex=False)
            asked = (work, blocks[number::jobs], theirs, most_memory())
            process = context.Process(target=_serve, args=asked, daemon=True)
            # Only the parent handles Ctrl-C.
            try:
                with deaf_to_ctrl_c():
                    process.start()
            except BrokenPipeError:  # it died while it was told what to do
                raise SolverCrashed(_DIED) from None
            theirs.close()
            processes.append(process)
            # Not `end_with_parent`, as the thread that starts it may end before the others ask on.
            assert process.pid is not None
            held.enter_context(entrusted(process.pid))
            pipes.append(ours)
        yield from _received(pipes)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        held.close()


def _received(pipes: list[Connection[Any, Any]]) -> Iterator[Any]:
    open_ = list(pipes)
    try:
        while open_:
            for pipe in cast("list[Connection[Any, Any]]", wait(open_)):
                try:
                    result = pipe.recv()
                except (EOFError, OSError):
                    raise SolverCrashed(_DIED) from None
                if isinstance(result, _Failure):
                    raise result.error
                if result is None:
                    open_.remove(pipe)
                else:
                    yield result
    except KeyboardInterrupt:
        for pipe in open_:
            with suppress(EOFError, OSError):
                while pipe.poll():
                    result = pipe.recv()
                    if result is not None and not isinstance(result, _Failure):
                        yield result
        raise


#: Each process imports the script anew, and what is sent to it comes as the names of modules.
_DIED = (
    "a worker process died, and what it was making is lost: either something ended it, or it could "
    'not start: a script needs `if __name__ == "__main__":` around what it does, and rules of '
    "your own have to be in a module that other processes can import"
)


class _Failure:
    """An error on its way to the parent."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def _serve(
    work: Work[Any, Any], blocks: Sequence[Any], results: Connection[Any, Any], most: int | None
) -> None:
    """Do the work in a child process, which may hold no more memory than its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hear_ctrl_c()  # for the processes that solvers start: they are interrupted
    with suppress(BrokenPipeError), limited_to(None, most):  # the parent may no longer wait
        try:
            for block in blocks:
                for result in work(block):
                    results.send(result)
            results.send(None)  # or the parent would take the end for a crash
        except Exception as error:
            results.send(_Failure(error))
