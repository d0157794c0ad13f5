"""Ctrl-C while results are on their way: it stops the work, and loses nothing that is finished."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def interruptible(work: Generator[T, None, None]) -> Iterator[T]:
    """Yield what the work yields; Ctrl-C reaches only the work, and is passed on when it ends.

    Whoever takes the results must be `uninterrupted`, so that none is lost between the two.
    """
    while True:
        try:
            with _masked(signal.SIG_UNBLOCK):
                result = next(work)
        except StopIteration:
            return
        except KeyboardInterrupt:
            # It may have come before the work began again, which then knows nothing of it.
            yield from _last_words(work)
            raise
        yield result


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait, also for processes that are started meanwhile."""
    with _masked(signal.SIG_BLOCK):
        yield


def _last_words(work: Generator[T, None, None]) -> Iterator[T]:
    """Interrupt the work, and yield what it still gives."""
    try:
        yield work.throw(KeyboardInterrupt())
        yield from work
    except (KeyboardInterrupt, StopIteration):
        return


@contextmanager
def _masked(how: int) -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(how, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
