"""Spread the work of a verb over several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from nonet.cli.common.options import require_jobs

Thing = TypeVar("Thing")
Result = TypeVar("Result")


@contextmanager
def spread(
    jobs: int, task: Callable[[Thing], Result], things: Iterable[Thing]
) -> Iterator[Iterator[Result]]:
    """Yield the results of a task in order, like `map`.

    With one job, this process does each task when its result is needed. Otherwise, processes work
    ahead. The task should return its errors, because the first error ends all work.

    >>> with spread(1, len, ["a", "bc"]) as results:
    ...     list(results)
    [1, 2]
    """
    require_jobs(jobs)
    if jobs == 1:
        yield map(task, things)
        return
    from nonet.streaming.executors import workers_for

    with workers_for(jobs, None, in_threads=False) as workers:
        yield workers(task, things)
