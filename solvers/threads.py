"""Searches in a second thread. The first thread checks the limits and receives Ctrl-C."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Executor, wait
from contextlib import suppress
from typing import Protocol, TypeAlias, TypeVar

from nonet.solvers.abilities import Taken
from nonet.solvers.answers import Solution
from nonet.system.limits import TimeUp, require_unstopped
from nonet.system.processes import endings_wait, wait_for_any

T = TypeVar("T")

#: Seconds between two checks for Ctrl-C and for too much memory.
PAUSE = 0.05

#: The callback that a solver calls for each solution. Its argument is a function that decodes the
#: solution. If the callback returns False, the search ends.
Found: TypeAlias = Callable[[Callable[[], Solution]], bool]


def ask_in_thread(
    pool: Executor, ask: Callable[[], T], stop: Callable[[], object], seconds: float | None = None
) -> T:
    """Search in a thread. Stop the search after some seconds, at Ctrl-C, or at the memory limit."""
    running = None
    try:
        with endings_wait():  # Ctrl-C must not come between submit and the assignment
            running = pool.submit(ask)
        # Do not wait by Thread.join. If Ctrl-C interrupts it, Python takes the running thread for a
        # finished one. When the time is up, the stopped search still returns its counters.
        with suppress(TimeUp):
            wait_for_any([running], seconds)
    finally:
        # A call of `stop` has no effect before the search has begun. So call it repeatedly.
        while running is not None:
            with endings_wait():  # Ctrl-C inside `wait` could leave the future locked for ever
                if running.done():
                    break
                stop()
                wait([running], timeout=0.02)
    return running.result()


class Enumerator(Protocol):
    """A solver that finds all solutions by itself, and reports each one to a callback."""

    def enumerate(self, found: Found) -> None:
        """Call `found` for each solution, until it returns False."""

    def stop(self) -> None:
        """Ask the search in another thread to end soon."""


class CallbackListing:
    """A listing of an enumerator's solutions. Between requests, the enumerator's thread waits."""

    #: These solvers cannot list only a part of a puzzle.
    side_by_side = False

    def __init__(self, enumerator: Enumerator, by: str) -> None:
        self.by = by
        self._turn = turn = _Turn()
        # The thread has no reference to this listing. So the listing can be freed, and then the
        # thread ends.
        thread = threading.Thread(target=turn.run, args=(enumerator,), daemon=True)
        weakref.finalize(self, turn.end, enumerator)
        thread.start()

    def take(self, most: int, kept: int = 0, seconds: float | None = None) -> Taken:
        deadline = float("inf") if seconds is None else time.monotonic() + seconds
        turn = self._turn
        with turn.change:
            turn.room, turn.wanted, turn.found, turn.kept = most, kept, 0, []
            turn.change.notify_all()
            try:
                while turn.room > 0 and not turn.is_over:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        break
                    turn.change.wait(min(left, PAUSE))
                    require_unstopped()
            finally:
                turn.room = 0
            if turn.error is not None:
                raise turn.error
            return Taken(turn.found, turn.kept, turn.is_over)


class _Turn:
    """State that both threads share, protected by the lock of `change`.

    The solver may find `room` more solutions, and keeps the first `wanted` of them.
    """

    def __init__(self) -> None:
        self.change = threading.Condition()
        self.room = self.wanted = self.found = 0
        self.kept: list[Solution] = []
        self.is_over = self._is_unwanted = False
        self.error: BaseException | None = None

    def run(self, enumerator: Enumerator) -> None:
        error = None
        try:
            if self._may_go_on():
                enumerator.enumerate(self._note)
        except BaseException as raised:  # the other thread raises it again
            error = raised
        with self.change:
            self.is_over, self.error = True, error
            self.change.notify_all()

    def end(self, enumerator: Enumerator) -> None:
        with self.change:
            self._is_unwanted = True
            self.change.notify_all()
            # A call of `stop` has no effect before the search has begun. So call it repeatedly.
            while not self.change.wait_for(lambda: self.is_over, timeout=0.02):
                enumerator.stop()

    def _may_go_on(self) -> bool:
        with self.change:
            self.change.wait_for(lambda: self.room > 0 or self._is_unwanted)
            return not self._is_unwanted

    def _note(self, decode: Callable[[], Solution]) -> bool:
        with self.change:
            if not self._may_go_on():
                return False
            self.room -= 1
            self.found += 1
            if len(self.kept) < self.wanted:
                self.kept.append(decode())
            if self.room == 0:
                self.change.notify_all()
            return True
